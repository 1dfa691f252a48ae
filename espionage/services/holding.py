"""After an outage: nobody's deadline, question or fight runs out before the site has been up for an
hour (house rule `hold_after_outage`; docs/decisions/0011-outages.md).

It is a stage of a week's life like all others, and comes before them: done once by however many
workers, tried again by another when a worker dies, parked for the GM when it fails three times.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.league.models import OutageHold, Week
from campaign.league.rules.calendar import LEAST_WRITING, MOST_HOLDS
from campaign.league.services import calendar, holding
from core.uptime.models import Outage
from core.uptime.rules.outages import UP_FOR, held_until
from core.uptime.selectors import outages
from espionage.models import Seal
from espionage.selectors.files import house_of
from play.services import locked

from . import decision_requests

Kind = OutageHold.Kind
Status = Week.Status
PEOPLE_DECIDE: Final = Q(rules__live_decisions=True) | Q(rules__ambush_by_doctrine=False)
"""Weeks in which people may have something to do until the publication. Whether anybody has is
theirs alone to know: such a week is held all the same.
"""


def to_hold(at: datetime) -> QuerySet[Week]:
    """Weeks in which an outage that was over by `at` holds the deadline, the publication, or the
    time for a decision.
    """
    frozen = Seal.objects.filter(week=OuterRef("pk")).exclude(frozen_at=None)
    moves = partial(outages.moves, at=at, begun="opens_at")
    deadline = Q(moves("due_at"), ~Exists(frozen), _may(Kind.ORDERS))
    publication = Q(PEOPLE_DECIDE, moves("settle_at"), _may(Kind.PUBLICATION))
    decision = Q(moves("seal__decide_by"), seal__decide_by__lt=F("settle_at"))
    return Week.objects.filter(_rule_on("rules")).filter(
        Q(deadline, status=Status.OPEN) | Q(publication | decision, status=Status.PLAYING)
    )


def _rule_on(rules: str) -> Q:
    """The house rule is on in the rules in this field; where it is not named, it has its
    default.
    """
    named = f"{rules}__hold_after_outage"
    return Q(**{named: True}) | Q(**{f"{named}__isnull": True})


def _may(kind: Kind) -> Q:
    """Not held as often as it may be."""
    return ~Q(Exists(OutageHold.objects.filter(week=OuterRef("pk"), kind=kind, nth=MOST_HOLDS)))


def hold_weeks(weeks: Sequence[Week], at: datetime) -> None:
    """Hold what outages hold in these weeks."""
    earliest = min(week.due_at for week in weeks)
    found = outages.since(earliest - UP_FOR, at)
    playing = [week for week in weeks if week.status == Status.PLAYING]
    holding.hold([week for week in weeks if week.status == Status.OPEN], Kind.ORDERS, found, at)
    holding.hold([week for week in playing if _people_decide(week)], Kind.PUBLICATION, found, at)
    _hold_decisions(playing, found, at)


def _people_decide(week: Week) -> bool:
    house = house_of(week)
    return house.live_decisions or not house.ambush_by_doctrine


def _hold_decisions(weeks: Sequence[Week], found: Sequence[Outage], at: datetime) -> None:
    """Give who is asked more time, never past the publication, and tell them alone (E25)."""
    asked = Seal.objects.filter(week__in=weeks).exclude(decide_by=None)
    for seal in asked.select_related("week__season__campaign").order_by("week"):
        week = next(week for week in weeks if week.pk == seal.week_id)
        before = seal.decide_by
        if before is None or seal.match_id is None:
            continue
        spans = [each.span for each in found if each.ended_at > week.opens_at]
        seal.decide_by = min(held_until(before, spans), week.settle_at)
        if seal.decide_by > before:
            seal.save(update_fields=["decide_by"])
            running = locked([seal.match_id])[seal.match_id]
            decision_requests.tell(running, seal, week, at, again=True)


# --- weeks that have not opened -------------------------------------------------------------------


def to_put_off(at: datetime) -> QuerySet[Week]:
    """Planned weeks for which an outage, or the week before that one has held, leaves less time to
    write orders than any week has (`LEAST_WRITING`).
    """
    latest = OuterRef("due_at") - LEAST_WRITING
    away = Outage.objects.filter(
        began_at__lte=OuterRef("due_at"), ended_at__gt=latest, ended_at__lte=at
    )
    before = Week.objects.filter(
        season=OuterRef("season"),
        number=OuterRef("number") - 1,
        closes_at__gt=latest,
        outage_holds__isnull=False,
    )
    planned = Week.objects.filter(status=Status.PLANNED, season__closed_at=None)
    return planned.filter(_rule_on("season__campaign__house_rules")).filter(
        Exists(away) | Exists(before)
    )


def put_off(weeks: Sequence[Week], at: datetime) -> None:
    """Put these weeks off, each season's by what its first one needs; later ones follow it."""
    for week in sorted(weeks, key=lambda week: week.number):
        week.refresh_from_db(fields=["opens_at", "due_at"])
        if not to_put_off(at).filter(pk=week.pk).exists():
            continue
        away = Outage.objects.filter(began_at__lte=week.due_at, ended_at__lte=at)
        before = Week.objects.filter(season=week.season_id, number=week.number - 1)
        ends = [
            *away.values_list("ended_at", flat=True),
            *before.values_list("closes_at", flat=True),
        ]
        calendar.make_room(week=week, earliest=max(ends), at=at)
