"""The siege adds up what was tried, and says what fell and what was tried too little."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.promises import PROMISES, Run, Siege, page

TESTS = Path(__file__).parent


def report(
    test: str, *said: tuple[str, object], when: str = "teardown", failed: bool = False
) -> Any:
    return SimpleNamespace(nodeid=test, user_properties=list(said), when=when, failed=failed)


def a_run(**more: Any) -> Run:
    return Run(began="2040-03-01 12:00", commit="abc1234", seed="seed", cores=2, **more)


def test_what_tests_count_is_added_up_once_each_and_a_test_that_counts_nothing_is_one() -> None:
    run = a_run()
    for when in ("setup", "call", "teardown"):
        run.add(report("one", ("promise", "kills"), ("tried", 3), ("tried", 4), when=when))
        run.add(report("two", ("promise", "kills"), when=when))
        run.add(report("three", when=when))
    assert (run.tests, run.tried, run.fell) == (3, {"kills": 8}, {})


def test_what_fell_is_named_with_its_promise() -> None:
    run = a_run()
    run.add(report("one", ("promise", "kills"), when="call", failed=True))
    run.add(report("one", ("promise", "kills"), ("tried", 2)))
    run.add(report("two", when="call", failed=True))
    assert run.fell == {"one": "kills", "two": ""}
    said = page([asdict(run)])
    assert "2, **1 fell**" in said and "- `two`" in said


def test_a_promise_that_was_tried_too_little_is_named() -> None:
    run = a_run()
    run.tried.update({name: one.often or 1 for name, one in PROMISES.items()})
    assert run.short() == []
    run.tried["kills"] -= 1
    run.tried["ledgers"] = 0
    assert run.short() == ["kills", "ledgers"]


def test_the_page_shows_the_runs_beside_each_other_the_last_one_first() -> None:
    runs = [asdict(a_run(tests=7, minutes=61)), asdict(a_run(tests=6))]
    runs[0]["began"] = "2040-03-02 12:00"
    lines = page(runs).splitlines()
    assert "| 2040-03-02 12:00 UTC | `abc1234` | `seed` | 2 | 61 | 7 | 0 |" in lines
    head = next(line for line in lines if line.startswith("| what is done"))
    assert head.endswith("| 2040-03-02 12:00 | 2040-03-01 12:00 |")
    assert len([line for line in lines if line.startswith("| ")]) == 2 + 2 + len(runs) + len(
        PROMISES
    )


def test_a_siege_that_tried_too_little_is_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.promises.KEPT", tmp_path / "siege.json")
    monkeypatch.setattr("tests.promises.PAGE", tmp_path / "siege.md")
    session = SimpleNamespace(exitstatus=pytest.ExitCode.OK)
    Siege().pytest_sessionfinish(session, pytest.ExitCode.OK)  # type: ignore[arg-type]
    assert session.exitstatus == pytest.ExitCode.TESTS_FAILED
    assert "less often than it is worth: kills, deliveries" in capsys.readouterr().out
    assert "| 0 |" in (tmp_path / "siege.md").read_text()


def test_every_promise_is_put_to_the_test_by_somebody_and_every_test_names_one_there_is() -> None:
    said = {
        name
        for file in TESTS.rglob("test_*.py")
        for name in re.findall(r'mark\.promise\("(\w+)"\)', file.read_text())
    }
    assert said == PROMISES.keys()
