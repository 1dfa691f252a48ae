"""Budgets of benchmarks depend on the machine's speed, not on its momentary load."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.engine import best
from benchmarks.pace import LOWEST, RANDINT, Pace


def machine_clock(*costs: float) -> Callable[[], float]:
    """Return a clock of a machine on which the reference costs these times in turn."""
    waiting = iter(costs)
    return lambda: next(waiting)


def make_measured_pace(*costs: float) -> Pace:
    pace = Pace(machine_clock(*costs))
    for _ in costs:
        pace.look()
    return pace


def test_half_as_fast_machine_has_half_the_budget() -> None:
    assert make_measured_pace(2 * RANDINT).budget(1_000) == 500


def test_noise_does_not_lower_a_budget() -> None:
    assert make_measured_pace(RANDINT, 9 * RANDINT, 5 * RANDINT).budget(1_000) == 1_000
    assert make_measured_pace(9 * RANDINT, RANDINT).budget(1_000) == 1_000


def test_faster_machine_has_no_higher_budget() -> None:
    assert make_measured_pace(RANDINT / 3).budget(1_000) == 1_000


def test_budget_never_falls_below_its_floor_on_a_busy_machine() -> None:
    assert make_measured_pace(50 * RANDINT, 80 * RANDINT).budget(1_000) == LOWEST * 1_000
    assert 0.2 <= LOWEST < 1


def test_budget_needs_a_measured_machine() -> None:
    with pytest.raises(RuntimeError):
        Pace(machine_clock()).budget(1_000)


def test_machine_is_measured_between_runs() -> None:
    told: list[str] = []

    def look() -> float:
        told.append("look")
        return RANDINT

    def measure() -> float:
        told.append("run")
        return 7.0

    assert best({"bare": measure}, Pace(look)) == {"bare": 7.0}
    assert told[0] == told[-1] == "look"
    assert "run run" not in " ".join(told)
