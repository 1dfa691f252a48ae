"""`manage.py demo`: found the demo club, with a season under way, and print who can log in."""

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
from espionage.demo.founding import found
from espionage.demo.weeks import play
from espionage.services.drawing import short_delays


class Command(BaseCommand):
    help = (
        "Founds the demo club (four teams, three weeks played, one open), a second one with an "
        "ambush under way, and a third one whose live duel is about to start. Once a database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-missing",
            action="store_true",
            help="Do nothing when the demo club is there already.",
        )

    def handle(self, *args: Any, if_missing: bool, **options: Any) -> None:
        if Campaign.objects.filter(slug=SLUG).exists():
            if not if_missing:
                raise CommandError("The demo club is there already.")
        elif User.objects.filter(username__in=[name for name, _, _ in LOGINS]).exists():
            raise CommandError(
                "Somebody here has a name that the demo club needs. It is made for an empty site."
            )
        else:
            with transaction.atomic(), short_delays():
                now = timezone.now()
                club = found(now)
                play(club, now)
                night_shift.play(club.users, now)
                kessel.play(club.users, now)
        self.stdout.write("Demo logins (name, password, who that is):")
        for name, password, who in LOGINS:
            self.stdout.write(f"  {name:<8} {password:<14} {who}")
