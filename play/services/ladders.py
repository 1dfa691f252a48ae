"""Opting in to and out of ladders."""

from __future__ import annotations

from django.db import transaction

from core.accounts.models import User
from play.models import OffLadders


@transaction.atomic
def set_on_ladders(*, user: User, is_on: bool) -> None:
    """List the user on the ladders of games and clubs, or hide them. Their matches are rated either
    way. This is idempotent.
    """
    if is_on:
        OffLadders.objects.filter(user=user).delete()
    else:
        OffLadders.objects.get_or_create(user=user)
