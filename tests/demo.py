"""The demo club as founded by `manage.py demo`: once per process, then restored from stored
rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO

from django.core.management import call_command

from campaign.league.demo import SLUG
from campaign.league.models import Campaign

from .moulds import moulded


@dataclass(frozen=True)
class Demo:
    """The demo club and its people."""

    campaign: Campaign


@moulded
def found_demo() -> Demo:
    """Return the demo club at the real time, for tests that are not about its founding."""
    call_command("demo", stdout=StringIO())
    return Demo(Campaign.objects.get(slug=SLUG))
