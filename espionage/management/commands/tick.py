"""`manage.py tick`: do what is due, once or for ever, with no broker at all."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections, connections

from core.notifications.services.delivery_worker import deliver
from espionage.services.tick import tick
from play.services import tick as tables


class Command(BaseCommand):
    help = (
        "Opens, resolves, settles and closes every week that is due, plays for clocks that "
        "ran out, lets bots think and sends mail. Safe beside any number of workers."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="Go on until stopped.")
        parser.add_argument(
            "--every", type=float, default=10.0, help="Seconds between two ticks of a loop."
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
            self._once(tick)
            return
        stopped = Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stopped.set())
        while not stopped.is_set():
            self._survive()
            stopped.wait(every)

    def _survive(self) -> None:
        """One tick of a loop: a database that is away now may be back at the next one."""
        close_old_connections()
        try:
            self._once(partial(tick, regular=True))
        except Exception as error:  # noqa: BLE001 - whatever it is, the next tick tries again
            self.stderr.write(
                f"This tick failed and the next one tries again: {type(error).__name__}"
            )
            connections.close_all()

    def _once(self, weeks: Callable[[], Mapping[str, int]]) -> None:
        # Weeks first: bots may think and mail servers dawdle for a while.
        for work in (weeks, tables.tick, deliver):
            if self.sign:
                self.sign.touch()
            if done := {what: number for what, number in work().items() if number}:
                self.stdout.write(", ".join(f"{what}: {number}" for what, number in done.items()))
