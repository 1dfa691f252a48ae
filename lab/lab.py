"""The lab: matches of bots under many set-ups, read by whatever a game wants to know, with 95 %
intervals.

A game's `Lab` names *sweeps*, each a list of *cases* (set-ups that are compared), and *reads* every
finished match: who or what had how many chances, and how many of them were won. Readings are whole
numbers and add up in any order, so any number of processes comes to the same figures. A match is
one sample however often it is read: what is read of one match hangs together, and intervals are
widened by as much (the design effect of a cluster sample).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from engine.values import Value, changed

from .simulation import Plan, Played, play_out, wilson

if TYPE_CHECKING:
    from engine.bots import Bot, GameBots
    from engine.game import AnyGame

Sides: TypeAlias = Callable[[Any], Sequence[int]]
"""Of a dealt state: the side each seat is on, counted from 0. A bot has all seats of a side."""
DIGITS: Final = 4
"""Decimals of a published rate."""
_NUMBERS: Final = re.compile(r"(\d+)")


# --- what is asked --------------------------------------------------------------------------------


class Case(NamedTuple):
    """One set-up of a sweep, by the name it is compared under. `sides` deals seats to bots in place
    of the game's own.
    """

    name: str
    setup: Any
    sides: Sides | None = None


@dataclass(frozen=True)
class Chart:
    """A question that readings answer, by row.

    `says` is what a rate means, in a sentence. `even` is the rate to compare with; without it,
    where cases are compared, it is the
    first case's. `rows` is their order, else that of their names. `pooled`: cases are added up, as
    rows name them. `shares`: every
    match is in exactly one of the rows, and their rates add up to one.
    """

    key: str
    title: str
    says: str
    even: float | None = None
    rows: tuple[str, ...] = ()
    pooled: bool = False
    shares: bool = False


@dataclass(frozen=True)
class Sweep:
    """Cases to be compared, which bots play them, and the keys of the charts that are worth looking
    at.
    """

    key: str
    title: str
    cases: tuple[Case, ...]
    charts: tuple[str, ...]
    bots: tuple[str, ...] = ("random",)
    says: str = ""
    play: Callable[[Any, str], Iterable[Seen]] | None = None
    """What plays and reads a sample of a case, in place of the lab's own way."""


class Finished(NamedTuple):
    """What a reading is told of a match: its set-up, how it ended, and the name of the bot on each
    seat.
    """

    setup: Any
    played: Played
    bots: tuple[str, ...]


class Seen(NamedTuple):
    """In one match, the row of a chart had `of` chances and took `halves` halves of them: a win is
    two, a draw one.
    """

    chart: str
    row: str
    halves: int
    of: int = 1


def _unread(_: Finished) -> Iterable[Seen]:
    """For a lab that plays its cases itself: no match is read."""
    return ()


@dataclass(frozen=True)
class Lab:
    """What a game brings to be measured by, registered beside it.

    Its matches are played by bots from a case's set-up and each is `read`. Where one match says too
    little, as one week of a season does, the lab brings `play`: one sample of a case's set-up,
    played and read, which follows from the words of its seed. It knows its bots itself: what a
    sweep names them by is for people.
    """

    sweeps: tuple[Sweep, ...]
    charts: tuple[Chart, ...]
    read: Callable[[Finished], Iterable[Seen]] = _unread
    play: Callable[[Any, str], Iterable[Seen]] | None = None

    def sweep(self, key: str) -> Sweep:
        """The sweep of that key; KeyError."""
        return {each.key: each for each in self.sweeps}[key]

    def chart(self, key: str) -> Chart:
        """The chart of that key; KeyError."""
        return {each.key: each for each in self.charts}[key]


