"""What outages hold, as the club reads it."""

from __future__ import annotations

from campaign.league.models import OutageHold, Week


def standing(week: Week) -> OutageHold | None:
    """Why this week still waits after an outage: for orders while it is open, with its publication
    while it is played; None when it does not, or a GM has moved it since. One query.
    """
    waits = {
        Week.Status.OPEN: (OutageHold.Kind.ORDERS, week.due_at),
        Week.Status.PLAYING: (OutageHold.Kind.PUBLICATION, week.settle_at),
    }
    if week.status not in waits:
        return None
    kind, until = waits[Week.Status(week.status)]
    rows = OutageHold.objects.filter(week=week, kind=kind, until_at=until)
    return rows.select_related("outage").order_by("-nth").first()
