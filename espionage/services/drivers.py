"""Port to the arena that drives the site's duels (C93). A package above this one fills it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from campaign.duels.services.driven import start_events
from campaign.league.models import Duel, Week
from core.web.ports import Port
from espionage.selectors.due_weeks import own_to_drive

start_duels: Final = Port[[Sequence[Duel], datetime], None]("drivers of duels on the site")
"""Line up the cars of these duels and start to drive. The rows of the weeks must be locked."""
hand_over: Final = Port[[Sequence[Week], datetime], None]("doctrines that finish duels")
"""Let doctrines finish all duels of these weeks that people are still driving. The rows of the
weeks must be locked.
"""


def line_up(weeks: Sequence[Week], now: datetime) -> None:
    """Line up the cars of these weeks' due duels and start to drive."""
    weeks_by_id = {week.pk: week for week in weeks}
    due = own_to_drive(now).filter(pk__in=weeks_by_id).values("pk")
    weekly = Duel.objects.filter(pk__in=due).order_by("week__duel_at", "pk")
    for duel in weekly:
        duel.week = weeks_by_id[duel.week_id]
    start_duels(weekly, now)
    while events := start_events(weeks, now):  # a final can start once all heats are driven
        start_duels(events, now)
