"""Operations to list, open, view and join tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from msgspec import Meta

from core.web.api.operations import Body, Call, Query, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.api.scopes import Scope
from core.web.api.shapes import Name
from core.web.not_found import missing_is_404
from core.web.options import problems_in
from core.web.records import filled
from core.web.refusals import BadForm, Refused, bad_field, refuse_if
from engine.registry import UnknownGame
from engine.values import changed
from play.clocking import Clock
from play.selectors import lobby, participants
from play.selectors.participants import NoSuchTable
from play.selectors.turns import next_turn
from play.services import challenges, seating, tables
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop
from play.tasks import ring

from .permissions import TableCall, act_door, key_of, table_door
from .shapes import FromSeat, TableCard, TableSeen, Timing, card_out, table_seen

LISTS: Final = {"open": lobby.open_tables, "watchable": lobby.watchable, "mine": lobby.own_tables}
PLACES: Final = {
    "clock_seconds": "clock.seconds",
    "slot": "clock.slot",
    "slot_zone": "clock.zone",
    "slot_weekday": "clock.weekday",
}
"""Request field for each field of the service that has another name."""

Key = Annotated[str, Meta(max_length=30)]
Token = Annotated[str, Meta(max_length=200, description="The last part of the table's link.")]
SeatWord = Annotated[str, Meta(max_length=200)]


class TablesQuery(Paged):
    """Filters for tables."""

    which: Annotated[
        Literal["open", "mine", "watchable", "featured"],
        Meta(
            description=(
                "Open tables, tables you play at or opened, running tables that anyone can "
                "watch, and one or two featured tables."
            )
        ),
    ] = "open"
    game: Annotated[Key | None, Meta(description="Filter by game.")] = None


@person_door(scope=Scope.PLAY)
def list_tables(call: Call, query: TablesQuery) -> Page[TableCard]:
    """List the lobby's tables, or your own."""
    if query.which != "featured":
        return paged(call, query, LISTS[query.which](call.user, query.game or ""), card_out)
    cards = lobby.featured_cards(call.user)
    return paged(
        call, query, [card for card in cards if query.game in {None, card.table.game}], card_out
    )


class AfterQuery(Query):
    """The table that you have just left, if any."""

    after: UUID | None = None


class NextTable(Record):
    """Your next table. `waiting` is the number of your other tables that wait for your move, and
    `table` is the next of these, or null. `path` is the table's page from the seat that must move.
    """

    waiting: int
    table: UUID | None
    path: str | None


@person_door(scope=Scope.PLAY)
def next_table(call: Call, query: AfterQuery) -> NextTable:
    """Return the table that has waited longest for your move. If `after` is given, return the table
    that follows it in this order.
    """
    next_table = next_turn(call.user, query.after)
    turn = next_table.turn
    return NextTable(
        waiting=next_table.waiting,
        table=turn.table if turn else None,
        path=turn.path if turn else None,
    )


class OpeningTable(Body):
    """A new table. `options` follow the game's schema, and omitted options have their defaults.
    `seats` has one entry per seat: "me", "open", "bot", "bot:NAME", or "person:NAME" for a seat
    kept for that person. The match starts as soon as no seat is free. If `coached` is true,
    everyone has a coach unless they have turned it off. In a player's first match of a game, the
    coach always appears. If `rated` is true, the match counts for ratings unless it is coached.
    `asks_for` is the percentage of matches that players must have finished to join.
    """

    game: Key
    seats: Annotated[tuple[SeatWord, ...], Meta(max_length=255)]
    options: dict[str, Any] = {}
    clock: Timing = Timing()
    visibility: Literal["listed", "invited"] = "listed"
    watched: bool = True
    name: Name = ""
    coached: bool = False
    rated: bool = True
    asks_for: Annotated[int, Meta(ge=0, le=100)] = 0


@person_door(status=201, scope=Scope.PLAY)
def open_table(call: Call, body: OpeningTable) -> TableSeen:
    """Open a table in the lobby or by link."""
    check_options(body.game, body.options)
    clock = filled(Clock, body.clock)
    with renamed_fields(PLACES):
        table = tables.open_table(
            user=call.user,
            game=body.game,
            options=body.options,
            seats=body.seats,
            clock=clock,
            visibility=body.visibility,
            watched=body.watched,
            name=body.name,
            coached=body.coached,
            rated=body.rated,
            asks_for=body.asks_for,
            key=key_of(call),
        )
    transaction.on_commit(ring)
    return table_seen(participants.place(table.pk, call.user))


