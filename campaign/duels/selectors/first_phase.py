"""Queries for charges that explode at the start of a duel.

A package above this one implements charges and answers through a port (E23).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from core.web.ports import Port

if TYPE_CHECKING:
    from campaign.league.models import Week


@dataclass(frozen=True, slots=True)
class FirstPhase:
    """The first phase of a duel.

    `waiting` says whether charges are still pending. `causes` lists the causes of the ledger rows
    that were booked for charges that exploded.
    """

    waiting: bool = False
    causes: tuple[str, ...] = ()


Ask: TypeAlias = Callable[["Week"], FirstPhase]
_ASK: Final = Port[Ask]("what went off as a duel began")
fill = _ASK.fill


def first_phase(week: Week) -> FirstPhase:
    """Return the first phase of a week's duel once the duel has started. This runs one query."""
    return _ASK()(week)
