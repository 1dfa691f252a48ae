"""Queries for a club's home page. One query loads the coming weeks, the last settled week and open
votes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, Q, Subquery, Value

from campaign.calendar.selectors.pauses import with_pause
from campaign.league.models import Challenge, Season, Week
from campaign.league.selectors.seasons import COMING_WEEKS, with_duel
from campaign.motions.selectors.motions import open_motions
from core.web.prepared import PreparedInScope
from espionage.models import SealedSeat
from espionage.selectors.week_status import newest_state

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.db.models import QuerySet

    from campaign.league.selectors.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Outlook:
    """The coming weeks and other facts for a member's view of a club.

    `weeks` are annotated as by `seasons.with_duel`, with the current week first. `challenged` says
    whether a challenge of the week waits for one of the viewer's teams (C56). `settled` is the
    newest season's last settled week. `sheet` is the state of the orders of the viewer's team in
    the first week (see `sheet_states`), or "" if the team has no place in it. `voting` means that
    the club has an open motion.
    """

    weeks: tuple[Week, ...]
    settled: Week | None
    sheet: str
    voting: bool


def outlook_of(viewer: Viewer, now: datetime) -> Outlook:
    """Return the coming weeks for the viewer. This takes one query, plus one if the club has no
    weeks.
    """
    rows = _weeks_for(viewer, now)
    for row in rows:
        row.season.campaign = viewer.campaign
    to_come = [
        row for row in rows if row.status not in Week.FINISHED and row.season.closed_at is None
    ]
    weeks = tuple(sorted(to_come, key=lambda row: row.number)[:COMING_WEEKS])
    return Outlook(
        weeks=weeks,
        settled=next((row for row in rows if row.last), None),
        sheet=(weeks[0].sheet or "nothing") if weeks and weeks[0].seated else "",
        voting=rows[0].voting if rows else open_motions(viewer.campaign.pk, now).exists(),
    )


def _weeks_for(viewer: Viewer, now: datetime) -> tuple[Any, ...]:
    club, teams = viewer.campaign.pk, [team.pk for team in viewer.teams]
    if not teams:
        return _FOR_NONE.all(club=club, now=now)
    if len(teams) == 1:
        return _FOR_ONE.all(club=club, team=teams[0], now=now)
    return tuple(_rows(club, teams, now))


def _rows(club: UUID, teams: Collection[UUID], now: datetime) -> QuerySet[Week]:
    """Return the coming weeks, after the newest season's last settled one (`last`)."""
    is_last = Q(pk=Subquery(_settled(club).values("pk")))
    to_come = Q(season__campaign=club, season__closed_at=None) & ~Q(status__in=Week.FINISHED)
    rows = with_duel(with_pause(Week.objects.filter(to_come | is_last)))
    rows = rows.annotate(
        last=is_last, voting=Exists(open_motions(club, now)), **_annotations(teams)
    )
    return rows.order_by("-last", "number")[: COMING_WEEKS + 1]


def _annotations(teams: Collection[UUID]) -> dict[str, Any]:
    """Return annotations for weeks: an open challenge, the team's place, and the state of
    orders.
    """
    if not teams:
        no = Value(value=False)
        return {"challenged": no, "seated": no, "sheet": Value("", output_field=CharField())}
    first, *_ = teams
    waits = Challenge.objects.filter(week=OuterRef("pk"), turn__in=teams, settled_at=None)
    return {
        "challenged": Exists(waits),
        "seated": Exists(SealedSeat.objects.filter(week=OuterRef("pk"), team=first)),
        "sheet": newest_state(OuterRef("pk"), first),
    }


def last_settled(viewer: Viewer) -> Week | None:
    """Return the newest season's last settled week. This takes one query."""
    return _SETTLED.first(club=viewer.campaign.pk)


def _settled(club: UUID) -> QuerySet[Week]:
    newest_season = Season.objects.filter(campaign=club).order_by("-number").values("pk")[:1]
    played = Week.objects.filter(
        season=Subquery(newest_season), status__in=(Week.Status.SETTLED, Week.Status.CLOSED)
    )
    return played.order_by("-number")[:1]


_SETTLED: Final = PreparedInScope(_settled, club=UUID)
_FOR_NONE: Final = PreparedInScope(lambda club, now: _rows(club, (), now), club=UUID, now=datetime)
_FOR_ONE: Final = PreparedInScope(
    lambda club, team, now: _rows(club, [team], now), club=UUID, team=UUID, now=datetime
)
