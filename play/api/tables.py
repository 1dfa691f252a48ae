"""Tables: the lobby's lists, opening one, looking at one, coming by a link."""

from __future__ import annotations

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
from core.web.problems import Problem
from core.web.records import filled
from core.web.refusals import BadForm, Refused, refuse_if
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
"""Where a request says what the service calls so."""

Key = Annotated[str, Meta(max_length=30)]
Token = Annotated[str, Meta(max_length=200, description="The last part of the table's link.")]
SeatWord = Annotated[str, Meta(max_length=200)]


class TablesQuery(Paged):
    """Which tables."""

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
    """Tables of the lobby, or mine."""
    if query.which != "featured":
        return paged(call, query, LISTS[query.which](call.user, query.game or ""), card_out)
    cards = lobby.featured_cards(call.user)
    return paged(
        call, query, [card for card in cards if query.game in {None, card.table.game}], card_out
    )


class AfterQuery(Query):
    """From which table I go on; from none when it is left out."""

    after: UUID | None = None


class NextTable(Record):
    """At how many `waiting` tables of mine, beside the one I come from, I am to move, and the one
    that comes next; null where there is none. `path` is its page, from the seat that is to move.
    """

    waiting: int
    table: UUID | None
    path: str | None


@person_door(scope=Scope.PLAY)
def next_table(call: Call, query: AfterQuery) -> NextTable:
    """The table of mine that has waited longest for me, or the next in that order after one of
    them.
    """
    found = next_turn(call.user, query.after)
    turn = found.turn
    return NextTable(
        waiting=found.waiting,
        table=turn.table if turn else None,
        path=turn.path if turn else None,
    )


class OpeningTable(Body):
    """A new table. `options` are the game's own, by its schema; those left out are as it sets them.
    `seats` has a word for each seat: "me", "open", "bot", "bot:NAME", or "person:NAME", kept for
    that person. It starts as soon as no seat is free. `coached`: a coach for everybody, but for who
    sent it away; in one's first match of a game it is there in any case. `rated`: it counts for
    ratings, unless it is coached. `asks_for`: whoever sits down by themselves finishes at least so
    many of a hundred matches.
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
    """Open a table: in the lobby, or for who has its link."""
    refuse_if(
        [
            changed(one, field=f"options.{one.field}")
            for one in problems_in(game_that_people_open(body.game).options, body.options)
        ]
    )
    clock = filled(Clock, body.clock)
    try:
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
    except Refused as refusal:
        if type(refusal) not in {Refused, BadForm}:
            raise
        raise BadForm(
            [changed(one, field=PLACES.get(one.field, one.field)) for one in refusal.problems]
        ) from refusal
    transaction.on_commit(ring)
    return table_seen(participants.place(table.pk, call.user))


def game_that_people_open(key: str) -> AnyTabletop:
    """The game that people may open tables of. Raises BadForm."""
    try:
        tabletop = registry.get(key)
    except UnknownGame:
        tabletop = None
    if tabletop is None or not tabletop.lobby:
        raise BadForm(
            [
                Problem(
                    field="game",
                    code="unknown-game",
                    sentence="This game does not exist. Choose one from the list.",
                )
            ]
        )
    return tabletop


@table_door()
def show(call: TableCall, query: FromSeat) -> TableSeen:
    """A table as my seat sees it: who sits where, whose move, my view, my moves.

    The stream `/live/play/{table}/` tells when it has changed (docs/api.md): server-sent events
    `data: {"v": version}`, for an API token as for a browser's session; `?as=` names the seat.
    Without a stream, ask here with If-None-Match.
    """
    return table_seen(call.place)


@act_door()
def close(call: TableCall) -> None:
    """Give up a table that never started. For who opened it."""
    seating.close_table(**call.table_and_user)


# --- a friend is challenged ---------------------------------------------------------------------


class Challenging(Body):
    """To which game; a `person` by name, whom I have played with, or by a link when left out."""

    game: Key
    person: Annotated[str, Meta(max_length=150)] = ""


class ChallengeOut(Record):
    """The table that waits for my friend, and its link, shown once: its `token` and `path`, ""
    where a chair is kept for somebody by name, who gets a notice.
    """

    table: UUID
    token: str
    path: str


@person_door(status=201, scope=Scope.PLAY)
def challenge(call: Call, body: Challenging) -> ChallengeOut:
    """A table for me and a friend, with bots where the game needs more, three days a move, in no
    list. By a link it counts for no ratings, and a guest may sit down; by name it counts.
    """
    game_that_people_open(body.game)
    made = challenges.challenge(
        user=call.user, game=body.game, person=body.person, key=key_of(call)
    )
    transaction.on_commit(ring)
    path = reverse("play-join", args=[made.token]) if made.token else ""
    return ChallengeOut(table=made.table.pk, token=made.token, path=path)


# --- by a link ------------------------------------------------------------------------------------


class TableLink(Record):
    """A table's link: who has it may sit down. It is shown once; an older one no longer works."""

    token: str
    path: str


@table_door(status=201)
def invite(call: TableCall) -> TableLink:
    """Make the table's link. For who opened it."""
    token = seating.make_invite(**call.table_and_user)
    return TableLink(token=token, path=reverse("play-join", args=[token]))


class ByLink(Body):
    """A link, as its token."""

    token: Token


class Joining(ByLink):
    """A link, and the seat that I would like; the first free one when left out."""

    seat: Annotated[int, Meta(ge=0, le=254)] | None = None


@person_door(scope=Scope.READ)
def look(call: Call, body: ByLink) -> TableCard:
    """What table a link leads to. An unknown link and one that is spent are the same 404."""
    with missing_is_404(NoSuchTable):
        return card_out(lobby.card_for_invite(body.token, call.user))


@person_door(scope=Scope.PLAY)
def join(call: Call, body: Joining) -> TableSeen:
    """Sit down by a link."""
    with missing_is_404(NoSuchTable):
        table: UUID = lobby.card_for_invite(body.token, call.user).table.pk
        seating.sit_down(table_id=table, user=call.user, seat=body.seat, token=body.token)
        transaction.on_commit(ring)
        return table_seen(participants.place(table, call.user))
