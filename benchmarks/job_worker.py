"""`python -m benchmarks.job_worker HOW MOMENT`: one process of the job's benchmark.

It loads everything, also the site's addresses, which a worker's first notice makes it load; says
"ready", waits for a line, works until nothing is left, and prints what it took as one line of JSON.
HOW: "tick" is the job itself, "plain" the version to compare with, a
folder is the floor: rows made beforehand and only written.
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
    """What one process took: seconds, its own processor seconds, those of the rules among them, MiB
    before and at its highest, weeks done.
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
"""Where the job calls the rules: the week and its fights played, what it comes to, and the root
over its dice. Nothing of it asks a database.
"""


class Watch:
    """Processor seconds inside the functions it stands around."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def stand_by_the_rules(self) -> None:
        """Stand around every place where the job calls the rules."""
        for module, names in RULES.items():
            place = import_module(module)
            for name in names:
                setattr(place, name, self._around(getattr(place, name)))

    def _around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **named: Any) -> Any:
            began = process_time()
            try:
                return function(*args, **named)
            finally:
                self.seconds += process_time() - began

        return timed


class Memory(Thread):
    """The most memory of its own that the process ever has, in MiB. Pages of SQLite's file that the
    system maps are not its own.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = self.now()

    def run(self) -> None:
        """Look twenty times a second."""
        while True:
            self.most = max(self.most, self.now())
            sleep(0.05)

    @staticmethod
    def now() -> float:
        """What it has at this moment."""
        status = Path("/proc/self/status").read_text()
        return (
            next(
                int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:")
            )
            / 1024
        )


def work(how: str, at: datetime) -> Callable[[], int]:
    """What to do, with everything it needs loaded."""
    if how == "tick":
        from espionage.services.tick import tick

        return lambda: sum(tick(at=at).values())
    if how == "plain":
        from .plain import resolve_one_by_one

        return lambda: resolve_one_by_one(at)
    from .floor import write

    return lambda: write(how)


def main() -> None:
    """Work when told."""
    django.setup()
    act, watch = work(sys.argv[1], datetime.fromisoformat(sys.argv[2])), Watch()
    if sys.argv[1] == "tick":
        watch.stand_by_the_rules()
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
        done: int = profile.runcall(act)  # type: ignore[attr-defined]
        profile.dump_stats(f"{os.environ['PROFILE']}.{os.getpid()}")  # type: ignore[attr-defined]
        return done

    return run


if __name__ == "__main__":
    main()
