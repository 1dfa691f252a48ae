"""Words that a request brings along, looked at before the database is asked."""

from __future__ import annotations

from core.accounts.models import User
from core.web.refusals import Refused


def check_key(key: str) -> None:
    """A sender's own name for what it asks, so that it is done once. Raises Refused."""
    if len(key) > 64 or not (key.isprintable() and key.isascii()):
        raise Refused("A key can have at most 64 ASCII characters.", field="key", code="bad-key")


def person_named(username: str) -> User | None:
    """Who is called so and may sign in."""
    return (
        User.objects.filter(username=username, is_active=True).first()
        if username.isprintable()
        else None
    )
