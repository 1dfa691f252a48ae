"""Try mutants: each in a process forked from one that has imported and collected everything, with
its own database.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation import cold
from tests.mutation.living import Living, NotInstalled
from tests.mutation.rooms import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.mutation.mutants import Mutant

PATIENCE: Final = 10
"""Factor of its usual duration after which a test counts as endless."""


class Fate(StrEnum):
    """The result of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"
    UNSEEN = "no test runs it"


@dataclass
class Trial:
    """A mutant and its tests; with `is_cold`, in a separate run, because no test runs its code
    except by importing it.
    """

    mutant: Mutant
    tests: list[str]
    is_cold: bool = False
    fate: Fate = Fate.UNSEEN
    killer: str = ""


@dataclass
class _Child:
    trial: Trial | None
    pid: int
    slot: int
    result: Path


@dataclass
class Trying:
    """A pytest plugin that tries mutants instead of running the tests. `seconds` are the tests'
    usual durations; `tell` gets each result, and `prepare` is called in each process with its slot.

    A test that also fails without a mutant in such a process kills none: its kills are tried again
    without it.
    """

    trials: list[Trial]
    seconds: dict[str, float]
    slots: int
    tell: Callable[[Trial], None]
    prepare: Callable[[int], None]
    unfit: set[str] = field(default_factory=set)
    start: float = 60.0

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed:
            return None
        self.items = {item.nodeid: item for item in session.items}
        self.living = Living({str(ROOT / trial.mutant.file) for trial in self.trials})
        left = [trial for trial in self.trials if not trial.is_cold]
        with tempfile.TemporaryDirectory() as folder:
            self.folder = Path(folder)
            self._warm_up(left)
            while left:
                for trial in self._tried(left):
                    self.tell(trial)
                found = self._fail_anyway({trial.killer for trial in left} - {""})
                self.unfit |= found
                left = [trial for trial in left if trial.killer in found]
        return True

    def _warm_up(self, trials: list[Trial]) -> None:
        """Measure the time until a first test has run on its own database."""
        began = time.monotonic()
        self._fail_anyway({test for trial in trials[: self.slots] for test in trial.tests[:1]})
        self.start = max(1.0, time.monotonic() - began)

    def _tried(self, trials: list[Trial]) -> Iterator[Trial]:
        """Try these, as many at a time as there are slots."""
        waiting, free = list(reversed(trials)), set(range(self.slots))
        running: list[_Child] = []
        while waiting or running:
            while waiting and free:
                trial, slot = waiting.pop(), free.pop()
                trial.fate, trial.killer = Fate.UNSEEN, ""
                running.append(self._child(trial, slot, self._items(trial.tests)))
            for child in [child for child in running if self._is_over(child)]:
                running.remove(child)
                free.add(child.slot)
                assert child.trial is not None
                yield child.trial
            time.sleep(0.02)

    def _items(self, tests: Sequence[str]) -> list[pytest.Item]:
        return [self.items[test] for test in tests if test in self.items and test not in self.unfit]

    def _child(self, trial: Trial | None, slot: int, items: list[pytest.Item]) -> _Child:
        result = self.folder / str(slot)
        result.unlink(missing_ok=True)
        pid = os.fork()
        if not pid:
            _in_child(lambda: self._run(trial, slot, items, result))
        return _Child(trial, pid, slot, result)

    def _run(self, trial: Trial | None, slot: int, items: list[pytest.Item], result: Path) -> None:
        """Run the tests in the child until one fails; without a mutant run all."""
        self.prepare(slot)
        if trial is not None:
            path = ROOT / trial.mutant.file
            self.living.install(str(path), path.read_text(), trial.mutant.code)
        failed: list[str] = []
        for item, following in pairwise([*items, None]):
            assert item is not None
            allowed = PATIENCE * (self.start + self.seconds.get(item.nodeid, 1.0))
            signal.alarm(math.ceil(allowed) if trial else 0)
            if any(one.failed for one in runtestprotocol(item, log=False, nextitem=following)):
                failed.append(item.nodeid)
                if trial:
                    break
        result.write_text(json.dumps(failed))

    def _is_over(self, child: _Child) -> bool:
        pid, status = os.waitpid(child.pid, os.WNOHANG)
        if not pid:
            return False
        assert child.trial is not None
        _end_what_it_started(child.pid)
        child.trial.fate, child.trial.killer = _outcome(status, child.result)
        if not self._items(child.trial.tests):
            child.trial.fate = Fate.UNSEEN
        return True

    def _fail_anyway(self, tests: set[str]) -> set[str]:
        """Return the tests that fail without a mutant."""
        child = self._child(None, 0, self._items(sorted(tests)))
        os.waitpid(child.pid, 0)
        _end_what_it_started(child.pid)
        return set(json.loads(child.result.read_text())) if child.result.exists() else tests


def _outcome(status: int, result: Path) -> tuple[Fate, str]:
    """Return the result of a child's exit. A crash counts as detected."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        return Fate.TIMED_OUT, ""
    if status == NOT_INSTALLED << 8:
        return Fate.UNSEEN, ""
    if status or not result.exists():
        return Fate.KILLED, ""
    killers = json.loads(result.read_text())
    return (Fate.KILLED, killers[0]) if killers else (Fate.SURVIVED, "")


NOT_INSTALLED: Final = 9
MEMORY: Final = 6 * 2**30


def _in_child(work: Callable[[], None]) -> None:
    """Run something in a forked process without output, and exit without cleaning up."""
    code = 1
    try:
        import resource

        os.setsid()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        work()
        code = 0
    except NotInstalled:
        code = NOT_INSTALLED
    finally:
        os._exit(code)


def own_servers(slot: int) -> None:
    """Use a database and a Redis database of this process only."""
    from django.db import connection

    os.environ["PYTEST_XDIST_WORKER"] = f"gw{slot}"
    test: dict[str, Any] = connection.settings_dict["TEST"]
    test["NAME"] = f"test_deaddrop_mutant_{slot}"


def _end_what_it_started(pid: int) -> None:
    """End processes left behind by a child."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


# --- runs of their own ----------------------------------------------------------------------------


OUTSIDE: Final = dict(os.environ)
"""The environment before the tests' settings set servers that end with our own run."""

LONGEST_RUN: Final = 1800
"""Seconds after which such a run counts as endless."""


def try_cold(trial: Trial) -> None:
    """Try a mutant in a separate run from its first import."""
    if not trial.tests:
        return
    with tempfile.NamedTemporaryFile("w", suffix=".py") as code:
        code.write(trial.mutant.code)
        code.flush()
        environment = OUTSIDE | {
            cold.FILE: str(ROOT / trial.mutant.file),
            cold.CODE: code.name,
        }
        command = [
            sys.executable, "-m", "pytest", "-p", "tests.mutation.cold", "-p", "no:cacheprovider",
            "-x", "-q", "-n", "0", "--tb=no", "--show-capture=no", "--randomly-seed=1",
            *trial.tests,
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env=environment,
                check=False,
                capture_output=True,
                text=True,
                timeout=LONGEST_RUN,
            )
        except subprocess.TimeoutExpired:
            trial.fate = Fate.TIMED_OUT
            return
    trial.fate = Fate.KILLED if done.returncode else Fate.SURVIVED
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    trial.killer = failed[0].split(" - ")[0].partition(" ")[2] if failed else ""
