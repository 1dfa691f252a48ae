"""Checkpoint: carry papers across a border, and say what they are worth.

In turn, everybody is the courier: packs a paper that nobody else sees, and declares a worth for it
(C2). The guard, who sits on the courier's left, waves it through (C3) or opens the bag (C4).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NewType, TypeAlias, assert_never

from engine.game import Game, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat, Value, changed, swap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

Paper = NewType("Paper", int)
"""A paper is known by its worth alone."""
Papers: TypeAlias = tuple[Paper, ...]

WORTHS: Final = range(1, 7)
DECK: Final = tuple([Paper(worth) for worth in WORTHS for _ in range(4)])
"""Four papers of each worth (C1)."""


# --- what everybody sees, and what one seat sees --------------------------------------------------


class Setup(Value):
    """How many play, and how many papers each is dealt (C1)."""

    players: int
    papers: int = 5


class Table(Value):
    """What everybody sees. `declared` is 0 until the courier has spoken; `unopened` counts the
    papers of each seat that went through.
    """

    courier: Seat
    scores: tuple[int, ...]
    hands: tuple[int, ...]
    unopened: tuple[int, ...]
    opened: Papers = ()
    declared: int = 0

    @property
    def guard(self) -> Seat:
        return Seat((self.courier + 1) % len(self.scores))

    @property
    def acting(self) -> tuple[Seat, ...]:
        if self.declared:
            return (self.guard,)
        return (self.courier,) if any(self.hands) else ()


class Own(Value):
    """What one seat sees: its papers in hand, in the bag, and across the border unopened."""

    hand: Papers
    bag: Papers = ()
    across: Papers = ()


class State(Value):
    """All of it: for the server only."""

    table: Table
    own: tuple[Own, ...]


class View(Value):
    """What one seat is given, or a spectator."""

    seat: Seat | None
    table: Table
    own: Own | None


# --- moves and events -----------------------------------------------------------------------------


class Carry(Value, tag="carry"):
    """Pack this paper, and declare this worth."""

    paper: Paper
    worth: int


class Wave(Value, tag="wave"):
    """Wave the courier through."""


class Open(Value, tag="open"):
    """Open the courier's bag."""


Move: TypeAlias = Carry | Wave | Open


class Dealt(Value, tag="dealt"):
    """For one seat: its papers."""

    papers: Papers


class Packed(Value, tag="packed"):
    """For the courier: the paper in the bag."""

    paper: Paper


class Declared(Value, tag="declared"):
    """For all, as what follows: a paper is packed, and this is said of it."""

    courier: Seat
    worth: int


class Waved(Value, tag="waved"):
    """The courier scores, and the bag stays closed."""

    guard: Seat
    courier: Seat
    points: int


class Opened(Value, tag="opened"):
    """The bag is opened, and one of the two scores."""

    guard: Seat
    courier: Seat
    paper: Paper
    winner: Seat
    points: int


Event: TypeAlias = Dealt | Packed | Declared | Waved | Opened


# --- the game -------------------------------------------------------------------------------------


