"""Queries for the seasons and weeks of a club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import (
    Exists,
    F,
    FilteredRelation,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    UUIDField,
)

from campaign.house_rules.rules.calendar import WeekTimes
from campaign.league.models import Campaign, DeskAct, Duel, Season, Week
from core.web.records import filled


def _weekly_duel(**conditions: Any) -> QuerySet[Duel]:
    """Select the weekly duel of the week in the outer query, if it matches the conditions."""
    return Duel._base_manager.filter(pk=OuterRef("pk"), **conditions)  # the unscoped manager


_HAS_RESULT: Final = Exists(_weekly_duel(results__isnull=False))
_DRIVING: Final = Subquery(
    _weekly_duel(driven__table__status="playing", driven__paper_at=None).values("driven__table")[
        :1
    ],
    output_field=UUIDField(),  # SQLite returns a string
)
_DRAFTED: Final = Exists(_weekly_duel(drafts__isnull=False))


def seasons(campaign: Campaign) -> tuple[Season, ...]:
    """Return all seasons of a club, newest first. This takes one query."""
    rows = tuple(Season.objects.filter(campaign=campaign).order_by("-number"))
    for season in rows:
        season.campaign = campaign
    return rows


def newest_season(campaign: Campaign) -> Season | None:
    """Return the current season, or the last one if no season is open. This takes one query."""
    return Season.objects.filter(campaign=campaign).select_related("campaign").last()


def pick_season(all_seasons: Sequence[Season], number: str | None) -> Season | None:
    """Return the season with this number, or None. By default, return the newest season."""
    if not number:
        return all_seasons[0] if all_seasons else None
    return next((season for season in all_seasons if str(season.number) == number), None)


def weeks_of(season: Season) -> tuple[Week, ...]:
    """Return the season's weeks in order, each with `has_result` and its duels.

    The weekly duel comes first, followed by the events in order of time. This takes two queries.
    """
    duels = Duel.objects.filter(called_off_at=None)
    duels = duels.order_by(F("starts_at").asc(nulls_first=True), "number")
    rows = Week.objects.filter(season=season).annotate(has_result=_HAS_RESULT)
    rows = rows.prefetch_related(Prefetch("duels", duels))
    weeks = tuple(rows.order_by("number"))
    for week in weeks:
        week.season = season
    return weeks


COMING_WEEKS: Final = 3
"""Maximum number of current and coming weeks that pages show."""


def coming_weeks(campaign: Campaign) -> tuple[Week, ...]:
    """Return the current week, if any, and the weeks after it.

    These are up to `COMING_WEEKS` weeks of the open season that have not closed, with the fields of
    `with_duel`. This takes one query.
    """
    rows = Week.objects.filter(season__campaign=campaign, season__closed_at=None)
    unfinished_weeks = with_duel(rows.exclude(status__in=Week.FINISHED))
    weeks = tuple(unfinished_weeks.order_by("number")[:COMING_WEEKS])
    for week in weeks:
        week.season.campaign = campaign
    return weeks


def with_duel(weeks: QuerySet[Week]) -> QuerySet[Week]:
    """Annotate weeks with their season and their weekly duel.

    `duel_name` is the duel's name. `has_result` says whether the duel has been recorded, and
    `drafted` whether there is a draft of the record. `driving` is the table on the site at which
    the duel is being played.
    """
    weekly_duel = FilteredRelation("duels", condition=Q(duels__kind=Duel.Kind.WEEKLY))
    return weeks.select_related("season").annotate(
        has_result=_HAS_RESULT,
        drafted=_DRAFTED,
        driving=_DRIVING,
        weekly_duel=weekly_duel,
        duel_name=F("weekly_duel__name"),
    )


def find_week(campaign: Campaign, number: int, season: int | str | None = None) -> Week | None:
    """Return the week with this number, or None. This takes one query.

    If `season` is omitted, the week is in the newest season.
    """
    rows = Week.objects.filter(season__in=chosen_season(campaign, season), number=number)
    week = rows.select_related("season").first()
    if week is not None:
        week.season.campaign = campaign
    return week


def chosen_season(campaign: Campaign, number: int | str | None) -> QuerySet[Season]:
    """Select the season with this number. If `number` is omitted, select the newest season.

    If the text is not a number, select nothing.
    """
    rows = Season.objects.filter(campaign=campaign)
    if number is None or number == "":
        return rows.order_by("-number")[:1]
    return rows.filter(number=number) if str(number).isdecimal() else rows.none()


def deadline_changes(week: Week) -> tuple[DeskAct, ...]:
    """Return the public changes of the week's deadline, and its holds after outages, with their
    reasons.

    They are in chronological order. This takes one query.
    """
    moves = ("deadline-extended", "deadline-held", "deadline-more-time")
    rows = DeskAct.objects.filter(week=week, kind__in=moves, public=True)
    return tuple(rows.select_related("actor").order_by("at", "pk"))


def find_season(campaign: Campaign, number: int) -> Season | None:
    """Return the season with this number, or None. This takes one query."""
    return Season.objects.filter(campaign=campaign, number=number).first()


def closed_seasons(campaign: Campaign) -> QuerySet[Season]:
    """Select the closed seasons, newest first."""
    return Season.objects.filter(campaign=campaign).exclude(closed_at=None).order_by("-number")


def all_weeks(campaign: Campaign) -> tuple[Week, ...]:
    """Return all weeks of the club by number. A new club has only the weeks of its first season."""
    return tuple(Week.objects.filter(season__campaign=campaign).order_by("number"))


def has_planned_weeks(campaign: Campaign) -> bool:
    """Return whether a week of the open season has yet to open. This takes one query."""
    rows = Week.objects.filter(season__campaign=campaign, season__closed_at=None)
    return rows.filter(status=Week.Status.PLANNED).exists()


def weeks_begun(campaign: Campaign) -> QuerySet[Week]:
    """Select the weeks that have opened, newest first."""
    return (
        Week.objects.filter(season__campaign=campaign)
        .exclude(status=Week.Status.PLANNED)
        .order_by("-opens_at")
    )


def newest_week(campaign: Campaign) -> Week | None:
    """Return the last week of the club's newest season, planned weeks included.

    This takes one query.
    """
    rows = Week.objects.filter(season__campaign=campaign).select_related("season__campaign")
    return rows.order_by("-season__number", "-number").first()


def current_week(campaign: Campaign) -> Week | None:
    """Return the week that has opened but not closed, or None. This takes one query."""
    return next(
        (week for week in coming_weeks(campaign) if week.status != Week.Status.PLANNED), None
    )


def week_times(week: Week) -> WeekTimes:
    """Return the week's times in the form that the rules of the calendar use."""
    return filled(WeekTimes, week)


def can_be_evening(weeks: Sequence[Week]) -> bool:
    """Return whether the next week of a season can be an evening.

    This is possible if no week is planned, if no week has begun, or if the last week was an
    evening. In all other cases, people rely on the announced dates.
    """
    begun_weeks = [week for week in weeks if week.status != Week.Status.PLANNED]
    return len(begun_weeks) == len(weeks) or not begun_weeks or begun_weeks[-1].evening
