"""The season's table, and how it came about week by week."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from campaign.duels.models import DuelResult
from campaign.league.models import DeskAct, Team, Week
from campaign.ledger.models import StandingPoint
from core.web.prepared import PreparedInScope

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from campaign.league.models import Season


@dataclass(frozen=True, slots=True)
class Standing:
    """A team in the table. Teams with the same points share a place; `duels` are the recorded ones
    it turned up to, `history` its points after each recorded duel, the last with all that was
    corrected.
    """

    place: int
    team: Team
    points: int
    duels: int
    history: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A season's standings, best first, by name where equal. `weeks` are the numbers of the weeks
    with a recorded duel, over which the histories run; `void` those of weeks that count for
    nothing; `late` what was corrected after the season was closed, in order.
    """

    season: Season
    weeks: tuple[int, ...]
    rows: tuple[Standing, ...]
    late: tuple[DeskAct, ...] = ()
    void: tuple[int, ...] = ()

    @property
    def champions(self) -> tuple[Team, ...]:
        """Who is first, by name; nobody while nobody has points."""
        return tuple(row.team for row in self.rows if row.place == 1 and row.points > 0)


def standings(season: Season) -> Table:
    """The table of a season: every approved team, and those who left with points. Four queries, one
    more once it is closed.
    """
    points, drove, void = _points(season), _turned_up(season), _void(season)
    numbers = tuple(dict.fromkeys(number for number, _ in drove))
    teams = _TEAMS.all(club=season.campaign_id, scored=frozenset(points))
    totals = {team: sum(points.get(team.pk, {}).values()) for team in teams}
    order = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0].name))
    rows = (
        Standing(
            place=1 + sum(other > total for other in totals.values()),
            team=team,
            points=total,
            duels=sum(team.pk in came for came in drove.values()),
            history=_running(points.get(team.pk, {}), numbers),
        )
        for team, total in order
    )
    return Table(season=season, weeks=numbers, rows=tuple(rows), late=_late(season), void=void)


def _void(season: Season) -> tuple[int, ...]:
    """The numbers of the weeks that were declared void."""
    return _VOID.all(season=season.pk)


def _points(season: Season) -> dict[UUID, dict[int, int]]:
    """Each team's points by week."""
    points: dict[UUID, dict[int, int]] = defaultdict(dict)
    for team_id, number, total in _POINTS.all(season=season.pk):
        points[team_id][number] = total
    return points


def _turned_up(season: Season) -> dict[tuple[int, int], frozenset[UUID]]:
    """Who turned up to each recorded duel, and event that counts (C54), by the result that counts:
    the numbers of week and event in order, the teams' ids.
    """
    return {
        (number, nth): frozenset(UUID(row["team"]) for row in teams)
        for number, nth, teams in _CAME.all(season=season.pk)
    }


# --- asked of the database ------------------------------------------------------------------------


def _teams(club: UUID, scored: frozenset[UUID]) -> QuerySet[Team]:
    present = Q(left_at=None) & Q(approved_at__isnull=False)
    return Team.objects.filter(present | Q(pk__in=scored), campaign=club)


def _void_weeks(season: UUID) -> QuerySet[Week, int]:
    rows = Week.objects.filter(season=season, status=Week.Status.VOID).order_by("number")
    return rows.values_list("number", flat=True)


def _sums(season: UUID) -> QuerySet[StandingPoint, tuple[UUID, int, int]]:
    rows = StandingPoint.objects.filter(week__season=season).order_by()
    return rows.values_list("team_id", "week__number").annotate(total=Sum("amount"))


def _results(season: UUID) -> QuerySet[DuelResult, tuple[int, int, list[dict[str, str]]]]:
    rows = DuelResult.objects.filter(Q(event=None) | Q(event__counts=True), week__season=season)
    rows = rows.annotate(nth=Coalesce("event__number", 0)).order_by(
        "week__number", "nth", "revision"
    )
    return rows.values_list("week__number", "nth", "payload__record__form__teams")


_TEAMS: Final = PreparedInScope(_teams, club=UUID, scored=frozenset[UUID])
_VOID: Final = PreparedInScope(_void_weeks, season=UUID)
_POINTS: Final = PreparedInScope(_sums, season=UUID)
_CAME: Final = PreparedInScope(_results, season=UUID)


def _late(season: Season) -> tuple[DeskAct, ...]:
    """Corrections of duels and standings since the season was closed."""
    if season.closed_at is None:
        return ()
    rows = DeskAct.objects.filter(
        week__season=season,
        kind__in=["duel-corrected", "correction"],
        public=True,
        at__gt=season.closed_at,
    )
    return tuple(rows.select_related("actor", "week").order_by("at", "id"))


def _running(points: dict[int, int], numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The sums after each of these weeks; what belongs to a week without a duel comes in with the
    next one, if need be with the last.
    """
    return tuple(
        sum(worth for number, worth in points.items() if number <= after or after == numbers[-1])
        for after in numbers
    )
