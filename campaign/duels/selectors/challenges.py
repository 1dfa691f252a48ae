"""Queries for challenges between teams.

Only the two teams can see a challenge. GMs without a team cannot (C56).
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

from django.db.models import Q, QuerySet

from campaign.league.models import Campaign, Challenge, Team, Week

State: TypeAlias = Literal["open", "lapsed", "accepted", "declined", "withdrawn"]


def state_of(challenge: Challenge, now: datetime) -> State:
    """Return the state of a challenge. This runs no query if its week and teams are loaded."""
    if challenge.settled_at is not None:
        return challenge.outcome  # type: ignore[return-value]
    team_left = any(team.left_at for team in challenge.teams)
    has_lapsed = now >= challenge.starts_at or challenge.week.status not in Week.RUNNING
    return "lapsed" if has_lapsed or team_left else "open"


def challenges_of(team: Team) -> QuerySet[Challenge]:
    """Return all challenges from and to a team, newest first.

    Use this only for the team's owners.
    """
    rows = Challenge.objects.filter(Q(challenger=team) | Q(challenged=team))
    return rows.select_related("week__season", "challenger", "challenged", "turn", "duel")


def challenge_of(team: Team, pk: UUID) -> Challenge | None:
    """Return one of a team's challenges. This runs one query."""
    return challenges_of(team).filter(pk=pk).first()


def open_challenges(team: Team, now: datetime) -> QuerySet[Challenge]:
    """Return the open challenges from and to a team, sorted by start time."""
    rows = challenges_of(team).filter(
        settled_at=None,
        starts_at__gt=now,
        week__status__in=Week.RUNNING,
        challenger__left_at=None,
        challenged__left_at=None,
    )
    return rows.order_by("starts_at", "asked_at", "id")


def weeks_under_way(campaign: Campaign) -> tuple[Week, ...]:
    """Return the weeks in which events can take place now, in order. This runs one query."""
    rows = Week.objects.filter(
        season__campaign=campaign, season__closed_at=None, status__in=Week.RUNNING
    )
    return tuple(rows.select_related("season").order_by("season__number", "number"))
