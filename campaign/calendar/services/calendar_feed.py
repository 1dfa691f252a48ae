"""Services for creating, replacing and deleting the address of a person's calendar feed.

Anyone with the address can read the feed, but cannot do anything else.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaign.calendar.models import CalendarKey
from core.accounts.models import User

SALT: Final = "calendar-feed"
"""Salt of the signature, so that these addresses are valid only for the feed."""


def renew(*, user: User, now: datetime) -> CalendarKey:
    """Create the person's feed, or replace its address. The old address stops working."""
    row, _ = CalendarKey.objects.update_or_create(
        user=user, defaults={"key": secrets.token_urlsafe(16), "made_at": now}
    )
    return row


def drop(*, user: User) -> None:
    """Delete the feed, if there is one."""
    CalendarKey.objects.filter(user=user).delete()


def address(row: CalendarKey) -> str:
    """Return the address of the feed for calendar programs."""
    return settings.SITE_URL.rstrip("/") + reverse("feed", args=[token(row)])


def token(row: CalendarKey) -> str:
    """Return the signed token in the feed's address. It contains the person and the key."""
    return signing.Signer(salt=SALT).sign(f"{row.user_id.hex}:{row.key}")


def feed_of(token: str) -> CalendarKey | None:
    """Return the feed that a token belongs to.

    Return None if the token is invalid or has been replaced, or if the account has been deleted.
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
