"""The deck (R1): 36 lair cards, 36 spies, 36 doublers and four bombs.

The doublers have nine letters, with four cards each. A card is represented by a number, and the
tables below contain its properties. The number of a spy determines which of the 36 spies it is, and
its value in this deck. The number of a lair card works in the same way. A sorted hand contains lair
cards first, then spies by value, doublers and bombs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from engine.values import Value

CARDS_PER_KIND: Final = 36
"""Number of lair cards, which is also the number of spies and the number of doublers."""
LAIR_VALUES: Final = range(1, 5)
SPY_VALUES: Final = range(2, 10)
LETTERS: Final = "ABCDEFGHI"
DOUBLERS_PER_LETTER: Final = 4
BOMB_COUNT: Final = 4

FIRST_SPY: Final = CARDS_PER_KIND * len(LAIR_VALUES)
FIRST_DOUBLER: Final = FIRST_SPY + CARDS_PER_KIND * len(SPY_VALUES)
FIRST_BOMB: Final = FIRST_DOUBLER + CARDS_PER_KIND
CARD_LIMIT: Final = FIRST_BOMB + BOMB_COUNT

Card: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=CARD_LIMIT)]
Cards: TypeAlias = tuple[Card, ...]
Kind: TypeAlias = Literal["lair", "spy", "doubler", "bomb"]
Back: TypeAlias = Literal["spy", "other"]
"""Visible back of a card that is face down or in a hand (R2). A bomb has the back of a spy."""

_LAIRS: Final = range(FIRST_SPY)
_SPIES: Final = range(FIRST_SPY, FIRST_DOUBLER)
_DOUBLERS: Final = range(FIRST_DOUBLER, FIRST_BOMB)
_BOMB_CARDS: Final = range(FIRST_BOMB, CARD_LIMIT)

_RANGES: Final[tuple[tuple[Kind, range], ...]] = (
    ("lair", _LAIRS),
    ("spy", _SPIES),
    ("doubler", _DOUBLERS),
    ("bomb", _BOMB_CARDS),
)
KIND: Final = tuple([kind for kind, cards in _RANGES for _ in cards])
BACK: Final[tuple[Back, ...]] = tuple(
    ["spy" if kind in ("spy", "bomb") else "other" for kind in KIND]
)
IS_LAIR: Final = tuple([kind == "lair" for kind in KIND])
IS_SPY: Final = tuple([kind == "spy" for kind in KIND])
IS_DOUBLER: Final = tuple([kind == "doubler" for kind in KIND])
IS_BOMB: Final = tuple([kind == "bomb" for kind in KIND])
HAS_SPY_BACK: Final = tuple([back == "spy" for back in BACK])

VALUE: Final = (
    *(card % len(LAIR_VALUES) + LAIR_VALUES.start for card in _LAIRS),
    *((card - FIRST_SPY) % len(SPY_VALUES) + SPY_VALUES.start for card in _SPIES),
    *(0 for _ in (*_DOUBLERS, *_BOMB_CARDS)),
)
"""Value of each card: the size that a lair card adds, or the points of a spy.

Doublers and bombs have the value 0.
"""
NUMBER: Final = (
    *(card // len(LAIR_VALUES) for card in _LAIRS),
    *((card - FIRST_SPY) // len(SPY_VALUES) for card in _SPIES),
    *(card - FIRST_DOUBLER for card in _DOUBLERS),
    *(card - FIRST_BOMB for card in _BOMB_CARDS),
)
"""Number of each card within its kind, counted from 0, which determines the card's name or text."""
LETTER: Final = tuple(
    [
        LETTERS[number // DOUBLERS_PER_LETTER] if kind == "doubler" else ""
        for kind, number in zip(KIND, NUMBER, strict=True)
    ]
)

_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=CARDS_PER_KIND)]


class Distribution(Value):
    """Number of cards of each value (R1): lair cards from 1 to 4, and spies from 2 to 9.

    The numbers of each kind add up to 36.
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
        for kind, counts, values in (
            ("lair cards", self.lairs, LAIR_VALUES),
            ("spies", self.spies, SPY_VALUES),
        ):
            if len(counts) != len(values) or min(counts) < 0 or sum(counts) != CARDS_PER_KIND:
                raise ValueError(
                    f"the {kind} of values {values[0]} to {values[-1]} "
                    f"have to add up to {CARDS_PER_KIND}"
                )


DEFAULT_DISTRIBUTION: Final = Distribution()
"""Distribution of cards if the set-up does not specify one."""


def lair_card(number: int, value: int) -> Card:
    """Return the lair card that has this number (0 to 35) and this value (1 to 4)."""
    return number * len(LAIR_VALUES) + LAIR_VALUES.index(value)


def spy_card(number: int, value: int) -> Card:
    """Return the spy that has this number (0 to 35) and this value (2 to 9)."""
    return FIRST_SPY + number * len(SPY_VALUES) + SPY_VALUES.index(value)


def doublers(letter: str) -> Cards:
    """Return the four doublers of a letter."""
    first = FIRST_DOUBLER + LETTERS.index(letter) * DOUBLERS_PER_LETTER
    return tuple(range(first, first + DOUBLERS_PER_LETTER))


@lru_cache(maxsize=16)
def build_deck(distribution: Distribution) -> Cards:
    """Return all 112 cards, sorted. Within a kind, cards with lower numbers have lower values."""
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
        *_BOMB_CARDS,
    )


def total_value(cards: Iterable[Card]) -> int:
    """Return the sum of the values of these cards."""
    return sum([VALUE[card] for card in cards])


def remove_card(cards: Cards, card: Card) -> Cards:
    """Return the cards without this card, which must be one of them."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def count_spy_backs(cards: Cards) -> int:
    """Return how many of these cards have the back of a spy (R2)."""
    return sum([HAS_SPY_BACK[card] for card in cards])
