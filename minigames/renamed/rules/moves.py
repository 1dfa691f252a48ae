"""What a player can do, each move made once where moves are few."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.values import Seat, Value

from .cards import END, Card, Cards
from .values import MOST_SEATS


class Lay(Value, tag="lay"):
    """Lay a lair card of your hand face down in your lair."""

    card: Card


class Skip(Value, tag="skip"):
    """Lay nothing, or play nothing and end your turn."""


class Send(Value, tag="send"):
    """Play a spy or a bomb of your own hand into a lair."""

    card: Card
    into: Seat


class SendTeam(Value, tag="send-team"):
    """Play two or more spies of your own hand together, lowest card first, into another player's
    lair (R5).
    """

    cards: Cards
    into: Seat


class SendTop(Value, tag="send-top"):
    """Play the top card of the deck, which shows a spy's back, unseen into a lair (R3)."""

    into: Seat


class SendFrom(Value, tag="send-from"):
    """Play a card with a spy's back out of another hand, unseen, into a lair; the dice pick which
    (R3).
    """

    hand: Seat
    into: Seat


class Kill(Value, tag="kill"):
    """Kill the spy you have captured, and score it."""


class Taunt(Value, tag="taunt"):
    """Taunt the spy you have captured with a doubler of your hand."""

    card: Card


class Foil(Value, tag="foil"):
    """Foil a taunt with a doubler of the same letter."""

    card: Card


class Pass(Value, tag="pass"):
    """Let the taunt be."""


class TimeUp(Value, tag="time-up"):
    """HOST only: whoever is asked has run out of time, and is taken to skip, kill or pass."""


Move: TypeAlias = (
    Lay | Skip | Send | SendTeam | SendTop | SendFrom | Kill | Taunt | Foil | Pass | TimeUp
)

SEATS: Final = tuple([Seat(seat) for seat in range(MOST_SEATS)])
ONLY: Final = tuple([(seat,) for seat in SEATS])
"""The audience, or the list of those to act, that is one seat."""

LAY: Final = tuple([Lay(card=card) for card in range(END)])
SEND: Final = tuple([tuple([Send(card=card, into=into) for card in range(END)]) for into in SEATS])
SEND_TOP: Final = tuple([SendTop(into=into) for into in SEATS])
SEND_FROM: Final = tuple(
    [tuple([SendFrom(hand=hand, into=into) for hand in SEATS]) for into in SEATS]
)
TAUNT: Final = tuple([Taunt(card=card) for card in range(END)])
FOIL: Final = tuple([Foil(card=card) for card in range(END)])
SKIP: Final = Skip()
KILL: Final = Kill()
PASS: Final = Pass()
TIME_UP: Final = TimeUp()
