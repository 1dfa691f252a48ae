"""docs/speed.md is generated from docs/speed.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import machine, speed
from benchmarks.line import Line
from benchmarks.samples import Middle

LINE = Line(
    "a page | of ours",
    "2.50 × bare",
    goal="≤ 2",
    reached=False,
    ratio=Middle(2.5, 2.25, 3.0),
    wall=Middle(0.012, 0.011, 0.014),
    processor=Middle(0.01, 0.01, 0.01),
)


def run(others: float = 0.02, line: Line = LINE) -> dict[str, Any]:
    machine_of_it = {
        "processor": "A chip", "cores": 2, "memory": "8.0 GiB", "system": "Linux x86_64",
        "python": "3.11.7, a plain build", "django": "5.2", "commit": "0123456789",
    }  # fmt: skip
    return {
        "at": "2026-01-02 03:04 UTC",
        "machine": machine_of_it,
        "others": others,
        "seconds": 240,
        "found": {"pages": [line.as_record()]},
    }


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(speed, "FIGURES", tmp_path / "speed.json")
    monkeypatch.setattr(speed, "PAGE", tmp_path / "speed.md")
    return tmp_path


def test_page_matches_the_stored_figures_or_both_are_missing() -> None:
    assert speed.FIGURES.exists() == speed.PAGE.exists()
    if speed.FIGURES.exists():
        runs = json.loads(speed.FIGURES.read_text(encoding="utf-8"))
        assert speed.PAGE.read_text(encoding="utf-8") == speed.page(runs)


def test_page_shows_ratio_times_and_goal_of_each_figure() -> None:
    row = (
        "| a page \\| of ours | 2.50 × bare | 2.50 (2.25 to 3.00) | 10.00 ms | "
        "12.00 ms (11.00 to 14.00) | goal ≤ 2: not yet |"
    )
    page = speed.page({"short, quiet": run()})
    assert row in page.splitlines()
    assert "`0123456789`: A chip, 2 cores, 8.0 GiB; Linux x86_64, Python 3.11.7" in page


def test_run_replaces_only_the_last_one_of_its_kind(docs: Path) -> None:
    speed.keep("short", run())
    speed.keep("short", run(others=0.5))
    speed.keep("long", run())
    speed.keep("short", run(line=LINE._replace(figure="9.00 × bare")))
    kept = json.loads((docs / "speed.json").read_text(encoding="utf-8"))
    assert list(kept) == ["short, quiet", "short, loaded", "long, quiet"]
    assert kept["short, quiet"]["found"]["pages"][0]["figure"] == "9.00 × bare"
    page = (docs / "speed.md").read_text(encoding="utf-8")
    assert page == speed.page(kept)
    assert page.count("## `make bench") == 3


def test_page_edited_by_hand_is_regenerated(docs: Path) -> None:
    assert speed.main() == 1
    speed.keep("short", run())
    (docs / "speed.md").write_text("all is fast\n", encoding="utf-8")
    assert speed.main() == 0
    assert "all is fast" not in (docs / "speed.md").read_text(encoding="utf-8")


def test_machine_description_has_no_name_or_paths() -> None:
    told = machine.description()
    assert {"processor", "cores", "memory", "python", "django", "commit"} <= set(told)
    assert not any("/" in str(each) for each in told.values())


def test_run_on_a_busy_machine_is_marked_as_loaded() -> None:
    assert speed.kind_of("long", run(others=machine.QUIET)) == "long, quiet"
    assert speed.kind_of("long", run(others=machine.QUIET + 0.01)) == "long, loaded"
    assert 0 <= machine.Company().share() <= 1
