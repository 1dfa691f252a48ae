"""Which tests a change asks for.

``make slow`` runs the slow tests that recent changes touch, and a quarter of the others: another
quarter after each commit, so that four changes in a row have run them all. ``make near`` runs the
tests of what changed, within a minute.

A change touches a slow test when it changes the test's file, or a module or template that this file
names. That is a guess, and only decides what runs first: the quarters leave nothing out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from tests.costs import STORED_SECONDS
from tests.mutation.nearest import KEPT, Map

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pytest

ROOT: Final = Path(__file__).parents[1]
PARTS: Final = 4
TOUCHED_SECONDS: Final = 360.0
"""Processor seconds for the slow tests that a change touches, as the stored run measured them."""
NEAR_SECONDS: Final = 60.0
"""Processor seconds for `make near`, beside collection: some 30 by the clock on two cores."""
UNKNOWN_SECONDS: Final = 5.0
"""For slow tests that are newer than the stored run."""
STRUCTURE: Final = (
    "tests/core/test_one_way.py", "tests/secrecy/test_routes.py", "tests/test_doctests.py",
)  # fmt: skip
"""Tests that read the code's text: they run with every change."""


def git(*arguments: str) -> str:
    """Return what git prints; nothing where this is no checkout or git knows no such thing."""
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def base() -> str:
    """Return the commit since which changes count.

    That is `BASE`, or where this branch left `origin/main`; on `origin/main` itself, the last
    commit that is older than a day.
    """
    if named := os.environ.get("BASE"):
        return named
    left = git("merge-base", "origin/main", "HEAD")
    if left and left != git("rev-parse", "HEAD"):
        return left
    return git("rev-list", "-1", "--before=24 hours ago", "HEAD")


@cache
def changed_files() -> frozenset[str]:
    """Return the paths of files that changed since `base`, committed or not."""
    if not base():
        return frozenset()
    names = (
        git("diff", "--name-only", base())
        + "\n"
        + git("ls-files", "--others", "--exclude-standard")
    )
    return frozenset(filter(None, names.splitlines()))


# --- slow tests -----------------------------------------------------------------------------------


def slow_tests_of_this_run(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the slow tests that changes touch and those of this commit's quarter, in order."""
    run = chosen([item.nodeid for item in items])
    return [item for item in items if item.nodeid in run]


def chosen(tests: Sequence[str]) -> set[str]:
    """Return which of these slow tests `make slow` runs."""
    commits = int(git("rev-list", "--count", "HEAD") or 0)
    quarter = {test for test in tests if in_part(test, commits)}
    left = TOUCHED_SECONDS
    for test in sorted(set(tests) - quarter, key=lambda test: (-touched(test), test)):
        left -= STORED_SECONDS.get(test, UNKNOWN_SECONDS)
        if left < 0 or not touched(test):
            break
        quarter.add(test)
    return quarter


def in_part(test: str, number: int) -> bool:
    """Return whether a test belongs to the quarter with this number."""
    return crc32(test.encode()) % PARTS == number % PARTS


def touched(test: str) -> int:
    """Return how near changes come to a test: 2 in its own file, 1 in what it names, or 0."""
    file = test.partition("::")[0]
    return 2 if file in changed_files() else int(names_a_change(file))


@cache
def names_a_change(file: str) -> bool:
    """Return whether a test's file names a module or a template that changed."""
    text = (ROOT / file).read_text()
    return any(re.search(rf"\b{re.escape(name)}\b", text) for name in names_of_changes())


@cache
def names_of_changes() -> frozenset[str]:
    """Return what tests call the files that changed: modules as they are imported, templates and
    scripts by their file's name.
    """
    names = set[str]()
    for path in map(Path, changed_files()):
        if path.suffix == ".py":
            parts = path.with_suffix("").parts
            package = parts[:-1] if parts[-1] == "__init__" else parts
            names |= {".".join(package), f"{'.'.join(package[:-1])} import {package[-1]}"}
        elif path.suffix in {".html", ".js", ".css", ".yml"}:
            names.add(path.name)
    return frozenset(names)


# --- near tests -----------------------------------------------------------------------------------


def near_tests() -> list[str]:
    """Return the tests of what changed: files of tests that changed, the structural ones, and what
    runs the changed lines by the map of `make map`, the quickest first.
    """
    files = [file for file in sorted(changed_files()) if is_test(file) and (ROOT / file).exists()]
    return [*files, *STRUCTURE, *mapped_tests(files)]


def mapped_tests(known: Sequence[str]) -> list[str]:
    """Return tests that run changed lines, within the time that there is, and none of the files
    that run anyhow.
    """
    noted = KEPT / "commit"
    if not noted.exists():
        print("There is no map of which test runs which line yet: make map.")
        return []
    covered = Map(sorted((KEPT / "map").glob("*")))
    counts: dict[str, int] = {}
    for file, lines in changed_lines(noted.read_text()).items():
        for line in lines:
            for test in covered.lines(file)[line]:
                if test in covered.seconds and test.partition("::")[0] not in known:
                    counts[test] = counts.get(test, 0) + 1
    found, left = list[str](), NEAR_SECONDS
    for test in sorted(counts, key=lambda test: covered.seconds[test] / counts[test]):
        left -= covered.seconds[test]
        if left < 0:
            break
        found.append(test)
    return found


def changed_lines(commit: str) -> dict[str, list[int]]:
    """Return the lines, as they are numbered in a commit, that changed since; of inserted lines,
    the one before them.
    """
    lines: dict[str, list[int]] = {}
    file = ""
    for line in git("diff", "-U0", "--no-renames", commit, "--", "*.py").splitlines():
        if line.startswith("--- a/"):
            file = line[6:]
        elif found := re.match(r"@@ -(\d+)(?:,(\d+))? ", line):
            first, count = int(found[1]), int(found[2] or 1)
            lines.setdefault(file, []).extend(range(first, first + (count or 1)))
    return lines


def is_test(file: str) -> bool:
    """Return whether a file holds tests."""
    return file.startswith("tests/") and Path(file).name.startswith("test_")


def main(options: Iterable[str]) -> int:
    """Run the near tests."""
    tests = near_tests()
    print(f"{len(tests)} files and tests near what changed since {base()[:10] or 'never'}.")
    command = [sys.executable, "-m", "pytest", "-q", *options, *tests]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "TESTS": "everyday"}, check=False
    ).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
