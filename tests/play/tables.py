"""Two toy games for tests and people at their tables.

Bids has simultaneous sealed moves, and couriers is turn-based.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, assert_never

from msgspec import Meta

from core.accounts.models import User
from core.web import clock
from engine import registry as games
from engine.dice import Dice
from engine.game import IllegalMove
from engine.values import HOST, Seat, Value
from play.models import Chair, Match, Move, Table
from play.running import MoveOrigin, readers
from play.selectors.matches import current_match
from play.selectors.participants import Participant, place
from play.services import moving, tables
from play.services.moving import apply_move
from play.services.table_lock import lock_table
from play.tabletop import registry
from play.tabletop.board import Board, Choice, Draft, Field, Menu
from play.tabletop.contract import TABLE, Channel, Credit, Mark, Tabletop
from tests.engine.games import bids, couriers
from tests.engine.games.bids import BIDS, Bid
from tests.engine.games.couriers import COURIERS

AT = datetime(2040, 3, 1, 12, tzinfo=UTC)
CREDIT = Credit(title="A toy", author="the house", year="2026", licence="ours")
WHISPER = Channel(key="odd-seats", title="Seats with odd numbers")


class Options(Value):
    """Options of bids."""

    loud: Annotated[bool, Meta(title="Loud")] = False
    rounds: Annotated[int, Meta(ge=1, le=3, title="Rounds")] = 3


class BidsTable(Tabletop[bids.Setup, bids.State, bids.Move, bids.Event, bids.View]):
    """Sealed bids: nobody sees who has bid. Odd seats have a channel of their own."""

    game = BIDS
    title = "Bids"
    blurb = "Bid highest."
    credit = CREDIT
    options = Options
    late = "Who does not bid in time bids 1."
    bots = ("random", "search")
    marks = (Mark(key="bluffs", title="Bluffs"), Mark(key="honest", title="Honest"))

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (2,) if options.loud else (2, 3)

    def setup(self, options: Options, seats: int) -> bids.Setup:
        if options.rounds != 3:
            raise IllegalMove("Three rounds are played.")
        return bids.Setup(players=seats)

    def board(self, view: bids.View, names: Sequence[str], draft: Draft | None = None) -> Board:
        open_to_all = (
            tuple([Seat(seat) for seat in range(len(view.table.scores))])
            if view.table.round <= bids.ROUNDS
            else ()
        )
        moves = self.game.legal_moves(view)
        amounts = Field(
            name="amount",
            label="Amount",
            kind="number",
            low=1,
            high=6,
            value=draft.value("amount") if draft else "",
        )
        menus = (
            (Menu(title="Bid", choices=(Choice(key="bid", label="Bid", fields=(amounts,)),)),)
            if moves
            else ()
        )
        lines = (f"You bid {view.bid}.",) if view.bid else ()
        return Board(
            headline=f"Round {view.table.round}", lines=lines, menus=menus, waiting=open_to_all
        )

    def read(self, view: bids.View, draft: Draft) -> bids.Move:
        if not draft.value("amount").isdigit():
            raise IllegalMove("Say how much you bid.")
        return Bid(amount=int(draft.value("amount")))

    def say(self, event: bids.Event, names: Sequence[str], viewer: Seat | None) -> str:
        match event:
            case bids.Began(players=players):
                return f"{players} players bid."
            case bids.Sealed(amount=amount):
                return f"You bid {amount}."
            case bids.Opened(bids=opened, winner=winner):
                return f"{names[winner]} wins with {max(opened)}."
            case _:
                assert_never(event)

    def default_move(self, view: bids.View, dice: Dice) -> bids.Move:
        return Bid(amount=1)

    def turn_number(self, view: bids.View) -> int:
        return view.table.round

    def moves_together(self, view: bids.View) -> bool:
        return view.table.round <= bids.ROUNDS

    def channels(self, view: bids.View) -> tuple[Channel, ...]:
        return (TABLE, WHISPER) if view.seat is not None and view.seat % 2 else (TABLE,)

    def truth(self, state: bids.State, names: Sequence[str]) -> Board | None:
        return Board(headline=f"Bids so far: {state.bids}")


class CouriersTable(
    Tabletop[couriers.Setup, couriers.State, couriers.Move, couriers.Event, couriers.View]
):
    """Couriers: everyone sees whose turn it is."""

    game = COURIERS
    title = "Couriers"
    blurb = "Deliver."
    credit = CREDIT
    bots = ("random", "search")

    def seat_counts(self, options: Any) -> Sequence[int]:
        return 2, 3, 4

    def setup(self, options: Any, seats: int) -> couriers.Setup:
        return couriers.Setup(players=seats)

    def board(self, view: couriers.View, names: Sequence[str], draft: Draft | None = None) -> Board:
        waiting = (view.table.turn,) if view.table.turns_left else ()
        choices = tuple(
            [
                Choice(key=str(number), label=str(move), move=move)
                for number, move in enumerate(self.game.legal_moves(view))
            ]
        )
        hand = str(view.own.hand) if view.own else ""
        return Board(
            headline="Couriers",
            lines=(hand,),
            menus=(Menu(title="Turn", choices=choices),) if choices else (),
            waiting=waiting,
        )

    def say(self, event: couriers.Event, names: Sequence[str], viewer: Seat | None) -> str:
        return type(event).__name__


@contextmanager
def installed_toys() -> Iterator[None]:
    """Register both toy games on the site."""
    kept = registry._tabletops, games.GAMES._games
    registry._tabletops, games.GAMES._games = dict(kept[0]), dict(kept[1])
    registry._tabletops.pop("bids", None)  # another toy may be on the site under that name
    registry.register(BidsTable())
    registry.register(CouriersTable())
    try:
        yield
    finally:
        registry._tabletops, games.GAMES._games = kept
        readers.cache_clear()


def table_of(*people: User | str | None, game: str = "bids", **named: Any) -> Table:
    """Return a table of these people, opened by the first of them.

    A string names a bot, and None is an open seat.
    """
    host = next(who for who in people if isinstance(who, User))
    words = [
        "me" if who == host else "open" if who is None or isinstance(who, User) else who
        for who in people
    ]
    table = tables.open_table(user=host, game=game, options={}, seats=words, **named)
    from play.services import seating

    for seat, who in enumerate(people):
        if isinstance(who, User) and who != host:
            seating.sit_down(table_id=table.pk, user=who, seat=seat)
    return reload_table(table)


def reload_table(table: Table) -> Table:
    """Return the table as stored now."""
    return Table.objects.select_related("match").get(pk=table.pk)


def chairs(table: Table) -> list[Chair]:
    """Return its seats as stored now."""
    return list(Chair.objects.filter(table=table).order_by("seat"))


def participant_at(table: Table, user: User, seat: int | None = None) -> Participant:
    """Return a person's place at the table."""
    return place(table.pk, user, seat)


