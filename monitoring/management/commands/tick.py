"""`manage.py tick`: do what is due, once or for ever, with no broker at all."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import close_old_connections, connections

from core.notifications.services.delivery_worker import deliver
from core.notifications.services.pruning import prune
from espionage.services.tick import tick
from monitoring.rules.alarms import TICK
from monitoring.services import incidents, job_runs
from play.services import tick as tables

Work = Callable[[], Mapping[str, int]]

PRUNE: Final = "prune"

SECONDS: Final = 10.0
"""How long bots may think, and how long letters may be begun, in a loop before weeks are looked at
again.
"""
SELDOM: Final = 3600.0
"""Seconds between two rounds in which old deliveries are forgotten."""
A_MINUTE: Final = 60.0
"""Seconds before the first of them."""
A_WHILE: Final = 1.0
"""So many seconds are too few to look at the weeks again."""


class Command(BaseCommand):
    help = (
        "Opens, resolves, settles and closes every week that is due, plays for clocks that "
        "ran out, lets bots think and sends mail. Safe beside any number of workers."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="Go on until stopped.")
        parser.add_argument(
            "--every", type=float, default=10.0, help="Seconds to wait after each round of a loop."
        )
        parser.add_argument(
            "--sign",
            type=Path,
            help="A file to touch while it works, from which a health check tells that it does.",
        )

    def handle(
        self, *args: Any, loop: bool, every: float, sign: Path | None = None, **options: Any
    ) -> None:
        self.sign = sign
        if not loop:
            for job, work in {TICK: tick, **others(), PRUNE: prune}.items():
                self._do(job, work)
            return
        stopped = Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stopped.set())
        self.loop(stopped, every)

    def loop(self, stopped: Event, every: float) -> None:
        """Work until stopped. Weeks come first, and again after whatever has taken a while, since
        bots may think and mail servers dawdle; and what fails keeps nothing else up.
        """
        weeks, next_prune = partial(tick, regular=True), monotonic() + A_MINUTE
        while not stopped.is_set():
            self._try(TICK, weeks)
            jobs = others(seconds=SECONDS)
            if monotonic() >= next_prune:
                jobs[PRUNE], next_prune = prune, monotonic() + SELDOM
            for job, work in jobs.items():
                began = monotonic()
                self._try(job, work)
                if monotonic() - began > A_WHILE:
                    self._try(TICK, weeks)
            stopped.wait(every)

    def _try(self, job: str, work: Work) -> None:
        """One piece of work: a database that is away now may be back at the next one."""
        close_old_connections()
        try:
            self._do(job, work)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next round tries again
            self.stderr.write(
                f"{job} failed, and the next round tries again: {type(error).__name__}"
            )
            connections.close_all()

    def _do(self, job: str, work: Work) -> None:
        if self.sign:
            self.sign.touch()
        if done := {what: number for what, number in work().items() if number}:
            self.stdout.write(", ".join(f"{what}: {number}" for what, number in done.items()))
        job_runs.record(job, job_runs.LOOP)


def others(**limits: float) -> dict[str, Work]:
    """What is done beside the weeks, by the names that the schedule has for it; `limits` may say
    how many seconds each may take.
    """
    return {
        "tables": partial(tables.tick, **limits),
        "post": partial(deliver, **limits),
        "watch": incidents.look,
    }
