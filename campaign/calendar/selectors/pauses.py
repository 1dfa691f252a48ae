"""Queries for pauses of a league."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery

from campaign.calendar.models import Pause

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Week


def current_pause(campaign: Campaign, now: datetime) -> Pause | None:
    """Return the current pause of the club, or None. This takes one query."""
    rows = Pause.objects.filter(_not_over(now), campaign=campaign)
    return rows.select_related("by").first()


class Break(NamedTuple):
    """A pause for a page: who paused the league ("" for a vote), its end and its reason."""

    by_name: str
    until: datetime
    reason: str


def with_pause(weeks: QuerySet[Week]) -> QuerySet[Week]:
    """Annotate weeks with the fields that `pause_in` needs. This takes no query."""
    pause = Pause.objects.filter(ended_at=None, campaign=OuterRef("season__campaign"))
    return weeks.annotate(
        pause_by=Subquery(pause.values("by__username")[:1]),
        pause_until=Subquery(pause.values("until")[:1]),
        pause_reason=Subquery(pause.values("reason")[:1]),
    )


def pause_in(weeks: Iterable[Week], campaign: Campaign, now: datetime) -> Break | Pause | None:
    """Return the current pause of the club from its weeks (see `with_pause`). This takes one query
    if there are no weeks.
    """
    week: Any = next(iter(weeks), None)
    if week is None:
        return current_pause(campaign, now)
    if week.pause_until is None or week.pause_until <= now:
        return None
    return Break(week.pause_by or "", week.pause_until, week.pause_reason)


def is_paused(now: datetime, campaign: str) -> Q:
    """Return a condition on rows. It is true if the club in the field `campaign` is paused."""
    return Q(Exists(Pause.objects.filter(_not_over(now), campaign=OuterRef(campaign))))


def _not_over(now: datetime) -> Q:
    """Return a condition for a pause that has neither ended nor expired."""
    return Q(ended_at=None, until__gt=now)
