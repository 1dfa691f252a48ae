"""Queries for the season's standings and their history by week."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, Sum

from campaign.duels.models import DuelResult
from campaign.league.models import DeskAct, Season, Team, Week
from campaign.ledger.models import StandingPoint


@dataclass(frozen=True, slots=True)
class Standing:
    """A team in the standings.

    Teams with the same points share a place. `duels` counts the recorded duels in which the team
    took part. `history` lists its points after each recorded duel. The last value includes all
    corrections.
    """

    place: int
    team: Team
    points: int
    duels: int
    history: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A season's standings, sorted by points and then by name.

    `weeks` lists the weeks with a recorded duel, to which the histories refer. `void` lists the
    void weeks. `late` lists corrections made after the end of the season, in order.
    """

    season: Season
    weeks: tuple[int, ...]
    rows: tuple[Standing, ...]
    late: tuple[DeskAct, ...] = ()
    void: tuple[int, ...] = ()

    @property
    def champions(self) -> tuple[Team, ...]:
        """The teams in first place, sorted by name. If no team has points, the result is empty."""
        return tuple(row.team for row in self.rows if row.place == 1 and row.points > 0)


def standings(season: Season) -> Table:
    """Return the standings of a season. This runs four queries, or five if the season is closed.

    All approved teams are included, and former teams if they have points.
    """
    points, attendance, void = _points(season), _attendance(season), _void(season)
    numbers = tuple(dict.fromkeys(number for number, _ in attendance))
    present = Q(left_at=None, approved_at__isnull=False)
    teams = Team.objects.filter(present | Q(pk__in=points), campaign=season.campaign_id)
    totals = {team: sum(points.get(team.pk, {}).values()) for team in teams}
    order = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0].name))
    rows = (
        Standing(
            place=1 + sum(other > total for other in totals.values()),
            team=team,
            points=total,
            duels=sum(team.pk in teams_in_duel for teams_in_duel in attendance.values()),
            history=_running_totals(points.get(team.pk, {}), numbers),
        )
        for team, total in order
    )
    return Table(season=season, weeks=numbers, rows=tuple(rows), late=_late(season), void=void)


def _void(season: Season) -> tuple[int, ...]:
    rows = Week.objects.filter(season=season, status=Week.Status.VOID).order_by("number")
    return tuple(rows.values_list("number", flat=True))


def _points(season: Season) -> dict[UUID, dict[int, int]]:
    points: dict[UUID, dict[int, int]] = defaultdict(dict)
    rows = StandingPoint.objects.filter(week__season=season).order_by()
    totals = rows.values_list("team_id", "week__number").annotate(total=Sum("amount"))
    for team_id, number, total in totals:
        points[team_id][number] = total
    return points


def _attendance(season: Season) -> dict[tuple[int, int], frozenset[UUID]]:
    """Return the teams that took part in each recorded duel or event that counts (C54).

    The result maps pairs of week number and event number to team ids, in ascending order.
    """
    rows = DuelResult.objects.filter(duel__counts=True, duel__week__season=season)
    duels = rows.order_by("duel__week__number", "duel__number", "revision").values_list(
        "duel__week__number", "duel__number", "payload__record__form__teams"
    )
    return {
        (number, nth): frozenset(UUID(row["team"]) for row in teams) for number, nth, teams in duels
    }


def _late(season: Season) -> tuple[DeskAct, ...]:
    """Return corrections of duels and standings made after the end of the season."""
    if season.closed_at is None:
        return ()
    rows = DeskAct.objects.filter(
        week__season=season,
        kind__in=["duel-corrected", "correction"],
        public=True,
        at__gt=season.closed_at,
    )
    return tuple(rows.select_related("actor", "week").order_by("at", "id"))


def _running_totals(points_by_week: dict[int, int], numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the total points after each of these weeks.

    Points from a week without a duel are added at the next week with a duel, or at the last one.
    """
    return tuple(
        sum(
            amount
            for number, amount in points_by_week.items()
            if number <= after or after == numbers[-1]
        )
        for after in numbers
    )
