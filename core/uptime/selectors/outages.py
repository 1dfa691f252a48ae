"""Queries for outages, and for the deadlines that outages hold."""

from __future__ import annotations

from datetime import datetime

from django.db.models import DateTimeField, Exists, ExpressionWrapper, F, OuterRef, Q

from core.uptime.models import Outage
from core.uptime.rules.outages import MAX_RECOVERY_TIME, RECOVERY_TIME


def outages_since(moment: datetime, now: datetime) -> tuple[Outage, ...]:
    """Return the outages that ended after `moment` and by `now`, in order. This takes one query."""
    return tuple(Outage.objects.filter(ended_at__gt=moment, ended_at__lte=now))


def is_moved(field: str, now: datetime, *, begun_field: str) -> Q:
    """Return a query condition that is true if an outage moves the time in `field`.

    The outage must have ended by `now`, and after the time in `begun_field` (see
    `rules.outages.held_until`). Outages do not move times that are an hour (`RECOVERY_TIME`) or
    more after `now`. Queries over many rows should exclude such times, so that an index can be
    used.
    """
    moving = Outage.objects.filter(
        Q(ended_at__gt=OuterRef(begun_field)),
        began_at__lte=OuterRef(field),
        ended_at__gt=OuterRef(field) - RECOVERY_TIME,
        ended_at__lte=now,
    )
    return Q(Exists(moving))


def is_moved_by_long_outage(field: str, now: datetime, *, begun_field: str) -> Q:
    """Return the same for the outages' own recovery times (`Span.recovery_time`).

    Such outages do not move times that are a day (`MAX_RECOVERY_TIME`) or more after `now`. If no
    outage ended within the last day, the database does not examine times after `now`.
    """
    recent = Outage.objects.filter(ended_at__gt=now - MAX_RECOVERY_TIME, ended_at__lte=now)
    until = ExpressionWrapper(F("ended_at") + (F("ended_at") - F("began_at")), DateTimeField())
    moving = Outage.objects.annotate(until=until).filter(
        Q(ended_at__gt=OuterRef(begun_field)),
        began_at__lte=OuterRef(field),
        ended_at__gt=OuterRef(field) - MAX_RECOVERY_TIME,
        until__gt=OuterRef(field),
        ended_at__lte=now,
    )
    is_near = Q(Exists(recent)) | Q(**{f"{field}__lte": now})
    return Q(**{f"{field}__lt": now + MAX_RECOVERY_TIME}) & is_near & Q(Exists(moving))
