"""Exact odds from a view, and the count of doublers seen.

The odds assume that every deal of the unseen cards that fits the backs is equally likely. They
ignore what players' choices reveal. They also assume that any player who holds the letter foils, so
the chance of a foil is an upper bound.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from .cards import (
    DOUBLERS_PER_LETTER,
    HAS_SPY_BACK,
    IS_DOUBLER,
    IS_LAIR,
    IS_SPY,
    LETTER,
    LETTERS,
    VALUE,
    Card,
    total_value,
)
from .imagine import unseen_cards

if TYPE_CHECKING:
    from engine.values import Seat

    from .values import View


class Letter(NamedTuple):
    """The count of a letter's four doublers: seen, in the seat’s own hand, and
    unseen.
    """

    letter: str
    seen_count: int
    own_count: int
    unseen_count: int


class Offer(NamedTuple):
    """An option for a captive, with its chance and its points.

    `card` is the doubler to taunt with, or None to kill now. `safe` is the chance that no one
    can foil it. `points` is the score of the kill after that, `expected` is `safe` times
    `points`, and `at_stake` is the size of the lair that a foil blows up.
    """

    card: Card | None
    letter: str
    safe: Fraction
    points: int
    expected: Fraction
    at_stake: int


class Chances(NamedTuple):
    """The chances of the three results of a card played into a lair. They add up to 1.

    `points` is the average score of a capture.
    """

    captured: Fraction
    escaped: Fraction
    bomb: Fraction
    points: Fraction


def count_doublers(view: View) -> tuple[Letter, ...]:
    """Return the counts of doublers for each letter.

    A doubler is seen if it is discarded, played against the captive, or in the seat's own hand.
    """
    unseen_letters = [LETTER[card] for card in unseen_cards(view) if IS_DOUBLER[card]]
    hand = [LETTER[card] for card in view.own.hand] if view.own is not None else []
    return tuple(
        [
            Letter(
                letter,
                DOUBLERS_PER_LETTER - unseen_letters.count(letter),
                hand.count(letter),
                unseen_letters.count(letter),
            )
            for letter in LETTERS
        ]
    )


def chance_unfoiled(view: View, letter: str) -> Fraction:
    """Return the chance that no other player holds this letter.

    Unseen cards with a doubler's back are lair cards if they are face down in lairs. All others are
    in rivals' hands or in the deck, and every deal is equally likely. The result is the chance that
    all unseen cards of this letter are in the deck.
    """
    hidden_cards = unseen_cards(view)
    hidden = sum(
        [
            lair.down
            for seat, lair in enumerate(view.table.lairs)
            if seat != view.seat or view.own is None
        ]
    )
    other_backs = sum([not HAS_SPY_BACK[card] for card in hidden_cards]) - hidden
    matching = sum([LETTER[card] == letter for card in hidden_cards])
    in_hands = sum(
        [
            hand.others
            for seat, hand in enumerate(view.table.hands)
            if seat != view.seat or view.own is None
        ]
    )
    return Fraction(comb(other_backs - matching, in_hands), comb(other_backs, in_hands))


def list_offers(view: View) -> tuple[Offer, ...]:
    """Return the options for a captive: first kill now, then a taunt with each letter, the safest
    first.

    The result is empty unless this seat holds a captive and is asked.
    """
    table, captive = view.table, view.table.captive
    if (
        captive is None
        or view.own is None
        or table.phase != "capture"
        or captive.owner != view.seat
    ):
        return ()
    stake = total_value(table.lairs[captive.owner].up)
    taunt_cards = {
        LETTER[card]: card
        for card in view.own.hand
        if IS_DOUBLER[card] and LETTER[card] not in captive.letters
    }
    taunts = [
        _taunt(view, letter, card, 2 * captive.points, stake)
        for letter, card in taunt_cards.items()
    ]
    kill = Offer(None, "", Fraction(1), captive.points, Fraction(captive.points), 0)
    return (kill, *sorted(taunts, key=lambda offer: (-offer.safe, offer.letter)))


def _taunt(view: View, letter: str, card: Card, points: int, stake: int) -> Offer:
    safe = chance_unfoiled(view, letter)
    return Offer(card, letter, safe, points, safe * points, stake)


def lair_sizes(view: View, seat: Seat) -> tuple[tuple[int, Fraction], ...]:
    """Return the possible sizes of a lair with their chances, smallest first.

    The seat knows the size of its own lair, so there is only one.
    """
    lair = view.table.lairs[seat]
    face_up_size = total_value(lair.up)
    if view.own is not None and seat == view.seat:
        return ((face_up_size + total_value(view.own.down), Fraction(1)),)
    values = [VALUE[card] for card in unseen_cards(view) if IS_LAIR[card]]
    counts = {(0, 0): 1}
    for value in values:
        for (cards, size), count in [*counts.items()]:
            if cards < lair.down:
                counts[cards + 1, size + value] = counts.get((cards + 1, size + value), 0) + count
    sizes = {size: count for (cards, size), count in counts.items() if cards == lair.down}
    return tuple(
        [
            (face_up_size + size, Fraction(count, comb(len(values), lair.down)))
            for size, count in sorted(sizes.items())
        ]
    )


def chances_of_unseen_card(view: View, lair_owner: Seat) -> Chances:
    """Return the chances of an unseen card with a spy's back in this lair.

    The card comes from the deck or from another hand. At least one such card must be unseen.
    """
    hidden_cards = [card for card in unseen_cards(view) if HAS_SPY_BACK[card]]
    spies = [VALUE[card] for card in hidden_cards if IS_SPY[card]]
    captured, points = Fraction(0), Fraction(0)
    for size, chance in lair_sizes(view, lair_owner):
        capturable = [value for value in spies if value <= size]
        captured += chance * Fraction(len(capturable), len(hidden_cards))
        points += chance * Fraction(sum(capturable), len(hidden_cards))
    bomb = Fraction(len(hidden_cards) - len(spies), len(hidden_cards))
    return Chances(
        captured, 1 - captured - bomb, bomb, points / captured if captured else Fraction(0)
    )


def chances_of_own_card(view: View, card: Card, lair_owner: Seat) -> Chances:
    """Return the chances of a card from the seat's own hand in this lair."""
    if not IS_SPY[card]:
        return Chances(Fraction(0), Fraction(0), Fraction(1), Fraction(0))
    captured = sum(
        [chance for size, chance in lair_sizes(view, lair_owner) if VALUE[card] <= size],
        Fraction(0),
    )
    return Chances(
        captured, 1 - captured, Fraction(0), Fraction(VALUE[card]) if captured else Fraction(0)
    )
