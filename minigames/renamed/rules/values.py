"""Values of a match: the set-up, the state, which is divided by audience, and the view.

`Table` is visible to everyone, `Own` is visible to one seat, and the deck is visible to no one. A
view contains the table and the seat's own secrets. The table contains no secrets, and nothing that
is derived from secrets.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from engine.values import Seat, Value

from .cards import DEFAULT_DISTRIBUTION, LETTER, VALUE, Back, Card, Cards, Distribution, total_value

MAX_SEATS = 8
MAX_TARGET = 999

Phase: TypeAlias = Literal["lay", "send", "capture", "foil", "over"]
"""Phases: the lair step, the spy step (R4), kill or taunt, foil or pass (R6), and the end."""


class Setup(Value):
    """The set-up of a match. All options are public.

    `players` is from 2 to 8. A player who reaches `target` ends the match immediately (R7, R8). If
    `auto_pass` is set, only players who have the letter are asked to foil. This is faster, but it
    reveals who has the letter (R10). `deck` is the number of cards of each value (R1).
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
    """The public part of a lair: the face-up cards, and the number of face-down cards."""

    up: Cards = ()
    down: int = 0

    @property
    def stands(self) -> bool:
        """Return whether the lair has at least one card (R3)."""
        return bool(self.up or self.down)

    @property
    def max_size(self) -> int:
        """Return the size that a team must exceed. Each face-down card counts as 4 (R5)."""
        return total_value(self.up) + 4 * self.down


class Hand(Value):
    """The public part of a hand: the number of cards that have each back (R2, R11).

    The order of the cards is not public.
    """

    spies: int
    others: int


class Captive(Value):
    """A captured spy, until it is killed or freed (R6).

    `doublers` contains the doublers that have been played against the spy, in order. While `asked`
    contains seats, the last doubler can still be foiled. The first of these seats is asked now.
    """

    spy: Card
    owner: Seat
    doublers: Cards = ()
    asked: tuple[Seat, ...] = ()

    @property
    def taunts(self) -> int:
        """Return the number of taunts that have succeeded."""
        return len(self.doublers) - bool(self.asked)

    @property
    def points(self) -> int:
        """Return the score for killing the spy now.

        This is the spy's value, doubled for each taunt that has succeeded (R7).
        """
        return int(VALUE[self.spy]) << self.taunts

    @property
    def letters(self) -> str:
        """Return the letters that the captive's owner has played this turn, in order."""
        return "".join([LETTER[card] for card in self.doublers])


class Table(Value):
    """The public part of the state."""

    setup: Setup
    dealer: Seat
    phase: Phase
    acting: tuple[Seat, ...]
    """Seats that are asked to choose.

    Unless `auto_pass` is set, they reveal nothing about hands.
    """
    turn: Seat
    """The seat whose turn it is. Other seats can be asked during this turn."""
    scores: tuple[int, ...]
    lairs: tuple[Lair, ...]
    hands: tuple[Hand, ...]
    deck: int
    """Number of cards that remain in the deck."""
    top: Back | None
    """The back that is visible on top of the deck."""
    discards: Cards = ()
    """Discarded cards, which are face up. The oldest card comes first (R9)."""
    spies_gone: int = 0
    """Number of discarded spies. The match ends when it reaches 36 (R8)."""
    captive: Captive | None = None
    dry: bool = False
    """Whether the deck was empty when this turn began (R13)."""
    played: bool = False
    """Whether a card has been laid or played this turn."""
    idle: int = 0
    """Number of consecutive turns without a play since the deck was empty (R13)."""


def captive_in(table: Table) -> Captive:
    """Return the captive, which always exists in the capture and foil steps."""
    if table.captive is None:
        raise LookupError(f"nobody is captured in the {table.phase} step")
    return table.captive


class Own(Value):
    """The secrets of one seat: its sorted hand, and its face-down lair cards.

    The lair cards are in the order in which they were laid.
    """

    hand: Cards
    down: Cards = ()


class State(Value):
    """The complete state of a match. The last card in the deck is on top."""

    table: Table
    own: tuple[Own, ...]
    deck: Cards


class View(Value):
    """The state as one seat sees it. For spectators and HOST, `own` is None."""

    seat: Seat | None
    table: Table
    own: Own | None
