"""Measurements of matches between bots in many set-ups, with 95 % intervals.

A game's `Lab` defines *sweeps*. Each sweep is a list of *cases*, the set-ups to compare. After each
match, the lab takes *readings*. A reading gives the number of chances in a chart's row, and how
many of these chances were taken. Readings are integers that can be summed in any order, so the
figures do not depend on the number of processes. A match is one sample, even if it yields several
readings. Because readings of the same match are correlated, the intervals are widened (the design
effect of a cluster sample).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from engine.bots import Bot, GameBots
from engine.game import AnyGame
from engine.values import Value, changed

from .simulation import Plan, Played, play_out, wilson

Sides: TypeAlias = Callable[[Any], Sequence[int]]
"""Function that takes the initial state and returns the side of each seat, counted from 0.

All seats of a side are played by the same bot.
"""
DIGITS: Final = 4
"""Number of decimal places in a published rate."""
_NUMBERS: Final = re.compile(r"(\d+)")


# --- sweeps and charts ----------------------------------------------------------------------------


class Case(NamedTuple):
    """A named set-up in a sweep. If `sides` is given, it replaces the game's own sides."""

    name: str
    setup: Any
    sides: Sides | None = None


@dataclass(frozen=True)
class Chart:
    """A question answered by the readings, with one rate per row.

    `explanation` is a sentence that explains the rate. `baseline` is the rate to compare with; it
    defaults to the rate of the first case. `rows` lists the rows in order; by default, rows are in
    alphabetical order. If `pooled` is set, all cases are summed. If `shares` is set, every match
    counts in exactly one row, and the rates add up to one.
    """

    key: str
    title: str
    explanation: str
    baseline: float | None = None
    rows: tuple[str, ...] = ()
    pooled: bool = False
    shares: bool = False


@dataclass(frozen=True)
class Sweep:
    """Cases to compare, the bots that play them, and the keys of the relevant charts."""

    key: str
    title: str
    cases: tuple[Case, ...]
    charts: tuple[str, ...]
    bots: tuple[str, ...] = ("random",)
    explanation: str = ""
    play: Callable[[Any, str], Iterable[Reading]] | None = None
    """Function that plays a sample and returns its readings. If None, use the lab's function."""


class Finished(NamedTuple):
    """A finished match: the set-up, the result, and the name of the bot in each seat."""

    setup: Any
    played: Played
    bots: tuple[str, ...]


class Reading(NamedTuple):
    """A measurement of a match: the number of chances in a chart's row, and how many were taken.

    Taken chances are counted in halves. A win is two halves, and a draw is one.
    """

    chart: str
    row: str
    halves: int
    chances: int = 1


def _read_nothing(_: Finished) -> Iterable[Reading]:
    """Return no readings. Labs that play their own samples need none."""
    return ()


@dataclass(frozen=True)
class Lab:
    """The sweeps and charts of a game, and the functions that measure its matches.

    Bots play matches of a case's set-up, and `read` measures each match. If a single match is not
    meaningful (such as one week of a season), the lab defines `play`, which plays one sample from a
    seed phrase and returns its readings. Such a lab chooses its own bots, and a sweep's bot names
    are only labels.
    """

    sweeps: tuple[Sweep, ...]
    charts: tuple[Chart, ...]
    read: Callable[[Finished], Iterable[Reading]] = _read_nothing
    play: Callable[[Any, str], Iterable[Reading]] | None = None

    def sweep(self, key: str) -> Sweep:
        """Return the sweep with this key. Raise KeyError if there is none."""
        return {sweep.key: sweep for sweep in self.sweeps}[key]

    def chart(self, key: str) -> Chart:
        """Return the chart with this key. Raise KeyError if there is none."""
        return {chart.key: chart for chart in self.charts}[key]


def plain_lab(game: AnyGame, bots: GameBots) -> Lab:
    """Return the default lab, in which the game's own bot plays the game's set-ups.

    The charts of the default lab show wins by seat and shares of endings.
    """
    cases = tuple(
        [Case(f"Set-up {number}", setup) for number, setup in enumerate(game.setups(), 1)]
    )
    charts = (
        Chart("seats", "Wins by seat", "How often the seat won or shared the win."),
        Chart("endings", "Endings", "Share of matches by ending.", shares=True),
    )
    sweep = Sweep(
        "set-ups",
        "The game's set-ups",
        cases,
        ("seats", "endings"),
        bots=next(((name,) for name in bots.own_bots), ("random",)),
    )

    def read(match: Finished) -> Iterable[Reading]:
        outcome = match.played.outcome
        for seat in game.seats(match.setup):
            yield Reading("seats", f"Seat {seat + 1}", 2 * (seat in outcome.winners))
        yield Reading("endings", outcome.ending, 2)

    return Lab((sweep,), charts, read)


