"""Locks a duel together with its week."""

from __future__ import annotations

from campaign.league.models import Duel
from core.web.locks import locked


def locked_duel(duel: Duel) -> Duel:
    """Lock the duel's week, then the duel, and return the duel with current values."""
    week = locked(duel.week)
    row = locked(duel)
    row.week = week
    return row
