"""Budgets of benchmarks go by how fast a machine is, and not by how busy it was at one moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.engine import best
from benchmarks.pace import LOWEST, RANDINT, Pace


def clock(*costs: float) -> Callable[[], float]:
    """A machine on which the reference costs this, one look after the other."""
    waiting = iter(costs)
    return lambda: next(waiting)


def looked(*costs: float) -> Pace:
    pace = Pace(clock(*costs))
    for _ in costs:
        pace.look()
    return pace


def test_a_machine_that_is_half_as_fast_has_half_the_budget() -> None:
    assert looked(2 * RANDINT).budget(1_000) == 500


def test_noise_does_not_lower_a_budget() -> None:
    assert looked(RANDINT, 9 * RANDINT, 5 * RANDINT).budget(1_000) == 1_000
    assert looked(9 * RANDINT, RANDINT).budget(1_000) == 1_000


def test_a_machine_that_is_faster_has_no_higher_budget() -> None:
    assert looked(RANDINT / 3).budget(1_000) == 1_000


def test_no_budget_falls_below_its_floor_however_busy_the_machine_was_all_the_time() -> None:
    assert looked(50 * RANDINT, 80 * RANDINT).budget(1_000) == LOWEST * 1_000
    assert 0.2 <= LOWEST < 1


def test_nobody_has_a_budget_before_the_machine_was_looked_at() -> None:
    with pytest.raises(RuntimeError):
        Pace(clock()).budget(1_000)


def test_the_machine_is_looked_at_between_the_runs_that_are_measured() -> None:
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
