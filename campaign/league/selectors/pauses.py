"""Whether a league is paused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery

from campaign.league.models import Pause

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Week


def standing(campaign: Campaign, at: datetime) -> Pause | None:
    """The pause that the club is in, for all its members to read; None where it plays. One
    query.
    """
    rows = Pause.objects.filter(_open(at), campaign=campaign)
    return rows.select_related("by").first()


class Break(NamedTuple):
    """A pause as a page shows it: who paused the league ("" for a vote), until when, and why."""

    by_name: str
    until: datetime
    reason: str


def with_pause(weeks: QuerySet[Week]) -> QuerySet[Week]:
    """These weeks with what `pause_in` reads: no query of its own."""
    open_one = Pause.objects.filter(ended_at=None, campaign=OuterRef("season__campaign"))
    return weeks.annotate(
        pause_by=Subquery(open_one.values("by__username")[:1]),
        pause_until=Subquery(open_one.values("until")[:1]),
        pause_reason=Subquery(open_one.values("reason")[:1]),
    )


def pause_in(weeks: Iterable[Week], campaign: Campaign, at: datetime) -> Break | Pause | None:
    """The pause that the club is in, from its weeks (`with_pause`). One query where it has
    none.
    """
    week: Any = next(iter(weeks), None)
    if week is None:
        return standing(campaign, at)
    if week.pause_until is None or week.pause_until <= at:
        return None
    return Break(week.pause_by or "", week.pause_until, week.pause_reason)


def in_a_pause(at: datetime, campaign: str) -> Q:
    """A condition on rows: the club whose id is in the field `campaign` is paused."""
    return Q(Exists(Pause.objects.filter(_open(at), campaign=OuterRef(campaign))))


def _open(at: datetime) -> Q:
    """Not ended by anybody, and not over by itself."""
    return Q(ended_at=None, until__gt=at)
