"""The tests selected for a change."""

from __future__ import annotations

import pytest

from tests import changes

TESTS = [f"tests/browser/test_{name}.py::test_{number}" for name in "abc" for number in range(20)]


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return a set of changed files, with caches cleared."""
    files: set[str] = set()
    monkeypatch.setattr(changes, "changed_files", lambda: frozenset(files))
    for name in ("names_of_changes", "names_a_change"):
        monkeypatch.setattr(changes, name, getattr(changes, name).__wrapped__)
    return files


def at_commit(number: int, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    monkeypatch.setattr(changes, "git", lambda *_: str(number))
    return changes.chosen(TESTS)


def test_four_commits_run_every_slow_test_once(
    monkeypatch: pytest.MonkeyPatch, edited: set[str]
) -> None:
    monkeypatch.setattr(changes, "names_a_change", lambda _: False)
    quarters = [at_commit(number, monkeypatch) for number in range(4)]
    assert set().union(*quarters) == set(TESTS)
    assert sum(map(len, quarters)) == len(TESTS)


def test_slow_tests_of_a_changed_file_run_with_each_quarter(
    monkeypatch: pytest.MonkeyPatch, edited: set[str]
) -> None:
    monkeypatch.setattr(changes, "names_a_change", lambda _: False)
    edited.add("tests/browser/test_b.py")
    of_b = {test for test in TESTS if "test_b.py" in test}
    assert all(of_b <= at_commit(number, monkeypatch) for number in range(4))


def test_tests_touched_by_a_change_run_within_the_time_limit(
    monkeypatch: pytest.MonkeyPatch, edited: set[str]
) -> None:
    monkeypatch.setattr(changes, "names_a_change", lambda _: True)
    monkeypatch.setattr(changes, "TOUCHED_SECONDS", 3 * changes.UNKNOWN_SECONDS)
    quarter = {test for test in TESTS if changes.in_part(test, 0)}
    assert len(at_commit(0, monkeypatch) - quarter) == 3


def test_a_test_that_imports_a_changed_module_is_touched(edited: set[str]) -> None:
    edited.add("tests/changes.py")
    assert changes.names_a_change("tests/test_changes.py")
    assert not changes.names_a_change("tests/test_doctests.py")


def test_line_numbers_refer_to_the_commit_of_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    diff = """--- a/core/one.py
+++ b/core/one.py
@@ -3,2 +3,4 @@ def one():
@@ -10 +12,0 @@ def two():
--- a/core/two.py
+++ b/core/two.py
@@ -7,0 +8,2 @@
"""
    monkeypatch.setattr(changes, "git", lambda *_: diff)
    assert changes.changed_lines("abc") == {"core/one.py": [3, 4, 10], "core/two.py": [7]}
