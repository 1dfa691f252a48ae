"""Reading the results of Lighthouse."""

from __future__ import annotations

from typing import Any

from benchmarks.lighthouse import line


def run(score: float, shown: float, blocked: float) -> dict[str, Any]:
    return {
        "categories": {"performance": {"score": score}},
        "audits": {
            "largest-contentful-paint": {"numericValue": shown},
            "total-blocking-time": {"numericValue": blocked},
        },
    }


def test_best_run_counts_with_its_times() -> None:
    found = line("home", [run(0.91, 2400, 210), run(0.985, 1250, 12.4), run(0.95, 1900, 90)])
    assert found.figure == "98, shown in 1.2 s, blocked 12 ms"
    assert found.reached


def test_score_below_the_goal_is_not_yet_reached() -> None:
    found = line("home", [run(0.97, 1500, 30)])
    assert (found.figure[:2], found.reached, found.fails) == ("97", False, False)
