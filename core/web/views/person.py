"""Who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as User
    from django.http import HttpRequest


def person(request: HttpRequest) -> User:
    """Who is logged in, on a page that only a person gets to."""
    return cast("User", request.user)
