"""Holidays of users."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from core.web import clock
from core.web.prepared import Prepared
from play.models import Holiday

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from core.accounts.models import User


def holiday(user: User) -> Holiday | None:
    """Return the user's current or planned holiday."""
    return _HOLIDAY.first(user=user.pk, now=clock.now())


def _unfinished(user: UUID, now: datetime) -> QuerySet[Holiday]:
    return Holiday.objects.filter(user=user, ends__gt=now).order_by("starts")[:1]


_HOLIDAY: Final = Prepared(_unfinished, user=UUID, now=datetime)