# --- readings -------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """The totals of a row's readings.

    The fields are matches, chances, halves taken, and the sums of their squares and products.
    """

    matches: int = 0
    chances: int = 0
    halves: int = 0
    chances_squared: int = 0
    chances_times_halves: int = 0
    halves_squared: int = 0

    def plus(self, other: Cell) -> Cell:
        """Return the sum of this cell and another."""
        return Cell(*[first + second for first, second in zip(self, other, strict=True)])

    @property
    def rate(self) -> float:
        """Share of chances that were taken. A draw counts as half."""
        return self.halves / (2 * self.chances) if self.chances else 0.0

    @property
    def design_effect(self) -> float:
        """Variance relative to the variance of independent chances, at least 1."""
        rate, variance = self.rate, self.rate * (1 - self.rate)
        if self.matches < 2 or not variance:
            return max(1.0, self.chances / self.matches) if self.matches else 1.0
        squares = (
            self.halves_squared / 4
            - rate * self.chances_times_halves
            + rate * rate * self.chances_squared
        )
        return max(1.0, squares * self.matches / (self.matches - 1) / (variance * self.chances))

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, based on the effective number of independent chances."""
        worth = self.chances / self.design_effect
        return wilson(self.rate * worth, worth)


Cells: TypeAlias = Mapping[tuple[int, str, str], Cell]
"""Cells by case number, chart and row."""


@dataclass(frozen=True)
class Findings:
    """The results of some matches of a sweep. `matches` counts the matches by case number.

    Findings can be summed in any order.
    """

    matches: Counter[int] = field(default_factory=Counter)
    cells: Cells = field(default_factory=dict)

    def __add__(self, other: Findings) -> Findings:
        cells = dict(self.cells)
        for key, cell in other.cells.items():
            cells[key] = cells.get(key, Cell()).plus(cell)
        return Findings(self.matches + other.matches, cells)

    @property
    def played(self) -> int:
        """Total number of matches."""
        return self.matches.total()


def findings_of(case: int, readings: Iterable[Reading]) -> Findings:
    """Return the results of one match of this case."""
    chances: Counter[tuple[str, str]] = Counter()
    halves: Counter[tuple[str, str]] = Counter()
    for reading in readings:
        chances[reading.chart, reading.row] += reading.chances
        halves[reading.chart, reading.row] += reading.halves
    cells = {}
    for (chart, row), count in chances.items():
        half_count = halves[chart, row]
        if count:
            cells[case, chart, row] = Cell(
                1, count, half_count, count * count, count * half_count, half_count * half_count
            )
    return Findings(Counter({case: 1}), cells)


