"""A person's events, which are their notices in the order in which tools receive them."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Max, QuerySet
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Notice


def events_of(user: User, *, after: UUID | None = None) -> QuerySet[Notice]:
    """Return a person's stored events in order. If an event id is given, return only later events.

    For an id that is unknown or deleted, return all events, because a repeated event is harmless,
    whereas a missed event is not. This takes one query, or two if an id is given.
    """
    with scopes_disabled():
        rows = Notice.objects.filter(user=user, number__gt=number_of(user, after) if after else 0)
        return rows.select_related("campaign").order_by("number")


def number_of(user: User, event: UUID) -> int:
    """Return the number of a person's event, or 0 for any other id. This takes one query."""
    with scopes_disabled():
        rows = Notice.objects.filter(user=user, pk=event, number__isnull=False)
        return rows.values_list("number", flat=True).first() or 0


def last_number() -> int:
    """Return the highest number of all events, or 0 if there are none. This takes one query."""
    with scopes_disabled():
        return Notice.objects.aggregate(last=Max("number"))["last"] or 0


def last_event(user: User, *, until: int) -> UUID | None:
    """Return the id of the person's last event up to this number, or None. This takes one query."""
    with scopes_disabled():
        rows = Notice.objects.filter(user=user, number__lte=until).order_by("-number")
        return rows.values_list("pk", flat=True).first()


def events_between(
    users: Iterable[UUID], after: int, until: int, limit: int | None = None
) -> tuple[Notice, ...]:
    """Return at most `limit` events between two numbers, in order. This takes one query."""
    with scopes_disabled():
        rows = Notice.objects.filter(
            user__among=frozenset(users), number__gt=after, number__lte=until
        )
        return tuple(rows.select_related("campaign").order_by("number")[:limit])
