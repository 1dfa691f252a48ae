"""The club's calendar as its members read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Subquery, UUIDField

from campaign.league.models import Campaign, DeskAct, Event, Season, Week
from campaign.league.rules.calendar import WeekTimes
from core.web.prepared import PreparedInScope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet


def _own(**what: Any) -> QuerySet[Week]:
    """The week outside, if its own duel has such a thing."""
    return Week._base_manager.filter(pk=OuterRef("pk"), **what)  # the manager without a scope


_HAS_RESULT: Final = Exists(_own(results__isnull=False, results__event=None))
_DRIVING: Final = Subquery(
    _own(driven__event=None, driven__table__status="playing", driven__paper_at=None).values(
        "driven__table"
    )[:1],
    output_field=UUIDField(),  # SQLite would have a reference's text
)
_DRAFTED: Final = Exists(_own(drafts__isnull=False, drafts__event=None))


def seasons(campaign: Campaign) -> tuple[Season, ...]:
    """All seasons, the newest first. One query."""
    found = _SEASONS.all(club=campaign.pk)
    for season in found:
        season.campaign = campaign
    return found


def _seasons(club: UUID) -> QuerySet[Season]:
    return Season.objects.filter(campaign=club).order_by("-number")


_SEASONS: Final = PreparedInScope(_seasons, club=UUID)


def newest(campaign: Campaign) -> Season | None:
    """The season that is played, or was played last. One query."""
    return Season.objects.filter(campaign=campaign).select_related("campaign").last()


def pick(found: Sequence[Season], number: str | None) -> Season | None:
    """The season of this number, the newest without a number; None when there is none such."""
    if not number:
        return found[0] if found else None
    return next((season for season in found if str(season.number) == number), None)


def weeks(season: Season) -> tuple[Week, ...]:
    """The season's weeks in order with their events; `has_result` says whether the duel was
    recorded. Two queries.
    """
    events = Event.objects.filter(called_off_at=None).order_by("starts_at", "number")
    rows = Week.objects.filter(season=season).annotate(has_result=_HAS_RESULT)
    rows = rows.prefetch_related(Prefetch("events", events))
    found = tuple(rows.order_by("number"))
    for week in found:
        week.season = season
    return found


COMING: Final = 3
"""So many weeks are shown of those that are under way and to come."""


def coming(campaign: Campaign) -> tuple[Week, ...]:
    """The week that is under way, if any, and those to come: the first `COMING` of the open season
    that have not closed, with what `with_duel` adds. One query.
    """
    found = _COMING.all(club=campaign.pk)
    for week in found:
        week.season.campaign = campaign
    return found


def with_duel(weeks: QuerySet[Week]) -> QuerySet[Week]:
    """These weeks with their seasons; whether their duel is recorded (`has_result`) or its record
    drafted (`drafted`), and at which table of the site it is driven now (`driving`).
    """
    rows = weeks.select_related("season").annotate(has_result=_HAS_RESULT)
    return rows.annotate(drafted=_DRAFTED, driving=_DRIVING)


def _coming(club: UUID) -> QuerySet[Week]:
    rows = Week.objects.filter(season__campaign=club, season__closed_at=None)
    return with_duel(rows.exclude(status__in=Week.FINISHED)).order_by("number")[:COMING]


_COMING: Final = PreparedInScope(_coming, club=UUID)


def week_numbered(campaign: Campaign, number: int, season: str | None = None) -> Week | None:
    """A week of the newest season, or of the season with this number. One query."""
    newest = Season.objects.filter(campaign=campaign).order_by("-number").values("number")[:1]
    if season and not season.isdecimal():
        return None
    rows = Week.objects.filter(
        season__campaign=campaign,
        season__number=int(season) if season else Subquery(newest),
        number=number,
    )
    found = rows.select_related("season").first()
    if found is not None:
        found.season.campaign = campaign
    return found


def extensions(week: Week) -> tuple[DeskAct, ...]:
    """The public times the deadline was moved by a GM or at a team's wish, or the week held after
    an outage, in order, with the reasons given. One query.
    """
    moves = ("deadline-extended", "deadline-held", "deadline-more-time")
    rows = DeskAct.objects.filter(week=week, kind__in=moves, public=True)
    return tuple(rows.select_related("actor").order_by("at", "pk"))


def season_numbered(campaign: Campaign, number: int) -> Season | None:
    """The season of this number. One query."""
    return Season.objects.filter(campaign=campaign, number=number).first()


def closed_seasons(campaign: Campaign) -> QuerySet[Season]:
    """The seasons that are over, the newest first."""
    return Season.objects.filter(campaign=campaign).exclude(closed_at=None).order_by("-number")


def all_weeks(campaign: Campaign) -> tuple[Week, ...]:
    """Every week of the club by number: of one just founded, those of its first season."""
    return tuple(Week.objects.filter(season__campaign=campaign).order_by("number"))


def weeks_begun(campaign: Campaign) -> QuerySet[Week]:
    """The weeks that have opened, the newest first."""
    return (
        Week.objects.filter(season__campaign=campaign)
        .exclude(status=Week.Status.PLANNED)
        .order_by("-opens_at")
    )


def week_under_way(campaign: Campaign) -> Week | None:
    """The week that has opened and not closed, if there is one. One query."""
    return next((week for week in coming(campaign) if week.status != Week.Status.PLANNED), None)


def times(week: Week) -> WeekTimes:
    """The week's moments as the calendar's rules know them."""
    return WeekTimes(
        number=week.number,
        opens_at=week.opens_at,
        due_at=week.due_at,
        settle_at=week.settle_at,
        duel_at=week.duel_at,
        closes_at=week.closes_at,
    )


def may_be_an_evening(weeks: Sequence[Week]) -> bool:
    """Whether the next of a season's weeks, in order, may be over within minutes: where none is
    planned, none has begun, or the last one was an evening, too. Elsewhere people count on the
    dates that they were told.
    """
    begun = [week for week in weeks if week.status != Week.Status.PLANNED]
    return len(begun) == len(weeks) or not begun or begun[-1].evening
