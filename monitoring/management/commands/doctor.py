"""`manage.py doctor`: whether the site is well, in a dozen lines, and 1 if it is not."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from monitoring.services import doctor


class Command(BaseCommand):
    help = (
        "Looks at settings, database, clocks, mail, queues, late work, quarantine, disk and "
        "backup programs. Changes and sends nothing. Ends with 1 if anything is not well."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--drift",
            action="store_true",
            help="Go through every match and every book besides, as reconcile does: takes long.",
        )

    def handle(self, *args: Any, drift: bool, **options: Any) -> None:
        ill = 0
        for what, is_well, says in doctor.looks():
            ill += not is_well
            self.stdout.write(f"{'ok ' if is_well else 'ILL'} {what}: {says}")
        if drift:
            call_command("reconcile", stdout=self.stdout)
        if ill:
            sys.exit(1)
