"""`manage.py verify FILE`: check a week's transcript offline, without the site's database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from engine.codec import Reader, Unreadable
from espionage.rules.transcript import Transcript, check_transcript, published_values

READER: Final[Reader[Transcript]] = Reader(Transcript)


class Command(BaseCommand):
    help = (
        "Check the hashes, dice and results of a week's transcript. Exit with status 1 if they "
        "do not agree."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            help=(
                "Transcript file, downloaded from a report or printed by the `transcript` command."
            ),
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        transcript = _read(file)
        verdict = check_transcript(transcript)
        for check, value in published_values(transcript.evidence).items():
            self.stdout.write(f"  promise  {check}: {value}")
        wrong = {finding.sentence for finding in verdict.findings}
        for check in verdict.checked:
            self.stdout.write(f"  checked  {check}")
        for sentence in verdict.held:
            self.stdout.write(f"  dice     {sentence}")
        for sentence in verdict.open:
            self.stdout.write(f"  later    {sentence}")
        for sentence in wrong:
            self.stderr.write(self.style.ERROR(f"  WRONG    {sentence}"))
        if wrong:
            raise CommandError(
                f"{file.name}: {len(wrong)} of {len(verdict.checked)} checks disagree."
            )
        self.stdout.write(
            self.style.SUCCESS(f"{file.name}: all {len(verdict.checked)} checks agree.")
        )


def _read(file: Path) -> Transcript:
    try:
        return READER.decode(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    except Unreadable as refusal:
        raise CommandError(f"{file} is not a transcript of a week: {refusal.sentence}") from refusal
