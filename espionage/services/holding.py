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

from django.db.models import F, OuterRef, Q, QuerySet

from campaign.league.models import OutageHold, Season, Week
from campaign.league.rules.calendar import MAX_HOLDS, MIN_WRITING_TIME
from campaign.league.selectors.house import rules_in
from campaign.league.services import calendar, holding
from core.uptime.models import Outage
from core.uptime.rules.outages import RECOVERY_TIME, held_until
from core.uptime.selectors import outages
from core.web.row_by_row import there_is, there_is_none
from espionage.models import Seal
from espionage.selectors.due_weeks import any_of
from play.services import lock_matches

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

    An outage that is over moves nothing that lies further ahead than the hour that the site has to
    be up: what is not so near is not looked at.
    """
    return any_of(Week.objects.filter(status__in=(Status.OPEN, Status.PLAYING)), *_whys(at))


def held(at: datetime) -> Q:
    """The same as a condition on weeks that are found by something else. Where a rule is not named
    it may be neither true nor false: ask it in a `Case`, not by `exclude`.
    """
    deadline, publication, decision = _whys(at)
    return deadline | publication | decision


def _whys(at: datetime) -> tuple[Q, Q, Q]:
    """A week whose deadline, whose publication, or whose time for a decision is held."""
    frozen = Seal.objects.filter(week=OuterRef("pk")).exclude(frozen_at=None)
    moves = partial(outages.is_moved, now=at, begun_field="opens_at")
    rule, near = _rule_on("rules"), at + RECOVERY_TIME
    deadline = Q(moves("due_at"), _may(Kind.ORDERS), status=Status.OPEN, due_at__lt=near)
    publication = Q(moves("settle_at"), _may(Kind.PUBLICATION), settle_at__lt=near)
    decision = Q(moves("seal__decide_by"), seal__decide_by__lt=near)
    playing = rule & Q(status=Status.PLAYING)
    return (
        rule & deadline & there_is_none(frozen),
        playing & PEOPLE_DECIDE & publication,
        playing & decision & Q(seal__decide_by__lt=F("settle_at")),
    )


def _rule_on(rules: str) -> Q:
    """The house rule is on in the rules in this field: not named, it has its default. Said by what
    is not so, for the database takes that for what it is, the usual.
    """
    named = f"{rules}__hold_after_outage"
    return ~Q(**{named: False, f"{named}__isnull": False})


def _may(kind: Kind) -> Q:
    """Not held as often as it may be."""
    return there_is_none(OutageHold.objects.filter(week=OuterRef("pk"), kind=kind, nth=MAX_HOLDS))


def hold_weeks(weeks: Sequence[Week], at: datetime) -> None:
    """Hold what outages hold in these weeks."""
    earliest = min(week.due_at for week in weeks)
    found = outages.outages_since(earliest - RECOVERY_TIME, at)
    playing = [week for week in weeks if week.status == Status.PLAYING]
    holding.hold([week for week in weeks if week.status == Status.OPEN], Kind.ORDERS, found, at)
    holding.hold([week for week in playing if _people_decide(week)], Kind.PUBLICATION, found, at)
    _hold_decisions(playing, found, at)


def _people_decide(week: Week) -> bool:
    house = rules_in(week)
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
            running = lock_matches([seal.match_id])[seal.match_id]
            decision_requests.tell(running, seal, week, at, again=True)


# --- weeks that have not opened -------------------------------------------------------------------


def to_put_off(at: datetime) -> QuerySet[Week]:
    """Planned weeks for which an outage, or the week before that one has held, leaves less time to
    write orders than any week has (`LEAST_WRITING`).

    An outage that is over leaves less only to a week that opens before so much time has passed from
    now; a week that was held, only to the next one of its season.
    """
    latest = OuterRef("due_at") - MIN_WRITING_TIME
    away = Outage.objects.filter(
        began_at__lte=OuterRef("due_at"), ended_at__gt=latest, ended_at__lte=at
    )
    before = Week.objects.filter(
        season=OuterRef("season"),
        number=OuterRef("number") - 1,
        closes_at__gt=latest,
        outage_holds__isnull=False,
    )
    season = Season.objects.filter(
        _rule_on("campaign__house_rules"), pk=OuterRef("season"), closed_at=None
    )
    held = OutageHold.objects.filter(week__season__closed_at=None).values("week__season")
    planned = Week.objects.filter(there_is(season), status=Status.PLANNED)
    return any_of(
        planned,
        there_is(away) & Q(opens_at__lt=at + MIN_WRITING_TIME),
        there_is(before) & Q(season__in=held),
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
        calendar.postpone_after_outage(week=week, earliest=max(ends), now=at)
