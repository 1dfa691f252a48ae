"""Queries for a week's duels and their states."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet

from campaign.duels.models import DuelDispute, DuelDraft, DuelEntry, DuelResult
from campaign.league.models import Duel, Week
from campaign.league.selectors.duels import CHALLENGE_TEAMS

OUTER: Final = OuterRef("pk")


def entries_close_at(event: Duel) -> datetime:
    """Return when an event's entries close.

    Entries close when the event starts (C52), or at the draw for heats and a final (C65).
    """
    meet = event.meet
    awaits_draw = meet is not None and meet.drawn_at is None
    return meet.closes_at if meet and awaits_draw else event.start


def duels_of(week: Week) -> tuple[Duel, ...]:
    """Return the weekly duel, then the week's events by time. This runs one query.

    Events that were called off are included.
    """
    rows = Duel.objects.filter(week=week).select_related("meet", *CHALLENGE_TEAMS)
    rows = rows.annotate(has_result=Exists(DuelResult.objects.filter(duel=OuterRef("pk"))))
    duels = tuple(sort_duels(rows))
    for duel in duels:
        duel.week = week
    return duels


def sort_duels(duels: QuerySet[Duel]) -> QuerySet[Duel]:
    """Sort duels: weekly duels come first, by week, then events by time."""
    return duels.order_by(F("starts_at").asc(nulls_first=True), "week__number", "number")


def annotate_states(duels: QuerySet[Duel]) -> QuerySet[Duel]:
    """Return these duels in order, with their states, but without those that were called off.

    The states are `has_result`, `has_entries`, `drafted` and `disputed`.
    """
    states = {
        "has_entries": Exists(DuelEntry._base_manager.filter(duel=OUTER, withdrawn_at=None)),
        "disputed": Exists(DuelDispute._base_manager.filter(duel=OUTER, settled_at=None)),
    }
    return with_record(duels).annotate(**states)


def with_record(duels: QuerySet[Duel]) -> QuerySet[Duel]:
    """Return the same duels as `annotate_states`, with only `has_result` and `drafted`."""
    records = {
        "has_result": Exists(DuelResult._base_manager.filter(duel=OUTER)),
        "drafted": Exists(DuelDraft._base_manager.filter(duel=OUTER)),
    }
    rows = duels.filter(called_off_at=None).annotate(**records)
    return sort_duels(rows.select_related("week__season", "meet"))
