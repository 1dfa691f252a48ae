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


class Leanings(NamedTuple):
    """What somebody holds dear. The plain ones are doctrine's own; tempers have others."""

    lair: Fraction = Fraction(1, 2)
    """What a point of one's own lair is worth, in points of score."""
    spite: Fraction = Fraction(1, 3)
    """What it is worth that the only rival loses a point, as a share of one's own gaining it; with
    more rivals, so much less.
    """
    kept: Fraction = Fraction(1, 8)
    """What a spy is worth in hand, as a share of its value: it may be caught later in a larger
    lair.
    """
    kept_bomb: Fraction = Fraction(1, 2)
    """What a bomb is worth in hand, in points."""
    taken: Fraction = Fraction(1, 4)
    """What a card taken out of a rival's hand is worth, in the rival's points."""
    speech: Fraction = Fraction(0)
    """What the pleasure of a taunt is worth, as a share of the points that it puts at risk; below
    nothing for who would rather not.
    """


PLAIN: Final = Leanings()


class Plan(NamedTuple):
    """Something to play in the spy step, and what it promises in points."""

    gain: Fraction
    move: Move


class DoctrineBot:
    """Lay the largest lair card; play what promises most by exact odds; taunt when that is worth
    the risk; foil whenever possible.
    """

    def __init__(self, leanings: Leanings = PLAIN) -> None:
        self.leanings = leanings

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """The same view gives the same move: the dice are not thrown."""
        hand = view.own.hand if view.own is not None else ()
        match view.table.phase:
            case "lay":
                return _lay(hand)
            case "send":
                return max(_plans(view, seat, hand, self.leanings), key=lambda plan: plan.gain).move
            case "capture":
                return _deal_with_captive(view, seat, self.leanings)
            case _:
                return menu(view)[-1]


def _lay(hand: Cards) -> Move:
    lairs = [card for card in hand if IS_LAIR[card]]
    return LAY[max(lairs, key=lambda card: VALUE[card])] if lairs else SKIP


def _plans(view: View, seat: Seat, hand: Cards, dear: Leanings) -> Iterator[Plan]:
    """Skip; or any card, seen or unseen, or the cheapest team, into any lair."""
    yield Plan(Fraction(0), SKIP)
    for into in [Seat(other) for other, lair in enumerate(view.table.lairs) if lair.stands]:
        yield from _from_hand(view, seat, hand, into, dear)
        yield from _unseen(view, seat, into, dear)
        if into != seat and (team := cheapest_team(spies_of(hand), view.table.lairs[into].at_most)):
            gain = _share(view, dear) * _lair_worth(view, into, dear) - sum(
                [_kept(card, dear) for card in team], Fraction(0)
            )
            yield Plan(gain, SendTeam(cards=team, into=into))


def _from_hand(view: View, seat: Seat, hand: Cards, into: Seat, dear: Leanings) -> Iterator[Plan]:
    for card in {VALUE[card]: card for card in hand if SPY_BACK[card]}.values():
        gain = _gain(view, seat, into, odds.sent(view, card, into), dear)
        yield Plan(gain - _kept(card, dear), SEND[into][card])


def _unseen(view: View, seat: Seat, into: Seat, dear: Leanings) -> Iterator[Plan]:
    table = view.table
    sources = [other for other, cards in enumerate(table.hands) if cards.spies and other != seat]
    if not sources and table.top != "spy":
        return
    gain = _gain(view, seat, into, odds.blind(view, into), dear)
    stolen = gain + _share(view, dear) * dear.taken
    yield from [Plan(stolen, SEND_FROM[into][other]) for other in sources]
    if table.top == "spy":
        yield Plan(gain, SEND_TOP[into])


def _gain(view: View, seat: Seat, into: Seat, chances: odds.Chances, dear: Leanings) -> Fraction:
    """Points won by a capture, less what the lair was worth if it goes; a rival's gain counts
    against.
    """
    lost = (1 - chances.captured) * _lair_worth(view, into, dear)
    gain = chances.captured * chances.points - lost
    return gain if into == seat else -_share(view, dear) * gain


def _lair_worth(view: View, into: Seat, dear: Leanings) -> Fraction:
    return dear.lair * sum(
        [size * chance for size, chance in odds.lair_sizes(view, into)], Fraction(0)
    )


def _share(view: View, dear: Leanings) -> Fraction:
    return dear.spite / (len(view.table.scores) - 1)


def _kept(card: Card, dear: Leanings) -> Fraction:
    return dear.kept * VALUE[card] if IS_SPY[card] else dear.kept_bomb


def _deal_with_captive(view: View, seat: Seat, dear: Leanings) -> Move:
    """Kill if that wins the match, else do what promises most."""
    kill, *taunts = odds.offers(view)
    if view.table.scores[seat] + kill.points >= view.table.setup.target:
        return KILL
    card = max([kill, *taunts], key=lambda offer: _promise(offer, kill.points, dear)).card
    return KILL if card is None else TAUNT[card]


def _promise(offer: odds.Offer, captive: int, dear: Leanings) -> Fraction:
    risk = (1 - offer.safe) * offer.at_stake * dear.lair
    pleasure = dear.speech * captive if offer.card is not None else 0
    return offer.expected - risk + pleasure
