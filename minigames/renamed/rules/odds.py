"""What a seat can work out from its view: the doublers it has seen, and exact odds.

Exact under one supposition: every deal of the unseen cards that fits the backs is as likely. What
players' choices betray is left to the players; and whoever holds the letter is taken to foil, so a
chance of a foil is the highest it can be.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from .cards import (
    EACH_LETTER,
    IS_DOUBLER,
    IS_LAIR,
    IS_SPY,
    LETTER,
    LETTERS,
    SPY_BACK,
    VALUE,
    Card,
    total,
)
from .imagine import unseen

if TYPE_CHECKING:
    from engine.values import Seat

    from .values import View


class Letter(NamedTuple):
    """A letter's four doublers: how many the seat has seen, `mine` of them in its hand, and how
    many are out there.
    """

    letter: str
    seen: int
    mine: int
    unseen: int


class Offer(NamedTuple):
    """What to do with a captive, and what it brings.

    `card` is the doubler to taunt with, None for killing now. `safe` is the chance that nobody can
    foil it; `points` what the
    kill then scores; `expected` both multiplied; `at_stake` the size of the lair that a foil blows
    up.
    """

    card: Card | None
    letter: str
    safe: Fraction
    points: int
    expected: Fraction
    at_stake: int


class Chances(NamedTuple):
    """What becomes of a card played unseen into a lair. The three add up to 1. `points` is what a
    capture is worth on average.
    """

    captured: Fraction
    escaped: Fraction
    bomb: Fraction
    points: Fraction


def doublers_seen(view: View) -> tuple[Letter, ...]:
    """The counter of doublers, letter by letter: discarded, played against the captive, or in one's
    own hand.
    """
    out = [LETTER[card] for card in unseen(view) if IS_DOUBLER[card]]
    hand = [LETTER[card] for card in view.own.hand] if view.own is not None else []
    return tuple(
        [
            Letter(letter, EACH_LETTER - out.count(letter), hand.count(letter), out.count(letter))
            for letter in LETTERS
        ]
    )


def safety(view: View, letter: str) -> Fraction:
    """The chance that no other player holds this letter.

    Of the unseen cards with a doubler's back, those face down in lairs are lair cards. The rest lie
    in the others' hands and in the deck, each deal as likely: the chance is that all of this letter
    are in the deck.
    """
    loose = unseen(view)
    hidden = sum(
        [
            lair.down
            for seat, lair in enumerate(view.table.lairs)
            if seat != view.seat or view.own is None
        ]
    )
    where = sum([not SPY_BACK[card] for card in loose]) - hidden
    matching = sum([LETTER[card] == letter for card in loose])
    held = sum(
        [
            hand.others
            for seat, hand in enumerate(view.table.hands)
            if seat != view.seat or view.own is None
        ]
    )
    return Fraction(comb(where - matching, held), comb(where, held))


def offers(view: View) -> tuple[Offer, ...]:
    """Kill now, or taunt with each letter of one's hand, safest first; empty unless this seat holds
    a captive and is asked.
    """
    table, captive = view.table, view.table.captive
    if (
        captive is None
        or view.own is None
        or table.phase != "capture"
        or captive.owner != view.seat
    ):
        return ()
    stake = total(table.lairs[captive.owner].up)
    held = {
        LETTER[card]: card
        for card in view.own.hand
        if IS_DOUBLER[card] and LETTER[card] not in captive.letters
    }
    taunts = [
        _taunt(view, letter, card, 2 * captive.points, stake) for letter, card in held.items()
    ]
    kill = Offer(None, "", Fraction(1), captive.points, Fraction(captive.points), 0)
    return (kill, *sorted(taunts, key=lambda offer: (-offer.safe, offer.letter)))


def _taunt(view: View, letter: str, card: Card, points: int, stake: int) -> Offer:
    safe = safety(view, letter)
    return Offer(card, letter, safe, points, safe * points, stake)


def lair_sizes(view: View, seat: Seat) -> tuple[tuple[int, Fraction], ...]:
    """The sizes that a lair may have, smallest first, with the chance of each; one's own is
    known.
    """
    lair = view.table.lairs[seat]
    known = total(lair.up)
    if view.own is not None and seat == view.seat:
        return ((known + total(view.own.down), Fraction(1)),)
    values = [VALUE[card] for card in unseen(view) if IS_LAIR[card]]
    ways = {(0, 0): 1}
    for value in values:
        for (cards, size), count in [*ways.items()]:
            if cards < lair.down:
                ways[cards + 1, size + value] = ways.get((cards + 1, size + value), 0) + count
    sizes = {size: count for (cards, size), count in ways.items() if cards == lair.down}
    return tuple(
        [
            (known + size, Fraction(count, comb(len(values), lair.down)))
            for size, count in sorted(sizes.items())
        ]
    )


def blind(view: View, into: Seat) -> Chances:
    """A card with a spy's back played unseen, from the deck or from another hand, into this lair.
    Needs one such card unseen.
    """
    loose = [card for card in unseen(view) if SPY_BACK[card]]
    spies = [VALUE[card] for card in loose if IS_SPY[card]]
    captured, points = Fraction(0), Fraction(0)
    for size, chance in lair_sizes(view, into):
        caught = [value for value in spies if value <= size]
        captured += chance * Fraction(len(caught), len(loose))
        points += chance * Fraction(sum(caught), len(loose))
    bomb = Fraction(len(loose) - len(spies), len(loose))
    return Chances(
        captured, 1 - captured - bomb, bomb, points / captured if captured else Fraction(0)
    )


def sent(view: View, card: Card, into: Seat) -> Chances:
    """A card of one's own hand played into this lair."""
    if not IS_SPY[card]:
        return Chances(Fraction(0), Fraction(0), Fraction(1), Fraction(0))
    captured = sum(
        [chance for size, chance in lair_sizes(view, into) if VALUE[card] <= size], Fraction(0)
    )
    return Chances(
        captured, 1 - captured, Fraction(0), Fraction(VALUE[card]) if captured else Fraction(0)
    )
