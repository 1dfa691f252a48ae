"""One process of the job benchmark: `python -m benchmarks.job_worker HOW MOMENT`.

The process loads all code. This includes the URLs, which a worker loads with its first notice. When
it is ready, the process prints "ready", waits for a line of input, and works until nothing is left.
Its figures are then printed as a line of JSON. HOW is "tick" for the job, "plain" for the plain
version, or the path of a folder for the floor. MOMENT is the time at which the weeks are due.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from pathlib import Path
from threading import Thread
from time import perf_counter, process_time, sleep
from typing import Any, Final, NamedTuple

import django


class Spent(NamedTuple):
    """The figures of one process.

    The fields are clock seconds, processor seconds, processor seconds spent in the rules, memory in
    MiB before the work and at its peak, and number of weeks.
    """

    seconds: float
    processor: float
    rules: float
    before: float
    peak: float
    weeks: int


RULES: Final = {
    "espionage.services.resolving": ("begin", "play_on"),
    "espionage.services.settling": ("settlement_of", "dice_root_of"),
}
"""Functions of the job that run the rules, by module.

These functions make no queries. One plays a week, one plays its fights, one calculates the effects,
and one calculates the root of the dice.
"""


class Watch:
    """A timer that adds up the processor seconds spent in wrapped functions."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def wrap_rules(self) -> None:
        """Wrap all functions that run the rules."""
        for module, names in RULES.items():
            place = import_module(module)
            for name in names:
                setattr(place, name, self._wrap(getattr(place, name)))

    def _wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            began = process_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds += process_time() - began

        return timed


class Memory(Thread):
    """A thread that measures the peak private memory of the process, in MiB.

    Memory-mapped pages of SQLite's file are not included.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = self.now()

    def run(self) -> None:
        """Measure the memory twenty times a second."""
        while True:
            self.most = max(self.most, self.now())
            sleep(0.05)

    @staticmethod
    def now() -> float:
        """Return the private memory that the process uses now, in MiB."""
        status = Path("/proc/self/status").read_text()
        return (
            next(
                int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:")
            )
            / 1024
        )


def work(kind: str, due_at: datetime) -> Callable[[], int]:
    """Return the function to measure. All modules that it needs are loaded."""
    if kind == "tick":
        from espionage.services.tick import tick

        return lambda: sum(tick(now=due_at).values())
    if kind == "plain":
        from .plain import resolve_one_by_one

        return lambda: resolve_one_by_one(due_at)
    from .floor import write

    return lambda: write(kind)


def main() -> None:
    """Print "ready", wait for a line of input, do the work, and print the figures."""
    django.setup()
    act, watch = work(sys.argv[1], datetime.fromisoformat(sys.argv[2])), Watch()
    if sys.argv[1] == "tick":
        watch.wrap_rules()
    from django.db import connection
    from django.urls import reverse

    reverse("me")
    connection.ensure_connection()
    memory = Memory()
    before = memory.most
    memory.start()
    print("ready", flush=True)
    sys.stdin.readline()
    if os.environ.get("PROFILE"):
        import cProfile

        profile = cProfile.Profile(process_time)
        act = _profiled(act, profile)
    began, processor = perf_counter(), process_time()
    weeks = act()
    print(
        json.dumps(
            Spent(
                perf_counter() - began,
                process_time() - processor,
                watch.seconds,
                before,
                memory.most,
                weeks,
            )
        ),
        flush=True,
    )


def _profiled(act: Callable[[], int], profile: object) -> Callable[[], int]:
    def run() -> int:
        weeks: int = profile.runcall(act)  # type: ignore[attr-defined]
        profile.dump_stats(f"{os.environ['PROFILE']}.{os.getpid()}")  # type: ignore[attr-defined]
        return weeks

    return run


if __name__ == "__main__":
    main()
