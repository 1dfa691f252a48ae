"""Holds deadlines, decisions and fights after an outage until the site has been up for an hour.

See the house rule `hold_after_outage` and docs/decisions/0011-outages.md. Holding is a stage like
the others and runs before them. Only one worker does it, and if that worker dies, another one tries
again. The week is parked after three failures.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial, reduce
from operator import or_
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.calendar.models import OutageHold
from campaign.calendar.services import calendar, holding
from campaign.house_rules.rules.calendar import MAX_HOLDS, MIN_WRITING_TIME
from campaign.league.models import Season, Week
from campaign.league.selectors.house import rules_in
from core.uptime.models import Outage
from core.uptime.rules.outages import MAX_RECOVERY_TIME, RECOVERY_TIME, held_until
from core.uptime.selectors import outages
from espionage.models import Seal
from espionage.selectors.due_weeks import matching_any
from play.services import lock_matches

from . import decision_requests

Kind = OutageHold.Kind
Status = Week.Status
PEOPLE_DECIDE: Final = Q(rules__live_decisions=True) | Q(rules__ambush_by_doctrine=False)
"""Condition for weeks in which people can have something to do until publication.

Only these people know whether they do, so all such weeks are held.
"""


def to_hold(now: datetime) -> QuerySet[Week]:
    """Return weeks with a deadline, publication or decision that is held after an outage.

    The outage must have ended by `now`. It affects only times within the hour for which the site
    must be up, so later times are not examined.
    """
    return matching_any(
        Week.objects.filter(status__in=(Status.OPEN, Status.PLAYING)), *_hold_conditions(now)
    )


def is_held(now: datetime) -> Q:
    """Return the same condition as `to_hold`, as a filter on weeks.

    If the rules do not contain the option, the condition is neither true nor false. Use it in a
    `Case`, not in `exclude`.
    """
    return reduce(or_, _hold_conditions(now))


def _hold_conditions(now: datetime) -> tuple[Q, ...]:
    """Return the conditions for a held deadline, a deadline held after a long outage, a held
    publication and a held decision.
    """
    frozen = Seal.objects.filter(week=OuterRef("pk")).exclude(frozen_at=None)
    moves = partial(outages.is_moved, now=now, begun_field="opens_at")
    rule_is_on, horizon = _is_rule_on("rules"), now + RECOVERY_TIME
    orders = rule_is_on & Q(_can_hold(Kind.ORDERS), status=Status.OPEN) & ~Q(Exists(frozen))
    moved_by_long_outage = outages.is_moved_by_long_outage("due_at", now, begun_field="opens_at")
    publication = Q(moves("settle_at"), _can_hold(Kind.PUBLICATION), settle_at__lt=horizon)
    decision = Q(moves("seal__decide_by"), seal__decide_by__lt=horizon)
    playing = rule_is_on & Q(status=Status.PLAYING)
    return (
        orders & Q(moves("due_at"), due_at__lt=horizon),
        orders & Q(moved_by_long_outage, evening=False),
        playing & PEOPLE_DECIDE & publication,
        playing & decision & Q(seal__decide_by__lt=F("settle_at")),
    )


def _is_rule_on(rules: str) -> Q:
    """Return a condition for rules in this field that have the option turned on (the default).

    The condition is negated, so that the database's planner expects it to be true for most rows.
    """
    field = f"{rules}__hold_after_outage"
    return ~Q(**{field: False, f"{field}__isnull": False})


def _can_hold(kind: Kind) -> Q:
    """Return a condition for weeks that have been held less often than the maximum."""
    return ~Q(Exists(OutageHold.objects.filter(week=OuterRef("pk"), kind=kind, nth=MAX_HOLDS)))


def hold_weeks(weeks: Sequence[Week], now: datetime) -> None:
    """Postpone those times of these weeks that are held because of outages."""
    earliest = min(week.due_at for week in weeks)
    recent_outages = outages.outages_since(earliest - MAX_RECOVERY_TIME, now)
    playing = [week for week in weeks if week.status == Status.PLAYING]
    holding.hold(
        [week for week in weeks if week.status == Status.OPEN], Kind.ORDERS, recent_outages, now
    )
    holding.hold(
        [week for week in playing if _people_decide(week)], Kind.PUBLICATION, recent_outages, now
    )
    _hold_decisions(playing, recent_outages, now)


def _people_decide(week: Week) -> bool:
    rules = rules_in(week)
    return rules.live_decisions or not rules.ambush_by_doctrine


def _hold_decisions(weeks: Sequence[Week], recent_outages: Sequence[Outage], now: datetime) -> None:
    """Extend pending decisions, but not beyond publication.

    Only the teams concerned are notified (E25).
    """
    seals = Seal.objects.filter(week__in=weeks).exclude(decide_by=None)
    for seal in seals.select_related("week__season__campaign").order_by("week"):
        week = next(week for week in weeks if week.pk == seal.week_id)
        old_time = seal.decide_by
        if old_time is None or seal.match_id is None:
            continue
        spans = [outage.span for outage in recent_outages if outage.ended_at > week.opens_at]
        seal.decide_by = min(held_until(old_time, spans), week.settle_at)
        if seal.decide_by > old_time:
            seal.save(update_fields=["decide_by"])
            running = lock_matches([seal.match_id])[seal.match_id]
            decision_requests.send_requests(running, seal, week, now, time_changed=True)


# --- planned weeks --------------------------------------------------------------------------------


def to_postpone(now: datetime) -> QuerySet[Week]:
    """Return planned weeks that must be postponed because of an outage or a held week.

    Without a postponement, less than `MIN_WRITING_TIME` would be left for orders. An outage affects
    only weeks that open within that time after it. A held week affects only the next week of its
    season.
    """
    latest_opening = OuterRef("due_at") - MIN_WRITING_TIME
    relevant_outages = Outage.objects.filter(
        began_at__lte=OuterRef("due_at"), ended_at__gt=latest_opening, ended_at__lte=now
    )
    previous_weeks = Week.objects.filter(
        season=OuterRef("season"),
        number=OuterRef("number") - 1,
        closes_at__gt=latest_opening,
        outage_holds__isnull=False,
    )
    season = Season.objects.filter(
        _is_rule_on("campaign__house_rules"), pk=OuterRef("season"), closed_at=None
    )
    held_seasons = OutageHold.objects.filter(week__season__closed_at=None).values("week__season")
    planned = Week.objects.filter(Exists(season), status=Status.PLANNED)
    return matching_any(
        planned,
        Exists(relevant_outages) & Q(opens_at__lt=now + MIN_WRITING_TIME),
        Exists(previous_weeks) & Q(season__in=held_seasons),
    )


def postpone(weeks: Sequence[Week], now: datetime) -> None:
    """Postpone these weeks.

    In each season, the first week determines by how much. Later weeks are moved too.
    """
    for week in sorted(weeks, key=lambda week: week.number):
        week.refresh_from_db(fields=["opens_at", "due_at"])
        if not to_postpone(now).filter(pk=week.pk).exists():
            continue
        past_outages = Outage.objects.filter(began_at__lte=week.due_at, ended_at__lte=now)
        previous_week = Week.objects.filter(season=week.season_id, number=week.number - 1)
        ends = [
            *past_outages.values_list("ended_at", flat=True),
            *previous_week.values_list("closes_at", flat=True),
        ]
        calendar.postpone_after_outage(week=week, earliest=max(ends), now=now)