def bid(table: Table, user: User, amount: int, **named: Any) -> moving.MoveResult:
    """Make a bid."""
    return moving.make_move(table_id=table.pk, user=user, move=Bid(amount=amount), **named)


def move_once(table: Table) -> None:
    """Let each person at the table make a legal move, so that the match is rated."""
    sits = {chair.seat: chair.holder for chair in chairs(table) if chair.holder}
    while sits.keys() - set(Move.objects.filter(match=table.match).values_list("seat", flat=True)):
        running = current_match(Match.objects.get(table=table))
        seat = running.to_act()[0]
        move = running.game.legal_moves(running.view(seat))[0]
        moving.make_move(table_id=table.pk, user=sits[seat], move=move)


class Time:
    """The clock of a test."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack, self.now = stack, AT
        self.to(AT)

    def to(self, moment: datetime) -> datetime:
        """Set the time."""
        self.now = moment
        self.stack.enter_context(clock.set_to(moment))
        return moment

    def later(self, **passed: float) -> datetime:
        """Advance the time."""
        return self.to(self.now + timedelta(**passed))


def host_move(table: Table, move: Value) -> None:
    """Make a move as the host, such as the result of a child match."""
    with lock_table(table.pk) as locked_table:
        apply_move(
            locked_table,
            locked_table.running(),
            HOST,
            move,
            clock.now(),
            MoveOrigin(Move.Origin.HOST),
        )
