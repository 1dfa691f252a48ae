"""Reading the results of Lighthouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import lighthouse
from benchmarks.lighthouse import line, measure


def run(
    speed: float, shown: float, blocked: float, *, access: float = 1, practices: float = 1
) -> dict[str, Any]:
    return {
        "categories": {
            "performance": {"score": speed},
            "accessibility": {"score": access},
            "best-practices": {"score": practices},
        },
        "audits": {
            "largest-contentful-paint": {"numericValue": shown},
            "total-blocking-time": {"numericValue": blocked},
        },
    }


def test_best_run_counts_with_its_times() -> None:
    found = line("home", [run(0.91, 2400, 210), run(0.985, 1250, 12.4), run(0.95, 1900, 90)])
    assert found.figure == "98 / 100 / 100, shown in 1.2 s, blocked 12 ms"
    assert found.reached


def test_score_below_the_goal_is_not_yet_reached_in_any_category() -> None:
    found = line("home", [run(0.94, 1500, 30)])
    assert (found.figure[:2], found.reached, found.fails) == ("94", False, False)
    assert not line("home", [run(1, 1500, 30, practices=0.92)]).reached


@pytest.mark.parametrize(("results", "count"), [((0.9, 0.97), 2), ((0.9, 0.8, 0.94), 3)])
def test_a_page_is_measured_again_until_it_reaches_the_goal_up_to_three_times(
    monkeypatch: pytest.MonkeyPatch, results: tuple[float, ...], count: int
) -> None:
    left = iter(results)
    monkeypatch.setattr(lighthouse, "look", lambda *_: run(next(left), 1500, 30))
    assert len(measure("/", [], Path())) == count
