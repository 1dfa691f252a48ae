"""Records that several operations share, such as tables, chairs and clocks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from msgspec import Meta

from core.web.api.operations import Body, Query, Record
from core.web.records import filled
from engine.game import Game
from engine.values import Seat
from play.clocking import MAX_CLOCK_SECONDS, Clock
from play.models import Table
from play.rules.fair_play import FairPlay
from play.selectors.claims import Claim
from play.selectors.lobby import Card
from play.selectors.options import host_of, plain_options
from play.selectors.part_of import frame_of
from play.selectors.participants import Participant
from play.selectors.table_view import ChairView, TableView, view_table
from play.tabletop import registry
from play.tabletop.contract import Channel

Stage: TypeAlias = Literal["open", "playing", "over"]
Visibility: TypeAlias = Literal["listed", "invited", "private"]
SeatNumber = Annotated[int, Meta(ge=0, le=254, description="A seat, from 0.")]
FromWhich = Annotated[
    SeatNumber | None,
    Meta(description="Which of your own seats to use if you have several. Defaults to the first."),
]
EventCount = Annotated[
    int, Meta(ge=0, le=2_000_000_000, description="Number of events your seat has received.")
]


class Timing(Body):
    """The time limit per move. A "live" or "correspondence" clock gives `seconds`. A "slot" clock
    runs until the next given time of day in `zone`, either every day or on one `weekday` (0 is
    Monday). With "none", time is unlimited.
    """

    kind: Literal["none", "live", "correspondence", "slot"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=MAX_CLOCK_SECONDS)] = 0
    slot: Annotated[str, Meta(max_length=5)] = ""
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    weekday: Annotated[int, Meta(ge=0, le=6)] | None = None


def timing(clock: Clock) -> Timing:
    """Return the record that describes a clock."""
    return filled(Timing, clock)


class FromSeat(Query):
    """One of your own seats. The default is your first seat."""

    seat: FromWhich = None


# --- tables in lists ------------------------------------------------------------------------------


class TableCard(Record):
    """A table in a list. `bots` lists the seats of bots. `free` is the number of chairs that you
    can take, and excludes chairs that are kept for someone else. `my_move` is true if one of your
    seats must act before `my_due_at`, which is null if there is no clock. Other players' turns are
    hidden. `begins_at` is set if the match begins at a fixed time, at which bots take free seats.
    """

    id: UUID
    game: str
    title: str
    name: str
    status: Stage
    visibility: Visibility
    watched: bool
    seats: tuple[str, ...]
    bots: tuple[Seat, ...]
    free: int
    mine: bool
    kept_for_me: bool
    my_move: bool
    my_due_at: datetime | None
    clock: Timing
    asks_for: int
    opened_by: str | None
    opened_at: datetime
    begins_at: datetime | None
    started_at: datetime | None
    over_at: datetime | None


def card_out(card: Card) -> TableCard:
    """Return the record for a table in a list. `seats` lists the players' names, and the titles of
    free chairs.
    """
    table = card.table
    return filled(
        TableCard,
        table,
        id=table.pk,
        title=card.tabletop.title,
        status=stage_of(table),
        visibility=visibility_of(table),
        seats=tuple(card.names),
        bots=tuple(sorted(map(Seat, card.names.bots))),
        free=card.free,
        mine=card.is_mine,
        kept_for_me=card.is_kept,
        my_move=card.my_move,
        my_due_at=card.my_due,
        clock=timing(table.clock),
        opened_by=_opener(table),
    )


def stage_of(table: Table) -> Stage:
    """Return the table's status. The API and the model use the same values."""
    status: Stage = table.status  # type: ignore[assignment]
    return status


def visibility_of(table: Table) -> Visibility:
    """Return who can join the table. The API and the model use the same values."""
    visibility: Visibility = table.visibility  # type: ignore[assignment]
    return visibility


def _opener(table: Table) -> str | None:
    return table.opened_by.get_username() if table.opened_by else None


# --- tables from one seat's perspective -----------------------------------------------------------


class FairPlayOut(Record):
    """A player's matches with other people in the last six months. `percent` is the share of
    matches that they finished, or null if there are fewer than three matches. A player has `left` a
    match if they resigned while more than two played, or if the clock made more of their moves than
    they did.
    """

    percent: int | None
    matches: int
    finished: int
    left: int
    resigned: int
    in_time: int
    late: int


def fair_play_out(figures: FairPlay) -> FairPlayOut:
    """Return a player's fair play figures as a record."""
    return filled(FairPlayOut, figures)


