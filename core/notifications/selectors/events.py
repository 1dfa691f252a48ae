"""A person's events: their notices in the order in which tools hear them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Max
from django_scopes import scopes_disabled

from core.notifications.models import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import QuerySet

    from core.accounts.models import User


def events_of(user: User, *, after: UUID | None = None) -> QuerySet[Notice]:
    """A person's events in order: those after the one of this id, or all that are kept. So are they
    after an id that is none of theirs, or that was forgotten: what is told twice harms nobody, and
    what is missed does. One query more.
    """
    with scopes_disabled():
        rows = Notice.objects.filter(user=user, number__gt=place_of(user, after) if after else 0)
        return rows.select_related("campaign").order_by("number")


def place_of(user: User, event: UUID) -> int:
    """The place of an event of this person's; 0 for any other. One query."""
    with scopes_disabled():
        rows = Notice.objects.filter(user=user, pk=event, number__isnull=False)
        return rows.values_list("number", flat=True).first() or 0


def last_place() -> int:
    """The last place of all people's events that was given; 0 for none. One query."""
    with scopes_disabled():
        return Notice.objects.aggregate(last=Max("number"))["last"] or 0


def last_event(user: User, *, until: int) -> UUID | None:
    """The person's last event up to this place; None for none. One query."""
    with scopes_disabled():
        rows = Notice.objects.filter(user=user, number__lte=until).order_by("-number")
        return rows.values_list("pk", flat=True).first()


def told_between(
    users: Iterable[UUID], after: int, until: int, most: int | None = None
) -> tuple[Notice, ...]:
    """The events of these people after one place and up to another, in order; only the first so
    many with `most`. One query.
    """
    with scopes_disabled():
        rows = Notice.objects.filter(
            user__among=frozenset(users), number__gt=after, number__lte=until
        )
        return tuple(rows.select_related("campaign").order_by("number")[:most])
