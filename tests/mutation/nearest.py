"""Which tests run a line: one run under coverage, stored until the packages change, and updated
with tests that changed since.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Final

from coverage import CoverageData

from tests.mutation.covering import FOLDER
from tests.mutation.rooms import ROOT, all_files, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KEPT: Final = ROOT / ".pytest_cache" / "d" / "mutation"
NEAR: Final = [
    "tests/api", "tests/campaign", "tests/config/test_admin.py", "tests/core", "tests/engine",
    "tests/espionage/forms", "tests/espionage/selectors", "tests/espionage/services",
    "tests/examples", "tests/monitoring",
    "tests/ambush", "tests/autoduel", "tests/espionage/rules", "tests/home", "tests/minigames",
    "tests/pages", "tests/play", "tests/secrecy/test_controls.py", "tests/test_doctests.py",
]  # fmt: skip
"""Folders of the tests used: close to the packages, without browsers and killed processes."""

FAR: Final = ["tests/api/test_schema.py"]
MARKED: Final = "not slow and not browser"
SECONDS: Final = 30.0
"""Maximum total seconds of the tests for one mutant, as measured by the map."""

MOST: Final = 100
"""Maximum number of tests for one mutant."""


class Map:
    """The stored map. `folders` contain the runs, the newest last."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.data: list[CoverageData] = []
        self.seconds: dict[str, float] = {}
        for folder in folders:
            took = json.loads((folder / "seconds.json").read_text())
            anew = {_file_of(test) for test in took}
            kept = {test: was for test, was in self.seconds.items() if _file_of(test) not in anew}
            self.seconds = kept | took
            for file in sorted(folder.glob("lines.*")):
                data = CoverageData(str(file))
                data.read()
                self.data.append(data)
        self.lines = cache(self._lines)

    def _lines(self, file: str) -> dict[int, set[str]]:
        """Return the tests that run each line of a file."""
        found: defaultdict[int, set[str]] = defaultdict(set)
        for data in self.data:
            for line, tests in data.contexts_by_lineno(str(ROOT / file)).items():
                found[line].update(tests)
        return found

    def tests(self, file: str, lines: Iterable[int]) -> list[str]:
        """Return the tests for the first of these lines that any test runs (see `in_turn`)."""
        ran = self.lines(file)
        for line in lines:
            if tests := [test for test in ran[line] if test in self.seconds]:
                return self.in_turn(tests)
        return []

    def of_file(self, file: str) -> list[str]:
        """Return the tests that run anything in a file, within a longer time than those of a line
        (see `in_turn`).
        """
        tests = {test for ran in self.lines(file).values() for test in ran}
        return self.in_turn((test for test in tests if test in self.seconds), times=4)

    def in_turn(self, tests: Iterable[str], times: int = 1) -> list[str]:
        """Return the quickest test of each file, then the second of each, and so on, until they
        would take too long.
        """
        by_file: defaultdict[str, list[str]] = defaultdict(list)
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            by_file[_file_of(test)].append(test)
        ranked = [
            (rank, self.seconds[test], test)
            for tests in by_file.values()
            for rank, test in enumerate(tests)
        ]
        chosen: list[str] = []
        left = SECONDS * times
        for _, took, test in sorted(ranked)[: MOST * times]:
            if chosen and took > left:
                continue
            chosen.append(test)
            left -= took
        return chosen


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def up_to_date(workers: str) -> Map:
    """Return the map after running the tests that changed since it was made, or all if the packages
    changed.
    """
    noted = KEPT / "map.json"
    known = json.loads(noted.read_text()) if noted.exists() else {}
    rooms, tests = _digest(all_files()), {name_of(file): _digest([file]) for file in test_files()}
    if known.get("rooms") != rooms:
        shutil.rmtree(KEPT / "map", ignore_errors=True)
        known = {}
    changed = [test for test, now in tests.items() if known.get("tests", {}).get(test) != now]
    if changed:
        number = len(list((KEPT / "map").glob("*")))
        _run(KEPT / "map" / f"{number:03}", changed if known else NEAR, workers)
        noted.write_text(json.dumps({"rooms": rooms, "tests": tests}))
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        (KEPT / "commit").write_text(head.stdout.strip())
    return Map(sorted((KEPT / "map").glob("*")))


def test_files() -> list[Path]:
    """Return the test files that are used."""
    found = {file for near in NEAR for file in _under(ROOT / near)}
    return sorted(file for file in found if name_of(file) not in FAR)


def _under(path: Path) -> Iterable[Path]:
    return path.rglob("test_*.py") if path.is_dir() else [path]


def _run(folder: Path, what: list[str], workers: str) -> None:
    """Run tests under coverage. Raise RuntimeError if that fails."""
    print(f"Finding out which test runs which line ({len(what)} places) …", flush=True)
    folder.mkdir(parents=True)
    command = [
        sys.executable, "-m", "pytest", "-p", "tests.mutation.covering", "-q", "--tb=line",
        "--show-capture=no", "--randomly-seed=1", "-n", workers, "--dist", "worksteal",
        "-m", MARKED, *(f"--ignore={far}" for far in FAR), *what,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, check=False, env=os.environ | {FOLDER: str(folder)})
    if done.returncode not in {0, 1, 5}:  # some test failed, or none was left: the others count
        shutil.rmtree(folder)
        raise RuntimeError("the tests cannot be run under coverage")


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(name_of(file).encode() + file.read_bytes())
    return digest.hexdigest()[:20]


if __name__ == "__main__":
    up_to_date(str(os.cpu_count() or 1))
