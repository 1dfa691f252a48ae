"""The moves of players. Moves that have few variants are created once and then reused."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.values import Seat, Value

from .cards import CARD_LIMIT, Card, Cards
from .values import MAX_SEATS


class Lay(Value, tag="lay"):
    """Lay a lair card from the player's hand face down in the player's own lair."""

    card: Card


class Skip(Value, tag="skip"):
    """Skip the lair step, or skip the spy step and end the turn."""


class Send(Value, tag="send"):
    """Play a spy or a bomb from the player's own hand into a lair."""

    card: Card
    into: Seat


class SendTeam(Value, tag="send-team"):
    """Play two or more spies from the player's own hand into another player's lair (R5).

    The spies are in ascending order.
    """

    cards: Cards
    into: Seat


class SendTop(Value, tag="send-top"):
    """Play the top card of the deck into a lair without looking at it (R3).

    The card must have the back of a spy.
    """

    into: Seat


class SendFrom(Value, tag="send-from"):
    """Play a random card from another hand into a lair without looking at it (R3).

    The card must have the back of a spy.
    """

    hand: Seat
    into: Seat


class Kill(Value, tag="kill"):
    """Kill the captured spy and score points."""


class Taunt(Value, tag="taunt"):
    """Taunt the captured spy with a doubler from the player's hand."""

    card: Card


class Foil(Value, tag="foil"):
    """Foil a taunt with a doubler that has the same letter."""

    card: Card


class Pass(Value, tag="pass"):
    """Do not foil the taunt."""


class TimeUp(Value, tag="time-up"):
    """Skip, kill or pass for a player whose time is up. Only HOST makes this move."""


Move: TypeAlias = (
    Lay | Skip | Send | SendTeam | SendTop | SendFrom | Kill | Taunt | Foil | Pass | TimeUp
)

SEATS: Final = tuple([Seat(seat) for seat in range(MAX_SEATS)])
SINGLE_SEAT: Final = tuple([(seat,) for seat in SEATS])
"""Tuples that contain a single seat, by seat, for audiences and for acting seats."""

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
