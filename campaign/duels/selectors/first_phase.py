"""Queries for charges that go off at the start of a duel.

Only the package above knows about charges. This package queries it through a port (E23).
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
    """The first phase of a duel: whether charges are still pending, and the causes of the ledger
    rows booked for those that went off.
    """

    waiting: bool = False
    causes: tuple[str, ...] = ()


Ask: TypeAlias = Callable[["Week"], FirstPhase]
_ASK: Final = Port[Ask]("what went off as a duel began")
fill = _ASK.fill


def first_phase(week: Week) -> FirstPhase:
    """Return the charges that went off, from the time of the duel on. Takes one query."""
    return _ASK()(week)
