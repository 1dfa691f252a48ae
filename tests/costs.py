"""What each test costs: seconds by the clock and by the processor, written to `test-results/`.

The processor's seconds are those of the test process, of all its descendants (browsers included)
and of the PostgreSQL processes that serve its databases. Short tests are charged for the test
process alone, because reading `/proc` would cost more than they do.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RESULTS: Final = Path(__file__).parents[1] / "test-results"
SHORT_SECONDS: Final = 0.3
"""Tests shorter than this are charged for the test process alone."""
PROC: Final = Path("/proc")


class Cost(NamedTuple):
    """What a test, a file or a folder cost."""

    wall: float
    cpu: float
    tests: int = 1


class Process(NamedTuple):
    """A line of the process table."""

    parent: int
    cpu: float
    """Seconds of the process and of its children that have ended."""


def own_seconds() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def processes() -> dict[int, Process]:
    """Return all processes of this machine by their number; nothing where there is no `/proc`."""
    tick = os.sysconf("SC_CLK_TCK")
    table: dict[int, Process] = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        table[int(folder.name)] = Process(int(fields[1]), sum(map(int, fields[11:15])) / tick)
    return table


def descendants(table: dict[int, Process], ancestor: int) -> set[int]:
    """Return the numbers of a process's children, grandchildren and so on."""
    children = defaultdict(list)
    for number, process in table.items():
        children[process.parent].append(number)
    tree, waiting = set[int](), [ancestor]
    while waiting:
        waiting += (offspring := children[waiting.pop()])
        tree.update(offspring)
    return tree


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
        self.wall = self.own = self.beside = 0.0

    def start(self) -> None:
        """Start a test's measurement."""
        self.wall, self.own = time.perf_counter(), own_seconds()

    def stop(self) -> Cost:
        """Return what the test cost since its start."""
        wall, cpu = time.perf_counter() - self.wall, own_seconds() - self.own
        if wall > SHORT_SECONDS:
            beside = seconds_beside_this_process(database_name())
            # Processes that have ended in between take their seconds with them.
            cpu, self.beside = cpu + max(0.0, beside - self.beside), beside
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
    """Have a test's last report say what the test cost, its fixtures included."""
    report: pytest.TestReport = yield  # type: ignore[assignment, misc]
    if call.when == "teardown":
        report.cost = tuple(METER.stop())  # type: ignore[attr-defined]
    return report  # type: ignore[return-value]


# --- a run's costs --------------------------------------------------------------------------------

COSTS: Final[dict[str, Cost]] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect the costs of all test processes."""
    if hasattr(report, "cost"):
        COSTS[report.nodeid] = Cost(*report.cost)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what the run cost, if it was a run of several processes."""
    if COSTS and session.config.getoption("numprocesses", None):
        RESULTS.mkdir(exist_ok=True)
        lines = [f"{json.dumps(test)}: {[*cost[:2]]}" for test, cost in sorted(COSTS.items())]
        (RESULTS / "costs.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def by_folder(costs: dict[str, Cost]) -> dict[str, Cost]:
    """Add up costs by folder of `tests`, or by package for doctests."""
    sums: dict[str, Cost] = {}
    for test, cost in costs.items():
        path = test.partition("::")[0].split("/")
        folder = "/".join(path[: 2 if path[0] == "tests" and len(path) > 2 else 1])
        total = sums.get(folder, Cost(0, 0, 0))
        sums[folder] = Cost(total.wall + cost.wall, total.cpu + cost.cpu, total.tests + cost.tests)
    return sums
