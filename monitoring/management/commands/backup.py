"""`manage.py backup FOLDER`: back up the database while the site is running."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.web.refusals import Refused
from monitoring.services import backups


class Command(BaseCommand):
    help = (
        "Backs the database up into a new folder, beside a running site. The secrets in the "
        "environment are not in it: keep SECRET_KEY yourself."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="A folder that is not there yet.")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        try:
            manifest = backups.write(folder)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"{folder}: {manifest.rows} rows in {len(manifest.tables)} tables, "
            f"as of {manifest.made_at}."
        )
