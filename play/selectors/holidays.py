"""Query for users' holidays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.web import clock
from play.models import Holiday

if TYPE_CHECKING:
    from core.accounts.models import User


def holiday(user: User) -> Holiday | None:
    """Return the user's current or planned holiday."""
    return Holiday.objects.filter(user=user, ends__gt=clock.now()).order_by("starts").first()