def check_options(game: str, options: Mapping[str, Any]) -> None:
    """Raise `BadForm` if people cannot open tables of the game, or if its options are invalid."""
    refuse_if(
        [
            changed(problem, field=f"options.{problem.field}")
            for problem in problems_in(game_that_people_open(game).options, options)
        ]
    )


@contextmanager
def renamed_fields(names: Mapping[str, str]) -> Iterator[None]:
    """Replace the service's field names with the request body's in the problems of a refusal."""
    try:
        yield
    except Refused as refusal:
        if type(refusal) not in {Refused, BadForm}:
            raise
        raise BadForm(
            [
                changed(problem, field=names.get(problem.field, problem.field))
                for problem in refusal.problems
            ]
        ) from refusal


def game_that_people_open(key: str) -> AnyTabletop:
    """Return the game if people can open tables for it. Otherwise, raise `BadForm`."""
    try:
        tabletop = registry.get(key)
    except UnknownGame:
        tabletop = None
    if tabletop is None or not tabletop.lobby:
        raise bad_field(
            "game", "unknown-game", "This game does not exist. Choose one from the list."
        )
    return tabletop


@table_door()
def show(call: TableCall, query: FromSeat) -> TableSeen:
    """Return a table as your seat sees it, with players, turns, your view and your moves.

    The stream `/live/play/{table}/` reports changes as server-sent events `data: {"v": version}`
    (docs/api.md). It accepts an API token or a browser's session. `?as=` names the seat. If you do
    not use the stream, poll this operation with If-None-Match.
    """
    return table_seen(call.place)


@act_door()
def close(call: TableCall) -> None:
    """Close a table that never started. Only the person who opened it can do this."""
    seating.close_table(**call.table_and_user)


# --- challenges ---------------------------------------------------------------------------------


class Challenging(Body):
    """A challenge to play a game. `person` is someone you have played with. If it is empty, you get
    a link to send.
    """

    game: Key
    person: Annotated[str, Meta(max_length=150)] = ""


class ChallengeOut(Record):
    """The table that waits for your friend. `token` and `path` belong to its link and are shown
    once. They are "" if a chair is kept for a named person, who gets a notice instead.
    """

    table: UUID
    token: str
    path: str


@person_door(status=201, scope=Scope.PLAY)
def challenge(call: Call, body: Challenging) -> ChallengeOut:
    """Open an unlisted table for you and a friend, with three days per move. If the game needs more
    players, bots take the other seats. A match by link is unrated, and guests can join it. A match
    with a named person is rated.
    """
    game_that_people_open(body.game)
    sent_challenge = challenges.challenge(
        user=call.user, game=body.game, person=body.person, key=key_of(call)
    )
    transaction.on_commit(ring)
    path = reverse("play-join", args=[sent_challenge.token]) if sent_challenge.token else ""
    return ChallengeOut(table=sent_challenge.table.pk, token=sent_challenge.token, path=path)


# --- invite links ---------------------------------------------------------------------------------


class TableLink(Record):
    """A table's invite link, which is shown only once. A new link disables the old one."""

    token: str
    path: str


@table_door(status=201)
def invite(call: TableCall) -> TableLink:
    """Make a new invite link. Only the person who opened the table can do this."""
    token = seating.make_invite(**call.table_and_user)
    return TableLink(token=token, path=reverse("play-join", args=[token]))


class ByLink(Body):
    """The token of a link."""

    token: Token


class Joining(ByLink):
    """The token of a link, and a seat. The default is the first free seat."""

    seat: Annotated[int, Meta(ge=0, le=254)] | None = None


@person_door(scope=Scope.READ)
def look(call: Call, body: ByLink) -> TableCard:
    """Return the table that a link leads to. Used and unknown links give the same 404."""
    with missing_is_404(NoSuchTable):
        return card_out(lobby.card_for_invite(body.token, call.user))


@person_door(scope=Scope.PLAY)
def join(call: Call, body: Joining) -> TableSeen:
    """Join a table by its link."""
    with missing_is_404(NoSuchTable):
        table: UUID = lobby.card_for_invite(body.token, call.user).table.pk
        seating.sit_down(table_id=table, user=call.user, seat=body.seat, token=body.token)
        transaction.on_commit(ring)
        return table_seen(participants.place(table, call.user))
