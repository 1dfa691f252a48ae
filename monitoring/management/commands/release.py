"""`manage.py release` ends a quarantine."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from core.notifications.services.quarantine_release import release


class Command(BaseCommand):
    help = (
        "End the quarantine of a restored or copied site so that it sends email and messages "
        "again. Run it only when this is the live site and the original is off."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--send-waiting",
            action="store_true",
            help="Also send messages that were waiting before the quarantine. Use it only if the "
            "original site has not sent them.",
        )

    def handle(self, *args: Any, send_waiting: bool, **options: Any) -> None:
        dropped = release(send_waiting=send_waiting)
        if dropped is None:
            self.stdout.write("This site is not in quarantine.")
        else:
            self.stdout.write(f"Quarantine ended. {dropped} old emails and messages were deleted.")
