"""A person's time zone, which they choose or their browser reports."""

from __future__ import annotations

from core.accounts.models import User
from core.web.moments import zone_named
from core.web.refusals import Refused


def choose(*, user: User, timezone: str) -> None:
    """Set the person's time zone. Raise Refused if it is unknown."""
    if zone_named(timezone) is None:
        raise Refused(
            "Choose a valid time zone, for example Europe/Berlin.",
            field="timezone",
            code="no-such-zone",
        )
    user.timezone = timezone
    user.save(update_fields=["timezone"])


def remember(*, user: User, zone_name: str) -> None:
    """Set the time zone that a browser reports, unless the person already has one."""
    if user.timezone or zone_named(zone_name) is None:
        return
    if User.objects.filter(pk=user.pk, timezone="").update(timezone=zone_name):
        user.timezone = zone_name
