"""A team's pending decisions, visible only to its owners (E25)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from engine.values import Seat
from espionage.models import SealedSeat
from espionage.rules.decision_moves import standing_answer
from espionage.rules.values import Answer, Own, Question
from play.models import Match
from play.selectors import match_view


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A pending decision.

    `default` is the answer of the standing orders. `teams` are the names of the teams by seat.
    """

    week: Week
    question: Question
    due: datetime
    default: Answer
    knowledge: Own
    teams: tuple[str, ...]


def has_live_decisions(week: Week) -> bool:
    """Return whether people make this week's decisions (option `live_decisions`)."""
    return week.status != Week.Status.PLANNED and rules_in(week).live_decisions


def open_decision(week: Week, team: Team, now: datetime) -> OpenDecision | None:
    """Return this team's pending decision, or None.

    This runs at most two queries if the week was loaded with its seal and match.
    """
    if (
        week.status != Week.Status.PLAYING
        or week.seal.match is None
        or week.seal.decide_by is None
        or now >= week.seal.decide_by
    ):
        return None
    seats = list(SealedSeat.objects.filter(week=week).select_related("team").order_by("seat"))
    own_seat = next((row for row in seats if row.team_id == team.pk), None)
    knowledge = match_view(week.seal.match, Seat(own_seat.seat)).own if own_seat else None
    if knowledge is None or knowledge.question is None:
        return None
    return OpenDecision(
        week,
        knowledge.question,
        week.seal.decide_by,
        standing_answer(knowledge),
        knowledge,
        tuple(row.team.name for row in seats),
    )


def decision_limits(teams: Iterable[UUID], now: datetime) -> dict[UUID, datetime]:
    """Return the time limits of these teams' pending decisions, by team. This runs one query."""
    rows = SealedSeat.objects.filter(
        team__in=frozenset(teams), week__status=Week.Status.PLAYING, week__seal__decide_by__gt=now
    ).select_related("week__seal__match__snapshot")
    return {
        row.team_id: seal.decide_by
        for row, seal in ((row, row.week.seal) for row in rows)
        if seal.decide_by and seal.match and _has_question(seal.match, row.seat)
    }


def _has_question(match: Match, seat: int) -> bool:
    return match_view(match, Seat(seat)).own.question is not None
