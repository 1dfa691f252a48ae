"""Operations on the season's standings."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from campaign.calendar.api.weeks import SeasonQuery
from campaign.duels.selectors.standings import Standing, Table, standings
from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.api.shapes import SeasonOut, TeamRef, season_out, team_ref
from campaign.league.models import DeskAct, Season
from campaign.league.selectors import seasons
from core.web.api.operations import Record
from core.web.not_found import or_404
from core.web.records import filled


class Row(Record):
    """A team in the standings.

    `duels` counts the recorded duels in which the team took part. `history` lists its points after
    each of the weeks in the table.
    """

    place: int
    team: TeamRef
    points: int
    duels: int
    history: tuple[int, ...]


class LateCorrection(Record):
    """A correction after the season was closed.

    It concerns either a `duel`, or the `standings` directly, with a team and a number of points.
    """

    at: datetime
    by: str | None
    reason: str
    week: int
    of: Literal["duel", "standings"]
    team: str | None
    points: int | None


class TableOut(Record):
    """A season's standings, best team first.

    `weeks` lists the weeks with a recorded duel, and `void` the void weeks. `corrected_after_close`
    is empty while the season is open.
    """

    season: SeasonOut
    weeks: tuple[int, ...]
    rows: tuple[Row, ...]
    corrected_after_close: tuple[LateCorrection, ...]
    void: tuple[int, ...] = ()


@club_door()
def table(call: ClubCall, query: SeasonQuery) -> TableOut:
    """Get the standings of a season with their history."""
    season = or_404(
        seasons.pick_season(
            seasons.seasons(call.campaign), None if query.season is None else str(query.season)
        )
    )
    season_table = standings(season)
    return table_out(season, season_table, tuple(_late(act) for act in season_table.late))


def table_out(season: Season, season_table: Table, late: tuple[LateCorrection, ...]) -> TableOut:
    """Return a season's standings with the given late corrections."""
    return TableOut(
        season=season_out(season),
        weeks=season_table.weeks,
        rows=tuple(_row(row) for row in season_table.rows),
        corrected_after_close=late,
        void=season_table.void,
    )


def _late(act: DeskAct) -> LateCorrection:
    assert act.week is not None  # noqa: S101 - the selector asked for acts about weeks
    duel = act.kind == "duel-corrected"
    return LateCorrection(
        at=act.at,
        by=act.actor.get_username() if act.actor else None,
        reason=act.reason,
        week=act.week.number,
        of="duel" if duel else "standings",
        team=None if duel else act.detail["owner"],
        points=None if duel else act.detail["amount"],
    )


def _row(row: Standing) -> Row:
    return filled(Row, row, team=team_ref(row.team))
