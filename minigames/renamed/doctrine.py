"""The bot that follows a doctrine: every choice by exact odds, and at once. It sees only the view
of its seat.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.values import Seat
from minigames.renamed.rules.cards import IS_LAIR, IS_SPY, SPY_BACK, VALUE
from minigames.renamed.rules.judging import cheapest_team, spies_of
from minigames.renamed.rules.menu import menu
from minigames.renamed.rules.moves import (
    KILL,
    LAY,
    SEND,
    SEND_FROM,
    SEND_TOP,
    SKIP,
    TAUNT,
    Move,
    SendTeam,
)

from .rules import odds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.dice import Dice
    from minigames.renamed.rules.cards import Card, Cards
    from minigames.renamed.rules.values import View

LAIR_POINT: Final = Fraction(1, 2)
"""What a point of one's own lair is worth, in points of score."""
TO_RIVALS: Final = Fraction(1, 3)
"""What it is worth that the only rival loses a point, as a share of one's own gaining it; with more
rivals, so much less.
"""
KEPT: Final = Fraction(1, 8)
"""What a spy is worth in hand, as a share of its value: it may be caught later in a larger lair."""
KEPT_BOMB: Final = Fraction(1, 2)
"""What a bomb is worth in hand, in points."""
TAKEN: Final = Fraction(1, 4)
"""What a card taken out of a rival's hand is worth, in the rival's points."""


class Plan(NamedTuple):
    """Something to play in the spy step, and what it promises in points."""

    gain: Fraction
    move: Move


class DoctrineBot:
    """Lay the largest lair card; play what promises most by exact odds; taunt when that is worth
    the risk; foil whenever possible.
    """

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """The same view gives the same move: the dice are not thrown."""
        hand = view.own.hand if view.own is not None else ()
        match view.table.phase:
            case "lay":
                return _lay(hand)
            case "send":
                return max(_plans(view, seat, hand), key=lambda plan: plan.gain).move
            case "capture":
                return _deal_with_captive(view, seat)
            case _:
                return menu(view)[-1]


def _lay(hand: Cards) -> Move:
    lairs = [card for card in hand if IS_LAIR[card]]
    return LAY[max(lairs, key=lambda card: VALUE[card])] if lairs else SKIP


def _plans(view: View, seat: Seat, hand: Cards) -> Iterator[Plan]:
    """Skip; or any card, seen or unseen, or the cheapest team, into any lair."""
    yield Plan(Fraction(0), SKIP)
    for into in [Seat(other) for other, lair in enumerate(view.table.lairs) if lair.stands]:
        yield from _from_hand(view, seat, hand, into)
        yield from _unseen(view, seat, into)
        if into != seat and (team := cheapest_team(spies_of(hand), view.table.lairs[into].at_most)):
            gain = _share(view) * _lair_worth(view, into) - sum(
                [_kept(card) for card in team], Fraction(0)
            )
            yield Plan(gain, SendTeam(cards=team, into=into))


def _from_hand(view: View, seat: Seat, hand: Cards, into: Seat) -> Iterator[Plan]:
    for card in {VALUE[card]: card for card in hand if SPY_BACK[card]}.values():
        yield Plan(
            _gain(view, seat, into, odds.sent(view, card, into)) - _kept(card), SEND[into][card]
        )


def _unseen(view: View, seat: Seat, into: Seat) -> Iterator[Plan]:
    table = view.table
    sources = [other for other, cards in enumerate(table.hands) if cards.spies and other != seat]
    if not sources and table.top != "spy":
        return
    gain = _gain(view, seat, into, odds.blind(view, into))
    yield from [Plan(gain + _share(view) * TAKEN, SEND_FROM[into][other]) for other in sources]
    if table.top == "spy":
        yield Plan(gain, SEND_TOP[into])


def _gain(view: View, seat: Seat, into: Seat, chances: odds.Chances) -> Fraction:
    """Points won by a capture, less what the lair was worth if it goes; a rival's gain counts
    against.
    """
    gain = chances.captured * chances.points - (1 - chances.captured) * _lair_worth(view, into)
    return gain if into == seat else -_share(view) * gain


def _lair_worth(view: View, into: Seat) -> Fraction:
    return LAIR_POINT * sum(
        [size * chance for size, chance in odds.lair_sizes(view, into)], Fraction(0)
    )


def _share(view: View) -> Fraction:
    return TO_RIVALS / (len(view.table.scores) - 1)


def _kept(card: Card) -> Fraction:
    return KEPT * VALUE[card] if IS_SPY[card] else KEPT_BOMB


def _deal_with_captive(view: View, seat: Seat) -> Move:
    """Kill if that wins the match, else do what promises most."""
    kill, *taunts = odds.offers(view)
    if view.table.scores[seat] + kill.points >= view.table.setup.target:
        return KILL
    card = max([kill, *taunts], key=_promise).card
    return KILL if card is None else TAUNT[card]


def _promise(offer: odds.Offer) -> Fraction:
    return offer.expected - (1 - offer.safe) * offer.at_stake * LAIR_POINT
