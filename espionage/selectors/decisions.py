"""The decision that is open for a team, and nobody else's (E25). For the team's owners only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from campaign.league.models import Week
from campaign.league.selectors.house import rules_in
from core.web.prepared import PreparedInScope
from engine.values import Seat
from espionage.models import SealedSeat
from espionage.rules.decision_moves import standing_answer
from play.selectors import match_view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from campaign.league.models import Team
    from espionage.rules.decision_moves import Answer
    from espionage.rules.values import Own, Question
    from play.models import Match


@dataclass(frozen=True, slots=True)
class Pending:
    """A question to a team: until when, what standing orders would answer, and what the team knows.
    `teams` are the seats' names.
    """

    week: Week
    question: Question
    until: datetime
    default: Answer
    own: Own
    teams: tuple[str, ...]


def asks_live(week: Week) -> bool:
    """Whether this week asks people (option `live_decisions`)."""
    return week.status != Week.Status.PLANNED and rules_in(week).live_decisions


def pending(week: Week, team: Team, now: datetime) -> Pending | None:
    """The question open for this team. Two queries at most, for a week that came with its seal and
    match.
    """
    if (
        week.status != Week.Status.PLAYING
        or week.seal.match is None
        or week.seal.decide_by is None
        or now >= week.seal.decide_by
    ):
        return None
    seats = list(SealedSeat.objects.filter(week=week).select_related("team").order_by("seat"))
    mine = next((row for row in seats if row.team_id == team.pk), None)
    own = match_view(week.seal.match, Seat(mine.seat)).own if mine else None
    if own is None or own.question is None:
        return None
    return Pending(
        week,
        own.question,
        week.seal.decide_by,
        standing_answer(own),
        own,
        tuple(row.team.name for row in seats),
    )


def asked_until(teams: Iterable[UUID], now: datetime) -> dict[UUID, datetime]:
    """Until when questions to these teams are open, by team, in weeks being played. One query."""
    found = [(row, row.week.seal) for row in _ASKED.all(teams=frozenset(teams), now=now)]
    return {
        row.team_id: seal.decide_by
        for row, seal in found
        if seal.decide_by and seal.match and _is_asked(seal.match, row.seat)
    }


def _asked(teams: frozenset[UUID], now: datetime) -> QuerySet[SealedSeat]:
    rows = SealedSeat.objects.filter(
        team__in=teams, week__status=Week.Status.PLAYING, week__seal__decide_by__gt=now
    )
    return rows.select_related("week__seal__match__snapshot")


_ASKED: Final = PreparedInScope(_asked, teams=frozenset[UUID], now=datetime)


def _is_asked(match: Match, seat: int) -> bool:
    return match_view(match, Seat(seat)).own.question is not None
