"""The share of a usual run in the siege's cases, drawn by the day's seed."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

import pytest

from tests import siege

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LETTERS = string.ascii_lowercase
DAYS = [f"2026-11-{day:02}" for day in range(1, 31)]


@pytest.fixture(autouse=True)
def _usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siege, "SIEGE", False)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Iterator[str]]:
    """Yield one day after the other."""

    def pass_() -> Iterator[str]:
        for day in DAYS:
            monkeypatch.setattr(siege, "SEED", day)
            yield day

    return pass_


def run(marked: pytest.MarkDecorator) -> list[Any]:
    """Return the cases of a test in a usual run."""
    return [case.values for case in marked.args[1] if case.marks[0].name != "siege"]


def test_a_share_stays_the_same_for_a_day(days: Callable[[], Iterator[str]]) -> None:
    shares = set()
    for _ in days():
        today = siege.share(LETTERS, 4, "letters")
        assert today == siege.share(LETTERS, 4, "letters") == sorted(today)
        assert len(today) == 7
        shares.add(tuple(today))
    assert len(shares) > len(DAYS) / 2
    assert set(LETTERS) == {letter for one in shares for letter in one}


def test_the_siege_takes_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siege, "SIEGE", True)
    assert siege.share(LETTERS, 4) == list(LETTERS)
    assert [value for (value,) in run(siege.by_turns("letter", LETTERS, 4))] == list(LETTERS)


def test_fixed_values_are_in_every_share_and_others_in_turn(
    days: Callable[[], Iterator[str]],
) -> None:
    seen = set()
    for _ in days():
        today = {
            value
            for (value,) in run(siege.by_turns("letter", LETTERS, 5, always="aeiou".__contains__))
        }
        assert set("aeiou") <= today
        assert len(today) == 5 + 5
        seen |= today
    assert seen == set(LETTERS)


def test_each_thing_is_tested_every_day_in_one_of_its_ways(
    days: Callable[[], Iterator[str]],
) -> None:
    seen = set()
    for _ in days():
        today = run(siege.each_in_one("letter, number", "abc", (1, 2)))
        assert [letter for letter, _ in today] == ["a", "b", "c"]
        seen |= {*today}
    assert len(seen) == 6


@pytest.mark.parametrize("besieged", [False, True])
def test_the_siege_omits_no_case(monkeypatch: pytest.MonkeyPatch, besieged: bool) -> None:
    """Cases outside today's share have the mark `siege`; the others run in both."""
    monkeypatch.setattr(siege, "SIEGE", besieged)
    for marked in (
        siege.by_turns("letter", LETTERS, 4),
        siege.each_in_one("letter, number", LETTERS, (1, 2)),
    ):
        marks = [case.marks[0].name for case in marked.args[1]]
        assert set(marks) <= {"siege", "deeper"}
        assert {"siege"} <= set(marks) or besieged
