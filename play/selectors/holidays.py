"""Query for users' holidays."""

from __future__ import annotations

from core.accounts.models import User
from core.web import clock
from play.models import Holiday


def holiday(user: User) -> Holiday | None:
    """Return the user's current or planned holiday."""
    return Holiday.objects.filter(user=user, ends__gt=clock.now()).order_by("starts").first()
