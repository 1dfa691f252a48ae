"""Which teams' orders are in: what lets a week go on early, and what a club may choose to see."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q

from campaign.league.models import Deputy, Team, Week
from campaign.league.selectors import people
from campaign.league.selectors.pauses import is_paused
from espionage.models import OrderSheet, SealedSeat

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet
    from django.db.models.expressions import Combinable

QUIET: Final = timedelta(minutes=1)
"""How long all have to be content before a week goes on early, so that whoever sealed last can mend
a slip.
"""
IN: Final = (OrderSheet.State.FINAL, OrderSheet.State.PASSED)


class Ready(NamedTuple):
    """A team of a week, and whether its orders are in: sealed or passed, or a bot stands in,
    whatever somebody has written meanwhile. A draft is not. With `away` it is not waited for: all
    who run it are on holiday until after the deadline.
    """

    team: Team
    ready: bool
    away: bool = False


class Away(NamedTuple):
    """A team of a week all of whose people are on holiday, and when the first of them is back."""

    team: Team
    until: datetime


def who_is_ready(week: Week, at: datetime) -> tuple[Ready, ...] | None:
    """The teams of an open week by name, each with whether its orders are in; None where the house
    rules do not show it. One query.
    """
    if week.status != Week.Status.OPEN or not (week.rules or {}).get("show_sealed", False):
        return None
    seats = SealedSeat.objects.filter(week=week).select_related("team").order_by("team__name")
    rows = seats.annotate(
        is_in=Exists(SealedSeat.objects.filter(ready(), pk=OuterRef("pk"))), away=away(at)
    )
    return tuple(Ready(row.team, row.is_in, row.away) for row in rows)


def who_is_away(week: Week, at: datetime) -> tuple[Away, ...]:
    """The teams of an open week, by name, that nobody looks after at that moment, because whoever
    runs them is on holiday: what the whole club may know of its members. Two queries, none for a
    week that is not open.
    """
    if week.status != Week.Status.OPEN:
        return ()
    seats = SealedSeat.objects.filter(week=week).select_related("team").order_by("team__name")
    teams = [seat.team for seat in seats]
    until = people.teams_away([team.pk for team in teams], at)
    return tuple(Away(team, until[team.pk]) for team in teams if team.pk in until)


def to_go_on_early(at: datetime) -> QuerySet[Week]:
    """Open weeks whose house rules let them go on early, and whose seats have all been ready for a
    minute; none before it has been open for one, and none while its league is paused.

    A team all of whose people are on holiday until after the deadline is not waited for, whatever
    it has written: what stands there counts, a draft too. Where nobody else is ready, nothing
    hurries: a club that is away keeps its deadlines.
    """
    seats = SealedSeat.objects.filter(week=OuterRef("pk"))
    since = at - QUIET
    may = Week.objects.filter(
        status=Week.Status.OPEN, resolve_when_sealed=True, due_at__gt=at, opens_at__lte=since
    )
    waited_for = seats.exclude(ready(since)).exclude(away(at))
    return (
        may.filter(Exists(seats.filter(ready(since))))
        .exclude(Exists(waited_for))
        .exclude(is_paused(at, "season__campaign"))
    )


def away(at: datetime) -> Combinable:
    """A condition on seats: whoever runs the team is on holiday now and at the week's deadline, and
    no deputy gives its orders (C24).
    """
    deputy = Deputy.objects.filter(team=OuterRef("team"), week=OuterRef("week"), ended_at=None)
    return Q(people.everyone_is_away(at, OuterRef(OuterRef("week__due_at")))) & ~Exists(deputy)


def ready(since: datetime | None = None) -> Q:
    """A condition on seats: the newest sheet is sealed or passed, and was saved by `since`; or a
    bot stands in, as the whole club reads, a caretaker included. Whether somebody of the team has
    written meanwhile makes no difference: it would be seen in what the week waits for.
    """
    written = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
    newer = OrderSheet.objects.filter(
        week=OuterRef("week"), team=OuterRef("team"), version__gt=OuterRef("version")
    )
    done = written.filter(state__in=IN).exclude(Exists(newer))
    if since is not None:
        done = done.filter(saved_at__lte=since)
    this_week = Q(team__bot_week=None) | Q(team__bot_week=F("week"))
    return Q(Exists(done)) | (this_week & ~Q(team__bot=""))
