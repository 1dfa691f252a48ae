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
        ill = 0
        for what, is_well, says in doctor.looks():
            ill += not is_well
            self.stdout.write(f"{'ok  ' if is_well else 'FAIL'} {what}: {says}")
        if drift:
            call_command("reconcile", stdout=self.stdout)
        if ill:
            sys.exit(1)
