"""A person's inbox, over all their clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import Count
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Notice
from core.web.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet


def unread(user: User) -> int:
    """How many notices the person has not read."""
    return sum(_COUNT.all(user=user.pk))


def inbox(user: User) -> QuerySet[Notice]:
    """The person's notices, newest first, with their clubs."""
    with scopes_disabled():
        return Notice.objects.filter(user=user).select_related("campaign").order_by("-at", "-id")


def unread_by_club(user: User) -> dict[UUID | None, int]:
    """How many are unread, by club; under None those about games beside the clubs. One query."""
    return dict(_UNREAD.all(user=user.pk))


def _unread(user: UUID) -> QuerySet[Notice, tuple[UUID | None, int]]:
    rows = Notice.objects.filter(user=user, read_at=None).order_by().values_list("campaign_id")
    return rows.annotate(found=Count("pk"))


def count_of(user: UUID) -> QuerySet[Notice, int]:
    """How many notices a person has not read: one row of one number, none where nothing is unread;
    for a query that counts more than that.
    """
    rows = Notice.objects.filter(user=user, read_at=None).order_by().values("user")
    return rows.annotate(found=Count("pk")).values_list("found", flat=True)


_UNREAD: Final = Prepared(_unread, user=UUID)
_COUNT: Final = Prepared(count_of, user=UUID)


def unread_about(users: Iterable[UUID], campaign_id: UUID, path: str) -> frozenset[UUID]:
    """Those of these people who have a notice about this page of a club that they have not read.
    One query.
    """
    with scopes_disabled():
        rows = Notice.objects.filter(
            user__in=list(users), campaign=campaign_id, path=path, read_at=None
        )
        return frozenset(rows.values_list("user_id", flat=True))
