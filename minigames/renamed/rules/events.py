"""The events of a match.

A seat's view contains exactly what the events sent to that seat have reported.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.game import Told
from engine.values import EVERYONE, Seat, Value

from .cards import Back, Card, Cards
from .values import Table

Ending: TypeAlias = Literal["target", "no-spies", "ran-dry"]
"""Reason for the end: the target was reached, all 36 spies are discarded, or no more plays.

See R8 and R13.
"""


class Dealt(Value, tag="dealt"):
    """The cards have been dealt. The first turn has not begun."""

    table: Table


class HandDealt(Value, tag="hand-dealt"):
    """A hand has been dealt. Only its owner receives this event."""

    cards: Cards


class TurnBegan(Value, tag="turn-began"):
    """A turn has begun: the backs of the cards drawn, and the new back on top of the deck.

    If the deck is empty, no card is drawn.
    """

    seat: Seat
    spies: int
    others: int
    top: Back | None


class CardsDrawn(Value, tag="cards-drawn"):
    """Cards have been drawn. Only the player who has drawn them receives this event."""

    cards: Cards


class Laid(Value, tag="laid"):
    """A lair card has been laid face down."""

    seat: Seat


class CardLaid(Value, tag="card-laid"):
    """The card that has been laid. Only the player who has laid it receives this event."""

    card: Card


class Skipped(Value, tag="skipped"):
    """A player has skipped a step."""

    seat: Seat
    step: Literal["lay", "send"]


class Sent(Value, tag="sent"):
    """A spy, a bomb or a team has been played into a lair, whose cards have been turned up.

    If the card was not captured, the lair has been discarded. `source` is the hand from which the
    card came, or None if it came from the deck. `top` is the back that is now on top of the deck.
    """

    by: Seat
    source: Seat | None
    cards: Cards
    into: Seat
    lair: Cards
    captured: bool
    top: Back | None


class Taunted(Value, tag="taunted"):
    """The owner of the lair taunts the captured spy.

    `spy` is None in matches that were recorded before the event had this field.
    """

    seat: Seat
    card: Card
    spy: Card | None = None


class Passed(Value, tag="passed"):
    """A player does not foil the taunt.

    If `auto_pass` is set, this event also reports players who were not asked (R15).
    """

    seat: Seat


class Foiled(Value, tag="foiled"):
    """A player foils the taunt. The spy escapes, and the lair is discarded."""

    seat: Seat
    card: Card


class Killed(Value, tag="killed"):
    """The captive has been killed, and the owner has scored this number of points."""

    seat: Seat
    spy: Card
    points: int


class TimedOut(Value, tag="timed-out"):
    """A seat has run out of time. The seat's default move follows."""

    seat: Seat


class Ended(Value, tag="ended"):
    """The match has ended."""

    ending: Ending


Event: TypeAlias = (
    Dealt | HandDealt | TurnBegan | CardsDrawn | Laid | CardLaid | Skipped | Sent | Taunted |
    Passed | Foiled | Killed | TimedOut | Ended
)  # fmt: skip


def announce(event: Event) -> Told[Event]:
    """Return an event that is addressed to everyone."""
    return Told(event=event, to=EVERYONE)
