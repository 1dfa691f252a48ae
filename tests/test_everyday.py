"""The choice of tests so that `make test` calls every function."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.mutation import everyday
from tests.mutation.everyday import Function, cheapest, functions

ONE, OTHER, LAST = (Function("a.py", name, line) for line, name in enumerate("abc", 1))


def test_functions_are_found_with_the_lines_of_their_bodies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everyday, "name_of", lambda file: file.name)
    file = tmp_path / "code.py"
    file.write_text(
        textwrap.dedent('''\
            def documented():
                """A docstring."""
                if documented:
                    return 1

            class Empty:
                def only_documented(self):
                    """A docstring."""
            ''')
    )
    assert list(functions(file)) == [(Function("code.py", "documented", 3), range(3, 5))]


def test_the_test_with_the_most_functions_per_second_comes_first() -> None:
    calls = {ONE: {"slow", "quick"}, OTHER: {"slow"}, LAST: {"slow", "quick"}}
    chosen = list(cheapest(calls, {"slow": 3.0, "quick": 0.5}))
    assert chosen == [("quick", [ONE, LAST]), ("slow", [OTHER])]


def test_a_test_that_adds_no_function_is_left_out() -> None:
    calls = {ONE: {"both", "first"}, OTHER: {"both", "second"}}
    assert [
        test for test, _ in cheapest(calls, dict.fromkeys(["both", "first", "second"], 1.0))
    ] == ["both"]
