"""People of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.accounts.models import User

if TYPE_CHECKING:
    from uuid import UUID


def user_of(pk: UUID | None) -> User | None:
    """The person of this id."""
    return User.objects.filter(pk=pk).first() if pk else None
