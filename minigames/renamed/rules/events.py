"""What is told. A view is what its seat has heard, folded: whatever changes a view is in an event
that the seat hears.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.game import Told
from engine.values import EVERYONE, Seat, Value

from .cards import Back, Card, Cards
from .values import Table

Ending: TypeAlias = Literal["target", "no-spies", "ran-dry"]
"""Somebody reached the target; all 36 spies are discarded; nobody plays any more (R8, R13)."""


class Dealt(Value, tag="dealt"):
    """The table after the deal, before the first turn."""

    table: Table


class HandDealt(Value, tag="hand-dealt"):
    """To its owner: the hand."""

    cards: Cards


class TurnBegan(Value, tag="turn-began"):
    """A turn begins: cards drawn by their backs (none from an empty deck), and the back now on top
    of the deck.
    """

    seat: Seat
    spies: int
    others: int
    top: Back | None


class CardsDrawn(Value, tag="cards-drawn"):
    """To whoever drew them."""

    cards: Cards


class Laid(Value, tag="laid"):
    """A lair card was laid face down."""

    seat: Seat


class CardLaid(Value, tag="card-laid"):
    """To whoever laid it."""

    card: Card


class Skipped(Value, tag="skipped"):
    """A step was skipped."""

    seat: Seat
    step: Literal["lay", "send"]


class Sent(Value, tag="sent"):
    """A spy, a bomb or a team was played into a lair, which is turned up. Not captured is escaped:
    the lair is gone.

    `source` is the hand it came from, None for the deck, whose `top` now shows another back.
    """

    by: Seat
    source: Seat | None
    cards: Cards
    into: Seat
    lair: Cards
    captured: bool
    top: Back | None


class Taunted(Value, tag="taunted"):
    """The owner of the lair taunts its captive, `spy`; None in matches that were begun before it
    was told.
    """

    seat: Seat
    card: Card
    spy: Card | None = None


class Passed(Value, tag="passed"):
    """A player lets the taunt be; under `auto_pass` this is also told of players who were not asked
    (R15).
    """

    seat: Seat


class Foiled(Value, tag="foiled"):
    """A player foils the taunt: the spy escapes, and the lair is gone."""

    seat: Seat
    card: Card


class Killed(Value, tag="killed"):
    """The captive was killed, for so many points."""

    seat: Seat
    spy: Card
    points: int


class TimedOut(Value, tag="timed-out"):
    """The seat ran out of time; what it is taken to do follows."""

    seat: Seat


class Ended(Value, tag="ended"):
    """The match is over."""

    ending: Ending


Event: TypeAlias = (
    Dealt
    | HandDealt
    | TurnBegan
    | CardsDrawn
    | Laid
    | CardLaid
    | Skipped
    | Sent
    | Taunted
    | Passed
    | Foiled
    | Killed
    | TimedOut
    | Ended
)


def public(event: Event) -> Told[Event]:
    """Everybody hears it."""
    return Told(event=event, to=EVERYONE)
