"""Moves of a player. Moves with few variants are created once and reused."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.values import Seat, Value

from .cards import CARD_LIMIT, Card, Cards
from .values import MAX_SEATS


class Lay(Value, tag="lay"):
    """Lay a lair card of the player's hand face down in the player's own lair."""

    card: Card


class Skip(Value, tag="skip"):
    """Lay nothing, or play nothing and end the turn."""


class Send(Value, tag="send"):
    """Play a spy or a bomb of the player's own hand into a lair."""

    card: Card
    into: Seat


class SendTeam(Value, tag="send-team"):
    """Play two or more spies of the player's own hand together, lowest first, into another player's
    lair (R5).
    """

    cards: Cards
    into: Seat


class SendTop(Value, tag="send-top"):
    """Play the top card of the deck, which shows a spy's back, unseen into a lair (R3)."""

    into: Seat


class SendFrom(Value, tag="send-from"):
    """Play a random card with a spy's back from another hand, unseen, into a lair (R3)."""

    hand: Seat
    into: Seat


class Kill(Value, tag="kill"):
    """Kill the captured spy and score it."""


class Taunt(Value, tag="taunt"):
    """Taunt the captured spy with a doubler of the player's hand."""

    card: Card


class Foil(Value, tag="foil"):
    """Foil a taunt with a doubler of the same letter."""

    card: Card


class Pass(Value, tag="pass"):
    """Do not foil the taunt."""


class TimeUp(Value, tag="time-up"):
    """Skip, kill or pass for the player who ran out of time (HOST only)."""


Move: TypeAlias = (
    Lay | Skip | Send | SendTeam | SendTop | SendFrom | Kill | Taunt | Foil | Pass | TimeUp
)

SEATS: Final = tuple([Seat(seat) for seat in range(MAX_SEATS)])
SINGLE_SEAT: Final = tuple([(seat,) for seat in SEATS])
"""Tuples with only one seat, by seat. They serve as audiences and as the seats that are asked."""

LAY: Final = tuple([Lay(card=card) for card in range(CARD_LIMIT)])
SEND: Final = tuple(
    [
        tuple([Send(card=card, into=lair_owner) for card in range(CARD_LIMIT)])
        for lair_owner in SEATS
    ]
)
SEND_TOP: Final = tuple([SendTop(into=lair_owner) for lair_owner in SEATS])
SEND_FROM: Final = tuple(
    [tuple([SendFrom(hand=hand, into=lair_owner) for hand in SEATS]) for lair_owner in SEATS]
)
TAUNT: Final = tuple([Taunt(card=card) for card in range(CARD_LIMIT)])
FOIL: Final = tuple([Foil(card=card) for card in range(CARD_LIMIT)])
SKIP: Final = Skip()
KILL: Final = Kill()
PASS: Final = Pass()
TIME_UP: Final = TimeUp()
