"""The signed-in user."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from django.http import HttpRequest

    from core.accounts.models import User


def person(request: HttpRequest) -> User:
    """Return the signed-in user, on pages that require one."""
    return cast("User", request.user)
