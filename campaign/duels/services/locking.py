"""Services that lock a week for its duel or for one of its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.web.locks import locked

if TYPE_CHECKING:
    from campaign.league.models import Week


def relocked(week: Week) -> Week:
    """Lock a week and return it with current values. If it stands for an event, lock the
    event too.
    """
    return locked(week).on(locked(week.event) if week.event else None)
