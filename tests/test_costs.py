"""The cost of a test includes its child processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests import costs
from tests.costs import (
    SHARED,
    SHORT_SECONDS,
    Cost,
    Meter,
    by_folder,
    descendants,
    long_tests,
    over_budget,
    processes,
    table,
)

BUSY = "import time\nwhile time.process_time() < {}: pass\nprint('done', flush=True)\ninput()"


@contextmanager
def busy_child(seconds: float) -> Iterator[subprocess.Popen[bytes]]:
    """Start a child that uses the processor for some seconds, then waits for a line to end."""
    with subprocess.Popen(
        [sys.executable, "-c", BUSY.format(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout.readline() == b"done\n"
        yield child


def test_a_test_is_charged_for_its_child_processes() -> None:
    meter = Meter()
    meter.stop()
    meter.start()
    with busy_child(SHORT_SECONDS + 0.1) as child:
        assert child.pid in descendants(processes(), os.getpid())
        cost = meter.stop()
        child.communicate(b"\n")
    assert cost.cpu >= SHORT_SECONDS


def test_waiting_costs_only_wall_clock_time() -> None:
    meter = Meter()
    meter.start()
    before = time.process_time()
    with subprocess.Popen(["sleep", "0.1"]) as child:
        child.wait()
    cost = meter.stop()
    assert cost.wall >= 0.1
    assert cost.cpu <= time.process_time() - before + 0.1


def test_costs_are_summed_by_folder() -> None:
    measured = {
        "tests/play/test_seats.py::test_one": Cost(1, 2),
        "tests/play/rules/test_clocks.py::test_two": Cost(3, 4),
        "tests/test_costs.py::test_three": Cost(1, 1),
    }
    assert by_folder(measured) == {
        "tests/play": Cost(4, 6, 2),
        "tests": Cost(1, 1, 1),
    }


def test_a_folder_over_its_budget_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "BUDGETS", {"tests/play": 20.0})
    measured = {"tests/play/test_seats.py::test_one": Cost(0, 4, 1), SHARED: Cost(0, 1, 0)}
    assert over_budget(measured, 1) == []
    many = measured | {f"tests/play/test_seats.py::test_{n}": Cost(0, 4, 1) for n in range(6)}
    (sentence,) = over_budget(many, 1)
    assert sentence.startswith("tests/play: 28 CPU seconds, 8 over its budget of 20.")
    assert over_budget(many, 1.5) == [], "a slower machine has a larger budget"
    few = dict([*many.items()][:7])
    assert over_budget(few, 1) == [], "the same tests take longer in some runs"


def test_budgets_grow_with_the_usual_duration_of_the_yardstick_during_the_run() -> None:
    slow = costs.YARDSTICK_SECONDS * 1.5
    assert costs.speed([slow, slow, slow * 9]) == pytest.approx(1.5)
    assert costs.speed([costs.YARDSTICK_SECONDS / 2]) == 1


def test_the_yardstick_is_measured_once_for_many_tests() -> None:
    meter = Meter()
    meter.start()
    meter.start()
    assert len(meter.paces) == 1


def test_a_test_of_more_than_five_seconds_needs_the_slow_mark() -> None:
    (sentence,) = over_budget({"tests/core/test_a.py::test_one": Cost(0, 8, 1)}, 1)
    assert sentence == "tests/core/test_a.py::test_one: 8.0 CPU seconds. It needs the mark `slow`."


def test_costs_are_shown_as_tables_sorted_by_cost() -> None:
    shown = table(
        {"tests/core/test_a.py::test_one": Cost(0, 1), "tests/play/test_b.py::x": Cost(0, 2)}
    )
    assert shown.index("| tests/play |") < shown.index("| tests/core |")
    assert "| tests/core/test_a.py | 1 | 1 |" in shown


def test_a_finished_child_process_is_charged_once() -> None:
    meter = Meter()
    meter.start()
    with busy_child(SHORT_SECONDS + 0.2) as child:
        first = meter.stop()
        meter.start()
        child.communicate(b"\n")
        time.sleep(SHORT_SECONDS)
    second = meter.stop()
    assert first.cpu >= SHORT_SECONDS
    assert second.cpu < SHORT_SECONDS


def test_long_tests_are_left_out_but_one_of_each_file_stays() -> None:
    measured = {
        "tests/play/test_a.py::test_short": Cost(0, 0.1),
        "tests/play/test_a.py::test_long": Cost(0, 2),
        "tests/play/test_b.py::test_long": Cost(0, 2),
        "tests/play/test_b.py::test_longer": Cost(0, 3),
        "tests/secrecy/test_c.py::test_longest": Cost(0, 9),
    }
    assert long_tests(measured) == {
        "tests/play/test_a.py::test_long": 2,
        "tests/play/test_b.py::test_longer": 3,
        "tests/secrecy/test_c.py::test_longest": 9,
    }


def test_the_cost_of_a_test_that_was_removed_is_forgotten() -> None:
    here = "tests/test_costs.py::test_the_cost_of_a_test_that_was_removed_is_forgotten"
    assert costs.exists(here) and costs.exists(f"{here}[case]")
    assert not costs.exists("tests/test_costs.py::test_of_long_ago")
    assert not costs.exists("tests/test_of_long_ago.py::test_one")