class Checkpoint(Game[Setup, State, Move, Event, View]):
    """`max_plies`: two plies for each of the 24 papers."""

    key = "checkpoint"
    rules_version = 1
    max_plies = 48

    def setups(self) -> Sequence[Setup]:
        return Setup(players=2), Setup(players=3, papers=3), Setup(players=4, papers=6)

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(seat) for seat in range(setup.players)])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """Everybody is dealt papers, and the rest is out of the game (C1)."""
        seats, size, none = self.seats(setup), setup.papers, (0,) * setup.players
        deck = dice.in_domain("sealed").shuffle(DECK)
        hands = [tuple(sorted(deck[seat * size : (seat + 1) * size])) for seat in seats]
        table = Table(courier=seats[0], scores=none, hands=(size,) * len(seats), unopened=none)
        return State(table=table, own=tuple([Own(hand=hand) for hand in hands])), tuple(
            [Told(event=Dealt(papers=hands[seat]), to=(seat,)) for seat in seats]
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.acting

    def view(self, state: State, seat: Seat | None) -> View:
        own = None if seat is None or seat == HOST else state.own[seat]
        return View(seat=seat, table=state.table, own=own)

    def legal_moves(self, view: View) -> Sequence[Move]:
        if view.own is None or view.seat not in view.table.acting:
            return ()
        if view.table.declared:
            return Wave(), Open()
        papers = sorted({*view.own.hand})
        return [Carry(paper=paper, worth=worth) for paper in papers for worth in WORTHS]

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        match move:
            case Carry(paper=paper, worth=worth):
                return _carry(state, seat, paper, worth)
            case Wave():
                return _wave(state, state.table.courier)
            case Open():
                return _open(state, state.table.courier)
            case _:
                assert_never(move)

    def outcome(self, state: State) -> Outcome | None:
        """The most points win when no paper is left; who has as many shares the win (C5)."""
        scores = state.table.scores
        if state.table.acting:
            return None
        best = [Seat(seat) for seat, score in enumerate(scores) if score == max(scores)]
        return Outcome(winners=tuple(best), ending="last-paper", scores=scores)

    def imagine(self, view: View, dice: Dice) -> State:
        """Papers that this seat has not seen lie, in any order, where it cannot see them."""
        table, mine = view.table, view.own or Own(hand=())
        seen = Counter((*table.opened, *mine.hand, *mine.bag, *mine.across))
        unseen = list(dice.shuffle((Counter(DECK) - seen).elements()))

        def deal(count: int) -> Papers:
            return tuple(sorted([unseen.pop() for _ in range(count)]))

        def imagined(seat: int) -> Own:
            bag = int(seat == table.courier and table.declared > 0)
            return Own(
                hand=deal(table.hands[seat]), bag=deal(bag), across=deal(table.unopened[seat])
            )

        seats = range(len(table.hands))
        own = [mine if view.own and seat == view.seat else imagined(seat) for seat in seats]
        return State(table=table, own=tuple(own))


def _carry(state: State, seat: Seat, paper: Paper, worth: int) -> Step[State, Event]:
    """A paper goes from the hand into the bag: everybody hears a worth, and nobody which (C2)."""
    table, hand = state.table, list(state.own[seat].hand)
    hand.remove(paper)
    mine = changed(state.own[seat], hand=tuple(hand), bag=(paper,))
    table = changed(table, hands=swap(table.hands, seat, len(hand)), declared=worth)
    return State(table=table, own=swap(state.own, seat, mine)), (
        Told(event=Packed(paper=paper), to=(seat,)),
        Told(event=Declared(courier=seat, worth=worth), to=EVERYONE),
    )


def _wave(state: State, courier: Seat) -> Step[State, Event]:
    """The courier scores what was declared, and the paper is never shown (C3)."""
    table, mine = state.table, state.own[courier]
    mine = changed(mine, bag=(), across=tuple(sorted(mine.across + mine.bag)))
    waved = Waved(guard=table.guard, courier=courier, points=table.declared)
    table = changed(table, unopened=swap(table.unopened, courier, len(mine.across)))
    table = _scored(table, courier, waved.points)
    return State(table=table, own=swap(state.own, courier, mine)), (Told(event=waved, to=EVERYONE),)


def _open(state: State, courier: Seat) -> Step[State, Event]:
    """All see the paper. Worth what was declared, or more, it scores that twice for the courier;
    worth less, it scores that for the guard (C4).
    """
    table, mine = state.table, state.own[courier]
    (paper,) = mine.bag
    winner, times = (courier, 2) if paper >= table.declared else (table.guard, 1)
    points = times * table.declared
    opened = Opened(guard=table.guard, courier=courier, paper=paper, winner=winner, points=points)
    table = changed(table, opened=tuple(sorted((*table.opened, paper))))
    own = swap(state.own, courier, changed(mine, bag=()))
    return State(table=_scored(table, winner, points), own=own), (Told(event=opened, to=EVERYONE),)


def _scored(table: Table, winner: Seat, points: int) -> Table:
    """Somebody has scored, and the guard is the next courier (C5)."""
    scores = swap(table.scores, winner, table.scores[winner] + points)
    return changed(table, scores=scores, courier=table.guard, declared=0)


CHECKPOINT: Final = Checkpoint()
