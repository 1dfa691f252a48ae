"""`manage.py tick`: do what is due, once or for ever, with no broker at all.

A loop either settles weeks or delivers: a slow mail server or web hook never delays a deadline.
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

SECONDS: Final = 10.0
"""Seconds in a loop's round in which bots may think, and in which new messages are begun."""
PRUNE_SECONDS: Final = 3600.0
"""Seconds between two rounds in which old deliveries are forgotten."""
FIRST_PRUNE_SECONDS: Final = 60.0
"""Seconds before the first of them."""
A_WHILE: Final = 1.0
"""Seconds of other work after which a loop looks at the weeks again."""


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
            "--every", type=float, default=10.0, help="Seconds to wait between rounds."
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
        every: float,
        only: str | None = None,
        sign: Path | None = None,
        **options: Any,
    ) -> None:
        self.sign = sign
        if loop:
            self._start_loop(only, every)
            return
        weeks: dict[str, Work] = {TICK: tick, "tables": tables.tick}
        post: dict[str, Work] = {"post": deliver, "prune": prune}
        jobs = {None: weeks | post, WEEKS: weeks, POST: post}[only]
        for job, work in {**jobs, "watch": incidents.look}.items():
            self._do(job, work)

    def _start_loop(self, only: str | None, every: float) -> None:
        if only is None:
            raise CommandError(
                "--loop requires --only. Run two loops: --loop --only weeks and --loop --only post."
            )
        stopped = Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stopped.set())
        (self.settle_weeks if only == WEEKS else self.send_post)(stopped, every)

    def settle_weeks(self, stopped: Event, every: float) -> None:
        """Settle weeks, move clocks and bots until stopped.

        Weeks come first, and again after anything that took a while, such as bots that think. A
        job that fails does not stop the others.
        """
        weeks = partial(tick, regular=True)
        jobs: dict[str, Work] = {
            "tables": partial(tables.tick, seconds=SECONDS),
            "watch": incidents.look,
        }
        while not stopped.is_set():
            self._try(TICK, weeks)
            for job, work in jobs.items():
                began = monotonic()
                self._try(job, work)
                if monotonic() - began > A_WHILE:
                    self._try(TICK, weeks)
            stopped.wait(every)

    def send_post(self, stopped: Event, every: float) -> None:
        """Deliver what is due and forget old deliveries until stopped.

        After a signal to stop, the message that is being sent is the last one.
        """
        post = partial(deliver, seconds=SECONDS, is_stopped=stopped.is_set)
        next_prune = monotonic() + FIRST_PRUNE_SECONDS
        while not stopped.is_set():
            self._try("post", post)
            self._try("watch", incidents.look)
            if monotonic() >= next_prune:
                next_prune = monotonic() + PRUNE_SECONDS
                self._try("prune", prune)
            stopped.wait(every)

    def _try(self, job: str, work: Work) -> None:
        """One piece of work: a database that is away now may be back at the next one."""
        close_old_connections()
        try:
            self._do(job, work)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next round tries again
            self.stderr.write(
                f"{job} failed and will be retried in the next round: {type(error).__name__}"
            )
            connections.close_all()

    def _do(self, job: str, work: Work) -> None:
        if self.sign:
            self.sign.touch()
        if done := {what: number for what, number in work().items() if number}:
            self.stdout.write(", ".join(f"{what}: {number}" for what, number in done.items()))
        job_runs.record(job, job_runs.LOOP)
