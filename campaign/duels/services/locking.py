"""Locking a week for its duel, or for one of its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.web.locks import locked

if TYPE_CHECKING:
    from campaign.league.models import Week


def relocked(week: Week) -> Week:
    """The week as it is now, held against other writers, and looked at as the same event, which is
    held, too.
    """
    return locked(week).on(locked(week.event) if week.event else None)
