"""Guest sessions, which identify visitors, limit try-outs, and sign guests in."""

from __future__ import annotations

import secrets
from typing import Final

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from core.accounts.models import User
from core.accounts.services import guests
from core.web.refusals import Refused

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
TOO_MANY: Final = 429
BROWSER: Final = "tryouts-browser"
"""Session key for the token that is used to count a browser's try-outs."""


def visitor(request: HttpRequest) -> User | None:
    """Return the signed-in user, or this browser's signed-out guest, or None."""
    return request.user if isinstance(request.user, User) else guests.guest_of(request)


def let_in(request: HttpRequest, guest: User | None) -> None:
    """Sign a person in as the guest that was created for them."""
    if guest and not request.user.is_authenticated:
        login(request, guest, backend=BACKEND)
        request.session[guests.GUEST] = str(guest.pk)


def may_begin(request: HttpRequest, browser: str = "") -> bool:
    """Count a try-out, and return whether this browser and network address are within the limits.

    API clients have no session and pass their own key as `browser`.
    """
    rates = {"tryout": settings.TRYOUT_RATE}
    browser = browser or request.session.setdefault(BROWSER, secrets.token_hex(8))
    return bool(ratelimit.consume(request, app="home", action="tryout", config=rates, key=browser))


def count_week(request: HttpRequest, browser: str = "") -> None:
    """Count another week of a try-out like a new try-out (see `may_begin`).

    Raise Refused above the limits.
    """
    if not may_begin(request, browser):
        raise Refused(
            "Too many weeks were started from this browser or network. Try again in a few minutes.",
            code="too-many-weeks",
        )
