"""The signed-in user."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as User
    from django.http import HttpRequest


def person(request: HttpRequest) -> User:
    """Return the signed-in user, on pages that require one."""
    return cast("User", request.user)
