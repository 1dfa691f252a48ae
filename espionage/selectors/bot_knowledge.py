"""A bot's knowledge about the team for which it acts (E11, E24).

A bot knows the team's file, the public roster and standings, and the team's reports of the season.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.db.models import QuerySet

from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from campaign.members.selectors import club
from engine.values import Seat
from espionage.models import SealedSeat
from espionage.rules.bots.knowledge import Knowledge, Memory, TeamPoints, remember
from espionage.rules.files import public_team
from espionage.rules.values import View
from play.selectors import match_view

from .files import team_files

PUBLISHED = (Week.Status.SETTLED, Week.Status.CLOSED)


def knowledge(week: Week, teams: Sequence[Team], bots: Sequence[Team]) -> dict[UUID, Knowledge]:
    """Return the knowledge of each of the `bots` among the week's `teams`, by team."""
    files = team_files(week, teams)
    roster = tuple([public_team(files[team.pk]) for team in teams])
    table = {place.team.pk: place.points for place in club.standings(week.season.campaign)}
    standings = tuple(
        [TeamPoints(team=str(team.pk), points=table.get(team.pk, 0)) for team in teams]
    )
    return {
        team.pk: Knowledge(
            file=files[team.pk],
            roster=roster,
            house=rules_in(week),
            memory=memory(week, team),
            standings=standings,
        )
        for team in bots
    }


def memory(week: Week, team: Team) -> Memory:
    """Return the team's knowledge from its reports of the season's earlier weeks.

    This runs one query, plus one for each week whose snapshot is missing.
    """
    earlier = SealedSeat.objects.filter(week__season=week.season_id, week__number__lt=week.number)
    remembered = Memory()
    for view in own_views(team, earlier):
        remembered = remember(remembered, view)
    return remembered


def own_views(team: Team, seats: QuerySet[SealedSeat]) -> Iterator[View]:
    """Yield a team's views of published weeks with these seats, in order.

    This runs one query, plus one for each week whose snapshot is missing.
    """
    played = seats.filter(
        team=team, week__status__in=PUBLISHED, week__seal__match__isnull=False
    ).select_related("week__seal__match__snapshot")
    for row in played.order_by("week__number"):
        if (match := row.week.seal.match) is not None:
            yield match_view(match, Seat(row.seat))
