"""Functions that only slow tests call, and the cheapest of these tests.

``python -m tests.mutation.everyday`` reads the map that ``make map`` makes. To let `make test` call
the functions as well, mark the tests that it lists with `everyday`.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.mutation.nearest import KEPT, Map
from tests.mutation.rooms import ROOT, all_files, name_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

FIXED_SECONDS: Final = 0.05
"""Seconds added to the cost of a test, so that quick tests that call little do not come first."""


class Function(NamedTuple):
    """A function of the product and the line on which its body starts."""

    file: str
    name: str
    line: int


def functions(file: Path) -> Iterator[tuple[Function, range]]:
    """Yield the functions in a file with the lines of their bodies, without docstrings."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if body:
                end = body[-1].end_lineno or body[-1].lineno
                function = Function(name_of(file), node.name, body[0].lineno)
                yield function, range(body[0].lineno, end + 1)


def everyday_tests() -> frozenset[str]:
    """Return the tests that `make test` runs."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q"]
    environment = os.environ | {"TESTS": "everyday"}
    listed = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return frozenset(line for line in listed.stdout.splitlines() if "::" in line)


def called_by_slow_tests(
    known: Map, everyday: Collection[str]
) -> tuple[dict[Function, set[str]], int]:
    """Return the functions that only slow tests call, with these tests, and the number of functions
    that any test calls.
    """
    found, count = {}, 0
    for file in all_files():
        lines = known.lines(name_of(file))
        for function, body in functions(file):
            tests = {test for line in body for test in lines.get(line, ())} - {""}
            count += bool(tests)
            if tests and tests.isdisjoint(everyday):
                found[function] = tests
    return found, count


def cheapest(
    calls: Mapping[Function, set[str]], seconds: Mapping[str, float]
) -> Iterator[tuple[str, list[Function]]]:
    """Yield tests that together call all these functions, each with the functions that it adds. The
    test with the most functions per second comes first.
    """
    left = dict(calls)
    while left:
        counts = Counter(test for tests in left.values() for test in tests)
        best = max(
            counts, key=lambda test: (counts[test] / (seconds.get(test, 1) + FIXED_SECONDS), test)
        )
        added = [function for function, tests in left.items() if best in tests]
        for function in added:
            del left[function]
        yield best, added


def main() -> None:
    """Print the functions and tests."""
    known = Map(sorted((KEPT / "map").glob("*")))
    calls, count = called_by_slow_tests(known, everyday_tests())
    print(f"Only slow tests call {len(calls)} of {count} functions. These tests call them:")
    for test, added in cheapest(calls, known.seconds):
        print(f"{known.seconds.get(test, 0):6.2f} s  {len(added):3}  {test}")


if __name__ == "__main__":
    main()
