"""API tokens of a person: made, shown once, revoked. Only a hash is kept."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from core.accounts.models import ApiToken, User
from core.web.refusals import Refused
from core.web.text import line

MOST: Final = 20
LONGEST: Final = 365


def make(*, user: User, name: str, days: int, at: datetime) -> tuple[ApiToken, str]:
    """Make a token that works for `days` days: its row, and the token itself, never to be shown
    again.

    Raises BadForm for a name that is no name, Refused for one token too many, a time too long, and
    a guest, who is known by one browser alone.
    """
    if user.guest:
        raise Refused("Guests have no tokens: sign up first.", code="guest")
    said = line(name, field="name", title="Name", most=60)
    if not 1 <= days <= LONGEST:
        raise Refused(f"A token works 1 to {LONGEST} days.", field="days", code="out-of-bounds")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if ApiToken.objects.filter(user=user, expiry__gt=at).count() >= MOST:
            raise Refused(
                f"You have {MOST} tokens already: revoke one that you no longer need.",
                code="too-many",
            )
        row, token = ApiToken.objects.create(user=user, expiry=timedelta(days=days), name=said)
        return row, token


def revoke(*, token: ApiToken) -> None:
    """Make a token useless at once."""
    token.delete()


def note_use(*, token: ApiToken, at: datetime) -> None:
    """Write down when a token was used last."""
    ApiToken.objects.filter(pk=token.pk).update(used_at=at)
