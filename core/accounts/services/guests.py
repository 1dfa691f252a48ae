"""Guests: people who try the game out without an account, known by one browser's session alone,
and how such a person comes to have one.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final
from uuid import UUID

from core.accounts.models import ApiToken, User

if TYPE_CHECKING:
    from django.http import HttpRequest

GUEST: Final = "guest"
"""In the session of a guest: who they are, also while they sign up and are logged in as nobody."""


def arrive() -> User:
    """A new guest: a name that is nobody's yet, and no password."""
    guest = User(username=f"guest-{secrets.token_hex(4)}", guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def guest_of(request: HttpRequest) -> User | None:
    """The guest of this browser, None for who never was one or has an account by now."""
    said = request.session.get(GUEST)
    return User.objects.filter(pk=UUID(said), guest=True, is_active=True).first() if said else None


def settle_in(request: HttpRequest, user: User) -> None:
    """A guest has a name and a password of their own now; what opened the guest's opens nothing of
    theirs.
    """
    ApiToken.objects.filter(user=user).delete()
    request.session.pop(GUEST, None)
    User.objects.filter(pk=user.pk).update(guest=False)
    user.guest = False
