"""`manage.py reconcile` replays every match and checks every app's records. It lists all
discrepancies, and exits with 1 if there are any.

An app with records to check names a module as `books` in its AppConfig. The module's `findings()`
yields findings, each with a code, a subject and a sentence. The optional `repair(about)` rebuilds
derived data.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)

from play.models import Match
from play.reconciling import findings


class Command(BaseCommand):
    help = (
        "Replay every match and check every record. List the discrepancies and exit with status "
        "1 if there are any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help="Rebuild caches that differ. Recorded data is never changed.",
        )

    def handle(self, *args: Any, repair: bool, **options: Any) -> None:
        console = Console(stderr=True)
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with Progress(
            *columns, console=console, transient=True, disable=not console.is_terminal
        ) as progress:
            count = sum(
                map(
                    self._say,
                    chain(
                        self._matches(progress, repair=repair), self._books(progress, repair=repair)
                    ),
                )
            )
        self.stdout.write(f"{count} findings." if count else "All agree.")
        if count:
            sys.exit(1)

    def _say(self, sentence: str) -> int:
        self.stdout.write(sentence)
        return 1

    @staticmethod
    def _matches(progress: Progress, *, repair: bool) -> Iterator[str]:
        ids = Match.objects.order_by("pk").values_list("pk", flat=True)
        for match_id in progress.track(ids.iterator(500), total=ids.count(), description="matches"):
            for finding in findings(match_id, repair=repair):
                yield f"match {finding.subject_id}: {finding.code}: {finding.sentence}"

    @staticmethod
    def _books(progress: Progress, *, repair: bool) -> Iterator[str]:
        configs = [config for config in apps.get_app_configs() if hasattr(config, "books")]
        for config in progress.track(configs, description="books"):
            books = import_module(config.books)
            findings = list(books.findings())
            if repair and hasattr(books, "repair"):
                for subject_id in {finding.subject_id for finding in findings}:
                    books.repair(subject_id)
            for finding in findings:
                yield f"{config.label} {finding.subject_id}: {finding.code}: {finding.sentence}"
