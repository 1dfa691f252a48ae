"""`manage.py tick` runs due jobs, once or in a loop, without a message broker.

A loop either settles weeks or delivers messages, so that a slow mail server never delays a
deadline.
"""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections, connections

from core.notifications.services.delivery_worker import deliver
from core.notifications.services.pruning import prune
from espionage.services.tick import tick
from monitoring.rules.alarms import TICK
from monitoring.services import incidents, job_runs
from play.services import tick as tables

Work = Callable[[], Mapping[str, int]]

WEEKS: Final = "weeks"
POST: Final = "post"

ROUND_SECONDS: Final = 10.0
"""Number of seconds in each round of a loop in which bots can think or new deliveries can start."""
PRUNE_SECONDS: Final = 3600.0
"""Number of seconds between two deletions of old deliveries."""
FIRST_PRUNE_SECONDS: Final = 60.0
"""Number of seconds before the first deletion of old deliveries."""
LONG_JOB_SECONDS: Final = 1.0
"""Number of seconds after which another job counts as long. The loop then settles weeks again
before the next job.
"""


class Command(BaseCommand):
    help = (
        "Open, resolve, settle and close due weeks, make moves for expired clocks, run bots and "
        "send messages. Any number of workers can run at the same time."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="Repeat until stopped.")
        parser.add_argument(
            "--only",
            choices=[WEEKS, POST],
            help=(
                "weeks: weeks, tables and bots. post: email, push messages and webhooks. "
                "Required with --loop. A site needs one loop of each."
            ),
        )
        parser.add_argument(
            "--every",
            dest="interval",
            type=float,
            default=10.0,
            help="Seconds to wait between rounds.",
        )
        parser.add_argument(
            "--sign",
            type=Path,
            help="File to touch while the loop is running, for health checks.",
        )

    def handle(
        self,
        *args: Any,
        loop: bool,
        interval: float,
        only: str | None = None,
        sign: Path | None = None,
        **options: Any,
    ) -> None:
        self.sign = sign
        if loop:
            self._start_loop(only, interval)
            return
        weeks: dict[str, Work] = {TICK: tick, "tables": tables.tick}
        post: dict[str, Work] = {"post": deliver, "prune": prune}
        jobs = {None: weeks | post, WEEKS: weeks, POST: post}[only]
        for job, work in {**jobs, "watch": incidents.update_incidents}.items():
            self._do(job, work)

    def _start_loop(self, only: str | None, interval: float) -> None:
        if only is None:
            raise CommandError(
                "--loop requires --only. Run two loops: --loop --only weeks and --loop --only post."
            )
        stopped = Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stopped.set())
        (self.settle_weeks if only == WEEKS else self.send_post)(stopped, interval)

    def settle_weeks(self, stopped: Event, interval: float) -> None:
        """Settle weeks, and make moves for bots and expired clocks, until stopped.

        Weeks are settled first, and again after each long job, such as letting bots think. A job
        that fails does not stop the others.
        """
        weeks = partial(tick, regular=True)
        jobs: dict[str, Work] = {
            "tables": partial(tables.tick, seconds=ROUND_SECONDS),
            "watch": incidents.update_incidents,
        }
        while not stopped.is_set():
            self._try(TICK, weeks)
            for job, work in jobs.items():
                began = monotonic()
                self._try(job, work)
                if monotonic() - began > LONG_JOB_SECONDS:
                    self._try(TICK, weeks)
            stopped.wait(interval)

    def send_post(self, stopped: Event, interval: float) -> None:
        """Deliver due messages and delete old deliveries until stopped.

        After a stop signal, only the message that is being sent is finished.
        """
        post = partial(deliver, seconds=ROUND_SECONDS, is_stopped=stopped.is_set)
        next_prune = monotonic() + FIRST_PRUNE_SECONDS
        while not stopped.is_set():
            self._try("post", post)
            self._try("watch", incidents.update_incidents)
            if monotonic() >= next_prune:
                next_prune = monotonic() + PRUNE_SECONDS
                self._try("prune", prune)
            stopped.wait(interval)

    def _try(self, job: str, work: Work) -> None:
        """Run one job. If it fails, for example because the database is unavailable, continue."""
        close_old_connections()
        try:
            self._do(job, work)
        except Exception as error:  # noqa: BLE001 - the next round tries again after any error
            self.stderr.write(
                f"{job} failed and will be retried in the next round: {type(error).__name__}"
            )
            connections.close_all()

    def _do(self, job: str, work: Work) -> None:
        if self.sign:
            self.sign.touch()
        if counts := {stage: number for stage, number in work().items() if number}:
            self.stdout.write(", ".join(f"{stage}: {number}" for stage, number in counts.items()))
        job_runs.record(job, job_runs.LOOP)
