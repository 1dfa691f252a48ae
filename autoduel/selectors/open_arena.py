"""The open arena: its next and current events, its ladder and its hall of fame (V160 to V165)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, F, Max, Q, QuerySet, Sum

from autoduel.game import AUTODUEL
from autoduel.models import ArenaResult
from autoduel.timetable import OPEN_BEFORE, ArenaEvent, events_between
from core.accounts.models import User
from engine.values import Value
from play.models import OffLadders, Table

LADDER_TIME: Final = timedelta(days=30)
"""Age up to which results count for the ladder."""
LADDER_LENGTH: Final = 20
FAME_LENGTH: Final = 5
"""Number of drivers in each list of the hall of fame."""
MAX_RUNNING: Final = 6


class OpenEvent(NamedTuple):
    """An event on the timetable whose seats people can take.

    `taken` is the number of people who have a seat. `table` is the event's table, or None if nobody
    has taken a seat yet. `is_mine` means that the viewer has a seat.
    """

    event: ArenaEvent
    table: UUID | None
    taken: int
    is_mine: bool

    @property
    def is_full(self) -> bool:
        return self.taken >= self.event.seats


class RunningEvent(Value):
    """An event in progress, and its table."""

    name: str
    table: UUID


class ArenaDriver(Value):
    """A driver on the ladder of the last 30 days. Tied drivers share a place."""

    place: int
    name: str
    points: int
    events: int
    won: int
    kills: int


class Fame(Value):
    """A driver in the hall of fame, and the number for which they are listed."""

    name: str
    number: int


class HallOfFame(NamedTuple):
    """The drivers with the longest streaks, the most kills, and the most events and races won."""

    streaks: tuple[Fame, ...]
    kills: tuple[Fame, ...]
    wins: tuple[Fame, ...]
    races: tuple[Fame, ...]


def timetable(now: datetime) -> tuple[ArenaEvent, ...]:
    """Return the events whose seats can be taken now, in order."""
    zone = ZoneInfo(settings.TIME_ZONE)
    return tuple(events_between(settings.ARENA_HOURS, zone, now, now + OPEN_BEFORE))


def open_events(user: User | None, now: datetime) -> tuple[OpenEvent, ...]:
    """Return the events whose seats can be taken now. This takes one query."""
    events = timetable(now)
    tables = Table.objects.filter(
        game=AUTODUEL.key, begins_at__in=[event.begins_at for event in events]
    ).annotate(
        taken=Count("chairs", filter=Q(chairs__holder__isnull=False)),
        mine=Count("chairs", filter=Q(chairs__holder__in=[user.pk] if user else [])),
    )
    by_time = {table.begins_at: table for table in tables}
    return tuple(
        [
            OpenEvent(event, table.pk, table.taken, is_mine=table.mine > 0)
            if (table := by_time.get(event.begins_at))
            else OpenEvent(event, None, 0, is_mine=False)
            for event in events
        ]
    )


def running_events() -> tuple[RunningEvent, ...]:
    """Return the events in progress, latest first. This takes one query."""
    rows = Table.objects.filter(
        game=AUTODUEL.key,
        begins_at__isnull=False,
        status=Table.Status.PLAYING,
        visibility=Table.Visibility.LISTED,
    )
    rows = rows.order_by("-begins_at")[:MAX_RUNNING]
    return tuple([RunningEvent(name=row.name, table=row.pk) for row in rows])


def _ranked() -> QuerySet[ArenaResult]:
    """Return the results of drivers with an account who have not opted out of ladders (V164)."""
    return ArenaResult.objects.filter(chair__holder__guest=False).exclude(
        chair__holder__in=OffLadders.objects.values("user")
    )


def ladder(now: datetime) -> tuple[ArenaDriver, ...]:
    """Return the drivers with the most points in the last 30 days. Tied drivers share a place. This
    takes one query.
    """
    rows = (
        _ranked()
        .filter(at__gt=now - LADDER_TIME)
        .order_by()
        .values(name=F("chair__holder__username"))
        .annotate(
            total=Sum("points"),
            events=Count("pk"),
            won=Count("pk", filter=Q(place=1)),
            all_kills=Sum("kills"),
        )
        .order_by("-total", "name")[:LADDER_LENGTH]
    )
    drivers: list[ArenaDriver] = []
    for number, row in enumerate(rows, 1):
        is_tied = bool(drivers) and drivers[-1].points == row["total"]
        place = drivers[-1].place if is_tied else number
        drivers.append(
            ArenaDriver(
                place=place,
                name=row["name"],
                points=row["total"],
                events=row["events"],
                won=row["won"],
                kills=row["all_kills"],
            )
        )
    return tuple(drivers)


def hall_of_fame() -> HallOfFame:
    """Return the best drivers of all time (V165). This takes four queries."""
    drivers = _ranked().order_by().values(name=F("chair__holder__username"))
    return HallOfFame(
        streaks=_fame(drivers.annotate(number=Max("streak"))),
        kills=_fame(drivers.annotate(number=Sum("kills"))),
        wins=_fame(drivers.filter(place=1).annotate(number=Count("pk"))),
        races=_fame(drivers.filter(place=1, kind="race").annotate(number=Count("pk"))),
    )


def _fame(drivers: QuerySet[Any, Any]) -> tuple[Fame, ...]:
    rows = drivers.filter(number__gt=0).order_by("-number", "name")[:FAME_LENGTH]
    return tuple([Fame(name=row["name"], number=row["number"]) for row in rows])
