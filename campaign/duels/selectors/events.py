"""Queries for events, the additional duels in a week (C50).

Functions about a duel take a week, or the week as one of its events (`Week.on`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.db.models import Exists, OuterRef

from campaign.duels.models import DuelDispute, DuelDraft, DuelEntry, DuelResult
from campaign.league.models import Event, Week
from campaign.league.selectors.links import club_path, in_season

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Season

RUNNING: Final = frozenset({Week.Status.OPEN, Week.Status.PLAYING, Week.Status.SETTLED})
"""States of weeks in which events can be created and entered."""
CHALLENGE_TEAMS: Final = ("challenge__challenger", "challenge__challenged")
"""Relations of an event to the teams of its challenge, if it came from one (C57)."""


def duel_page(name: str, week: Week) -> tuple[str, dict[str, int]]:
    """Return the name and arguments of a duel's page, or of the event's page if the week is an
    event.
    """
    if week.event is None:
        return name, {"number": week.number}
    arguments = {"number": week.number, "event": week.event.number}
    return name.replace("duel", "event-duel", 1), arguments


def duel_path(name: str, week: Week, **named: Any) -> str:
    """Return the address of a duel's page, relative to the club's address."""
    page, page_arguments = duel_page(name, week)
    return in_season(club_path(page, **page_arguments, **named), week)


def as_event(week: Week, number: int | None) -> Week | None:
    """Return the week as its event with this number, or as its own duel if there is no number.
    Returns None if there is no such event. Takes one query.
    """
    if number is None:
        return week
    rows = Event.objects.select_related("meet", *CHALLENGE_TEAMS)
    event = rows.filter(week=week, number=number).first()
    return week.on(event) if event else None


def entries_close_at(event: Event) -> datetime:
    """Return when an event's entries close: at its time (C52), or at the draw for heats and a final
    (C65).
    """
    meet = event.meet
    awaits_draw = meet is not None and meet.drawn_at is None
    return meet.closes_at if meet and awaits_draw else event.starts_at


def events_of(week: Week) -> tuple[Event, ...]:
    """Return the week's events by time, including those that were called off. Takes one query."""
    rows = (
        Event.objects.select_related("meet")
        .filter(week=week)
        .annotate(has_result=Exists(DuelResult.objects.filter(event=OuterRef("pk"))))
    )
    events = tuple(rows.select_related(*CHALLENGE_TEAMS).order_by("starts_at", "number"))
    for event in events:
        event.week = week
    return events


def staged(rows: QuerySet[Event]) -> tuple[Week, ...]:
    """Return the weeks as each of these events that was not called off, with `has_result`,
    `has_entries`, `drafted` and `disputed`. Takes one query.
    """
    return as_weeks(staging(rows))


def staging(rows: QuerySet[Event]) -> QuerySet[Event]:
    """Return these events without those that were called off, in order and annotated for
    `staged`.
    """
    outer = OuterRef("pk")
    states = {
        "has_result": Exists(DuelResult.objects.filter(event=outer)),
        "has_entries": Exists(DuelEntry.objects.filter(event=outer, withdrawn_at=None)),
        "drafted": Exists(DuelDraft.objects.filter(event=outer)),
        "disputed": Exists(DuelDispute.objects.filter(event=outer, settled_at=None)),
    }
    events = (
        rows.filter(called_off_at=None).annotate(**states).select_related("week__season", "meet")
    )
    return events.order_by("starts_at", "number")


def as_weeks(events: Iterable[Event]) -> tuple[Week, ...]:
    """Return the weeks as each of these events from `staging`."""
    weeks = []
    for event in events:
        week = event.week.on(event)
        for name in ("has_result", "has_entries", "drafted", "disputed"):
            setattr(week, name, getattr(event, name))
        weeks.append(week)
    return tuple(weeks)


def staged_in(season: Season) -> tuple[Week, ...]:
    """Return the events of a season as weeks, by time. Takes one query."""
    weeks = staged(Event.objects.filter(week__season=season))
    for week in weeks:
        week.season = season
    return weeks
