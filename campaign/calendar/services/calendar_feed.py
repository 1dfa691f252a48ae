"""Services for creating, changing and deleting the address of a person's calendar feed.

Anyone with the address can read the feed, but nothing else.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaign.calendar.models import CalendarKey
from core.accounts.models import User

if TYPE_CHECKING:
    from datetime import datetime

SALT: Final = "calendar-feed"
"""Salt that makes these addresses valid for the feed only."""


def renew(*, user: User, now: datetime) -> CalendarKey:
    """Create the person's feed, or change its address. The old address stops
    working immediately.
    """
    row, _ = CalendarKey.objects.update_or_create(
        user=user, defaults={"key": secrets.token_urlsafe(16), "made_at": now}
    )
    return row


def drop(*, user: User) -> None:
    """Delete the feed. Repeating this has no effect."""
    CalendarKey.objects.filter(user=user).delete()


def address(row: CalendarKey) -> str:
    """Return the address of the feed for calendar programs."""
    return settings.SITE_URL.rstrip("/") + reverse("feed", args=[token(row)])


def token(row: CalendarKey) -> str:
    """Return the signed token in the feed's address: the person and the key."""
    return signing.Signer(salt=SALT).sign(f"{row.user_id.hex}:{row.key}")


def feed_of(token: str) -> CalendarKey | None:
    """Return the feed of a token, or None if the token is invalid or replaced, or the account was
    deleted.
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
