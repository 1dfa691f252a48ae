"""The address of a person's calendar feed: made, made anew, dropped. Whoever has it reads the feed,
and does nothing else with it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaign.league.models import CalendarKey
from core.accounts.models import User

if TYPE_CHECKING:
    from datetime import datetime

SALT: Final = "calendar-feed"
"""These addresses are good for the feed alone."""


def renew(*, user: User, at: datetime) -> CalendarKey:
    """Make the person's feed, or give it another address: the one before stops working at once."""
    row, _ = CalendarKey.objects.update_or_create(
        user=user, defaults={"key": secrets.token_urlsafe(16), "made_at": at}
    )
    return row


def drop(*, user: User) -> None:
    """No feed any more; again does no harm."""
    CalendarKey.objects.filter(user=user).delete()


def address(row: CalendarKey) -> str:
    """Where calendar programs find this feed."""
    return settings.SITE_URL.rstrip("/") + reverse("feed", args=[token(row)])


def token(row: CalendarKey) -> str:
    """What the address of this feed is made of: the person and the key, signed."""
    return signing.Signer(salt=SALT).sign(f"{row.user_id.hex}:{row.key}")


def whose(token: str) -> CalendarKey | None:
    """The feed that this token opens; None for one that is not ours, that was replaced, or whose
    person has no account any more.
    """
    try:
        user, _, key = signing.Signer(salt=SALT).unsign(token).partition(":")
        return (
            CalendarKey.objects.select_related("user")
            .filter(user=UUID(user), user__is_active=True, key=key)
            .first()
        )
    except (signing.BadSignature, ValueError):
        return None
