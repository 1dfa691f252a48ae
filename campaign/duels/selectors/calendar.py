"""A season's weeks and their duels: which was entered, driven, recorded."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Exists, OuterRef

from campaign.duels.models import DuelDispute, DuelDraft, DuelEntry, DuelResult
from campaign.duels.selectors.driven import by_hand, row_of
from campaign.duels.selectors.duels import began
from campaign.duels.selectors.events import staged_in
from campaign.duels.selectors.muster import came
from campaign.league.models import Season, Week
from campaign.league.selectors.house import rules_in

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.selectors.viewer import Viewer

DRIVEN: Final = (Week.Status.SETTLED, Week.Status.CLOSED)


def current_season(viewer: Viewer) -> Season | None:
    """The season under way, or the last one."""
    season = Season.objects.filter(campaign=viewer.campaign).order_by("-number").first()
    if season:
        season.campaign = viewer.campaign
    return season


def weeks_of(season: Season) -> tuple[Week, ...]:
    """The season's weeks in order; each knows whether it has a result (`has_result`) and had a duel
    at all (`has_entries`).
    """
    rows = tuple(known(season.weeks.all()).order_by("number"))
    for week in rows:
        week.season = season
    return rows


def known(weeks: QuerySet[Week]) -> QuerySet[Week]:
    """These weeks, each with whether it has a result (`has_result`) and had a duel at all
    (`has_entries`), whether its record is drafted (`drafted`) and disputed (`disputed`).
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


def asks_the_gm(week: Week, now: datetime) -> bool:
    """Whether the GM is waited for: who drove has written nothing down in the time that they have,
    or may not (C27). What is disputed is asked for by itself, and what the site drives is written
    down by itself (C94).
    """
    if week.drafted or week.disputed:  # type: ignore[attr-defined]
        return False
    hours = rules_in(week).duel_sign_hours
    late = now >= week.hour + timedelta(hours=hours) and wants_result(week, now)
    return late and by_hand(week, row_of(week))


def wants_result(week: Week, now: datetime) -> bool:
    """Whether the week's duel, or the event, has been driven and not been recorded. Whether
    anybody came shows     from the duel's hour on only.
    """
    return began(week, now) and week.has_entries and not week.has_result and came(week)  # type: ignore[attr-defined]


def unrecorded(season: Season, now: datetime) -> tuple[Week, ...]:
    """The season's weeks whose duel was driven and has no result, in order; then its events, each
    as the week looked at as it.
    """
    every = (*weeks_of(season), *staged_in(season))
    return tuple(week for week in every if wants_result(week, now))
