"""Exact odds that can be derived from a view, and counts of the doublers seen.

The odds assume that all deals of the unseen cards that fit the backs are equally likely. The odds
ignore what the players' choices reveal. Any player who has the letter is assumed to foil, so the
chance of a foil is an upper bound.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from engine.values import Seat

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
from .values import View


class Letter(NamedTuple):
    """Counts of a letter's four doublers: seen, in the seat's own hand, and unseen."""

    letter: str
    seen_count: int
    own_count: int
    unseen_count: int


class Offer(NamedTuple):
    """An option for dealing with a captive.

    `card` is the doubler for a taunt, or None for killing the captive now. `safe` is the chance
    that no one can foil the taunt. `points` is the score for killing the captive afterwards, and
    `expected` is `safe` times `points`. `at_stake` is the size of the lair that a foil blows up.
    """

    card: Card | None
    letter: str
    safe: Fraction
    points: int
    expected: Fraction
    at_stake: int


class Chances(NamedTuple):
    """The chances that a card played into a lair is captured, escapes, or is a bomb.

    They add up to 1. `points` is the average score of a capture.
    """

    captured: Fraction
    escaped: Fraction
    bomb: Fraction
    points: Fraction


def count_doublers(view: View) -> tuple[Letter, ...]:
    """Return the counts of doublers for each letter.

    A doubler has been seen if it is discarded, was played against the captive, or is in the seat's
    own hand.
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
    """Return the chance that no other player has this letter.

    All unseen cards of this letter must be in the deck. Unseen cards with the back of a doubler are
    lair cards if they are face down in lairs. The others are in rivals' hands or in the deck, and
    all deals are equally likely.
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
    """Return the options for dealing with a captive.

    Killing comes first, followed by a taunt with each letter, the safest first. The result is empty
    unless this seat holds a captive and must choose.
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
    """Return the possible sizes of a lair and their chances, in order of size.

    A seat knows the size of its own lair, so this lair has only one possible size.
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
    """Return the chances of an unseen card that is played into this lair.

    The card has the back of a spy and comes from the deck or from another hand. At least one such
    card must be unseen.
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
    """Return the chances of a card from the seat's own hand that is played into this lair."""
    if not IS_SPY[card]:
        return Chances(Fraction(0), Fraction(0), Fraction(1), Fraction(0))
    captured = sum(
        [chance for size, chance in lair_sizes(view, lair_owner) if VALUE[card] <= size],
        Fraction(0),
    )
    return Chances(
        captured, 1 - captured, Fraction(0), Fraction(VALUE[card]) if captured else Fraction(0)
    )