def plain_lab(game: AnyGame, bots: GameBots) -> Lab:
    """The lab of a game that brings none: its set-ups, played by its own bot if it has one, read by
    seat and by ending.
    """
    cases = tuple(
        [Case(f"Set-up {number}", setup) for number, setup in enumerate(game.setups(), 1)]
    )
    charts = (
        Chart("seats", "Wins by seat", "How often the seat was among the winners."),
        Chart("endings", "Endings", "How often a match ended so.", shares=True),
    )
    sweep = Sweep(
        "set-ups",
        "The game's set-ups",
        cases,
        ("seats", "endings"),
        bots=next(((name,) for name in bots.own), ("random",)),
    )

    def read(match: Finished) -> Iterable[Seen]:
        outcome = match.played.outcome
        for seat in game.seats(match.setup):
            yield Seen("seats", f"Seat {seat + 1}", 2 * (seat in outcome.winners))
        yield Seen("endings", outcome.ending, 2)

    return Lab((sweep,), charts, read)


# --- what was seen --------------------------------------------------------------------------------


class Cell(NamedTuple):
    """Readings of one row: in so many matches, so many chances and halves taken, and the sums of
    their squares and products.
    """

    matches: int = 0
    of: int = 0
    halves: int = 0
    of_of: int = 0
    of_halves: int = 0
    halves_halves: int = 0

    def plus(self, other: Cell) -> Cell:
        """Both together."""
        return Cell(*[one + two for one, two in zip(self, other, strict=True)])

    @property
    def rate(self) -> float:
        """The share of chances that were taken, draws counted half."""
        return self.halves / (2 * self.of) if self.of else 0.0

    @property
    def design_effect(self) -> float:
        """How many times the variance is what it were if all chances stood alone; 1 at least."""
        rate, alone = self.rate, self.rate * (1 - self.rate)
        if self.matches < 2 or not alone:
            return max(1.0, self.of / self.matches) if self.matches else 1.0
        squares = self.halves_halves / 4 - rate * self.of_halves + rate * rate * self.of_of
        return max(1.0, squares * self.matches / (self.matches - 1) / (alone * self.of))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval after Wilson, on as many chances as these are worth when they hang
        together.
        """
        worth = self.of / self.design_effect
        return wilson(self.rate * worth, worth)


Cells: TypeAlias = Mapping[tuple[int, str, str], Cell]
"""By the number of the case, the chart and the row."""


@dataclass(frozen=True)
class Findings:
    """What so many matches of a sweep came to; `matches` by the number of the case. Parts add up in
    any order.
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
        """All matches together."""
        return self.matches.total()


def findings_of(case: int, seen: Iterable[Seen]) -> Findings:
    """What one match of this case came to."""
    of: Counter[tuple[str, str]] = Counter()
    halves: Counter[tuple[str, str]] = Counter()
    for each in seen:
        of[each.chart, each.row] += each.of
        halves[each.chart, each.row] += each.halves
    cells = {}
    for (chart, row), chances in of.items():
        taken = halves[chart, row]
        if chances:
            cells[case, chart, row] = Cell(
                1, chances, taken, chances * chances, chances * taken, taken * taken
            )
    return Findings(Counter({case: 1}), cells)


# --- playing it -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bench:
    """A sweep about to be played. Match `number` is of case `number % cases`, so that it may be
    stopped at any time.
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
    def plays(self) -> Callable[[Any, str], Iterable[Seen]] | None:
        """What plays a sample, if the sweep or the lab brings that."""
        return self.sweep.play or self.lab.play

    def play(self, number: int, bots: Sequence[Bot[Any, Any]]) -> Findings:
        """Play match `number`, counted from 0, and read it. `bots` are those that the sweep
        names.
        """
        at = number % self.cases
        case = self.sweep.cases[at]
        if self.plays is not None:
            sample = f"{self.seed}/{number // self.cases}"
            return findings_of(at, self.plays(case.setup, sample))
        fixture = Plan(
            self.game, (case.setup,), len(bots), self.seed, case.sides or self.sides
        ).fixture(number // self.cases)
        played = play_out(
            self.game, case.setup, [bots[each] for each in fixture.seating], fixture.seed
        )
        names = tuple([self.sweep.bots[each] for each in fixture.seating])
        return findings_of(at, self.lab.read(Finished(case.setup, played, names)))


# --- what is published ----------------------------------------------------------------------------


class Row(Value, omit_defaults=True):
    """A rate with its 95 % interval: `of` chances in so many `matches`. `case` groups rows, where
    several cases have them.
    """

    name: str
    matches: int
    of: int
    rate: float
    low: float
    high: float
    case: str = ""


class Figure(Value, omit_defaults=True):
    """The rows of one chart, as they are drawn and read. `even` is the rate to compare with."""

    key: str
    title: str
    says: str
    rows: tuple[Row, ...]
    even: float | None = None


class Published(Value):
    """A sweep's figures, and all it takes to have them again."""

    key: str
    title: str
    says: str
    bots: tuple[str, ...]
    seed: str
    matches: int
    """Of every case."""
    figures: tuple[Figure, ...]


