"""After an outage: nobody's deadline, question or fight runs out before the site has been up for an
hour (house rule `hold_after_outage`; docs/decisions/0011-outages.md).

It is a stage of a week's life like all others, and comes before them: done once by however many
workers, tried again by another when a worker dies, parked for the GM when it fails three times.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.league.models import OutageHold, Week
from campaign.league.rules.calendar import MOST_HOLDS
from campaign.league.services import holding
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
    deadline = Q(outages.moves("due_at", at), ~Exists(frozen), _may(Kind.ORDERS))
    publication = Q(PEOPLE_DECIDE, outages.moves("settle_at", at), _may(Kind.PUBLICATION))
    decision = Q(outages.moves("seal__decide_by", at), seal__decide_by__lt=F("settle_at"))
    return Week.objects.exclude(rules__hold_after_outage=False).filter(
        Q(deadline, status=Status.OPEN) | Q(publication | decision, status=Status.PLAYING)
    )


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
    spans = [each.span for each in found]
    asked = Seal.objects.filter(week__in=weeks).exclude(decide_by=None)
    for seal in asked.select_related("week__season__campaign").order_by("week"):
        week = next(week for week in weeks if week.pk == seal.week_id)
        before = seal.decide_by
        if before is None or seal.match_id is None:
            continue
        seal.decide_by = min(held_until(before, spans), week.settle_at)
        if seal.decide_by > before:
            seal.save(update_fields=["decide_by"])
            running = locked([seal.match_id])[seal.match_id]
            decision_requests.tell(running, seal, week, at, again=True)
