"""A person's inbox, which covers all their clubs."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count, QuerySet
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Notice


@scopes_disabled()
def unread(user: User) -> int:
    """Return the number of a person's unread notices."""
    return Notice.objects.filter(user=user, read_at=None).count()


def inbox(user: User) -> QuerySet[Notice]:
    """Return a person's notices with their clubs, newest first."""
    with scopes_disabled():
        return Notice.objects.filter(user=user).select_related("campaign").order_by("-at", "-id")


@scopes_disabled()
def unread_by_club(user: User) -> dict[UUID | None, int]:
    """Return the number of unread notices for each club. The key None is for notices about games
    outside clubs.

    This takes one query.
    """
    rows = Notice.objects.filter(user=user, read_at=None).order_by().values_list("campaign_id")
    return dict(rows.annotate(found=Count("pk")))


def count_of(user: UUID) -> QuerySet[Notice, int]:
    """Return a query for the number of a person's unread notices.

    If there are none, the query has no row.
    """
    rows = Notice.objects.filter(user=user, read_at=None).order_by().values("user")
    return rows.annotate(found=Count("pk")).values_list("found", flat=True)


def unread_about(users: Iterable[UUID], campaign_id: UUID, path: str) -> frozenset[UUID]:
    """Return who has unread notices about this page of a club. This takes one query."""
    with scopes_disabled():
        rows = Notice.objects.filter(
            user__in=list(users), campaign=campaign_id, path=path, read_at=None
        )
        return frozenset(rows.values_list("user_id", flat=True))
