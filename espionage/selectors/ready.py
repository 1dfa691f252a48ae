"""Which teams' orders are in: what lets a week go on early, and what a club may choose to see."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q

from campaign.league.models import Team, Week
from campaign.league.selectors.pauses import in_a_pause
from espionage.models import OrderSheet, SealedSeat

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

QUIET: Final = timedelta(minutes=1)
"""How long all have to be content before a week goes on early, so that whoever sealed last can mend
a slip.
"""
IN: Final = (OrderSheet.State.FINAL, OrderSheet.State.PASSED)


class Ready(NamedTuple):
    """A team of a week, and whether its orders are in: sealed or passed. A draft is not."""

    team: Team
    ready: bool


def who_is_ready(week: Week) -> tuple[Ready, ...] | None:
    """The teams of an open week by name, each with whether its orders are in; None where the house
    rules do not show it. One query.
    """
    if week.status != Week.Status.OPEN or not (week.rules or {}).get("show_sealed", False):
        return None
    seats = SealedSeat.objects.filter(week=week).select_related("team").order_by("team__name")
    rows = seats.annotate(is_in=Exists(SealedSeat.objects.filter(ready(), pk=OuterRef("pk"))))
    return tuple(Ready(row.team, row.is_in) for row in rows)


def to_go_on_early(at: datetime) -> QuerySet[Week]:
    """Open weeks whose house rules let them go on early, and whose seats have all been ready for a
    minute; none before it has been open for one, and none while its league is paused.
    """
    seats = SealedSeat.objects.filter(week=OuterRef("pk"))
    since = at - QUIET
    may = Week.objects.filter(
        status=Week.Status.OPEN, resolve_when_sealed=True, due_at__gt=at, opens_at__lte=since
    )
    return (
        may.filter(Exists(seats))
        .exclude(Exists(seats.exclude(ready(since))))
        .exclude(in_a_pause(at, "season__campaign"))
    )


def ready(since: datetime | None = None) -> Q:
    """A condition on seats: the newest sheet is sealed or passed, and was saved by `since`; or a
    bot stands in and nobody has written.
    """
    written = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
    newer = OrderSheet.objects.filter(
        week=OuterRef("week"), team=OuterRef("team"), version__gt=OuterRef("version")
    )
    done = written.filter(state__in=IN).exclude(Exists(newer))
    if since is not None:
        done = done.filter(saved_at__lte=since)
    bot = Q(team__bot_week=None) | Q(team__bot_week=F("week"))
    return Q(Exists(done)) | (bot & ~Q(team__bot="") & ~Q(Exists(written)))
