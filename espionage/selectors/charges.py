"""Charges of a duel's first phase, as the papers of the duel need them (C30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.duels.selectors.first_phase import FirstPhase
from espionage.models import Charge

if TYPE_CHECKING:
    from campaign.league.models import Week


def first_phase(week: Week) -> FirstPhase:
    """The charges that go off as the duel begins: whether one still waits, and the causes of what
    they broke (E23). One query.
    """
    rows = tuple(
        Charge.objects.filter(week=week, due=Charge.Due.DUEL, lost_at=None).values_list(
            "cause", "fired_at"
        )
    )
    return FirstPhase(
        waiting=any(fired is None for _, fired in rows),
        causes=tuple(f"{cause}/fired" for cause, fired in rows if fired is not None),
    )
