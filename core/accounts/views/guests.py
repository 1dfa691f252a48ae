"""The door of guests: who is here, whether one more may come, and letting them in."""

from __future__ import annotations

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


def visitor(request: HttpRequest) -> User | None:
    """Who is here: a person, a guest who left for a moment, or nobody yet."""
    return request.user if isinstance(request.user, User) else guests.guest_of(request)


def let_in(request: HttpRequest, here: User | None) -> None:
    """Whoever has begun as a guest is logged in as that guest."""
    if here and not request.user.is_authenticated:
        login(request, here, backend=BACKEND)
        request.session[guests.GUEST] = str(here.pk)


def may_begin(request: HttpRequest) -> bool:
    """Whether one more may begin from this network now."""
    rates = {"tryout": settings.TRYOUT_RATE}
    return bool(ratelimit.consume(request, app="home", action="tryout", config=rates))
