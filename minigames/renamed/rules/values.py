"""Values of a match: the set-up, the state divided by audience, and the view.

Everyone sees `Table`, one seat sees its `Own`, and no one sees the deck. A view contains the
table and the `Own` of one seat. The table contains no secrets and nothing derived from them.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from engine.values import Seat, Value

from .cards import DEFAULT_DISTRIBUTION, LETTER, VALUE, Back, Card, Cards, Distribution, total_value

MAX_SEATS = 8
MAX_TARGET = 999

Phase: TypeAlias = Literal["lay", "send", "capture", "foil", "over"]
"""The lair step, the spy step (R4), kill or taunt, foil or pass (R6), and the end."""


class Setup(Value):
    """The set-up of a match. All options are public.

    `players` is 2 to 8. `target` is the score that ends the match immediately (R7, R8). With
    `auto_pass`, only players who have the letter are asked to foil, which is faster but shows who
    has it (R10). `deck` is the number of cards of each value (R1).
    """

    players: Annotated[int, msgspec.Meta(ge=2, le=MAX_SEATS)]
    target: Annotated[int, msgspec.Meta(ge=1, le=MAX_TARGET)] = 33
    auto_pass: bool = False
    deck: Distribution = DEFAULT_DISTRIBUTION

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MAX_SEATS:
            raise ValueError(f"two to eight can play, not {self.players}")
        if not 1 <= self.target <= MAX_TARGET:
            raise ValueError(f"the target is 1 to {MAX_TARGET} points, not {self.target}")


class Lair(Value):
    """Public part of a lair: the cards turned up, and the number of cards face down."""

    up: Cards = ()
    down: int = 0

    @property
    def stands(self) -> bool:
        """Return whether the lair has at least one card (R3)."""
        return bool(self.up or self.down)

    @property
    def max_size(self) -> int:
        """Return the size that a team must exceed. A face-down card counts as 4 (R5)."""
        return total_value(self.up) + 4 * self.down


class Hand(Value):
    """Public part of a hand: the number of cards with each back, in no order (R2, R11)."""

    spies: int
    others: int


class Captive(Value):
    """A captured spy, until it is killed or freed (R6).

    `doublers` has the doublers played against it, in order. While `asked` has seats, the last
    doubler can still be foiled. The first of these seats is asked now.
    """

    spy: Card
    owner: Seat
    doublers: Cards = ()
    asked: tuple[Seat, ...] = ()

    @property
    def taunts(self) -> int:
        """Return the number of taunts that succeeded."""
        return len(self.doublers) - bool(self.asked)

    @property
    def points(self) -> int:
        """Return the score for killing the spy now.

        It is the spy's value, doubled for every taunt that succeeded (R7).
        """
        return int(VALUE[self.spy]) << self.taunts

    @property
    def letters(self) -> str:
        """Return the letters that the owner has played this turn, in order."""
        return "".join([LETTER[card] for card in self.doublers])


class Table(Value):
    """Public part of the state."""

    setup: Setup
    dealer: Seat
    phase: Phase
    acting: tuple[Seat, ...]
    """Seats that are asked now. They reveal nothing about hands, except under `auto_pass`."""
    turn: Seat
    """The seat whose turn it is. Others can be asked during it."""
    scores: tuple[int, ...]
    lairs: tuple[Lair, ...]
    hands: tuple[Hand, ...]
    deck: int
    """Number of cards left in the deck."""
    top: Back | None
    """Back on top of the deck."""
    discards: Cards = ()
    """Discarded cards, face up, oldest first (R9)."""
    spies_gone: int = 0
    """Number of discarded spies. The match ends with the 36th (R8)."""
    captive: Captive | None = None
    dry: bool = False
    """Whether the deck was empty at the start of this turn (R13)."""
    played: bool = False
    """Whether a card was laid or played this turn."""
    idle: int = 0
    """Number of consecutive turns that began with an empty deck and had no play (R13)."""


def captive_in(table: Table) -> Captive:
    """Return the captive. The capture and foil steps always have one."""
    if table.captive is None:
        raise LookupError(f"nobody is captured in the {table.phase} step")
    return table.captive


class Own(Value):
    """The secrets of one seat: its sorted hand, and its face-down lair cards in the order in which
    they were laid.
    """

    hand: Cards
    down: Cards = ()


class State(Value):
    """Full state of a match. The last card of the deck is on top."""

    table: Table
    own: tuple[Own, ...]
    deck: Cards


class View(Value):
    """The state as one seat sees it. `own` is None for spectators and HOST."""

    seat: Seat | None
    table: Table
    own: Own | None
