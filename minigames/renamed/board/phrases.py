"""Cards, lairs, counts and chances in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.renamed.rules.cards import IS_BOMB, IS_DOUBLER, IS_LAIR, LETTER, VALUE, total
from minigames.renamed.rules.names import BOMB, LAIRS, SUBJECTS, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from engine.values import Seat
    from minigames.renamed.rules.cards import Card, Cards
    from minigames.renamed.rules.values import View

SPACE: Final = "\N{NO-BREAK SPACE}"
PLAIN: Final = 500
"""Chances in so many are also written as they are, "5 in 6"."""


def card_words(card: Card) -> str:
    """A card in the middle of a sentence: what it is called, and what it is."""
    if IS_LAIR[card]:
        return f"{_small(LAIRS[VALUE[card]])} (lair {VALUE[card]})"
    if IS_DOUBLER[card]:
        return f"doubler {LETTER[card]}"
    return f"{_small(BOMB)} (bomb)" if IS_BOMB[card] else f"{name_of(card)} (spy {VALUE[card]})"


def kind_words(card: Card) -> str:
    """What a card is, under its name: "spy 6"."""
    if IS_LAIR[card]:
        return f"lair {VALUE[card]}"
    if IS_DOUBLER[card]:
        return "doubler"
    return "bomb" if IS_BOMB[card] else f"spy {VALUE[card]}"


def title_of(card: Card) -> str:
    """What stands on a card: a name; of a doubler the letter and its subject."""
    return f"{LETTER[card]}: {SUBJECTS[LETTER[card]]}" if IS_DOUBLER[card] else name_of(card)


def _small(words: str) -> str:
    return words[0].lower() + words[1:]


def capital(words: str) -> str:
    """The same at the beginning of a sentence. Names stay as their owners write them."""
    return f"Y{words[1:]}" if words.startswith(("you ", "your ")) or words == "your" else words


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    return (
        " and ".join(word for word in (", ".join(words[:-1]), words[-1]) if word)
        if words
        else "nothing"
    )


def cards_words(cards: Cards) -> str:
    """Several cards."""
    return listed([card_words(card) for card in cards])


def counted(number: int, one: str, many: str = "") -> str:
    """1 card, 2 cards."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def backs(spies: int, others: int) -> str:
    """Cards by their backs."""
    return listed(
        [
            words
            for count, words in (
                (spies, counted(spies, "spy back")),
                (others, counted(others, "other back")),
            )
            if count
        ]
    )


def percent(chance: Fraction) -> str:
    """To a tenth of a percent; 0 and 100 only for what is impossible and what is certain."""
    if chance in (0, 1):
        return f"{int(chance) * 100}{SPACE}%"
    tenths = min(999, max(1, round(chance * 1000)))
    return f"{tenths / 10:.1f}{SPACE}%"


def exact(chance: Fraction) -> str:
    """In percent, and as it is where that is short."""
    if chance in (0, 1) or chance.denominator > PLAIN:
        return percent(chance)
    return f"{percent(chance)} ({chance.numerator} in {chance.denominator})"


def decimal(number: Fraction | int) -> str:
    """A number to a tenth, without a needless .0."""
    whole, tenths = divmod(round(number * 10), 10)
    return f"{whole}.{tenths}" if tenths else str(whole)


def points(number: Fraction | int) -> str:
    """Points, to a tenth if they are an average."""
    said = decimal(number)
    return f"{said}{SPACE}{'point' if said == '1' else 'points'}"


def whose(seat: int, names: Sequence[str], me: Seat | None) -> str:
    """your, Bo’s."""
    return "your" if seat == me else f"{names[seat]}’s"


def lair_size(view: View, seat: int) -> str:
    """How large a lair is, as far as this view tells: "7", "4 and 2 face down", "none"."""
    lair = view.table.lairs[seat]
    if not lair.stands:
        return "none"
    if view.own is not None and seat == view.seat:
        return str(total(lair.up) + total(view.own.down))
    if not lair.down:
        return str(total(lair.up))
    return f"{total(lair.up)} and {lair.down} face down" if lair.up else f"{lair.down} face down"
