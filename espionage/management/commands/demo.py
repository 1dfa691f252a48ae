"""`manage.py demo`: create the demo club with a season in progress, and print the logins."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from campaign.league.demo import LOGINS, SLUG
from campaign.league.models import Campaign
from core.accounts.models import User
from espionage.demo import kessel, night_shift
from espionage.demo.founding import found_club
from espionage.demo.weeks import play_weeks
from espionage.services.drawing import short_delays


class Command(BaseCommand):
    help = (
        "Create the demo club (four teams, three played weeks, one open week), a second club "
        "with an ambush in progress, and a third club with a live duel about to start. Runs once "
        "per database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-missing",
            action="store_true",
            help="Do nothing if the demo club already exists.",
        )

    def handle(self, *args: Any, if_missing: bool, **options: Any) -> None:
        if Campaign.objects.filter(slug=SLUG).exists():
            if not if_missing:
                raise CommandError("The demo club already exists.")
        elif User.objects.filter(username__in=[name for name, _, _ in LOGINS]).exists():
            raise CommandError(
                "A username that the demo club needs is already taken. Run this command on an "
                "empty site."
            )
        else:
            with transaction.atomic(), short_delays():
                now = timezone.now()
                club = found_club(now)
                play_weeks(club, now)
                night_shift.play_club(club.users, now)
                kessel.play_club(club.users, now)
        self.stdout.write("Demo accounts (username, password, role):")
        for name, password, description in LOGINS:
            self.stdout.write(f"  {name:<8} {password:<14} {description}")
