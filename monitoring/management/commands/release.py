"""`manage.py release`: the end of a quarantine."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from core.notifications.services.quarantine_release import release


class Command(BaseCommand):
    help = (
        "Lets a restored site send again. Run it when this is the site that people play on, and "
        "the one that it is a copy of is off."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--send-waiting",
            action="store_true",
            help="Send what waited before the quarantine, too: it has left from nowhere else.",
        )

    def handle(self, *args: Any, send_waiting: bool, **options: Any) -> None:
        dropped = release(send_waiting=send_waiting)
        if dropped is None:
            self.stdout.write("This site is in no quarantine.")
        else:
            self.stdout.write(f"Released. {dropped} old letters and messages were dropped.")
