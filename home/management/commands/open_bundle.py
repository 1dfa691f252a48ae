"""`manage.py open_bundle FILE OUT` unseals a bundle of this site for import on another site."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.web.refusals import Refused
from home.selectors.bundle_sealing import unseal


class Command(BaseCommand):
    help = (
        "Unseal a bundle that a GM exported from this site, for import on another site. The "
        "result contains the secrets of all published weeks. Do not give it to anyone who plays "
        "in the club."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "out", type=Path, help="Path of the unsealed bundle. The file must not exist yet."
        )

    def handle(self, *args: Any, file: Path, out: Path, **options: Any) -> None:
        try:
            with file.open("rb") as source, out.open("xb") as opened:
                was_sealed = unseal(source, opened)
        except FileExistsError as error:
            raise CommandError(f"{out} already exists.") from error
        except OSError as error:
            raise CommandError(f"Cannot read {file}.") from error
        except Refused as error:
            out.unlink()
            raise CommandError(str(error)) from error
        if not was_sealed:
            out.unlink()
            raise CommandError(f"{file} is not sealed.")
        self.stdout.write(f"{out}: opened.")
