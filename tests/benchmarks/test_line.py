"""Every benchmark prints, stores and judges figures in the same way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import LONG_RUN, SHORT_RUN, Answer, table
from benchmarks.line import RECORDS, Line, duration, from_record, in_words, report
from benchmarks.samples import Middle

RATIO = Middle(2.5, 2.25, 3.0)
MISSED = Line("a page", "2.50 x", "at most 2", kept=False, ratio=RATIO)
SLOW = Line("a start", "40 s", "at most 30 s", kept=False, wall=Middle(40, 40, 40))
AIMED = Line("a read", "2.50 x", goal="at most 2", reached=False, ratio=RATIO)
COUNTED = Line("queries", "13", "at most 12", kept=False, counted=True)


def test_only_ratios_and_counts_can_fail_a_run() -> None:
    assert [line.fails for line in (MISSED, SLOW, AIMED, COUNTED)] == [True, False, False, True]
    assert not MISSED._replace(kept=True).fails


def test_line_tells_whether_budget_and_goal_are_met() -> None:
    assert str(SLOW).endswith("at most 30 s: MISSED")
    assert AIMED.verdicts == "goal at most 2: not yet"
    both = AIMED._replace(budget="at most 4", reached=True)
    assert both.verdicts == "at most 4: kept, goal at most 2: reached"


@pytest.mark.parametrize("line", [MISSED, SLOW, AIMED, COUNTED, Line("plain", "7 /s")])
def test_figure_round_trips_through_json(line: Line) -> None:
    assert from_record(json.loads(json.dumps(line.as_record()))) == line


def test_figures_are_printed_and_stored_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(RECORDS, str(tmp_path / "records"))
    assert report("pages", [AIMED, MISSED]) == 1
    assert report("start", [SLOW]) == 0
    kept = [json.loads(line) for line in (tmp_path / "records").read_text().splitlines()]
    assert [(each.pop("title"), from_record(each)) for each in kept] == [
        ("pages", AIMED),
        ("pages", MISSED),
        ("start", SLOW),
    ]
    assert capsys.readouterr().out.splitlines()[0] == "pages"


def test_times_use_a_fitting_unit_and_bounds_only_if_there_are_two() -> None:
    assert duration(Middle(0.0125, 0.012, 0.02)) == "12.50 ms (12.00 to 20.00)"
    assert duration(Middle(5e-6, 5e-6, 5e-6)) == "5.00 µs"
    assert in_words(RATIO) == "2.50 (2.25 to 3.00)"


def test_final_table_lists_only_judged_figures() -> None:
    found = {"pages": [AIMED, Line("plain", "7 /s")], "parts": [Line("die", "0.1 µs")]}
    assert table(found)[1:] == ["Against their budgets and goals", "pages", str(AIMED)]


def test_failed_part_fails_the_run_regardless_of_figures() -> None:
    assert Answer(is_complete=False, figures={"pages": [AIMED]}).failed
    assert not Answer(is_complete=True, figures={"pages": [AIMED], "start": [SLOW]}).failed
    assert Answer(is_complete=True, figures={"pages": [MISSED]}).failed


def test_long_run_has_every_part_of_the_short_one() -> None:
    assert set(SHORT_RUN) <= set(LONG_RUN)
