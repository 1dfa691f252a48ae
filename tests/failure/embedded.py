"""`python -m tests.failure.embedded`: small operations on a league on SQLite, one per line of
input, in a separate process.

Django is loaded once; each line forks a child that does what the line says, answers with a line of
JSON after `ANSWER`, and ends.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime, timedelta

import django
from django.db import connections

ANSWER = "answer: "


def do(what: str) -> object:
    """Perform the operation."""
    from django.db.models import F
    from django.utils import timezone
    from django_scopes import scopes_disabled

    from campaign.league.models import Week
    from tests.crowd import CLOCKS, crowd

    from .test_races import save_any

    with scopes_disabled():
        match what:
            case "found":
                crowd(4, (2, 2))
            case "due" | "over":
                week = Week.objects.filter(number=1).first()
                assert week is not None
                moment = week.due_at if what == "due" else week.closes_at
                later = timezone.now() - moment - timedelta(seconds=1)
                Week.objects.update(**{clock: F(clock) + later for clock in CLOCKS})
            case "save":
                return [save_any(number) for number in range(10)]
            case "repair":
                from campaign.garage.models import Vehicle
                from campaign.garage.services import garage
                from campaign.ledger.services import posting
                from campaign.ledger.services.posting import Book, Line

                now, car = timezone.now(), Vehicle.objects.order_by("pk").first()
                assert car is not None
                posting.post([Line(Book.DAMAGE, car.pk, "armour:front", 1, "test", now)])
                return garage.repair(vehicle=car, parts=["armour:front"], actor=None, now=now)
            case "drive":
                return [str(one) for one in driven(timezone.now())]
            case "ring":
                from espionage.tasks import tick

                tick.delay()
            case "statuses":
                return sorted(Week.objects.filter(number=1).values_list("status", flat=True))
    return None


def driven(now: datetime) -> list[object]:
    """Return the tables of a week's duel and of an event, and the tables to which a team's pages
    link.
    """
    from campaign.duels.models import DrivenDuel
    from campaign.league.models import Duel, Team, TeamOwner, Week
    from campaign.league.selectors import seasons
    from core.web.locks import club
    from home.selectors.waiting import event_statuses
    from play.services import tables

    team = Team.objects.select_related("campaign").order_by("pk").first()
    assert team is not None
    user = TeamOwner.objects.filter(team=team)[0].user
    week = Week.objects.get(number=1, season__campaign=team.campaign_id)
    later = now + timedelta(days=1)
    event = Duel.objects.create(
        week=week,
        kind=Duel.Kind.EVENT,
        number=1,
        name="Cup",
        starts_at=later,
        made_at=now,
        made_by=user,
    )
    there = []
    for one in (week.pk, event.pk):
        table = tables.open_table(user=user, game="lunacy", options={}, seats=("me", "bot"))
        DrivenDuel.objects.create(duel_id=one, table=table, frozen_at=now)
        there.append(table.pk)
    with club(team.campaign_id):
        (waits,) = event_statuses(team, now)
        return [*there, seasons.coming_weeks(team.campaign)[0].driving, waits.driving]


def in_a_child(what: str) -> None:
    """Fork, perform it there, and exit if it failed."""
    child = os.fork()
    if not child:
        print(f"{ANSWER}{json.dumps(do(what))}", flush=True)
        connections.close_all()
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise SystemExit(1)


if __name__ == "__main__":
    django.setup()
    for line in sys.stdin:
        in_a_child(line.strip())
