"""Queries for pauses of a league."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet

from campaign.calendar.models import Pause
from campaign.league.models import Campaign, Week


def current_pause(campaign: Campaign, now: datetime) -> Pause | None:
    """Return the club's current pause, or None. This takes one query."""
    rows = Pause.objects.filter(_not_over(now), campaign=campaign)
    return rows.select_related("by").first()


def with_pause(weeks: QuerySet[Week]) -> QuerySet[Week]:
    """Load weeks together with the pause that `pause_in` needs. This takes no query."""
    is_current = Q(season__campaign__pauses__ended_at=None)
    pause = FilteredRelation("season__campaign__pauses", condition=is_current)
    return weeks.annotate(pause=pause).select_related("pause__by")  # type: ignore[misc] # the relation just made


def pause_in(weeks: Iterable[Week], campaign: Campaign, now: datetime) -> Pause | None:
    """Return the club's current pause, taken from weeks loaded by `with_pause`.

    If there are no weeks, this takes one query.
    """
    week = next(iter(weeks), None)
    if week is None:
        return current_pause(campaign, now)
    pause: Pause | None = getattr(week, "pause", None)
    return pause if pause and pause.until > now else None


def is_paused(now: datetime, campaign: str) -> Q:
    """Return a condition that matches rows whose club, in the field `campaign`, is paused."""
    return Q(Exists(Pause.objects.filter(_not_over(now), campaign=OuterRef(campaign))))


def _not_over(now: datetime) -> Q:
    """Return a condition that matches pauses that have neither ended nor expired."""
    return Q(ended_at=None, until__gt=now)
