"""Queries for a season's weeks. They say whether each duel was entered, driven and recorded."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Exists, OuterRef

from campaign.duels.models import DuelDispute, DuelDraft, DuelEntry, DuelResult
from campaign.duels.selectors.driven import driven_duel_of, is_recorded_by_hand
from campaign.duels.selectors.duels import has_begun
from campaign.duels.selectors.events import staged_in
from campaign.duels.selectors.muster import has_starters
from campaign.league.models import Season, Week
from campaign.league.selectors.house import rules_in

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.selectors.viewer import Viewer

DRIVEN: Final = (Week.Status.SETTLED, Week.Status.CLOSED)


def current_season(viewer: Viewer) -> Season | None:
    """Return the current season, or the last one."""
    season = Season.objects.filter(campaign=viewer.campaign).order_by("-number").first()
    if season:
        season.campaign = viewer.campaign
    return season


def weeks_of(season: Season) -> tuple[Week, ...]:
    """Return the season's weeks in order, each with `has_result` and `has_entries`."""
    rows = tuple(annotate_states(season.weeks.all()).order_by("number"))
    for week in rows:
        week.season = season
    return rows


def annotate_states(weeks: QuerySet[Week]) -> QuerySet[Week]:
    """Annotate weeks with the states of their duels: `has_result`, `has_entries`, `drafted` and
    `disputed`.
    """
    entries = DuelEntry.objects.filter(week=OuterRef("pk"), event=None, withdrawn_at=None)
    results = DuelResult.objects.filter(week=OuterRef("pk"), event=None)
    drafts = DuelDraft.objects.filter(week=OuterRef("pk"), event=None)
    disputes = DuelDispute.objects.filter(week=OuterRef("pk"), event=None, settled_at=None)
    return weeks.annotate(
        has_result=Exists(results),
        has_entries=Exists(entries),
        drafted=Exists(drafts),
        disputed=Exists(disputes),
    )


def needs_gm(week: Week, now: datetime) -> bool:
    """Return whether the GM has to record a duel.

    This is so if the teams have recorded nothing in time, or are not allowed to (C27). Disputes are
    a separate task, and the site records the duels that it drives (C94).
    """
    if week.drafted or week.disputed:  # type: ignore[attr-defined]
        return False
    hours = rules_in(week).duel_sign_hours
    is_late = now >= week.hour + timedelta(hours=hours) and needs_result(week, now)
    return is_late and is_recorded_by_hand(week, driven_duel_of(week))


def needs_result(week: Week, now: datetime) -> bool:
    """Return whether the week's duel or event has been driven but not recorded. Who is at the start
    is known only from the time of the duel.
    """
    return has_begun(week, now) and week.has_entries and not week.has_result and has_starters(week)  # type: ignore[attr-defined]


def unrecorded_duels(season: Season, now: datetime) -> tuple[Week, ...]:
    """Return the duels of the season that were driven but have no result: the weeks' own duels in
    order, then the events as weeks.
    """
    duels = (*weeks_of(season), *staged_in(season))
    return tuple(week for week in duels if needs_result(week, now))
