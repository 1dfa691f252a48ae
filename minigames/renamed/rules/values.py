"""What a match is made of: the set-up, the state cut along secrecy, and the view.

`Table` is what everybody sees, `Own` what one seat sees, and the deck nobody has seen. A view
shares the table and one seat's
own cards. Nothing secret, nor anything derived from a secret, is in the table.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from engine.values import Seat, Value

from .cards import LETTER, PRINTED, VALUE, Back, Card, Cards, Distribution, total

MOST_SEATS = 8
HIGHEST_TARGET = 999

Phase: TypeAlias = Literal["lay", "send", "capture", "foil", "over"]
"""The lair step, the spy step (R4), kill or taunt, foil or pass (R6), and the end."""


class Setup(Value):
    """How a match is set up. Every option is public.

    `players` at the table, 2 to 8. `target`: the score that ends the match at once (R7, R8).
    `auto_pass`: in a foil round only
    players who hold the letter are asked; faster, but it shows who holds it (R10). `deck`: how many
    cards of each value (R1).
    """

    players: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)]
    target: Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_TARGET)] = 33
    auto_pass: bool = False
    deck: Distribution = PRINTED

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MOST_SEATS:
            raise ValueError(f"two to eight can play, not {self.players}")
        if not 1 <= self.target <= HIGHEST_TARGET:
            raise ValueError(f"the target is 1 to {HIGHEST_TARGET} points, not {self.target}")


class Lair(Value):
    """A lair as everybody sees it: the cards turned up, and how many lie face down."""

    up: Cards = ()
    down: int = 0

    @property
    def stands(self) -> bool:
        """Whether there is a lair at all: it takes one lair card (R3)."""
        return bool(self.up or self.down)

    @property
    def at_most(self) -> int:
        """The size that a team has to beat: a card that lies face down counts 4 (R5)."""
        return total(self.up) + 4 * self.down


class Hand(Value):
    """A hand as everybody sees it: two counts of backs, and no order (R2, R11)."""

    spies: int
    others: int


class Captive(Value):
    """A captured spy, until it is killed or freed (R6).

    `doublers` were played against it, in order; the last one is still in question while somebody is
    `asked` (the first one now).
    """

    spy: Card
    owner: Seat
    doublers: Cards = ()
    asked: tuple[Seat, ...] = ()

    @property
    def taunts(self) -> int:
        """How many taunts have succeeded."""
        return len(self.doublers) - bool(self.asked)

    @property
    def points(self) -> int:
        """What killing the spy is worth now: its value, doubled for every taunt that succeeded
        (R7).
        """
        return int(VALUE[self.spy]) << self.taunts

    @property
    def letters(self) -> str:
        """The letters that the owner has played this turn, in order."""
        return "".join([LETTER[card] for card in self.doublers])


class Table(Value):
    """What everybody sees."""

    setup: Setup
    dealer: Seat
    phase: Phase
    acting: tuple[Seat, ...]
    """Who is asked now. It says nothing of what they hold, except under `auto_pass`."""
    turn: Seat
    """Whose turn it is; others may be asked in the middle of it."""
    scores: tuple[int, ...]
    lairs: tuple[Lair, ...]
    hands: tuple[Hand, ...]
    deck: int
    """Cards left in the deck."""
    top: Back | None
    """The back on top of the deck."""
    discards: Cards = ()
    """Face up, in the order they came (R9)."""
    spies_gone: int = 0
    """Spies in the discard pile: the match ends with the 36th (R8)."""
    captive: Captive | None = None
    dry: bool = False
    """This turn began with the deck empty (R13)."""
    played: bool = False
    """A card was laid or played this turn."""
    idle: int = 0
    """Turns in a row, each begun with the deck empty, without a lair card or a play (R13)."""


def captive_in(table: Table) -> Captive:
    """The captive, of whom there is one in the capture and foil steps."""
    if table.captive is None:
        raise LookupError(f"nobody is captured in the {table.phase} step")
    return table.captive


class Own(Value):
    """What one seat alone knows: its hand, sorted, and its face-down lair cards as they were
    laid.
    """

    hand: Cards
    down: Cards = ()


class State(Value):
    """Everything. The last card of the deck is on top."""

    table: Table
    own: tuple[Own, ...]
    deck: Cards


class View(Value):
    """All that a seat may know; a spectator's and HOST's `own` is None."""

    seat: Seat | None
    table: Table
    own: Own | None
