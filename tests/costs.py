"""The cost of each test in seconds of wall clock and processor time, written to `test-results/`.

Processor time is that of the test process, of all its descendants (including browsers) and of the
PostgreSQL processes of its databases. Short tests are charged only for the test process, because
reading `/proc` would cost more; the rest is summed up under `SHARED`.

A whole run of `make test` fails if a folder is over its budget, or if a test takes so long that it
needs the mark `slow`. Budgets are seconds on the machine they were made on. Each test
process regularly measures a `yardstick`, which tells how much slower this machine is in this run.

``python -m tests.costs`` stores the results of the last run: the seconds of long tests in
`tests/costs.json`, which decide what `make test` leaves out and what runs first, and after
`make test-all` the tables in `docs/reference/testing.md`.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from tests.processes import PROC, descendants, processes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

RESULTS: Final = Path(__file__).parents[1] / "test-results"
STORED: Final = Path(__file__).with_name("costs.json")
"""Processor seconds of long tests."""
STORED_SECONDS: Final[dict[str, float]] = json.loads(STORED.read_text())
LONG_SECONDS: Final = 0.4
"""Tests from this length on are stored one by one, and run in `make test` only if they are marked
`everyday`. The cheapest test of a file that has no shorter one is not stored, so `make test` runs
at least one test of each file.
"""
SHORT_SECONDS: Final = 0.3
"""Tests shorter than this are charged for the test process alone."""
SHARED: Final = "(servers of short tests)"
SLOW_SECONDS: Final = 5.0
"""A test of more processor seconds needs the mark `slow`."""
HEADROOM: Final = 1.5
"""Factor by which a test may exceed its budget, because a busy machine is slower."""
FOLDER_HEADROOM: Final = 1.3
"""The same for the sum of a folder, which varies less."""


class Cost(NamedTuple):
    """The cost of a test, a file or a folder."""

    wall: float
    cpu: float
    tests: int = 1


def own_seconds() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def servers_of(database: str, table: Iterable[int]) -> set[int]:
    """Return PostgreSQL's processes that serve a database, by the name that they show."""
    serving = set[int]()
    for number in table:
        try:
            title = (PROC / str(number) / "cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"postgres: ") and database.encode() in title:
            serving.add(number)
    return serving


def seconds_beside_this_process(database: str) -> float:
    """Return the processor seconds of browsers, other children and database processes so far."""
    table = processes()
    beside = descendants(table, os.getpid()) | servers_of(database, table)
    return sum(table[number].cpu for number in beside)


# --- measuring one test ---------------------------------------------------------------------------


class Meter:
    """Measures the tests of one process, one after another."""

    def __init__(self) -> None:
        self.wall = self.own = self.beside = self.read_at = self.shared = self.paced_at = 0.0
        self.paces: list[float] = []

    def start(self) -> None:
        """Start measuring a test. The helpers of short tests are read once a second."""
        if time.perf_counter() - self.paced_at > YARDSTICK_EVERY:
            self.paces.append(yardstick())
            self.paced_at = time.perf_counter()
        self.wall, self.own = time.perf_counter(), own_seconds()
        if self.wall - self.read_at > 1:
            self.shared += max(0.0, self.beside_since_last_reading())

    def beside_since_last_reading(self) -> float:
        """Return the seconds of other processes since this was last asked; at first, none.

        They are less than none when a child has ended: from then on its seconds are this process's.
        """
        is_first, before = not self.read_at, self.beside
        self.beside = seconds_beside_this_process(database_name())
        self.read_at = time.perf_counter()
        return 0.0 if is_first else self.beside - before

    def stop(self) -> Cost:
        """Return what the test cost since its start."""
        wall, cpu = time.perf_counter() - self.wall, own_seconds() - self.own
        if wall > SHORT_SECONDS:
            beside = self.beside_since_last_reading()
            # More than all processors can do was not done for this test.
            possible = wall * (os.cpu_count() or 1)
            self.shared += max(0.0, cpu + beside - possible)
            cpu = min(max(0.0, cpu + beside), possible)
        return Cost(round(wall, 3), round(cpu, 3))


def database_name() -> str:
    """Return the name of this process's test database."""
    from django.conf import settings

    name: str = settings.DATABASES["default"]["NAME"]
    return name


METER: Final = Meter()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Start measuring before any fixture is made."""
    METER.start()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Add the cost of a test with its fixtures to its last report."""
    report: pytest.TestReport = yield  # type: ignore[assignment, misc]
    if call.when == "teardown":
        report.cost = tuple(METER.stop())  # type: ignore[attr-defined]
        report.shared_cost, METER.shared = METER.shared, 0.0  # type: ignore[attr-defined]
        report.paces, METER.paces = METER.paces, []  # type: ignore[attr-defined]
    return report  # type: ignore[return-value]


# --- a run's costs --------------------------------------------------------------------------------

COSTS: Final[dict[str, Cost]] = {}
PACES: Final[list[float]] = []
"""Processor seconds of the yardstick in all test processes, from their start to their end."""


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect the costs of all test processes."""
    if hasattr(report, "cost"):
        COSTS[report.nodeid] = Cost(*report.cost)
        shared = COSTS.get(SHARED, Cost(0, 0)).cpu + report.shared_cost  # type: ignore[attr-defined]
        COSTS[SHARED] = Cost(0, round(shared, 3), 0)
        PACES.extend(report.paces)  # type: ignore[attr-defined]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the cost of a run of several processes, in seconds of the machine of the budgets. A
    whole run of `make test` that passed but was too expensive fails.
    """
    if not (COSTS and session.config.getoption("numprocesses", None)):
        return
    RESULTS.mkdir(exist_ok=True)
    times = speed(PACES)
    values = {
        test: [round(cost.wall / times, 3), round(cost.cpu / times, 3)]
        for test, cost in COSTS.items()
    }
    write_lines(RESULTS / "costs.json", values)
    from tests.siege import EVERYDAY

    is_whole = session.config.args_source == pytest.Config.ArgsSource.TESTPATHS
    if EVERYDAY and is_whole and session.exitstatus == pytest.ExitCode.OK:
        OVER_BUDGET.extend(over_budget(COSTS, times))
        if OVER_BUDGET:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was too expensive, and by how much."""
    for line in OVER_BUDGET:
        terminalreporter.write_line(f"TOO EXPENSIVE: {line}", red=True)
    if PACES:
        terminalreporter.write_line(f"yardstick: {median(PACES):.3f} s")


# --- budgets --------------------------------------------------------------------------------------

BUDGETS: Final[dict[str, float]] = {
    "tests/pages": 150,
    "tests/secrecy": 130,
    "tests/campaign": 70,
    "tests/api": 65,
    "tests/espionage": 50,
    "tests/browser": 35,
    "tests/minigames": 30,
    "tests/play": 30,
    "tests/autoduel": 25,
    "tests/core": 25,
    "tests/engine": 25,
    "tests/config": 20,
    "tests/failure": 20,
    "tests/home": 20,
    SHARED: 35,
}
"""Processor seconds of each folder in `make test`; a folder that is not listed has `SMALL`."""
SMALL: Final = 10.0
OVER_BUDGET: Final[list[str]] = []
YARDSTICK_SECONDS: Final = 0.05
"""Median duration of `yardstick` in the run that the budgets come from."""
YARDSTICK_EVERY: Final = 20.0
"""Seconds between two measurements of the yardstick in a test process."""


def yardstick() -> float:
    """Return the processor seconds of a fixed piece of Python."""
    before = time.process_time()
    words = [f"{number:x}" for number in range(40_000)]
    sorted(words, key=lambda word: (len(word), word[::-1]))
    json.loads(json.dumps(words))
    return time.process_time() - before


def speed(paces: Sequence[float]) -> float:
    """Return how many times slower this machine was than that of the budgets, at least 1.

    A machine that is shared with others is slower at some times than at others, so `paces` has
    durations of the yardstick from the whole run.
    """
    return max(1.0, median(paces) / YARDSTICK_SECONDS)


def over_budget(costs: dict[str, Cost], times: float) -> list[str]:
    """Return a sentence for each folder and each test that is too expensive, given the machine's
    speed.
    """
    found = []
    for folder, cost in sorted(by_folder(costs).items()):
        budget = BUDGETS.get(folder, SMALL) * times
        if cost.cpu > budget * FOLDER_HEADROOM:
            found.append(
                f"{folder}: {cost.cpu:.0f} CPU seconds, {cost.cpu - budget:.0f} over its budget of "
                f"{budget:.0f}. Make its tests cheaper or mark some `slow`."
            )
    for test, cost in sorted(costs.items()):
        if cost.cpu > SLOW_SECONDS * HEADROOM * times and test != SHARED and not is_chosen(test):
            found.append(f"{test}: {cost.cpu:.1f} CPU seconds. It needs the mark `slow`.")
    return found


def is_chosen(test: str) -> bool:
    """Return whether this test, which ran in `make test`, has the mark `everyday`: it is in a slow
    folder, or stored as a long test.
    """
    from tests.siege import SLOW_FOLDERS

    return test.startswith(tuple(SLOW_FOLDERS)) or test in STORED_SECONDS


def write_lines(file: Path, values: Mapping[str, object]) -> None:
    """Write JSON, one entry a line, in alphabetical order."""
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(values.items())]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def by_folder(costs: dict[str, Cost]) -> dict[str, Cost]:
    """Add up costs by folder of `tests`."""
    sums: dict[str, Cost] = {}
    for test, cost in costs.items():
        path = test.partition("::")[0].split("/")
        folder = "/".join(path[: 2 if len(path) > 2 else 1])
        total = sums.get(folder, Cost(0, 0, 0))
        sums[folder] = Cost(total.wall + cost.wall, total.cpu + cost.cpu, total.tests + cost.tests)
    return sums


# --- what is stored ------------------------------------------------------------------------------

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "testing.md"
BEGIN, END = "<!-- costs: written by python -m tests.costs -->", "<!-- /costs -->"
LISTED: Final = 20
"""Number of slowest files listed on the page."""


def table(costs: dict[str, Cost]) -> str:
    """Return the costs of a run as tables in Markdown: by folder, and the slowest files."""
    files: dict[str, Cost] = {}
    for test, cost in costs.items():
        file = test.partition("::")[0]
        total = files.get(file, Cost(0, 0, 0))
        files[file] = Cost(total.wall + cost.wall, total.cpu + cost.cpu, total.tests + cost.tests)
    slowest = dict(sorted(files.items(), key=lambda entry: -entry[1].cpu)[:LISTED])
    return "\n".join([*rows("folder", by_folder(costs)), "", *rows("slowest files", slowest)])


def rows(title: str, costs: dict[str, Cost]) -> list[str]:
    """Return a table of costs, the dearest first."""
    return [
        f"| {title} | tests | CPU s | budget in `make test` |",
        "| --- | ---: | ---: | ---: |",
        *(
            f"| {name} | {cost.tests:,} | {cost.cpu:.0f} | {BUDGETS.get(name, '')} |"
            for name, cost in sorted(costs.items(), key=lambda entry: -entry[1].cpu)
        ),
    ]


def long_tests(costs: dict[str, Cost]) -> dict[str, float]:
    """Return the processor seconds of the tests that `make test` leaves out."""
    long = {test: cost.cpu for test, cost in costs.items() if cost.cpu >= LONG_SECONDS}
    by_file: defaultdict[str, list[str]] = defaultdict(list)
    for test in sorted(costs, key=lambda test: costs[test].cpu):
        by_file[test.partition("::")[0]].append(test)
    for cheapest, *_ in by_file.values():
        if not is_chosen(cheapest):
            long.pop(cheapest, None)
    return long


def main() -> None:
    """Store the results of the last run. Tests that it left out keep their cost."""
    measured = json.loads((RESULTS / "costs.json").read_text())
    shared_wall, shared_cpu = measured.pop(SHARED, (0, 0))
    costs = {test: Cost(wall, cpu) for test, (wall, cpu) in measured.items()}
    known = {test: Cost(cpu, cpu) for test, cpu in STORED_SECONDS.items() if exists(test)}
    long = long_tests(known | costs)
    write_lines(STORED, {test: round(cpu, 1) for test, cpu in long.items()})
    if known.keys() <= costs.keys():
        head, _, rest = PAGE.read_text().partition(BEGIN)
        listed = table(costs | {SHARED: Cost(shared_wall, shared_cpu, 0)})
        PAGE.write_text(f"{head}{BEGIN}\n\n{listed}\n\n{END}{rest.partition(END)[2]}")


def exists(test: str) -> bool:
    """Return whether the file of a test still has a function of that name."""
    path, _, names = test.partition("::")
    file = Path(__file__).parents[1] / path
    return file.exists() and f"def {names.split('[')[0].split('::')[-1]}(" in file.read_text()


if __name__ == "__main__":
    main()
