"""Doing what a form asks for once, however often the form is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from core.web.models import SentForm

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.contrib.auth.models import _User as User


class Done(NamedTuple):
    """The answer to a form: the address to go on to, and what to say there."""

    path: str
    said: str = ""


def once(*, user: User, key: str, at: datetime, act: Callable[[], Done]) -> Done:
    """Do `act` unless this person's form with this key was sent before; then the first answer
    again.

    Both clicks of a double click wait for each other. What `act` refuses leaves no trace, so that
    the corrected form may be sent.
    """
    with transaction.atomic():
        sent, first = SentForm.objects.get_or_create(user=user, key=key, defaults={"at": at})
        if not first:
            return Done(sent.path, sent.said)
        done = act()
        sent.path, sent.said = done.path[:300], done.said[:500]
        sent.save(update_fields=["path", "said"])
        return done


def answered(*, user: User, key: str) -> Done | None:
    """The answer to this person's form with this key, if it was sent before."""
    sent = (
        SentForm.objects.filter(user=user, key=key).first() if key and key.isprintable() else None
    )
    return Done(sent.path, sent.said) if sent else None
