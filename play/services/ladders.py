"""Opting in to and out of ladders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from play.models import OffLadders

if TYPE_CHECKING:
    from core.accounts.models import User


@transaction.atomic
def set_on_ladders(*, user: User, is_on: bool) -> None:
    """List the user on the ladders of games and clubs, or hide them. Their matches are rated either
    way. This is idempotent.
    """
    if is_on:
        OffLadders.objects.filter(user=user).delete()
    else:
        OffLadders.objects.get_or_create(user=user)
