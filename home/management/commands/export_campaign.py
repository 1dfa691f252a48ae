"""`manage.py export_campaign CLUB FILE` exports a club as one signed bundle with its secrets."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from campaign.league.models import Campaign
from core.web.refusals import Refused
from home.selectors.bundle_keys import public_key
from home.selectors.bundles import write_bundle


class Command(BaseCommand):
    help = (
        "Export a club as a signed bundle: rules, orders, seeds, moves, ledgers and, if "
        "requested, messages. The bundle reveals the secrets of all published weeks. Do not "
        "give it to anyone who plays in the club."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="Slug of the campaign.")
        parser.add_argument(
            "file", type=Path, help="Path of the bundle. The file must not exist yet."
        )
        parser.add_argument(
            "--talk",
            choices=("none", "public", "all"),
            default="public",
            help='Which messages to include. "all" includes letters and notes.',
        )

    def handle(self, *args: Any, club: str, file: Path, talk: Any, **options: Any) -> None:
        try:
            campaign = Campaign.objects.get(slug=club)
        except Campaign.DoesNotExist as error:
            raise CommandError("Club not found.") from error
        try:
            with file.open("xb") as out:
                manifest = write_bundle(campaign, out, talk=talk, now=timezone.now())
        except FileExistsError as error:
            raise CommandError(f"{file} already exists.") from error
        except Refused as error:
            file.unlink()
            raise CommandError(str(error)) from error
        rows = sum(part.rows for part in manifest.parts)
        self.stdout.write(
            f"Exported {campaign.name} to {file}: {rows} rows, signed by {public_key()}."
        )
        if manifest.anew is not None:
            self.stdout.write(
                f"Week {manifest.anew} is open. Its orders and seed are not exported, and the "
                "week restarts in the copy."
            )
