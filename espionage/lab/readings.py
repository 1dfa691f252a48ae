"""What is read of a season of bots: rows of the five tables, missions met and unmet, ambushes,
deaths, skills, money, and how the lead changes.

Each reading is a row of a chart with so many chances, of which so many were taken (`lab.lab.Seen`):
whole numbers that add up over clubs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from espionage.rules.ambush.call import condition
from espionage.rules.endings import ending, succeeded
from espionage.rules.tables import COUNTERSPY, EXPLOSIVES, LOWEST_ROW, SUCCESS_ROW
from lab.lab import Chart, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from espionage.rules.orders import Mission
    from espionage.rules.report import Ending
    from espionage.rules.values import Fight, MissionRecord

    from .season import WeekPlayed

STAGE: Final = 3
"""Weeks that are read together."""
TABLES: Final[dict[Mission, str]] = {
    "infiltrate": "Infiltrate",
    "assassinate": "Assassinate",
    "blow_up": "Blow Up",
}
LEVELS: Final = ("below base", "base", "+1", "+2", "+3", "+4 and more")
RICH: Final = (0, 100_000, 250_000, 500_000, 1_000_000)
"""Dollars that a team's money is sorted by."""

ENDINGS: Final[dict[Ending, str]] = {
    "blunder": "Blunder",
    "failed": "Failed by itself",
    "thwarted": "Thwarted",
    "stopped": "Stopped by an ambush",
    "called_off": "Called off by an 11",
    "nobody_there": "Nobody there",
    "modifier": "12+ spent on −4",
    "saw": "Saw a vehicle",
    "hit": "Hit somebody",
    "exploded": "Exploded",
    "dud": "Dud",
    "waiting": "Waits for the duel",
}
AFTER_TWELVE: Final = ("The spy is ambushed", "Nothing stops the mission", "It succeeds")
ENDS: Final = ("Somebody dead", "Somebody down", "Somebody left", "Turn limit")
STAGES: Final = tuple([f"Weeks {first} to {first + STAGE - 1}" for first in range(1, 52, STAGE)])
LEVEL_ROWS: Final = tuple([f"{when}: {level}" for when in STAGES for level in LEVELS])
MONEY_ROWS: Final = tuple([f"{when}: ${step:,} or more" for when in STAGES for step in RICH])

CHARTS: Final = (
    Chart("low", "Missions that fail by themselves", "Mission rolls of 6 or less."),
    Chart("blunders", "Blunders", "Mission rolls of 2 or less."),
    Chart("guarded", "Success against a guard", "Missions that a counterspy rolled against."),
    Chart("unguarded", "Success with no guard", "Missions that nobody rolled against."),
    Chart("watched", "Missions met by a guard", "Missions that a counterspy rolled against."),
    Chart("endings", "What becomes of missions", "Of all missions.", rows=tuple(ENDINGS.values())),
    Chart("rows", "Rows of the mission columns, weeks 1 to 3", "Of the rolls on a column."),
    Chart("counterspy", "Rows of the Counterspy column, weeks 1 to 3", "Of all rolls."),
    Chart("explosives", "Rows of the Blow Up table, weeks 1 to 3", "Of all explosives rolls."),
    Chart("twelves", "After a counterspy's 12 or more", "Of all of them.", rows=AFTER_TWELVE),
    Chart("ambushes", "How ambushes end", "Of all ambushes.", rows=ENDS),
    Chart("hunts", "How ambushes after a 12 or more end", "Of all of them.", rows=ENDS),
    Chart("deaths", "Deaths", "Weeks of a team in which one of its people died."),
    Chart("best", "The best spy of a team", "Weeks, by the best spy.", rows=LEVEL_ROWS),
    Chart("money", "Money at the week's close", "Weeks that end with it.", rows=MONEY_ROWS),
    Chart("lead", "The lead changes", "Weeks that end with another leader than they began with."),
    Chart("first", "The first duel's winner", "Seasons whose first duel's winner has most points."),
)  # fmt: skip


