"""`manage.py restore FOLDER` restores a backup into an empty database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.web.refusals import Refused
from monitoring.services import backups


class Command(BaseCommand):
    help = (
        "Restore a backup into an empty database and verify its contents. The restored site "
        "sends nothing until you run `manage.py release`."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="Folder created by `manage.py backup`.")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        try:
            manifest = backups.restore(folder)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"Restored and verified {manifest.rows} rows in {len(manifest.tables)} tables, as of "
            f"{manifest.made_at}.\nThe site is in quarantine. It sends nothing until you run "
            "manage.py release."
        )
        if manifest.secret_key != backups.key_fingerprint():
            self.stdout.write(
                "SECRET_KEY differs from the backup. Everyone is signed out, and calendar "
                "feeds, links in emails and push subscriptions stop working. To avoid this, set "
                "the old key, or add it to SECRET_KEY_FALLBACKS."
            )
