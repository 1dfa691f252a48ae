"""`manage.py export_campaign CLUB FILE`: write a club as one signed bundle, with its secrets."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from campaign.league.models import Campaign
from core.web.refusals import Refused
from home.selectors.bundle_keys import public_key
from home.selectors.bundles import write


class Command(BaseCommand):
    help = (
        "Writes a club as one signed bundle: rules, orders, seeds, moves, ledgers, talk as chosen. "
        "It opens every week that is published: give it to nobody who plays there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="The campaign's slug.")
        parser.add_argument("file", type=Path, help="Must not be there yet.")
        parser.add_argument(
            "--talk",
            choices=("none", "public", "all"),
            default="public",
            help="What goes along of what was said: all includes letters and notes.",
        )

    def handle(self, *args: Any, club: str, file: Path, talk: Any, **options: Any) -> None:
        try:
            campaign = Campaign.objects.get(slug=club)
        except Campaign.DoesNotExist as error:
            raise CommandError("There is no such club.") from error
        try:
            with file.open("xb") as out:
                manifest = write(campaign, out, talk=talk, at=timezone.now())
        except FileExistsError as error:
            raise CommandError(f"{file} is there already.") from error
        except Refused as error:
            file.unlink()
            raise CommandError(str(error)) from error
        rows = sum(part.rows for part in manifest.parts)
        self.stdout.write(f"{file}: {rows} rows of {campaign.name}, signed by {public_key()}.")
        if manifest.anew is not None:
            self.stdout.write(
                f"Week {manifest.anew} is open: its orders and seed stay here, and in the copy it "
                "begins anew."
            )
