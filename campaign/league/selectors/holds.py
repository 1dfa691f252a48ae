"""What outages hold, as the club reads it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from campaign.league.models import OutageHold, Week
from core.web.prepared import PreparedInScope

if TYPE_CHECKING:
    from django.db.models import QuerySet


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
    return _HELD.first(week=week.pk, kind=kind.value, until=until)


def _held(week: UUID, kind: str, until: datetime) -> QuerySet[OutageHold]:
    rows = OutageHold.objects.filter(week=week, kind=kind, until_at=until)
    return rows.select_related("outage").order_by("-nth")[:1]


_HELD: Final = PreparedInScope(_held, week=UUID, kind=str, until=datetime)
