"""By which clock a person is shown moments: chosen by hand, or remembered from their browser."""

from __future__ import annotations

from core.accounts.models import User
from core.web.moments import zone_named
from core.web.refusals import Refused


def choose(*, user: User, timezone: str) -> None:
    """Go by the clock of this zone from now on. Refused for a zone that the site does not know."""
    if zone_named(timezone) is None:
        raise Refused(
            "Choose a valid time zone, for example Europe/Berlin.",
            field="timezone",
            code="no-such-zone",
        )
    user.timezone = timezone
    user.save(update_fields=["timezone"])


def remember(*, user: User, said: str) -> None:
    """Take what a browser says of its zone for whoever has none yet; nothing it says changes one
    that is there.
    """
    if user.timezone or zone_named(said) is None:
        return
    if User.objects.filter(pk=user.pk, timezone="").update(timezone=said):
        user.timezone = said
