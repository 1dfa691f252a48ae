"""The doctrine bot, which makes every choice by exact odds and uses only its seat's view."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from engine.dice import Dice
from engine.values import Seat
from minigames.renamed.rules.cards import HAS_SPY_BACK, IS_LAIR, IS_SPY, VALUE, Card, Cards
from minigames.renamed.rules.judging import find_cheapest_team, spies_of
from minigames.renamed.rules.menu import list_moves
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
from minigames.renamed.rules.values import View

from .rules import odds


class Leanings(NamedTuple):
    """The preferences of a bot. The default values are those of the plain doctrine bot."""

    lair: Fraction = Fraction(1, 2)
    """Value of a point in the bot's own lair, in points of score."""
    spite: Fraction = Fraction(1, 3)
    """Value of a point lost by a rival, in own points, divided by the number of rivals."""
    kept_spy: Fraction = Fraction(1, 8)
    """Value of a spy in hand, as a share of the spy's points.

    A larger lair may capture it later.
    """
    kept_bomb: Fraction = Fraction(1, 2)
    """Value of a bomb in hand, in points."""
    taken_card: Fraction = Fraction(1, 4)
    """Value of a card that is taken from a rival's hand, in points of the rival."""
    speech: Fraction = Fraction(0)
    """Value of the taunt itself, as a share of the points at risk.

    If the value is negative, the bot avoids taunts.
    """


DEFAULT_LEANINGS: Final = Leanings()


class Plan(NamedTuple):
    """A move in the spy step, and its expected gain in points."""

    gain: Fraction
    move: Move


class DoctrineBot:
    """A bot that plays by exact odds.

    The bot lays its largest lair card and plays the card that has the highest expected gain. The
    bot taunts if the expected gain is worth the risk, and always foils if possible.
    """

    def __init__(self, leanings: Leanings = DEFAULT_LEANINGS) -> None:
        self.leanings = leanings

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """Return the move that is best by the odds, which does not depend on the dice."""
        hand = view.own.hand if view.own is not None else ()
        match view.table.phase:
            case "lay":
                return _lay(hand)
            case "send":
                return max(_plans(view, seat, hand, self.leanings), key=lambda plan: plan.gain).move
            case "capture":
                return _deal_with_captive(view, seat, self.leanings)
            case _:
                return list_moves(view)[-1]


def _lay(hand: Cards) -> Move:
    lairs = [card for card in hand if IS_LAIR[card]]
    return LAY[max(lairs, key=lambda card: VALUE[card])] if lairs else SKIP


def _plans(view: View, seat: Seat, hand: Cards, leanings: Leanings) -> Iterator[Plan]:
    """Yield all plans that are considered.

    The bot can skip, play any card, seen or unseen, into any lair, or play the cheapest team into
    another player's lair.
    """
    yield Plan(Fraction(0), SKIP)
    for lair_owner in [Seat(other) for other, lair in enumerate(view.table.lairs) if lair.stands]:
        yield from _from_hand(view, seat, hand, lair_owner, leanings)
        yield from _unseen(view, seat, lair_owner, leanings)
        if lair_owner != seat and (
            team := find_cheapest_team(spies_of(hand), view.table.lairs[lair_owner].max_size)
        ):
            gain = _share(view, leanings) * _lair_worth(view, lair_owner, leanings) - sum(
                [_hand_worth(card, leanings) for card in team], Fraction(0)
            )
            yield Plan(gain, SendTeam(cards=team, into=lair_owner))


def _from_hand(
    view: View, seat: Seat, hand: Cards, lair_owner: Seat, leanings: Leanings
) -> Iterator[Plan]:
    for card in {VALUE[card]: card for card in hand if HAS_SPY_BACK[card]}.values():
        gain = _gain(
            view, seat, lair_owner, odds.chances_of_own_card(view, card, lair_owner), leanings
        )
        yield Plan(gain - _hand_worth(card, leanings), SEND[lair_owner][card])


def _unseen(view: View, seat: Seat, lair_owner: Seat, leanings: Leanings) -> Iterator[Plan]:
    table = view.table
    sources = [other for other, cards in enumerate(table.hands) if cards.spies and other != seat]
    if not sources and table.top != "spy":
        return
    gain = _gain(view, seat, lair_owner, odds.chances_of_unseen_card(view, lair_owner), leanings)
    stolen = gain + _share(view, leanings) * leanings.taken_card
    yield from [Plan(stolen, SEND_FROM[lair_owner][other]) for other in sources]
    if table.top == "spy":
        yield Plan(gain, SEND_TOP[lair_owner])


def _gain(
    view: View, seat: Seat, lair_owner: Seat, chances: odds.Chances, leanings: Leanings
) -> Fraction:
    """Return the expected points of a capture minus the expected loss of the lair.

    If the lair belongs to a rival, the rival's gain counts as a loss.
    """
    lost = (1 - chances.captured) * _lair_worth(view, lair_owner, leanings)
    gain = chances.captured * chances.points - lost
    return gain if lair_owner == seat else -_share(view, leanings) * gain


def _lair_worth(view: View, lair_owner: Seat, leanings: Leanings) -> Fraction:
    return leanings.lair * sum(
        [size * chance for size, chance in odds.lair_sizes(view, lair_owner)], Fraction(0)
    )


def _share(view: View, leanings: Leanings) -> Fraction:
    return leanings.spite / (len(view.table.scores) - 1)


def _hand_worth(card: Card, leanings: Leanings) -> Fraction:
    return leanings.kept_spy * VALUE[card] if IS_SPY[card] else leanings.kept_bomb


def _deal_with_captive(view: View, seat: Seat, leanings: Leanings) -> Move:
    """Return the kill if it wins the match. Otherwise, return the option that promises most."""
    kill, *taunts = odds.list_offers(view)
    if view.table.scores[seat] + kill.points >= view.table.setup.target:
        return KILL
    card = max([kill, *taunts], key=lambda offer: _promise(offer, kill.points, leanings)).card
    return KILL if card is None else TAUNT[card]


def _promise(offer: odds.Offer, captive: int, leanings: Leanings) -> Fraction:
    risk = (1 - offer.safe) * offer.at_stake * leanings.lair
    pleasure = leanings.speech * captive if offer.card is not None else 0
    return offer.expected - risk + pleasure
