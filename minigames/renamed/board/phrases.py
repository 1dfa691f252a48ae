"""Words for cards, lairs, counts and chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from engine.values import Seat
from engine.words import join_items
from minigames.renamed.rules.cards import (
    IS_BOMB,
    IS_DOUBLER,
    IS_LAIR,
    LETTER,
    VALUE,
    Card,
    Cards,
    total_value,
)
from minigames.renamed.rules.names import BOMB_NAME, LAIR_NAMES, LETTER_SUBJECTS, card_name
from minigames.renamed.rules.values import View

SPACE: Final = "\N{NO-BREAK SPACE}"
MAX_DENOMINATOR: Final = 500
"""Maximum denominator of chances that are also shown as a fraction, such as "5 in 6"."""


def card_words(card: Card) -> str:
    """Return a card's name and kind, as used within a sentence."""
    if IS_LAIR[card]:
        return f"{_small(LAIR_NAMES[VALUE[card]])} (lair {VALUE[card]})"
    if IS_DOUBLER[card]:
        return f"doubler {LETTER[card]}"
    return (
        f"{_small(BOMB_NAME)} (bomb)" if IS_BOMB[card] else f"{card_name(card)} (spy {VALUE[card]})"
    )


def kind_words(card: Card) -> str:
    """Return a card's kind and value, such as "spy 6"."""
    if IS_LAIR[card]:
        return f"lair {VALUE[card]}"
    if IS_DOUBLER[card]:
        return "doubler"
    return "bomb" if IS_BOMB[card] else f"spy {VALUE[card]}"


def title_of(card: Card) -> str:
    """Return a card's title. For a doubler, this is its letter and subject; otherwise, its name."""
    return (
        f"{LETTER[card]}: {LETTER_SUBJECTS[LETTER[card]]}" if IS_DOUBLER[card] else card_name(card)
    )


def _small(text: str) -> str:
    return text[0].lower() + text[1:]


def capital(text: str) -> str:
    """Capitalize "you" or "your" at the beginning. Names keep their spelling."""
    return f"Y{text[1:]}" if text.startswith(("you ", "your ")) or text == "your" else text


def cards_words(cards: Cards) -> str:
    """Return the names and kinds of several cards."""
    return join_items([card_words(card) for card in cards])


def count_words(number: int, singular: str) -> str:
    """Return a count with its noun, such as "1 card" or "2 cards"."""
    return f"{number} {singular}{'' if number == 1 else 's'}"


def backs(spies: int, others: int) -> str:
    """Return the number of cards that have each back."""
    return join_items(
        [
            text
            for count, text in (
                (spies, count_words(spies, "spy back")),
                (others, count_words(others, "other back")),
            )
            if count
        ]
    )


def percent(chance: Fraction) -> str:
    """Format a chance to one decimal place.

    Only an impossible event is shown as 0 %, and only a certain event as 100 %.
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}{SPACE}%"
    tenths = min(999, max(1, round(chance * 1000)))
    return f"{tenths / 10:.1f}{SPACE}%"


def exact(chance: Fraction) -> str:
    """Format a chance in percent. Add the fraction if its denominator is small."""
    if chance in (0, 1) or chance.denominator > MAX_DENOMINATOR:
        return percent(chance)
    return f"{percent(chance)} ({chance.numerator} in {chance.denominator})"


def decimal(number: Fraction | int) -> str:
    """Format a number to one decimal place, without a trailing ".0"."""
    units, tenths = divmod(round(number * 10), 10)
    return f"{units}.{tenths}" if tenths else str(units)


def points(number: Fraction | int) -> str:
    """Format a number of points. Averages have one decimal place."""
    text = decimal(number)
    return f"{text}{SPACE}{'point' if text == '1' else 'points'}"


def possessive(seat: int, names: Sequence[str], viewer: Seat | None) -> str:
    """Return "your" for the viewer, otherwise a possessive such as "Bo’s"."""
    return "your" if seat == viewer else f"{names[seat]}’s"


def lair_size(view: View, seat: int) -> str:
    """Return a lair's size, as far as it is known: "7", "4 and 2 face down" or "none"."""
    lair = view.table.lairs[seat]
    if not lair.stands:
        return "none"
    if view.own is not None and seat == view.seat:
        return str(total_value(lair.up) + total_value(view.own.down))
    if not lair.down:
        return str(total_value(lair.up))
    return (
        f"{total_value(lair.up)} and {lair.down} face down" if lair.up else f"{lair.down} face down"
    )
