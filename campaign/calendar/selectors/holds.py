"""Queries for weeks that are on hold after an outage."""

from __future__ import annotations

from campaign.calendar.models import OutageHold
from campaign.league.models import Week


def current_hold(week: Week) -> OutageHold | None:
    """Return the hold that currently applies to this week, or None. This takes one query.

    A hold of the deadline applies while the week is open. A hold of the publication applies while
    the week is processed. Neither applies after a GM moves the time in question.
    """
    held_times = {
        Week.Status.OPEN: (OutageHold.Kind.ORDERS, week.due_at),
        Week.Status.PLAYING: (OutageHold.Kind.PUBLICATION, week.settle_at),
    }
    if week.status not in held_times:
        return None
    kind, until = held_times[Week.Status(week.status)]
    rows = OutageHold.objects.filter(week=week, kind=kind, until_at=until)
    return rows.select_related("outage").order_by("-nth").first()
