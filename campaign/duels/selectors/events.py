"""Events: duels beside the week's own. A week looked at as one of its events (`Week.on`) is what
everything about a duel takes (C50).
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
"""The weeks that are under way: events are made and entered in them."""
BOTH: Final = ("challenge__challenger", "challenge__challenged")
"""What an event is read with: whom it is between, where it came of a challenge (C57)."""


def duel_page(name: str, week: Week) -> tuple[str, dict[str, int]]:
    """The name and the arguments of a duel's page: that of the event where the week is looked at as
    one.
    """
    if week.event is None:
        return name, {"number": week.number}
    named = {"number": week.number, "event": week.event.number}
    return name.replace("duel", "event-duel", 1), named


def duel_path(name: str, week: Week, **named: Any) -> str:
    """The address of a duel's page, below the club's own."""
    page, found = duel_page(name, week)
    return in_season(club_path(page, **found, **named), week)


def as_event(week: Week, number: int | None) -> Week | None:
    """The week, looked at as its event of this number; as its own duel without a number. None when
    there is none such. One query.
    """
    if number is None:
        return week
    rows = Event.objects.select_related("meet", *BOTH)
    event = rows.filter(week=week, number=number).first()
    return week.on(event) if event else None


def closing(event: Event) -> datetime:
    """When an event's entries close: at its hour (C52); those for heats and a final at the draw
    (C65).
    """
    meet = event.meet
    waits = meet is not None and meet.drawn_at is None
    return meet.closes_at if meet and waits else event.starts_at


def events_of(week: Week) -> tuple[Event, ...]:
    """The week's events by their hour, those that were called off among them. One query."""
    rows = (
        Event.objects.select_related("meet")
        .filter(week=week)
        .annotate(has_result=Exists(DuelResult.objects.filter(event=OuterRef("pk"))))
    )
    found = tuple(rows.select_related(*BOTH).order_by("starts_at", "number"))
    for event in found:
        event.week = week
    return found


def staged(rows: QuerySet[Event]) -> tuple[Week, ...]:
    """The weeks, looked at as each of these events that was not called off; each knows whether it
    has a result (`has_result`) and entries (`has_entries`), whether its record is drafted
    (`drafted`) and disputed (`disputed`). One query.
    """
    return as_weeks(staging(rows))


def staging(rows: QuerySet[Event]) -> QuerySet[Event]:
    """These events without those called off, in their order, with what `staged` says of each."""
    outer = OuterRef("pk")
    known = {
        "has_result": Exists(DuelResult.objects.filter(event=outer)),
        "has_entries": Exists(DuelEntry.objects.filter(event=outer, withdrawn_at=None)),
        "drafted": Exists(DuelDraft.objects.filter(event=outer)),
        "disputed": Exists(DuelDispute.objects.filter(event=outer, settled_at=None)),
    }
    found = rows.filter(called_off_at=None).annotate(**known).select_related("week__season", "meet")
    return found.order_by("starts_at", "number")


def as_weeks(events: Iterable[Event]) -> tuple[Week, ...]:
    """The weeks, looked at as each of these events, which `staging` has found."""
    weeks = []
    for event in events:
        week = event.week.on(event)
        for name in ("has_result", "has_entries", "drafted", "disputed"):
            setattr(week, name, getattr(event, name))
        weeks.append(week)
    return tuple(weeks)


def staged_in(season: Season) -> tuple[Week, ...]:
    """The events of a season, by their hour. One query."""
    found = staged(Event.objects.filter(week__season=season))
    for week in found:
        week.season = season
    return found
