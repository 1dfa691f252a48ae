"""What went off as a duel began. The room above knows of charges; here nobody does (E23)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from core.web.ports import Port

if TYPE_CHECKING:
    from campaign.league.models import Week


@dataclass(frozen=True, slots=True)
class FirstPhase:
    """A duel's first phase: whether something is still to go off, and the causes of the ledger rows
    of what did.
    """

    waiting: bool = False
    causes: tuple[str, ...] = ()


Ask: TypeAlias = Callable[["Week"], FirstPhase]
_ASK: Final = Port[Ask]("what went off as a duel began")
fill = _ASK.fill


def first_phase(week: Week) -> FirstPhase:
    """What went off, from the duel's hour on. One query."""
    return _ASK()(week)
