"""`manage.py backup FOLDER` backs up the database while the site is running."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.web.refusals import Refused
from monitoring.services import backups


class Command(BaseCommand):
    help = (
        "Back up the database of a running site to a new folder. The backup does not include "
        "environment variables, so keep a copy of SECRET_KEY."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="Folder to create. It must not exist yet.")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        try:
            manifest = backups.write(folder)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"Backed up {manifest.rows} rows in {len(manifest.tables)} tables to {folder}, as of "
            f"{manifest.made_at}."
        )
