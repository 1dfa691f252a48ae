"""`manage.py transcript CLUB WEEK`: write the complete transcript of a settled week for `verify`.

It contains all secrets of the week.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django_scopes import scope

from campaign.league.models import Campaign, Team, Week
from engine.codec import encode
from espionage.selectors.transcripts import NotYet, team_transcript, whole_transcript


class Command(BaseCommand):
    help = (
        "Print the transcript of a settled week. Without --team, the transcript is complete and "
        "contains every secret of the week."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="The club's slug.")
        parser.add_argument("week", type=int)
        parser.add_argument(
            "--season",
            type=int,
            help="Season number. Default: the newest season that has this week.",
        )
        parser.add_argument("--team", help="Slug of a team. Prints only what this team can know.")

    def handle(
        self, *args: Any, club: str, week: int, season: int | None, team: str | None, **options: Any
    ) -> None:
        try:
            campaign = Campaign.objects.get(slug=club)
            with scope(campaign=campaign.pk):
                chosen_week = _week(week, season)
                written = (
                    team_transcript(chosen_week, Team.objects.get(slug=team))
                    if team
                    else whole_transcript(chosen_week)
                )
        except (Campaign.DoesNotExist, Team.DoesNotExist, Week.DoesNotExist) as error:
            raise CommandError("This club, season, week or team does not exist.") from error
        except NotYet as error:
            raise CommandError(str(error)) from error
        self.stdout.write(encode(written).decode())


def _week(number: int, season: int | None) -> Week:
    weeks = Week.objects.filter(number=number).select_related("season__campaign")
    if season is not None:
        weeks = weeks.filter(season__number=season)
    latest_week = weeks.order_by("-season__number").first()
    if latest_week is None:
        raise Week.DoesNotExist
    return latest_week
