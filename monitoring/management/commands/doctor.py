"""`manage.py doctor`: check the site; the exit status is 1 if a check fails."""

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
        failures = 0
        for name, has_passed, sentence in doctor.run_checks():
            failures += not has_passed
            self.stdout.write(f"{'ok ' if has_passed else 'ILL'} {name}: {sentence}")
        if drift:
            call_command("reconcile", stdout=self.stdout)
        if failures:
            sys.exit(1)
