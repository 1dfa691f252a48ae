"""Queries for charges that explode at the start of a duel.

A package above this one implements charges and answers through a port (E23).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from campaign.league.models import Week
from core.web.ports import Port


@dataclass(frozen=True, slots=True)
class FirstPhase:
    """The first phase of a duel.

    `waiting` says whether charges are still pending. `causes` lists the causes of the ledger rows
    that were booked for charges that exploded.
    """

    waiting: bool = False
    causes: tuple[str, ...] = ()


first_phase: Final = Port[[Week], FirstPhase]("charges that explode at the start of a duel")
"""Return the first phase of a week's duel once the duel has started. This runs one query."""
