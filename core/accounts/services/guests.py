"""Guests, who have no account and are identified by a browser session, and their conversion to
normal accounts.
"""

from __future__ import annotations

import secrets
from typing import Final
from uuid import UUID

from django.http import HttpRequest

from core.accounts.models import ApiToken, User

GUEST: Final = "guest"
"""Session key for a guest's id. It is kept while the guest signs up."""


def create_guest() -> User:
    """Create a guest with a new name and without a password."""
    guest = User(username=f"guest-{secrets.token_hex(4)}", guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest of this browser, or None."""
    guest_id = request.session.get(GUEST)
    if guest_id:
        return User.objects.filter(pk=UUID(guest_id), guest=True, is_active=True).first()
    return None


def convert_to_account(request: HttpRequest, user: User) -> None:
    """Convert a guest to a normal account, and end all access as a guest."""
    ApiToken.objects.filter(user=user).delete()
    request.session.pop(GUEST, None)
    User.objects.filter(pk=user.pk).update(guest=False)
    user.guest = False
