"""Checks for strings in a request, before they reach the database."""

from __future__ import annotations

from core.accounts.models import User
from core.web.refusals import Refused


def check_key(key: str) -> None:
    """Check an idempotency key. Raise `Refused` if it is invalid."""
    if len(key) > 64 or not (key.isprintable() and key.isascii()):
        raise Refused("A key can have at most 64 ASCII characters.", field="key", code="bad-key")


def person_named(username: str) -> User | None:
    """Return the active user with this name."""
    if username.isprintable():
        return User.objects.filter(username=username, is_active=True).first()
    return None
