"""The door of guests: who is here, whether one more may come, and letting them in."""

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
"""The session's key for the word under which a browser's try-outs are counted."""


def visitor(request: HttpRequest) -> User | None:
    """Who is here: a person, a guest who left for a moment, or nobody yet."""
    return request.user if isinstance(request.user, User) else guests.guest_of(request)


def let_in(request: HttpRequest, here: User | None) -> None:
    """Whoever has begun as a guest is logged in as that guest."""
    if here and not request.user.is_authenticated:
        login(request, here, backend=BACKEND)
        request.session[guests.GUEST] = str(here.pk)


def may_begin(request: HttpRequest) -> bool:
    """Return whether one more try-out can begin in this browser, and from this network, now."""
    rates = {"tryout": settings.TRYOUT_RATE}
    browser = request.session.setdefault(BROWSER, secrets.token_hex(8))
    return bool(ratelimit.consume(request, app="home", action="tryout", config=rates, key=browser))
