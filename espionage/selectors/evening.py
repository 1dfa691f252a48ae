"""The phases of an evening, the teams that are ready to end the current phase, and the proposed
date of the next evening.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, Q

from campaign.duels.models import DuelResult
from campaign.league.models import Campaign, DeskAct, Team, Week
from espionage.models import SealedSeat

from .ready import is_away

READY_ACT: Final = "team-ready"
"""Kind of the logged action with which a team says that it is ready."""


class Phase(StrEnum):
    """A phase of an evening."""

    ORDERS = "orders"
    FIGHTS = "fights"
    GARAGE = "garage"
    DUEL = "duel"


NEXT: Final = {
    Phase.ORDERS: "The orders count as they are",
    Phase.FIGHTS: "Doctrine ends the open fights, and the reports are published",
    Phase.GARAGE: "The duel starts",
    Phase.DUEL: "The week closes",
}
"""Descriptions of the effect of each phase's end."""


class TeamReady(NamedTuple):
    """A team for which a phase waits, and whether it is ready."""

    team: Team
    ready: bool


class Readiness(NamedTuple):
    """The teams for which an evening's current phase waits.

    `waits_for_viewer` is the viewer's team that has not said that it is ready, or None.
    """

    phase: Phase
    next_step: str
    teams: tuple[TeamReady, ...]
    waits_for_viewer: Team | None

    @property
    def is_complete(self) -> bool:
        """Return whether all teams are ready."""
        return bool(self.teams) and all(row.ready for row in self.teams)


def phase_of(week: Week, now: datetime) -> Phase | None:
    """Return the current phase of an evening, or None for other weeks."""
    if not week.evening:
        return None
    match week.status:
        case Week.Status.OPEN:
            return Phase.ORDERS
        case Week.Status.PLAYING:
            return Phase.FIGHTS
        case Week.Status.SETTLED:
            return Phase.GARAGE if now < week.duel_at else Phase.DUEL
    return None


def readiness(week: Week, now: datetime, own_teams: Collection[UUID] = ()) -> Readiness | None:
    """Return the teams for which the current phase of an evening waits.

    Return None for other weeks and for phases in which no team says that it is ready. Orders end
    when all teams have sealed, fights with the last fight, and a duel not before its result. Teams
    that a bot runs or whose owners are on holiday are not awaited. This takes one query, or two
    after the duel's start.
    """
    phase = phase_of(week, now)
    if phase not in {Phase.GARAGE, Phase.DUEL}:
        return None
    if phase is Phase.DUEL and not DuelResult.objects.filter(duel=week.pk).exists():
        return None
    acts = DeskAct.objects.filter(
        kind=READY_ACT, week=week, team=OuterRef("team"), detail__phase=phase
    )
    has_bot = ~Q(team__bot="") & (Q(team__bot_week=None) | Q(team__bot_week=F("week")))
    seats = SealedSeat.objects.filter(week=week, team__left_at=None).exclude(has_bot)
    rows = seats.exclude(is_away(now)).annotate(is_ready=Exists(acts)).select_related("team")
    teams = tuple(TeamReady(row.team, row.is_ready) for row in rows.order_by("team__name"))
    missing = [row.team for row in teams if not row.ready and row.team.pk in own_teams]
    return Readiness(phase, NEXT[phase], teams, missing[0] if missing else None)


ANSWER_ACT: Final = "next-evening-answer"
"""Kind of the logged action with which a member answers the proposed date."""
SET_ACT: Final = "next-evening"
"""Kind of the logged action with which a GM confirms the proposed date."""
HALF_HOUR: Final = timedelta(minutes=30)


class NextEvening(NamedTuple):
    """The proposed start of a club's next evening, with each member's latest answer.

    `week` is the week of the last evening. `is_set` says whether a GM has confirmed the time. The
    keys of `answers` are user names.
    """

    week: Week
    starts_at: datetime
    is_set: bool
    answers: Mapping[str, bool]

    @property
    def available(self) -> list[str]:
        """Names of members who can come, in alphabetical order."""
        return sorted(name for name, yes in self.answers.items() if yes)

    @property
    def unavailable(self) -> list[str]:
        """Names of members who cannot come, in alphabetical order."""
        return sorted(name for name, yes in self.answers.items() if not yes)


def next_evening(campaign: Campaign, week: Week | None, now: datetime) -> NextEvening | None:
    """Return the proposal for the evening that follows `week`, the club's last week.

    The proposed time has the same weekday and hour as the start of the week. Return None if the
    week is not an evening, before its duel, and in try-outs. This takes one query.
    """
    if week is None or campaign.tryout or now < week.duel_at:
        return None
    if not week.evening or week.status not in {Week.Status.SETTLED, Week.Status.CLOSED}:
        return None
    starts_at = _next_occurrence(week.opens_at.astimezone(ZoneInfo(campaign.timezone)), now)
    acts = DeskAct.objects.filter(
        campaign=campaign,
        week=week,
        kind__in=(ANSWER_ACT, SET_ACT),
        detail__at=starts_at.isoformat(),
    )
    rows = list(acts.select_related("actor").order_by("at", "id"))
    answers = {
        act.actor.get_username(): bool(act.detail["yes"])
        for act in rows
        if act.actor and act.kind == ANSWER_ACT
    }
    return NextEvening(week, starts_at, any(act.kind == SET_ACT for act in rows), answers)


def _next_occurrence(local_time: datetime, now: datetime) -> datetime:
    """Return the next time after now with the weekday and hour of an earlier time, which is rounded
    to half an hour.
    """
    full_hour = local_time.replace(minute=0, second=0, microsecond=0)
    first = full_hour + HALF_HOUR * round((local_time - full_hour) / HALF_HOUR)
    weeks = max(1, (now - first) // timedelta(days=7) + 1)
    return first + timedelta(days=7 * weeks)