def read(weeks: Sequence[WeekPlayed]) -> Iterator[Seen]:
    """All that is read of a season, every reading of a week under the weeks it belongs to."""
    for number, week in enumerate(weeks, 1):
        yield from _read_week(week, stage(number))
    yield from _lead(weeks)


def stage(number: int) -> str:
    """The weeks that a week is read with: "Weeks 1 to 3" and so on; those after a year with the
    last.
    """
    return STAGES[min((number - 1) // STAGE, len(STAGES) - 1)]


def _read_week(week: WeekPlayed, when: str) -> Iterator[Seen]:
    for record in week.records:
        yield from _mission(record, when)
    for fight in week.fights:
        yield from _shares("ambushes", end_of(fight), ENDS)
        if fight.ambush.cause == "hunted":
            yield from _shares("hunts", end_of(fight), ENDS)
    for deaths, best, money in zip(week.deaths, week.best, week.money, strict=True):
        yield Seen("deaths", when, 2 * (deaths > 0))
        names = [f"{when}: {each}" for each in LEVELS]
        yield from _shares("best", f"{when}: {_level(best)}", names)
        yield from _shares("money", _purse(when, money), [_purse(when, each) for each in RICH])


def _mission(record: MissionRecord, when: str) -> Iterator[Seen]:
    if record.throw is not None:
        row = record.throw.row
        yield Seen("low", when, 2 * (row < SUCCESS_ROW))
        yield Seen("blunders", when, 2 * (row == LOWEST_ROW))
    yield from _shares("endings", ENDINGS[ending(record)], ENDINGS.values())
    if record.verdict == "hunted":
        met = ending(record) in ("stopped", "called_off")
        yield Seen("twelves", AFTER_TWELVE[0], 2 * record.fought)
        yield Seen("twelves", AFTER_TWELVE[1], 2 * (not met))
        yield Seen("twelves", AFTER_TWELVE[2], 2 * succeeded(record))
    watched = bool(record.answers)
    yield Seen("watched", when, 2 * watched)
    yield Seen("guarded" if watched else "unguarded", when, 2 * succeeded(record))
    if when == STAGES[0]:
        yield from _rows(record)


def _rows(record: MissionRecord) -> Iterator[Seen]:
    """The rows of the five tables that a mission's rolls came to."""
    if record.throw is not None:
        names = [f"{TABLES[record.mission]} {each}" for each in range(LOWEST_ROW, 13)]
        yield from _shares("rows", f"{TABLES[record.mission]} {record.throw.row}", names)
    for throw in record.answers:
        printed = COUNTERSPY.row(throw.total).printed
        yield from _shares("counterspy", printed, [row.printed for row in COUNTERSPY.rows])
    if record.explosives is not None:
        printed = EXPLOSIVES.row(record.explosives.total).printed
        yield from _shares("explosives", printed, [row.printed for row in EXPLOSIVES.rows])


def _shares(chart: str, row: str, names: Iterable[str]) -> Iterator[Seen]:
    """One chance for each of these rows, taken by one of them."""
    for name in names:
        yield Seen(chart, name, 2 * (name == row))


def end_of(fight: Fight) -> str:
    """How an ambush ended, the worst first."""
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


def _purse(when: str, dollars: int) -> str:
    step = max([each for each in RICH if each <= max(0, dollars)])
    return f"{when}: ${step:,} or more"


def _lead(weeks: Sequence[WeekPlayed]) -> Iterator[Seen]:
    """How often another team comes in front, and whether who won the first duel ends there. While
    several share the lead, it is still the last one's who had it alone.
    """
    front: int | None = None
    for week in weeks:
        leaders = _leaders(week.points)
        ahead = min(leaders) if len(leaders) == 1 else front
        if front is not None:
            yield Seen("lead", "All weeks", 2 * (ahead != front))
        front = ahead
    if weeks and weeks[0].won is not None:
        last = _leaders(weeks[-1].points)
        yield Seen("first", "First winner", 2 * (weeks[0].won in last and len(last) == 1))


def _leaders(points: Sequence[int]) -> frozenset[int]:
    best = max(points)
    return frozenset([at for at, each in enumerate(points) if each == best])
