"""Queries for the arena's pending work.

The week's jobs use them to find heats to draw, events to drive or book, and finished duels that
have no record (C66, C93, C101 to C103).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, JSONField, Max, OuterRef, Q, QuerySet, Subquery, UUIDField

from campaign.duels.models import DrivenDuel, DuelDispute, DuelDraft, DuelEntry, DuelResult
from campaign.house_rules.rules.house_record import ON_THE_SITE
from campaign.league.models import Duel, Meet, Week
from play.models import Table

from .drafts import same_duel
from .driven import DOCTRINE_TAKEOVER

Status = Week.Status


def meets_to_draw(now: datetime) -> QuerySet[Meet]:
    """Return undrawn sets of heats in running weeks whose entries have closed (C65, C66).

    Sets whose final was called off are left out.
    """
    active_final = Duel.objects.filter(
        meet=OuterRef("pk"), kind=Duel.Kind.FINAL, called_off_at=None
    )
    rows = Meet.objects.filter(drawn_at=None, closes_at__lte=now, week__status__in=Week.RUNNING)
    return rows.filter(Exists(active_final))


def needs_draw(week: Week, now: datetime) -> bool:
    """Return whether this week has heats that are due to be drawn. This runs one query."""
    return meets_to_draw(now).filter(week=week).exists()


def events_to_drive(now: datetime) -> QuerySet[Duel]:
    """Return events whose time has come and that are neither in the arena nor recorded.

    Events scheduled after the reports wait for the reports (C52), and a final waits for its heats
    (C103).
    """
    began = Q(week__status=Status.SETTLED) | Q(
        week__status__in=(Status.OPEN, Status.PLAYING), starts_at__lt=F("week__settle_at")
    )
    rows = _driven_here().filter(began, starts_at__lte=now)
    return rows.filter(~Exists(_in_arena()), ~Exists(_recorded()), ~_is_waiting_final(now))


def unfinished_entered_events(weeks: Iterable[UUID], teams: Iterable[UUID]) -> QuerySet[Duel]:
    """Return the unfinished events that the site drives and these teams have entered.

    Each event has `driving` (the table where it is being driven) and `lineup` (its cars). Before
    the event starts, both are None. `lacking` is set for a final with an unrecorded heat. Use this
    function only for the teams' owners, and for weeks in which the site drives.
    """
    outer = OuterRef("pk")
    own_entries = DuelEntry.objects.filter(duel=outer, team__in=list(teams), withdrawn_at=None)
    playing = _in_arena().filter(paper_at=None, table__status=Table.Status.PLAYING)
    table = Subquery(playing.values("table")[:1], output_field=UUIDField())  # for SQLite
    rows = Duel.objects.filter(Exists(own_entries), week__in=list(weeks), called_off_at=None)
    rows = rows.filter(starts_at__isnull=False)
    rows = rows.filter(Exists(playing) | ~Exists(_in_arena()), ~Exists(_recorded()))
    lineup = Subquery(playing.values("lineup")[:1], output_field=JSONField())
    lacking = Exists(final_with_unrecorded_heat())
    events = rows.annotate(driving=table, lineup=lineup, lacking=lacking)
    return events.select_related("meet")


def pending_finals() -> QuerySet[Duel]:
    """Return the finals that the site drives and whose cars are not lined up yet.

    They can start later than planned, because they wait for their heats (C103).
    """
    finals = _driven_here().filter(kind=Duel.Kind.FINAL)
    return finals.filter(~Exists(_in_arena()), ~Exists(_recorded()))


def _is_waiting_final(now: datetime) -> Q:
    """Return the condition for finals that must still wait (C103).

    A final waits for the draw, and until each heat is recorded or called off. In the last ten
    minutes of the week, it waits only for heats that the site has yet to drive, or to book without
    a dispute.
    """
    unrecorded = Exists(_unrecorded_heats().filter(meet=OuterRef("meet")))
    unfinished = Exists(pending_events().filter(meet=OuterRef("meet"), kind=Duel.Kind.HEAT))
    early = Q(week__closes_at__gt=now + DOCTRINE_TAKEOVER)
    return Q(kind=Duel.Kind.FINAL) & (
        Q(meet__drawn_at=None) | Q(unrecorded) & early | Q(unfinished)
    )


def pending_events() -> QuerySet[Duel]:
    """Return the events that the site has yet to drive, or to book without a dispute (C96)."""
    drives = _in_arena().filter(paper_at=None, table__isnull=False)
    disputed = DuelDispute.objects.filter(duel=OuterRef("pk"), settled_at=None)
    waits = ~Q(Exists(_in_arena())) | Q(Exists(drives)) & ~Q(Exists(disputed))
    return _driven_here().filter(waits, ~Exists(_recorded()))


def driven_without_record(now: datetime) -> QuerySet[DrivenDuel]:
    """Return finished duels that have neither a draft nor a result."""
    weekly = Q(duel__kind=Duel.Kind.WEEKLY, duel__week__status=Status.SETTLED)
    event = Q(duel__starts_at__lte=now, duel__week__status__in=Week.RUNNING)
    rows = DrivenDuel.objects.filter(
        weekly | event, duel__called_off_at=None, over_at__isnull=False
    )
    drafted, booked = same_duel(DuelDraft.objects.all()), same_duel(DuelResult.objects.all())
    return rows.exclude(Exists(drafted)).exclude(Exists(booked))


def has_unrecorded_heat(final: Duel) -> bool:
    """Return whether a final has an unrecorded heat that was not called off.

    This runs one query.
    """
    return _unrecorded_heats().filter(meet=final.meet_id).exists()


def final_with_unrecorded_heat() -> QuerySet[Duel]:
    """Return the outer query's event if it is a final with an unrecorded heat."""
    lacks = Exists(_unrecorded_heats().filter(meet=OuterRef("meet")))
    return Duel.objects.filter(lacks, pk=OuterRef("pk"), kind=Duel.Kind.FINAL)


def _unrecorded_heats() -> QuerySet[Duel]:
    heats = Duel.objects.filter(kind=Duel.Kind.HEAT, called_off_at=None)
    return heats.filter(~Exists(_recorded()))


def last_heat_at(final: Duel) -> datetime | None:
    """Return when the last heat of a final was recorded or called off. This runs two queries."""
    heats = Duel.objects.filter(meet=final.meet_id, kind=Duel.Kind.HEAT)
    first = DuelResult.objects.filter(duel__in=heats, revision=1)
    moments = (
        first.aggregate(last=Max("recorded_at"))["last"],
        heats.aggregate(last=Max("called_off_at"))["last"],
    )
    return max((moment for moment in moments if moment), default=None)


def due_events(weeks: Sequence[Week], now: datetime) -> list[Duel]:
    """Return the events of these weeks that the arena should start now, sorted by time."""
    by_id = {week.pk: week for week in weeks}
    rows = events_to_drive(now).filter(week__in=by_id).select_related("meet", "challenge")
    found = list(rows.order_by("starts_at", "number"))
    for event in found:
        event.week = by_id[event.week_id]
    return found


def _driven_here() -> QuerySet[Duel]:
    rows = Duel.objects.filter(starts_at__isnull=False, called_off_at=None)
    return rows.filter(week__rules__duel_mode__in=ON_THE_SITE)


def _in_arena() -> QuerySet[DrivenDuel]:
    return DrivenDuel.objects.filter(duel=OuterRef("pk"))


def _recorded() -> QuerySet[DuelResult]:
    return DuelResult.objects.filter(duel=OuterRef("pk"))
