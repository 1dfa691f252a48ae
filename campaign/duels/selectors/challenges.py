"""Challenges between teams, as the two read them. Nobody else learns of them, a GM without a team
included (C56).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from django.db.models import Q

from campaign.duels.selectors.events import RUNNING
from campaign.league.models import Challenge, Week

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Team

State: TypeAlias = Literal["open", "lapsed", "accepted", "declined", "withdrawn"]


def state_of(challenge: Challenge, now: datetime) -> State:
    """Where it stands. No query for one that was read with its week and teams."""
    if challenge.settled_at is not None:
        return challenge.outcome  # type: ignore[return-value]
    left = any(team.left_at for team in challenge.teams)
    gone = now >= challenge.starts_at or challenge.week.status not in RUNNING
    return "lapsed" if gone or left else "open"


def challenges_of(team: Team) -> QuerySet[Challenge]:
    """All challenges of a team and to it, the newest first. For its owners."""
    rows = Challenge.objects.filter(Q(challenger=team) | Q(challenged=team))
    return rows.select_related("week__season", "challenger", "challenged", "turn", "event")


def challenge_of(team: Team, pk: UUID) -> Challenge | None:
    """One of a team's challenges. One query."""
    return challenges_of(team).filter(pk=pk).first()


def open_challenges(team: Team, now: datetime) -> QuerySet[Challenge]:
    """The challenges of a team, and to it, that wait for an answer, the first hour first."""
    rows = challenges_of(team).filter(
        settled_at=None,
        starts_at__gt=now,
        week__status__in=RUNNING,
        challenger__left_at=None,
        challenged__left_at=None,
    )
    return rows.order_by("starts_at", "asked_at", "id")


def weeks_under_way(campaign: Campaign) -> tuple[Week, ...]:
    """The weeks in which events are driven now, in their order. One query."""
    rows = Week.objects.filter(
        season__campaign=campaign, season__closed_at=None, status__in=RUNNING
    )
    return tuple(rows.select_related("season").order_by("season__number", "number"))
