"""Readings from a season played by bots.

Readings cover the rows of the five tables, guarded missions, ambushes, deaths, skills, money, and
changes of the lead. Each reading is a row in a chart, with a number of opportunities and the number
of opportunities taken (`lab.lab.Reading`). Both are integers that are summed over all clubs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ambush.rules.call import condition
from espionage.rules.endings import ending_of, has_succeeded
from espionage.rules.orders import Mission
from espionage.rules.report import Ending
from espionage.rules.tables import COUNTERSPY, EXPLOSIVES, LOWEST_ROW, SUCCESS_ROW
from espionage.rules.values import Fight, MissionRecord
from lab.lab import Chart, Reading

from .season import WeekPlayed

WEEKS_PER_STAGE: Final = 3
"""Number of weeks that are grouped together in the readings."""
TABLES: Final[dict[Mission, str]] = {
    "infiltrate": "Infiltrate",
    "assassinate": "Assassinate",
    "blow_up": "Blow Up",
}
LEVELS: Final = ("below base", "base", "+1", "+2", "+3", "+4 and more")
MONEY_LIMITS: Final = (0, 100_000, 250_000, 500_000, 1_000_000)
"""Limits of the money ranges, in dollars."""

ENDINGS: Final[dict[Ending, str]] = {
    "blunder": "Blunder",
    "failed": "Failed by itself",
    "thwarted": "Thwarted",
    "stopped": "Stopped by ambush",
    "called_off": "Cancelled by an 11",
    "nobody_there": "No target",
    "modifier": "12+ spent on −4",
    "saw": "Vehicle seen",
    "hit": "Person hit",
    "exploded": "Exploded",
    "dud": "Dud",
    "waiting": "Goes off at the duel",
}
AFTER_TWELVE: Final = ("Spy is ambushed", "Mission not stopped", "Mission succeeds")
ENDS: Final = ("A fighter died", "A fighter was knocked out", "A fighter left", "Turn limit")
STAGES: Final = tuple(
    [f"Weeks {first} to {first + WEEKS_PER_STAGE - 1}" for first in range(1, 52, WEEKS_PER_STAGE)]
)
LEVEL_ROWS: Final = tuple([f"{when}: {level}" for when in STAGES for level in LEVELS])
MONEY_ROWS: Final = tuple(
    [f"{when}: ${step:,} or more" for when in STAGES for step in MONEY_LIMITS]
)

CHARTS: Final = (
    Chart("low", "Missions that fail on their own roll", "Mission rolls of 6 or less."),
    Chart("blunders", "Blunders", "Mission rolls of 2 or less."),
    Chart("guarded", "Success against a guard", "Missions with a counterspy roll."),
    Chart("unguarded", "Success without a guard", "Missions without a counterspy roll."),
    Chart("watched", "Guarded missions", "Missions with a counterspy roll."),
    Chart("endings", "Results of missions", "Share of all missions.", rows=tuple(ENDINGS.values())),
    Chart("rows", "Rows of the mission columns, weeks 1 to 3", "Share of rolls on the column."),
    Chart("counterspy", "Rows of the Counterspy column, weeks 1 to 3", "Share of all rolls."),
    Chart("explosives", "Rows of the Blow Up table, weeks 1 to 3", "Share of explosives rolls."),
    Chart("twelves", "After a counterspy's 12 or more", "Share of these rolls.", rows=AFTER_TWELVE),
    Chart("ambushes", "How ambushes end", "Share of all ambushes.", rows=ENDS),
    Chart("hunts", "How ambushes after a 12 or more end", "Share of these ambushes.", rows=ENDS),
    Chart("deaths", "Deaths", "Share of team weeks in which a character died."),
    Chart("best", "Level of a team's best spy", "Share of team weeks.", rows=LEVEL_ROWS),
    Chart("money", "Money at the end of the week", "Share of team weeks.", rows=MONEY_ROWS),
    Chart("lead", "Lead changes", "Share of weeks that end with a different leader."),
    Chart("first", "First duel's winner", "Share of seasons won by the winner of the first duel."),
)  # fmt: skip


def season_readings(weeks: Sequence[WeekPlayed]) -> Iterator[Reading]:
    """Yield all readings of a season, each assigned to its group of weeks."""
    for number, week in enumerate(weeks, 1):
        yield from _week_readings(week, week_group_of(number))
    yield from _lead_readings(weeks)


def week_group_of(number: int) -> str:
    """Return the name of the group to which a week belongs, such as "Weeks 1 to 3".

    The last group is open-ended.
    """
    return STAGES[min((number - 1) // WEEKS_PER_STAGE, len(STAGES) - 1)]


def _week_readings(week: WeekPlayed, week_group: str) -> Iterator[Reading]:
    for record in week.records:
        yield from _mission_readings(record, week_group)
    for fight in week.fights:
        yield from _shares("ambushes", ambush_ending(fight), ENDS)
        if fight.ambush.cause == "hunted":
            yield from _shares("hunts", ambush_ending(fight), ENDS)
    for deaths, best, money in zip(week.deaths, week.best_levels, week.money, strict=True):
        yield Reading("deaths", week_group, 2 * (deaths > 0))
        names = [f"{week_group}: {limit}" for limit in LEVELS]
        yield from _shares("best", f"{week_group}: {_level(best)}", names)
        yield from _shares(
            "money",
            _money_row(week_group, money),
            [_money_row(week_group, limit) for limit in MONEY_LIMITS],
        )


def _mission_readings(record: MissionRecord, week_group: str) -> Iterator[Reading]:
    if record.throw is not None:
        row = record.throw.row
        yield Reading("low", week_group, 2 * (row < SUCCESS_ROW))
        yield Reading("blunders", week_group, 2 * (row == LOWEST_ROW))
    yield from _shares("endings", ENDINGS[ending_of(record)], ENDINGS.values())
    if record.verdict == "hunted":
        is_stopped = ending_of(record) in ("stopped", "called_off")
        yield Reading("twelves", AFTER_TWELVE[0], 2 * record.fought)
        yield Reading("twelves", AFTER_TWELVE[1], 2 * (not is_stopped))
        yield Reading("twelves", AFTER_TWELVE[2], 2 * has_succeeded(record))
    is_guarded = bool(record.answers)
    yield Reading("watched", week_group, 2 * is_guarded)
    yield Reading("guarded" if is_guarded else "unguarded", week_group, 2 * has_succeeded(record))
    if week_group == STAGES[0]:
        yield from _row_readings(record)


def _row_readings(record: MissionRecord) -> Iterator[Reading]:
    if record.throw is not None:
        names = [f"{TABLES[record.mission]} {row}" for row in range(LOWEST_ROW, 13)]
        yield from _shares("rows", f"{TABLES[record.mission]} {record.throw.row}", names)
    for throw in record.answers:
        printed = COUNTERSPY.row(throw.total).printed
        yield from _shares("counterspy", printed, [row.printed for row in COUNTERSPY.rows])
    if record.explosives is not None:
        printed = EXPLOSIVES.row(record.explosives.total).printed
        yield from _shares("explosives", printed, [row.printed for row in EXPLOSIVES.rows])


def _shares(chart: str, row: str, names: Iterable[str]) -> Iterator[Reading]:
    """Yield a reading for each of these rows, all of which had one opportunity.

    Only the named row took the opportunity.
    """
    for name in names:
        yield Reading(chart, name, 2 * (name == row))


def ambush_ending(fight: Fight) -> str:
    """Return the ending of an ambush. If several endings apply, the worst is returned."""
    ambush, result = fight.ambush, fight.result
    conditions = {
        condition(ambush.ambusher, result.ambusher),
        condition(ambush.ambushed, result.ambushed),
    }
    if "dead" in conditions:
        return ENDS[0]
    if "unconscious" in conditions:
        return ENDS[1]
    return ENDS[2] if result.ambusher.left or result.ambushed.left else ENDS[3]


def _level(level: int) -> str:
    return LEVELS[min(max(level, -1) + 1, len(LEVELS) - 1)]


def _money_row(week_group: str, dollars: int) -> str:
    step = max([limit for limit in MONEY_LIMITS if limit <= max(0, dollars)])
    return f"{week_group}: ${step:,} or more"


def _lead_readings(weeks: Sequence[WeekPlayed]) -> Iterator[Reading]:
    """Yield the changes of the lead, and whether the winner of the first duel leads at the end.

    While several teams share the lead, the last sole leader counts as the leader.
    """
    leader: int | None = None
    for week in weeks:
        leaders = _leaders(week.points)
        new_leader = min(leaders) if len(leaders) == 1 else leader
        if leader is not None:
            yield Reading("lead", "All weeks", 2 * (new_leader != leader))
        leader = new_leader
    if weeks and weeks[0].winner is not None:
        last_leaders = _leaders(weeks[-1].points)
        yield Reading(
            "first",
            "First winner",
            2 * (weeks[0].winner in last_leaders and len(last_leaders) == 1),
        )


def _leaders(points: Sequence[int]) -> frozenset[int]:
    best = max(points)
    return frozenset([seat for seat, team_points in enumerate(points) if team_points == best])
