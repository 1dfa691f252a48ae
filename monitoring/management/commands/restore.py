"""`manage.py restore FOLDER`: restore a backup into an empty database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.web.refusals import Refused
from monitoring.services import backups


class Command(BaseCommand):
    help = (
        "Restores a backup into an empty database and proves that it holds the same. Nothing "
        "leaves the restored site until `manage.py release`."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="What `manage.py backup` has made.")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        try:
            manifest = backups.restore(folder)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"Restored as of {manifest.made_at}: {manifest.rows} rows in {len(manifest.tables)} "
            "tables, the same as were backed up.\nIn quarantine: nothing leaves this site until "
            "you run manage.py release."
        )
        if manifest.secret_key != backups.key_fingerprint():
            self.stdout.write(
                "SECRET_KEY is another one than the backup's site had: everybody is logged out, "
                "and addresses of calendars, links in letters and browsers' messages end. Set the "
                "old one, or name it in SECRET_KEY_FALLBACKS."
            )
