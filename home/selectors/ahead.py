"""Queries for a club's home page. One query loads the coming weeks, the last settled week and any
open votes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, QuerySet, Subquery, Value

from campaign.calendar.selectors.pauses import with_pause
from campaign.league.models import Challenge, Duel, Season, Week
from campaign.league.selectors.seasons import COMING_WEEKS, with_duel
from campaign.league.selectors.viewer import Viewer
from campaign.motions.selectors.motions import open_motions
from espionage.models import SealedSeat
from espionage.selectors.week_status import newest_state
from play.models import Holiday

SETTLED: Final = (Week.Status.SETTLED, Week.Status.CLOSED)


@dataclass(frozen=True, slots=True)
class Outlook:
    """The coming weeks and other facts for a member's view of a club.

    `weeks` has the annotations of `seasons.with_duel`, and starts with the current week.
    `challenged` tells whether a challenge of the week waits for one of the viewer's teams (C56).
    `settled` is the newest season's last settled week. `sheet` is the state of the orders of the
    viewer's team in the first week (see `sheet_states`), or "" if the team has no place in it.
    `voting` means that the club has an open motion, and `has_events` that these weeks have events.
    `away_until` is the end of the viewer's current holiday.
    """

    weeks: tuple[Week, ...]
    settled: Week | None
    sheet: str
    voting: bool
    has_events: bool
    away_until: datetime | None


def outlook_of(viewer: Viewer, now: datetime) -> Outlook:
    """Return the viewer's coming weeks. This takes one query, or three for an empty season."""
    rows = _weeks_for(viewer, now)
    for row in rows:
        row.season.campaign = viewer.campaign
    unfinished = tuple(
        row for row in rows if row.status not in Week.FINISHED and row.season.closed_at is None
    )
    weeks = unfinished[:COMING_WEEKS]
    return Outlook(
        weeks=weeks,
        settled=next((row for row in reversed(rows) if row.status in SETTLED), None),
        sheet=(weeks[0].sheet or "nothing") if weeks and weeks[0].seated else "",
        voting=rows[0].voting if rows else open_motions(viewer.campaign.pk, now).exists(),
        has_events=any(row.has_events for row in unfinished),
        away_until=rows[0].away_until if rows else _ends_of_holiday(viewer, now).first(),
    )


def _weeks_for(viewer: Viewer, now: datetime) -> tuple[Any, ...]:
    club, teams = viewer.campaign.pk, [team.pk for team in viewer.teams]
    rows = with_duel(with_pause(Week.objects.filter(season=_newest_season(club))))
    events = Duel._base_manager.filter(week=OuterRef("pk"), starts_at__isnull=False)
    rows = rows.annotate(
        has_events=Exists(events),
        voting=Exists(open_motions(club, now)),
        away_until=Subquery(_ends_of_holiday(viewer, now)),
        **_annotations(teams),
    )
    return tuple(rows.order_by("number"))


def _ends_of_holiday(viewer: Viewer, now: datetime) -> QuerySet[Holiday, datetime]:
    """Return a query for the end of the viewer's current holiday."""
    holidays = Holiday.objects.filter(user=viewer.user_id, starts__lte=now, ends__gt=now)
    return holidays.order_by("-ends").values_list("ends", flat=True)[:1]


def _annotations(teams: Collection[UUID]) -> dict[str, Any]:
    """Return annotations for weeks: an open challenge, the team's place, and its orders."""
    if not teams:
        no = Value(value=False)
        return {"challenged": no, "seated": no, "sheet": Value("", output_field=CharField())}
    first, *_ = teams
    waits = Challenge._base_manager.filter(week=OuterRef("pk"), turn__in=teams, settled_at=None)
    return {
        "challenged": Exists(waits),
        "seated": Exists(SealedSeat._base_manager.filter(week=OuterRef("pk"), team=first)),
        "sheet": newest_state(OuterRef("pk"), first),
    }


def last_settled(viewer: Viewer) -> Week | None:
    """Return the newest season's last settled week. This takes one query."""
    return _settled(viewer.campaign.pk).first()


def _settled(club: UUID) -> QuerySet[Week]:
    played = Week.objects.filter(season=_newest_season(club), status__in=SETTLED)
    return played.order_by("-number")[:1]


def _newest_season(club: UUID) -> Subquery:
    return Subquery(Season.objects.filter(campaign=club).order_by("-number").values("pk")[:1])
