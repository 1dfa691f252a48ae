"""`python -m tests.failure.embedded WHAT`: one small thing done to a league on SQLite, in a process of its own."""

from __future__ import annotations

import json
import sys
from datetime import timedelta

import django


def main(what: str) -> object:
    """Do it."""
    django.setup()
    from django.core.management import call_command
    from django.db.models import F
    from django.utils import timezone
    from django_scopes import scopes_disabled

    from campaign.models import Week
    from tests.crowd import CLOCKS, crowd

    from .test_races import save_any

    with scopes_disabled():
        match what:
            case "found":
                call_command("migrate", verbosity=0)
                crowd(4, (2, 2))
            case "due" | "over":
                week = Week.objects.filter(number=1).first()
                assert week is not None
                moment = week.due_at if what == "due" else week.closes_at
                later = timezone.now() - moment - timedelta(seconds=1)
                Week.objects.update(**{clock: F(clock) + later for clock in CLOCKS})
            case "save":
                return [save_any(number) for number in range(10)]
            case "ring":
                from espionage.tasks import tick

                tick.delay()
            case "statuses":
                return sorted(Week.objects.filter(number=1).values_list("status", flat=True))
    return None


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
