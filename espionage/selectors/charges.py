"""Charges that explode in the first phase of a duel, for the duel's printed papers (C30)."""

from __future__ import annotations

from campaign.duels.selectors.first_phase import FirstPhase
from campaign.league.models import Week
from espionage.models import Charge


def first_phase(week: Week) -> FirstPhase:
    """Return whether a first-phase charge is still pending, and the causes of the damage (E23).

    This runs one query.
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
