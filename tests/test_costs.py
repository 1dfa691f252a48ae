"""What a test costs is measured with everything that works for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.costs import SHORT_SECONDS, Cost, Meter, by_folder, descendants, processes

BUSY = "import time\nwhile time.process_time() < {}: pass\nprint('done', flush=True)\ninput()"


def test_a_test_is_charged_for_the_children_that_work_for_it() -> None:
    meter = Meter()
    meter.stop()
    meter.start()
    with subprocess.Popen(
        [sys.executable, "-c", BUSY.format(SHORT_SECONDS + 0.1)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdout.readline() == b"done\n"
        assert child.pid in descendants(processes(), os.getpid())
        cost = meter.stop()
        child.communicate(b"\n")
    assert cost.cpu >= SHORT_SECONDS


def test_a_test_that_waits_costs_time_by_the_clock_alone() -> None:
    meter = Meter()
    meter.start()
    before = time.process_time()
    with subprocess.Popen(["sleep", "0.1"]) as child:
        child.wait()
    cost = meter.stop()
    assert cost.wall >= 0.1
    assert cost.cpu <= time.process_time() - before + 0.1


def test_costs_are_added_up_by_folder() -> None:
    costs = {
        "tests/play/test_seats.py::test_one": Cost(1, 2),
        "tests/play/rules/test_clocks.py::test_two": Cost(3, 4),
        "tests/test_costs.py::test_three": Cost(1, 1),
    }
    assert by_folder(costs) == {
        "tests/play": Cost(4, 6, 2),
        "tests": Cost(1, 1, 1),
    }
