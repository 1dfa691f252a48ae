"""The season's table, and how it came about week by week."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, Sum

from campaign.models import StandingPoint, Team, Week

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.models import Season


@dataclass(frozen=True, slots=True)
class Standing:
    """A team in the table. Teams with the same points share a place; `history` are its points after each week with a duel."""

    place: int
    team: Team
    points: int
    duels: int
    history: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A season's standings, best first, by name where equal. `weeks` are the numbers of the weeks that the histories run over."""

    season: Season
    weeks: tuple[int, ...]
    rows: tuple[Standing, ...]


def standings(season: Season) -> Table:
    """The table of a season: every approved team, and those who left with points. Three queries."""
    numbers, points = _by_week(season)
    present = Q(left_at=None) & Q(approved_at__isnull=False)
    teams = Team.objects.filter(present | Q(pk__in=list(points)), campaign=season.campaign_id)
    totals = {team: sum(points.get(team.pk, {}).values()) for team in teams}
    order = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0].name))
    rows = (
        Standing(
            place=1 + sum(other > total for other in totals.values()),
            team=team,
            points=total,
            duels=sum(worth > 0 for worth in points.get(team.pk, {}).values()),
            history=_running(points.get(team.pk, {}), numbers),
        )
        for team, total in order
    )
    return Table(season=season, weeks=numbers, rows=tuple(rows))


def _by_week(season: Season) -> tuple[tuple[int, ...], dict[UUID, dict[int, int]]]:
    """The numbers of weeks with a recorded duel, and each team's points by week."""
    points: dict[UUID, dict[int, int]] = defaultdict(dict)
    rows = StandingPoint.objects.filter(week__season=season).order_by().values_list("team_id", "week__number")
    for team_id, number, total in rows.annotate(total=Sum("amount")):
        points[team_id][number] = total
    recorded = Week.objects.filter(season=season, results__isnull=False).values_list("number", flat=True)
    return tuple(sorted({*recorded, *(number for each in points.values() for number in each)})), points


def _running(points: dict[int, int], numbers: tuple[int, ...]) -> tuple[int, ...]:
    total, found = 0, []
    for number in numbers:
        total += points.get(number, 0)
        found.append(total)
    return tuple(found)