class ChairOut(Record):
    """A chair. `name` is the name of its player or bot, and `bot` is the kind of bot. `due_at` is
    when the seat's time runs out. It is given for your own seats, and for another seat if everyone
    can see that the match waits only for that seat. Otherwise, it is null. `missed` is the number
    of moves in a row that everyone has seen the clock make. `fair_play` is given only while the
    table waits for players.
    """

    seat: Seat
    title: str
    name: str
    kind: Literal["person", "party", "bot", "free"]
    mine: bool
    bot: str
    person: str
    kept_for: str
    deputy: str
    away_until: datetime | None
    resigned: bool
    waited_for: bool
    due_at: datetime | None
    missed: int
    fair_play: FairPlayOut | None


def _chair(chair: ChairView) -> ChairOut:
    figures = chair.fair_play
    return filled(
        ChairOut,
        chair,
        mine=chair.is_mine,
        waited_for=chair.is_waited_for,
        fair_play=fair_play_out(figures) if figures else None,
    )


class ChannelOut(Record):
    """A chat channel. A `mute` channel is read-only for you."""

    key: str
    title: str
    mute: bool


def channel_out(channel: Channel) -> ChannelOut:
    """Return the channel's record."""
    return ChannelOut(key=channel.key, title=channel.title, mute=channel.mute)


class MoveMenu(Record):
    """The moves that your seat can make now, ready to be sent. The menu is empty when it is not
    your turn. If it is not `complete`, the rules also accept other moves that follow the schema of
    the game's moves, and the response to an invalid move names the error.
    """

    moves: tuple[Any, ...]
    complete: bool


class Ending(Record):
    """The winners, and a sentence that says how the match ended."""

    words: str
    winners: tuple[Seat, ...]


class TableSeen(Record):
    """A table as your seat sees it, or as a spectator sees it if `seat` is null. `view` has the
    format that the game's view schema describes, and is null before the start. Send `heard` back
    with a move. `version` is the value that the live stream sends. It changes whenever anything
    that you can see here changes. `coached` is true if a coach guides you through the match, as in
    your first match of a game, and `coach` is the coach's current advice. `waiting` lists the seats
    that the match waits for, as far as you can see. `due_at` is when your seat's time runs out. The
    times of other seats are in `chairs`. `round_due_at` is the deadline of the other sides while
    all sides move at the same time. It does not depend on who has moved, and is null if there is no
    clock or if players take turns. `opened_as` is the role of the person who opened the table, such
    as an administrator, in games that have such a role. `begins_at` is set if the match begins at a
    fixed time, at which bots take free seats. `ends_by` is when a match that is part of
    something larger, such as an ambush of the week, ends without its players. `claims` lists what
    you can claim because other players have missed three moves in a row.
    """

    id: UUID
    game: str
    title: str
    name: str
    status: Stage
    visibility: Visibility
    watched: bool
    rated: bool
    coached: bool
    coach: str
    asks_for: int
    options: dict[str, Any]
    clock: Timing
    opened_by: str | None
    opened_as: str
    opened_at: datetime
    begins_at: datetime | None
    started_at: datetime | None
    over_at: datetime | None
    seat: Seat | None
    my_seats: tuple[Seat, ...]
    chairs: tuple[ChairOut, ...]
    waiting: tuple[Seat, ...]
    due_at: datetime | None
    round_due_at: datetime | None
    ends_by: datetime | None
    paused: bool
    pause_asked_by: tuple[Seat, ...]
    claims: tuple[Claim, ...]
    channels: tuple[ChannelOut, ...]
    heard: int
    version: str
    view: Any
    menu: MoveMenu
    ending: Ending | None


def table_seen(place: Participant) -> TableSeen:
    """Return the table as a participant sees it."""
    view, table = view_table(place), place.table
    frame = frame_of(place)
    return filled(
        TableSeen,
        view,
        id=table.pk,
        game=table.game,
        title=view.tabletop.title,
        name=table.name,
        status=stage_of(table),
        visibility=visibility_of(table),
        watched=table.watched,
        rated=table.rated,
        asks_for=table.asks_for,
        options=plain_options(table),
        clock=timing(table.clock),
        opened_by=_opener(table),
        opened_as=host_of(table).title,
        opened_at=table.opened_at,
        begins_at=table.begins_at,
        started_at=table.started_at,
        over_at=table.over_at,
        seat=place.seat,
        my_seats=place.seats,
        chairs=tuple([_chair(chair) for chair in view.chairs]),
        waiting=tuple([chair.seat for chair in view.chairs if chair.is_waited_for]),
        ends_by=frame.until if frame else None,
        pause_asked_by=tuple(table.pause_by),
        channels=tuple([channel_out(channel) for channel in view.channels]),
        menu=_menu(view),
        ending=Ending(words=view.outcome, winners=view.winners) if view.outcome else None,
    )


def _menu(view: TableView) -> MoveMenu:
    game = registry.get(view.table.game).game
    moves = game.legal_moves(view.view) if view.place.may_act and view.view is not None else ()
    return MoveMenu(moves=tuple(moves), complete=type(game).check is Game.check)
