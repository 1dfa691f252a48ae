"""API operations for the calendar: weeks and their times, and a GM's changes to them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.db.models import prefetch_related_objects
from django.http import Http404
from msgspec import Meta

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar, failed_weeks
from campaign.league.api.permissions import ClubCall, club_door, desk_door, find_week
from campaign.league.api.shapes import Moments, Season_, Status, moments, status_of
from campaign.league.models import Week
from campaign.league.selectors import seasons
from campaign.league.selectors.duels import weekly_duel
from core.web.api.operations import Body, Query, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Count, Name, Reasoned
from core.web.not_found import or_404
from core.web.records import filled


class Event(Record):
    """The week's duel as announced.

    It has a name, an arena and a budget per team in dollars. A budget of 0 means the limit in the
    house rules.
    """

    name: str
    arena: str
    budget: int


class WeekOut(Record):
    """A week. `evening` is true if a GM started the week by hand to play it within minutes."""

    season: int
    number: int
    status: Status
    moments: Moments
    event: Event
    settled_at: datetime | None
    evening: bool


class WeeksQuery(Paged):
    """Filters and order of a list of weeks, as query parameters."""

    season: Season_ = None
    status: Status | None = None
    ordering: Annotated[
        Literal["number", "-number"], Meta(description="First to last, or last to first.")
    ] = "number"


class SeasonQuery(Query):
    """The season of a week, as a query parameter."""

    season: Season_ = None


@club_door()
def list_weeks(call: ClubCall, query: WeeksQuery) -> Page[WeekOut]:
    """List the weeks of a season."""
    season = or_404(
        seasons.pick_season(
            seasons.seasons(call.campaign), None if query.season is None else str(query.season)
        )
    )
    rows = [
        week
        for week in seasons.weeks_of(season)
        if query.status is None or week.status == query.status
    ]
    return paged(call, query, rows[::-1] if query.ordering == "-number" else rows, week_out)


def week_out(week: Week) -> WeekOut:
    """Return the record of a week."""
    return WeekOut(**week_fields(week))


def week_fields(week: Week) -> dict[str, Any]:
    """Return the fields that all answers about a week have in common."""
    return {
        "season": week.season.number,
        "number": week.number,
        "status": status_of(week),
        "moments": moments(week),
        "settled_at": week.settled_at,
        "evening": week.evening,
        "event": filled(Event, weekly_duel(week)),
    }


# --- changes by a GM ------------------------------------------------------------------------------


class Planning(Body):
    """A request to plan a number of weeks.

    The first week opens on the given day, or on the next possible day.
    """

    first: date
    weeks: Count = 1


class Planned(Record):
    """The weeks that were planned or rescheduled."""

    weeks: tuple[WeekOut, ...]


@desk_door(status=201)
def plan(call: ClubCall, body: Planning) -> Planned:
    """Plan more weeks of the open season."""
    all_seasons = seasons.seasons(call.campaign)
    if not all_seasons:
        raise Http404
    weeks = calendar.plan(season=all_seasons[0], first=body.first, weeks=body.weeks, now=call.now)
    prefetch_related_objects(weeks, "duels")
    return Planned(weeks=tuple(week_out(week) for week in weeks))


class Rescheduling(Reasoned):
    """A request to move all planned weeks to the club's current weekly schedule.

    The first of them opens on or after `first`. By default, it stays as near as possible to its
    current date.
    """

    first: date | None = None


@desk_door()
def reschedule(call: ClubCall, body: Rescheduling) -> Planned:
    """Move all planned weeks to the current days, times and time zone. All members are notified."""
    all_seasons = seasons.seasons(call.campaign)
    if not all_seasons:
        raise Http404
    weeks = calendar.reschedule(
        season=all_seasons[0], first=body.first, actor=call.user, reason=body.reason, now=call.now
    )
    prefetch_related_objects(weeks, "duels")
    return Planned(weeks=tuple(week_out(week) for week in weeks))


class Announcing(Body):
    """Details of the week's duel. Omitted fields keep their values."""

    name: Name | None = None
    arena: Name | None = None
    budget: Annotated[int, Meta(ge=0, le=100_000_000)] | None = None


@desk_door()
def announce(call: ClubCall, query: SeasonQuery, body: Announcing, number: int) -> WeekOut:
    """Set the name, arena and budget of a week's duel."""
    week = find_week(call, number, query.season)
    duel = weekly_duel(week)
    calendar.name_duel(
        week=week,
        now=call.now,
        actor=call.user,
        name=duel.name if body.name is None else body.name,
        arena=duel.arena if body.arena is None else body.arena,
        budget=duel.budget if body.budget is None else body.budget,
    )
    return week_out(week)


@desk_door()
def extend(call: ClubCall, query: SeasonQuery, body: Extending, number: int) -> WeekOut:
    """Extend the deadline for everyone. All members are notified."""
    week = find_week(call, number, query.season)
    return week_out(calendar.extend(week=week, change=body, actor=call.user, now=call.now))


class Postponing(Reasoned):
    """A request to postpone a week by a number of weeks."""

    weeks: Count = 1


@desk_door()
def postpone(call: ClubCall, query: SeasonQuery, body: Postponing, number: int) -> WeekOut:
    """Postpone a planned week and all weeks after it."""
    calendar.postpone(
        week=find_week(call, number, query.season),
        weeks=body.weeks,
        actor=call.user,
        reason=body.reason,
        now=call.now,
    )
    return week_out(find_week(call, number, query.season))


@desk_door()
def cancel(call: ClubCall, query: SeasonQuery, body: Reasoned, number: int) -> None:
    """Cancel a planned week. The numbers of the weeks after it decrease by one."""
    calendar.cancel(
        week=find_week(call, number, query.season),
        actor=call.user,
        reason=body.reason,
        now=call.now,
    )


@desk_door()
def retry(call: ClubCall, query: SeasonQuery, number: int) -> WeekOut:
    """Put a stuck week back in the queue. Orders and dice stay the same (E16)."""
    return week_out(
        failed_weeks.retry(
            week=find_week(call, number, query.season), actor=call.user, now=call.now
        )
    )
