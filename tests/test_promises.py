"""The siege sums up attempts and reports broken promises and those tested too rarely."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import siege
from tests.promises import PROMISES, Run, Siege, added, page

TESTS = Path(__file__).parent


def report(
    test: str, *said: tuple[str, object], when: str = "teardown", failed: bool = False
) -> Any:
    return SimpleNamespace(nodeid=test, user_properties=list(said), when=when, failed=failed)


def a_run(**more: Any) -> Run:
    return Run(began="2040-03-01 12:00", commit="abc1234", seed="seed", cores=2, **more)


def test_counted_attempts_are_summed_once_and_default_to_one() -> None:
    run = a_run()
    for when in ("setup", "call", "teardown"):
        run.add(report("one", ("promise", "kills"), ("tried", 3), ("tried", 4), when=when))
        run.add(report("two", ("promise", "kills"), when=when))
        run.add(report("three", when=when))
    assert (run.tests, run.tried, run.fell) == (3, {"kills": 8}, {})


def test_a_broken_promise_is_named_with_its_test() -> None:
    run = a_run()
    run.add(report("one", ("promise", "kills"), when="call", failed=True))
    run.add(report("one", ("promise", "kills"), ("tried", 2)))
    run.add(report("two", when="call", failed=True))
    assert run.fell == {"one": "kills", "two": ""}
    said = page([asdict(run)])
    assert "2, **1 fell**" in said and "- `two`" in said


def test_a_promise_tested_too_rarely_is_named() -> None:
    run = a_run()
    run.tried.update({name: one.often or 1 for name, one in PROMISES.items()})
    assert run.short() == []
    run.tried["kills"] -= 1
    run.tried["ledgers"] = 0
    assert run.short() == ["kills", "ledgers"]


def test_the_report_shows_the_latest_run_first() -> None:
    runs = [asdict(a_run(tests=7, minutes=61)), asdict(a_run(tests=6))]
    runs[0]["began"] = "2040-03-02 12:00"
    lines = page(runs).splitlines()
    assert "| 2040-03-02 12:00 UTC | `abc1234` | `seed` | 2 | 61 | 7 | 0 |" in lines
    head = next(line for line in lines if line.startswith("| what is done"))
    assert head.endswith("| 2040-03-02 12:00 | 2040-03-01 12:00 |")
    assert len([line for line in lines if line.startswith("| ")]) == 2 + 2 + len(runs) + len(
        PROMISES
    )


def test_a_siege_with_too_few_attempts_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.promises.KEPT", tmp_path / "siege.json")
    monkeypatch.setattr("tests.promises.PAGE", tmp_path / "siege.md")
    session = SimpleNamespace(exitstatus=pytest.ExitCode.OK)
    Siege().pytest_sessionfinish(session, pytest.ExitCode.OK)  # type: ignore[arg-type]
    assert session.exitstatus == pytest.ExitCode.TESTS_FAILED
    assert "less often than it is worth: kills, deliveries" in capsys.readouterr().out
    assert "| 0 |" in (tmp_path / "siege.md").read_text()


def test_the_parts_of_a_siege_are_added_to_one_run() -> None:
    enough = {name: one.often or 1 for name, one in PROMISES.items()} | {"kills": 1_500}
    first = a_run(parts=[1], of=2, minutes=40, tests=5, tried=enough)
    second = a_run(parts=[2], of=2, minutes=30, tests=4, tried={"kills": 400}, fell={"one": ""})
    second.commit = "def5678"
    before = a_run(tests=9)
    runs = added(first, [before])
    assert runs == [first, before] and runs[0].short() == []
    runs = added(second, runs)
    assert runs == [first, before]
    assert (first.parts, first.minutes, first.tests, first.fell) == ([1, 2], 70, 9, {"one": ""})
    assert (first.commit, first.seed, first.tried["kills"]) == ("abc1234, def5678", "seed", 1_900)
    assert first.short() == ["kills"]
    assert "12:00 UTC, in 2 parts |" in page([asdict(first)])
    assert [one.parts for one in added(a_run(parts=[2], of=2), runs)] == [[2], [1, 2], [1]]


def test_each_test_is_in_one_part_of_the_siege(monkeypatch: pytest.MonkeyPatch) -> None:
    tests, found = [f"tests/test_{number}.py::test" for number in range(200)], []
    monkeypatch.setattr(siege, "PARTS", 4)
    for part in (1, 2, 3, 4):
        monkeypatch.setattr(siege, "PART", part)
        found.append([one for one in tests if siege.in_part(one)])
    assert sorted(one for part in found for one in part) == sorted(tests)
    assert min(map(len, found)) > 30


def test_every_promise_is_tested_and_every_test_names_a_known_promise() -> None:
    said = {
        name
        for file in TESTS.rglob("test_*.py")
        for name in re.findall(r'mark\.promise\("(\w+)"\)', file.read_text())
    }
    assert said == PROMISES.keys()
