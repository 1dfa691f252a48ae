"""The demo club, as `manage.py demo` founds it now: once in each process, poured afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO

from django.core.management import call_command

from campaign.league.demo import SLUG
from campaign.league.models import Campaign

from .moulds import moulded


@dataclass(frozen=True)
class Demo:
    """What is there then."""

    campaign: Campaign


@moulded
def found_demo() -> Demo:
    """Found the demo club, by the real clock, for a test that does not ask how it is founded."""
    call_command("demo", stdout=StringIO())
    return Demo(Campaign.objects.get(slug=SLUG))
