"""Guest sessions, which identify visitors, limit try-outs, and sign guests in."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth import login

from core.accounts.models import User
from core.accounts.services import guests

if TYPE_CHECKING:
    from django.http import HttpRequest

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
TOO_MANY: Final = 429
BROWSER: Final = "tryouts-browser"
"""Session key for the token that is used to count a browser's try-outs."""


def visitor(request: HttpRequest) -> User | None:
    """Return the signed-in user, or else this browser's guest if they are currently signed out, or
    None.
    """
    return request.user if isinstance(request.user, User) else guests.guest_of(request)


def let_in(request: HttpRequest, guest: User | None) -> None:
    """Sign a person in as the guest that was created for them."""
    if guest and not request.user.is_authenticated:
        login(request, guest, backend=BACKEND)
        request.session[guests.GUEST] = str(guest.pk)


def may_begin(request: HttpRequest) -> bool:
    """Return whether this browser and this network address can now start another try-out."""
    rates = {"tryout": settings.TRYOUT_RATE}
    browser = request.session.setdefault(BROWSER, secrets.token_hex(8))
    return bool(ratelimit.consume(request, app="home", action="tryout", config=rates, key=browser))
