"""The deck (R1): 36 lair cards, 36 spies, 36 doublers in nine letters of four, four bombs.

A card is a number that says all there is to know of it, read through the tables below. A spy's
number holds which of the 36 spies it is (and so the name) and the value that this deck gives that
spy; a lair card's number likewise. Sorted, a hand shows lair cards, spies, doublers, bombs, and the
spies by value.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

SUIT: Final = 36
"""There are so many lair cards, spies and doublers each."""
LAIR_VALUES: Final = range(1, 5)
SPY_VALUES: Final = range(2, 10)
LETTERS: Final = "ABCDEFGHI"
EACH_LETTER: Final = 4
BOMBS: Final = 4

FIRST_SPY: Final = SUIT * len(LAIR_VALUES)
FIRST_DOUBLER: Final = FIRST_SPY + SUIT * len(SPY_VALUES)
FIRST_BOMB: Final = FIRST_DOUBLER + SUIT
END: Final = FIRST_BOMB + BOMBS

Card: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=END)]
Cards: TypeAlias = tuple[Card, ...]
Kind: TypeAlias = Literal["lair", "spy", "doubler", "bomb"]
Back: TypeAlias = Literal["spy", "other"]
"""What everybody sees of a card that is face down or in a hand (R2). A bomb has a spy's back."""

_LAIRS: Final = range(FIRST_SPY)
_SPIES: Final = range(FIRST_SPY, FIRST_DOUBLER)
_DOUBLERS: Final = range(FIRST_DOUBLER, FIRST_BOMB)
_BOMBS: Final = range(FIRST_BOMB, END)

_RANGES: Final[tuple[tuple[Kind, range], ...]] = (
    ("lair", _LAIRS),
    ("spy", _SPIES),
    ("doubler", _DOUBLERS),
    ("bomb", _BOMBS),
)
KIND: Final = tuple([kind for kind, cards in _RANGES for _ in cards])
BACK: Final[tuple[Back, ...]] = tuple(
    ["spy" if kind in ("spy", "bomb") else "other" for kind in KIND]
)
IS_LAIR: Final = tuple([kind == "lair" for kind in KIND])
IS_SPY: Final = tuple([kind == "spy" for kind in KIND])
IS_DOUBLER: Final = tuple([kind == "doubler" for kind in KIND])
IS_BOMB: Final = tuple([kind == "bomb" for kind in KIND])
SPY_BACK: Final = tuple([back == "spy" for back in BACK])

VALUE: Final = (
    *(card % len(LAIR_VALUES) + LAIR_VALUES.start for card in _LAIRS),
    *((card - FIRST_SPY) % len(SPY_VALUES) + SPY_VALUES.start for card in _SPIES),
    *(0 for _ in (*_DOUBLERS, *_BOMBS)),
)
"""What a lair card adds to a lair, and what a spy is worth; 0 for doublers and bombs."""
NUMBER: Final = (
    *(card // len(LAIR_VALUES) for card in _LAIRS),
    *((card - FIRST_SPY) // len(SPY_VALUES) for card in _SPIES),
    *(card - FIRST_DOUBLER for card in _DOUBLERS),
    *(card - FIRST_BOMB for card in _BOMBS),
)
"""Which of its kind a card is, from 0: the 36 spies and the 36 taunts have names and words of their
own.
"""
LETTER: Final = tuple(
    [
        LETTERS[number // EACH_LETTER] if kind == "doubler" else ""
        for kind, number in zip(KIND, NUMBER, strict=True)
    ]
)

_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=SUIT)]


class Distribution(Value):
    """How many cards of each value there are (R1): lair cards of 1 to 4, and spies of 2 to 9. Both
    add up to 36.
    """

    lairs: tuple[_Count, _Count, _Count, _Count] = (9, 9, 9, 9)
    spies: tuple[_Count, _Count, _Count, _Count, _Count, _Count, _Count, _Count] = (
        6,
        6,
        6,
        5,
        4,
        4,
        3,
        2,
    )

    def __post_init__(self) -> None:
        for what, counts, values in (
            ("lair cards", self.lairs, LAIR_VALUES),
            ("spies", self.spies, SPY_VALUES),
        ):
            if len(counts) != len(values) or min(counts) < 0 or sum(counts) != SUIT:
                raise ValueError(
                    f"the {what} of values {values[0]} to {values[-1]} have to add up to {SUIT}"
                )


PRINTED: Final = Distribution()
"""The distribution used unless the set-up names another."""


def lair_card(number: int, value: int) -> Card:
    """The lair card of that number (0 to 35) and value (1 to 4)."""
    return number * len(LAIR_VALUES) + LAIR_VALUES.index(value)


def spy_card(number: int, value: int) -> Card:
    """The spy of that number (0 to 35) and value (2 to 9)."""
    return FIRST_SPY + number * len(SPY_VALUES) + SPY_VALUES.index(value)


def doublers(letter: str) -> Cards:
    """The four doublers of a letter."""
    first = FIRST_DOUBLER + LETTERS.index(letter) * EACH_LETTER
    return tuple(range(first, first + EACH_LETTER))


@lru_cache(maxsize=16)
def deck_of(distribution: Distribution) -> Cards:
    """All 112 cards, in order. Lower numbers have lower values."""
    lairs = [
        value
        for value, count in zip(LAIR_VALUES, distribution.lairs, strict=True)
        for _ in range(count)
    ]
    spies = [
        value
        for value, count in zip(SPY_VALUES, distribution.spies, strict=True)
        for _ in range(count)
    ]
    return (
        *(lair_card(number, value) for number, value in enumerate(lairs)),
        *(spy_card(number, value) for number, value in enumerate(spies)),
        *_DOUBLERS,
        *_BOMBS,
    )


def total(cards: Iterable[Card]) -> int:
    """The values of these cards, added up."""
    return sum([VALUE[card] for card in cards])


def without(cards: Cards, card: Card) -> Cards:
    """The cards that are left when this one, which is among them, is taken."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def spy_backs(cards: Cards) -> int:
    """How many of the cards have a spy's back (R2)."""
    return sum([SPY_BACK[card] for card in cards])
