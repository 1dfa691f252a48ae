"""Events of a match. A seat's view contains exactly what the events for that seat have reported."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.game import Told
from engine.values import EVERYONE, Seat, Value

from .cards import Back, Card, Cards
from .values import Table

Ending: TypeAlias = Literal["target", "no-spies", "ran-dry"]
"""Reason for the end: target score reached, all 36 spies discarded, or no more plays (R8, R13)."""


class Dealt(Value, tag="dealt"):
    """The table after the deal, before the first turn."""

    table: Table


class HandDealt(Value, tag="hand-dealt"):
    """The hand that was dealt. Only its owner learns it."""

    cards: Cards


class TurnBegan(Value, tag="turn-began"):
    """Start of a turn: the backs of the cards drawn, and the new back on top of the deck.

    No card is drawn from an empty deck.
    """

    seat: Seat
    spies: int
    others: int
    top: Back | None


class CardsDrawn(Value, tag="cards-drawn"):
    """The cards drawn. Only the player who drew them learns them."""

    cards: Cards


class Laid(Value, tag="laid"):
    """A lair card was laid face down."""

    seat: Seat


class CardLaid(Value, tag="card-laid"):
    """The card laid. Only the player who laid it learns it."""

    card: Card


class Skipped(Value, tag="skipped"):
    """A step was skipped."""

    seat: Seat
    step: Literal["lay", "send"]


class Sent(Value, tag="sent"):
    """A spy, a bomb or a team was played into a lair, and the lair was turned up.

    If the card was not captured, the lair was discarded. `source` is the hand the card came
    from, or None for the deck; `top` is the back now on top of the deck.
    """

    by: Seat
    source: Seat | None
    cards: Cards
    into: Seat
    lair: Cards
    captured: bool
    top: Back | None


class Taunted(Value, tag="taunted"):
    """The owner of the lair taunts its captive, `spy`.

    `spy` is None in matches recorded before the event had this field.
    """

    seat: Seat
    card: Card
    spy: Card | None = None


class Passed(Value, tag="passed"):
    """A player does not foil the taunt.

    Under `auto_pass`, this also reports players who were not asked (R15).
    """

    seat: Seat


class Foiled(Value, tag="foiled"):
    """A player foils the taunt: the spy escapes and the lair is discarded."""

    seat: Seat
    card: Card


class Killed(Value, tag="killed"):
    """The captive was killed for this number of points."""

    seat: Seat
    spy: Card
    points: int


class TimedOut(Value, tag="timed-out"):
    """The seat ran out of time. Its default move comes next."""

    seat: Seat


class Ended(Value, tag="ended"):
    """The match is over."""

    ending: Ending


Event: TypeAlias = (
    Dealt | HandDealt | TurnBegan | CardsDrawn | Laid | CardLaid | Skipped | Sent | Taunted |
    Passed | Foiled | Killed | TimedOut | Ended
)  # fmt: skip


def announce(event: Event) -> Told[Event]:
    """Return the event addressed to everyone."""
    return Told(event=event, to=EVERYONE)
