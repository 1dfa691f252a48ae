"""`manage.py doctor` checks the site. The exit status is 1 if a check fails."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from monitoring.services import doctor


class Command(BaseCommand):
    help = (
        "Check settings, database, clocks, mail, queues, overdue work, quarantine, disk space "
        "and backup programs. Changes nothing and sends nothing. Exits with 1 if a check fails."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--drift",
            action="store_true",
            help="Also check every match and ledger, as reconcile does. This takes a long time.",
        )

    def handle(self, *args: Any, drift: bool, **options: Any) -> None:
        failures = 0
        for name, has_passed, sentence in doctor.run_checks():
            failures += not has_passed
            self.stdout.write(f"{'ok  ' if has_passed else 'FAIL'} {name}: {sentence}")
        if drift:
            call_command("reconcile", stdout=self.stdout)
        if failures:
            sys.exit(1)
