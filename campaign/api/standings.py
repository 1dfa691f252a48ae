"""The season's table."""

from __future__ import annotations

from django.http import Http404

from campaign.selectors import seasons
from campaign.selectors.standings import Standing, standings

from .doors import ClubCall, club_door
from .operations import Record
from .shapes import SeasonOut, TeamRef, season_out, team_ref
from .weeks import SeasonQuery


class Row(Record):
    """A team in the table. `history` are its points after each of the table's weeks."""

    place: int
    team: TeamRef
    points: int
    duels: int
    history: tuple[int, ...]


class TableOut(Record):
    """A season's standings, best first."""

    season: SeasonOut
    weeks: tuple[int, ...]
    rows: tuple[Row, ...]


@club_door()
def table(call: ClubCall, query: SeasonQuery) -> TableOut:
    """The standings of a season, and how they came about."""
    season = seasons.pick(seasons.seasons(call.campaign), None if query.season is None else str(query.season))
    if season is None:
        raise Http404
    found = standings(season)
    return TableOut(season=season_out(season), weeks=found.weeks, rows=tuple(_row(row) for row in found.rows))


def _row(row: Standing) -> Row:
    return Row(place=row.place, team=team_ref(row.team), points=row.points, duels=row.duels, history=row.history)
