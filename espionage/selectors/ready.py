"""The readiness of teams, for clubs that show whose orders are in, and for ending weeks early."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable

from campaign.calendar.selectors.pauses import is_paused
from campaign.league.models import Deputy, Team, Week
from campaign.league.selectors import people
from espionage.models import OrderSheet, SealedSeat

QUIET_TIME: Final = timedelta(minutes=1)
"""Time for which all teams must have been ready before a week continues early.

The delay gives the team that sealed last time to correct a mistake.
"""
EVENING_QUIET_TIME: Final = timedelta(seconds=20)
"""The same time in a single evening, when everyone waits for the last team."""
SENT_STATES: Final = (OrderSheet.State.FINAL, OrderSheet.State.PASSED)


class Ready(NamedTuple):
    """A team of a week, and whether its orders are in.

    Sealed orders and passes count, and so do orders by a bot, but not drafts. The week does not
    wait for a team that is away (`is_away`) because all its owners are on holiday until after the
    deadline. `received_at` is the time at which the orders were received, or None for drafts and
    bots. A caretaker's team has none even if an owner saves a sheet, because it would reveal the
    sheet.
    """

    team: Team
    ready: bool
    is_away: bool = False
    received_at: datetime | None = None


class AbsentTeam(NamedTuple):
    """A team of a week whose owners are all on holiday, and when the first of them is back."""

    team: Team
    back_at: datetime


def ready_teams(week: Week, now: datetime) -> tuple[Ready, ...] | None:
    """Return the teams of an open week by name, and whether their orders are in.

    Return None if the house rules do not show this. This runs one query.
    """
    if week.status != Week.Status.OPEN or not (week.rules or {}).get("show_sealed", False):
        return None
    seats = SealedSeat.objects.filter(week=week).select_related("team").order_by("team__name")
    sheets = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
    rows = seats.annotate(
        is_in=Exists(SealedSeat.objects.filter(is_ready(), pk=OuterRef("pk"))),
        away=is_away(now),
        received_at=Subquery(sheets.order_by("-version").values("saved_at")[:1]),
    )
    return tuple(
        Ready(
            row.team,
            row.is_in,
            row.away,
            row.received_at if row.is_in and not row.team.bot_for(week) else None,
        )
        for row in rows
    )


def quiet_time(week: Week) -> timedelta:
    """Return the time for which all teams must have been ready before this week continues early."""
    return EVENING_QUIET_TIME if week.evening else QUIET_TIME


def early_deadline(week: Week, teams: Sequence[Ready] | None) -> datetime | None:
    """Return the time at which an open week's orders close early, because all `teams` are ready.

    Return None if a team is not ready, or if the week always waits for its deadline. See
    `to_go_on_early`.
    """
    awaited = [row for row in teams or () if not row.is_away or row.ready]
    if not (awaited and week.resolve_when_sealed and all(row.ready for row in awaited)):
        return None
    last_received = max([week.opens_at, *[row.received_at for row in awaited if row.received_at]])
    return min(week.due_at, last_received + quiet_time(week))


def away_teams(week: Week, now: datetime) -> tuple[AbsentTeam, ...]:
    """Return the teams of an open week whose owners are all on holiday now, sorted by name.

    The whole club can see this. This runs two queries, or none if the week is not open.
    """
    if week.status != Week.Status.OPEN:
        return ()
    seats = SealedSeat.objects.filter(week=week).select_related("team").order_by("team__name")
    teams = [seat.team for seat in seats]
    until = people.teams_away([team.pk for team in teams], now)
    return tuple(AbsentTeam(team, until[team.pk]) for team in teams if team.pk in until)


def to_go_on_early(now: datetime) -> QuerySet[Week]:
    """Return open weeks that can continue early because all seats have been ready for a while.

    The house rules must allow this, the week must have been open for as long (`quiet_time`), and
    its league must not be paused. The week does not wait for a team whose owners are all on holiday
    until after the deadline. Everything that such a team has saved is played, even drafts. If no
    other team is ready, the deadline does not change.
    """
    can_be_early = Q(status=Week.Status.OPEN, resolve_when_sealed=True, due_at__gt=now)
    all_ready = Q(_all_ready(now, now - QUIET_TIME), evening=False) | Q(
        _all_ready(now, now - EVENING_QUIET_TIME), evening=True
    )
    weeks = Week.objects.filter(can_be_early, all_ready)
    return weeks.exclude(is_paused(now, "season__campaign"))


def _all_ready(now: datetime, since: datetime) -> Q:
    """Return a condition for weeks that have been open, and whose teams have been ready, since a
    moment. At least one team must be ready.
    """
    seats = SealedSeat.objects.filter(week=OuterRef("pk"))
    waited_for = seats.exclude(is_ready(since)).exclude(is_away(now))
    return Q(Exists(seats.filter(is_ready(since))), ~Exists(waited_for), opens_at__lte=since)


def is_away(now: datetime) -> Combinable:
    """Return a condition for seats that are away (C24).

    A seat is away if all owners are on holiday, both now and at the deadline, and there is no
    deputy.
    """
    deputy = Deputy.objects.filter(team=OuterRef("team"), week=OuterRef("week"), ended_at=None)
    return Q(people.everyone_is_away(now, OuterRef(OuterRef("week__due_at")))) & ~Exists(deputy)


def is_ready(since: datetime | None = None) -> Q:
    """Return a condition for seats that are ready.

    A seat is ready if its newest sheet is sealed or passed and was saved by `since`, or if a bot
    writes the orders. Caretakers are bots too, and stay ready even if an owner saves a sheet,
    because waiting would reveal the sheet.
    """
    written = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
    newer_versions = OrderSheet.objects.filter(
        week=OuterRef("week"), team=OuterRef("team"), version__gt=OuterRef("version")
    )
    finished = written.filter(state__in=SENT_STATES).exclude(Exists(newer_versions))
    if since is not None:
        finished = finished.filter(saved_at__lte=since)
    this_week = Q(team__bot_week=None) | Q(team__bot_week=F("week"))
    return Q(Exists(finished)) | (this_week & ~Q(team__bot=""))
