"""Bots for the Totally Renamed Spy Game: one that follows a doctrine and answers at once, one that thinks.

Both see only the view of their seat.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from engine.bots import ThinkingBot
from engine.values import Seat

from .rules import odds
from .rules.cards import IS_LAIR, IS_SPY, SPY_BACK, VALUE
from .rules.events import Event
from .rules.game import RENAMED
from .rules.judging import cheapest_team, spies_of
from .rules.menu import menu
from .rules.moves import KILL, LAY, PASS, SEND, SEND_FROM, SEND_TOP, SKIP, TAUNT, Move, SendTeam
from .rules.scoring import worth
from .rules.values import Setup, State, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.dice import Dice

Thinker: TypeAlias = ThinkingBot[Setup, State, Move, Event, View]

PLAYOUTS: Final = 200
DEPTH: Final = 24


def thinker(playouts: int = PLAYOUTS, depth: int = DEPTH) -> Thinker:
    """A bot that searches: so many playouts of at most so many plies a move."""
    return ThinkingBot(RENAMED, worth, playouts=playouts, depth=depth)


LAIR_POINT: Final = Fraction(1, 2)
"""What a point of one's own lair is worth, in points of score."""
TO_RIVALS: Final = Fraction(1, 3)
"""What a rival's loss of a point is worth, as a share of one's own gain, with one rival; less with more."""


class Plan(NamedTuple):
    """Something to play in the spy step, and what it promises in points."""

    gain: Fraction
    move: Move


class DoctrineBot:
    """Lay the largest lair card; play what promises most by exact odds; taunt when the doubled points are worth the risk; foil always."""

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """The same view gives the same move: the dice are not thrown."""
        match view.table.phase:
            case "lay":
                return _lay(view)
            case "send":
                return max(_plans(view, seat), key=lambda plan: plan.gain).move
            case "capture":
                return _deal_with_captive(view, seat)
            case _:
                return next((move for move in menu(view) if move != PASS), PASS)


def _lay(view: View) -> Move:
    lairs = [card for card in view.own.hand if IS_LAIR[card]] if view.own is not None else []
    return LAY[max(lairs, key=lambda card: VALUE[card])] if lairs else SKIP


def _plans(view: View, seat: Seat) -> Iterator[Plan]:
    """Skip, into one's own lair, or into the others': each with the cheapest card that does the work."""
    yield Plan(Fraction(0), SKIP)
    table = view.table
    for into, lair in enumerate(table.lairs):
        if lair.stands:
            yield from _into(view, seat, Seat(into))


def _into(view: View, seat: Seat, into: Seat) -> Iterator[Plan]:
    table, hand = view.table, view.own.hand if view.own is not None else ()
    for card in {VALUE[card]: card for card in hand if SPY_BACK[card]}.values():
        yield Plan(_gain(view, seat, into, odds.sent(view, card, into)) - _kept(view, seat, card), SEND[into][card])
    sources = [other for other, cards in enumerate(table.hands) if cards.spies and other != seat]
    if sources or table.top == "spy":
        gain = _gain(view, seat, into, odds.blind(view, into))
        yield from [Plan(gain + _taken(view, seat), SEND_FROM[into][other]) for other in sources]
        if table.top == "spy":
            yield Plan(gain, SEND_TOP[into])
    if into != seat and (team := cheapest_team(spies_of(hand), table.lairs[into].at_most)):
        loss = sum([_kept(view, seat, card) for card in team], Fraction(0))
        yield Plan(_share(view) * _size(view, into) * LAIR_POINT - loss, SendTeam(cards=team, into=into))


def _gain(view: View, seat: Seat, into: Seat, chances: odds.Chances) -> Fraction:
    """Points won or lost: the spy's if captured, the lair's if not; a rival's count against."""
    gain = chances.captured * chances.points - (1 - chances.captured) * _size(view, into) * LAIR_POINT
    return gain if into == seat else -_share(view) * gain


def _size(view: View, into: Seat) -> Fraction:
    return sum([size * chance for size, chance in odds.lair_sizes(view, into)], Fraction(0))


def _share(view: View) -> Fraction:
    return TO_RIVALS / (len(view.table.scores) - 1)


def _kept(view: View, seat: Seat, card: int) -> Fraction:
    """What a card is worth in hand: a spy that one's lair may catch later, or a bomb for a larger lair."""
    return Fraction(VALUE[card], 8) if IS_SPY[card] else Fraction(1, 2)


def _taken(view: View, seat: Seat) -> Fraction:
    """What it is worth that a rival loses a card."""
    return _share(view) / 4


def _deal_with_captive(view: View, seat: Seat) -> Move:
    """Kill if that wins the match, else whatever promises most."""
    kill, *taunts = odds.offers(view)
    if view.table.scores[seat] + kill.points >= view.table.setup.target or not taunts:
        return KILL
    best = max(taunts, key=_promise)
    return TAUNT[best.card] if best.card is not None and _promise(best) > kill.points else KILL


def _promise(offer: odds.Offer) -> Fraction:
    return offer.expected - (1 - offer.safe) * offer.at_stake * LAIR_POINT