# --- playing a sweep ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bench:
    """A sweep that is ready to be played.

    Match `number` belongs to case `number % cases`, so a run can be stopped at any time.
    """

    game: AnyGame
    lab: Lab
    sweep: Sweep
    seed: str
    sides: Sides | None = None

    @property
    def cases(self) -> int:
        return len(self.sweep.cases)

    @property
    def play_function(self) -> Callable[[Any, str], Iterable[Reading]] | None:
        """The function that plays a sample, from the sweep or the lab. None if neither has one."""
        return self.sweep.play or self.lab.play

    def play(self, number: int, bots: Sequence[Bot[Any, Any]]) -> Findings:
        """Play match `number`, counted from 0, with the sweep's bots, and return its findings."""
        case_number = number % self.cases
        case = self.sweep.cases[case_number]
        if self.play_function is not None:
            sample = f"{self.seed}/{number // self.cases}"
            return findings_of(case_number, self.play_function(case.setup, sample))
        fixture = Plan(
            self.game, (case.setup,), len(bots), self.seed, case.sides or self.sides
        ).fixture(number // self.cases)
        played = play_out(
            self.game, case.setup, [bots[bot] for bot in fixture.seating], fixture.seed
        )
        names = tuple([self.sweep.bots[bot] for bot in fixture.seating])
        return findings_of(case_number, self.lab.read(Finished(case.setup, played, names)))


# --- published figures ----------------------------------------------------------------------------


class Row(Value, omit_defaults=True, rename={"chances": "of"}):
    """A rate with its 95 % interval, based on `chances` chances in `matches` matches.

    Rows with the same `case` are shown together.
    """

    name: str
    matches: int
    chances: int
    rate: float
    low: float
    high: float
    case: str = ""


class Figure(Value, omit_defaults=True, rename={"explanation": "says", "baseline": "even"}):
    """A chart's rows. `baseline` is the rate to compare with."""

    key: str
    title: str
    explanation: str
    rows: tuple[Row, ...]
    baseline: float | None = None


class Published(Value, rename={"explanation": "says"}):
    """A sweep's figures, and the data needed to reproduce them."""

    key: str
    title: str
    explanation: str
    bots: tuple[str, ...]
    seed: str
    matches: int
    """Number of matches per case."""
    figures: tuple[Figure, ...]


class Paper(Value):
    """A game's published figures."""

    game: str
    rules_version: int
    sweeps: tuple[Published, ...] = ()

    def with_sweep(self, sweep: Published) -> Paper:
        """Return the paper with the figures of this sweep added or replaced."""
        keys = [existing.key for existing in self.sweeps]
        others = [sweep if existing.key == sweep.key else existing for existing in self.sweeps]
        return changed(self, sweeps=tuple(others if sweep.key in keys else [*others, sweep]))


def publish(bench: Bench, findings: Findings) -> Published:
    """Return the figures of a completed sweep."""
    sweep = bench.sweep
    figures = [_figure(sweep, bench.lab.chart(key), findings) for key in sweep.charts]
    return Published(
        key=sweep.key,
        title=sweep.title,
        explanation=sweep.explanation,
        bots=sweep.bots,
        seed=bench.seed,
        matches=max(findings.matches.values(), default=0),
        figures=tuple([figure for figure in figures if figure.rows]),
    )


def _figure(sweep: Sweep, chart: Chart, findings: Findings) -> Figure:
    """Return the chart with its rows.

    If all cells have the same row name, the chart compares the cases. Otherwise, if there are
    several cases, rows are grouped by case.
    """
    cells = _cells(chart, findings)
    names = {row for _, _, row in cells}
    is_single_row = len(names) == 1 and not chart.pooled
    has_several_cases = len({case for case, _, _ in cells}) > 1
    compared = is_single_row and has_several_cases
    rows = []
    for (case_number, _, name), cell in sorted(
        cells.items(), key=lambda item: (item[0][0], _place(chart, item[0][2]))
    ):
        case = sweep.cases[case_number].name
        rows.append(
            _row(
                case if compared else name, cell, case if has_several_cases and not compared else ""
            )
        )
    baseline = chart.baseline if chart.baseline is not None or not compared else rows[0].rate
    return Figure(
        key=f"{sweep.key}-{chart.key}",
        title=chart.title,
        explanation=chart.explanation,
        rows=tuple(rows),
        baseline=baseline,
    )


def _cells(chart: Chart, findings: Findings) -> Cells:
    """Return the chart's cells.

    If the chart is `pooled`, all cases are summed. If the chart has `shares`, each cell is a share
    of all matches.
    """
    chart_cells = {key: cell for key, cell in findings.cells.items() if key[1] == chart.key}
    if chart.shares:
        return {key: _share(cell, findings.matches[key[0]]) for key, cell in chart_cells.items()}
    if not chart.pooled:
        return chart_cells
    pooled_cells: dict[tuple[int, str, str], Cell] = {}
    for (_, key, row), cell in chart_cells.items():
        pooled_cells[0, key, row] = pooled_cells.get((0, key, row), Cell()).plus(cell)
    return pooled_cells


def _share(cell: Cell, matches: int) -> Cell:
    """Return the cell as a share of all matches, counting one chance per match."""
    return Cell(matches, matches, cell.halves, matches, cell.halves, cell.halves_squared)


def _place(chart: Chart, name: str) -> tuple[int, list[tuple[int, str]]]:
    """Return a sort key for a row: the chart's order first, then the name.

    Numbers in names are sorted by value.
    """
    parts = [(int(part), "") if part.isdecimal() else (0, part) for part in _NUMBERS.split(name)]
    return (chart.rows.index(name) if name in chart.rows else len(chart.rows)), parts


def _row(name: str, cell: Cell, case: str) -> Row:
    low, high = cell.interval
    return Row(
        name=name,
        matches=cell.matches,
        chances=cell.chances,
        rate=round(cell.rate, DIGITS),
        low=round(low, DIGITS),
        high=round(high, DIGITS),
        case=case,
    )