class Paper(Value):
    """What the lab has published of a game."""

    game: str
    rules_version: int
    sweeps: tuple[Published, ...] = ()

    def with_sweep(self, sweep: Published) -> Paper:
        """The paper with this sweep's figures new, in the place of its earlier ones."""
        keys = [each.key for each in self.sweeps]
        others = [sweep if each.key == sweep.key else each for each in self.sweeps]
        return changed(self, sweeps=tuple(others if sweep.key in keys else [*others, sweep]))


def published(bench: Bench, found: Findings) -> Published:
    """The figures of a sweep that was played."""
    sweep = bench.sweep
    figures = [_figure(sweep, bench.lab.chart(key), found) for key in sweep.charts]
    return Published(
        key=sweep.key,
        title=sweep.title,
        says=sweep.says,
        bots=sweep.bots,
        seed=bench.seed,
        matches=max(found.matches.values(), default=0),
        figures=tuple([figure for figure in figures if figure.rows]),
    )


def _figure(sweep: Sweep, chart: Chart, found: Findings) -> Figure:
    """A chart's rows. A chart with one row names the cases it compares; else rows stand under their
    case, if there are several.
    """
    cells = _cells(chart, found)
    names = {row for _, _, row in cells}
    alone, several = len(names) == 1 and not chart.pooled, len({case for case, _, _ in cells}) > 1
    compared = alone and several
    rows = []
    for (at, _, name), cell in sorted(
        cells.items(), key=lambda each: (each[0][0], _place(chart, each[0][2]))
    ):
        case = sweep.cases[at].name
        rows.append(
            _row(case if compared else name, cell, case if several and not compared else "")
        )
    even = chart.even if chart.even is not None or not compared else rows[0].rate
    return Figure(
        key=f"{sweep.key}-{chart.key}",
        title=chart.title,
        says=chart.says,
        rows=tuple(rows),
        even=even,
    )


def _cells(chart: Chart, found: Findings) -> Cells:
    """The chart's cells; with all cases added up, or as shares of all matches, where the chart
    wants that.
    """
    own = {key: cell for key, cell in found.cells.items() if key[1] == chart.key}
    if chart.shares:
        return {key: _share(cell, found.matches[key[0]]) for key, cell in own.items()}
    if not chart.pooled:
        return own
    together: dict[tuple[int, str, str], Cell] = {}
    for (_, key, row), cell in own.items():
        together[0, key, row] = together.get((0, key, row), Cell()).plus(cell)
    return together


def _share(cell: Cell, matches: int) -> Cell:
    """The cell as a share of all matches: one chance in each."""
    return Cell(matches, matches, cell.halves, matches, cell.halves, cell.halves_halves)


def _place(chart: Chart, name: str) -> tuple[int, list[tuple[int, str]]]:
    """Where a row stands: as the chart lists them, the others by name, numbers in it by their
    value.
    """
    parts = [(int(part), "") if part.isdecimal() else (0, part) for part in _NUMBERS.split(name)]
    return (chart.rows.index(name) if name in chart.rows else len(chart.rows)), parts


def _row(name: str, cell: Cell, case: str) -> Row:
    low, high = cell.interval
    return Row(
        name=name,
        matches=cell.matches,
        of=cell.of,
        rate=round(cell.rate, DIGITS),
        low=round(low, DIGITS),
        high=round(high, DIGITS),
        case=case,
    )
