"""`manage.py resolve_week CLUB N`: carry out all due steps of one week now, and print them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.web import clock
from espionage.services import due
from espionage.services.tick import STAGES


class Command(BaseCommand):
    help = (
        "Process one week now: open, resolve, settle or close it if that is due. Orders, seed "
        "and dice do not change."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="The club's slug, as in the URL of its pages.")
        parser.add_argument("week", type=int, help="Week number.")
        parser.add_argument("--season", type=int, help="Season number. Default: the latest season.")

    def handle(self, *args: Any, club: str, week: int, season: int | None, **options: Any) -> None:
        with scopes_disabled():
            row = self._find(club, week, season)
            messages = list(self._work_off(row))
        for sentence in messages or [self._why_nothing(row)]:
            self.stdout.write(sentence)

    def _find(self, club: str, number: int, season: int | None) -> Week:
        weeks = Week.objects.filter(season__campaign__slug=club, number=number).order_by(
            "-season__number"
        )
        row = (weeks.filter(season__number=season) if season else weeks).first()
        if row is None:
            raise CommandError(f"Week {number} does not exist in the club {club}.")
        return row

    def _work_off(self, row: Week) -> list[str]:
        """Run every due stage, in the order of a week, and return what was done."""
        messages, now = [], clock.now()
        for stage in sorted(STAGES, key=lambda stage: stage.name == "close"):
            stage.prepare(now)
            batch = due.run_batch(due.limit_to_week(stage, row.pk), now=now)
            row.refresh_from_db()
            if batch.failed:
                raise CommandError(
                    f"Week {row.number}: {row.fault}. Attempt {row.attempts} of {due.MAX_ATTEMPTS}."
                )
            if batch.claimed:
                messages.append(
                    f"Week {row.number}, {stage.name}: done. New status: "
                    f"{row.get_status_display()}."
                )
        return messages

    @staticmethod
    def _why_nothing(row: Week) -> str:
        if row.parked_at:
            return f"Week {row.number} is parked ({row.fault})). The GM can retry it at the desk."
        if row.claimed_at:
            return (
                f"Week {row.number} was claimed by a worker at {row.claimed_at:%H:%M:%S}. Try "
                "again in a few seconds."
            )
        return f"Nothing is due for week {row.number}: it is {row.get_status_display()}."
