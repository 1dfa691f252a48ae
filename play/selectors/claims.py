"""Players who are away, and what the others at the table can do about it (T14)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from play.models import Chair
from play.rules.fair_play import MISSED_MOVES

from .participants import Participant

Claim: TypeAlias = Literal["win", "bots", "cancel"]


def away_chairs(place: Participant) -> tuple[Chair, ...]:
    """Return the chairs of other people who have missed three moves in a row.

    Only moves count that everyone has seen the clock make.
    """
    return tuple(
        chair
        for chair in place.chairs
        if chair.is_peoples and chair.missed >= MISSED_MOVES and chair.seat not in place.seats
    )


def claims(place: Participant) -> tuple[Claim, ...]:
    """Return what a player can claim because others are away."""
    if place.is_hosted or not place.may_act or not away_chairs(place):
        return ()
    if place.table.seats > 2:
        return ("bots",)
    if hasattr(place.table, "pairing"):
        return ("win", "bots")
    return ("win", "bots", "cancel")
