"""Staff as required by the admin: signed in, with a second factor given in the session."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY as WHOSE,
)
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY as METHODS
from allauth.mfa.models import Authenticator
from django.conf import settings

from tests.factories import NOON

if TYPE_CHECKING:
    from django.test import Client

    from core.accounts.models import User

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


def log_in_as_staff(client: Client, user: User) -> None:
    """Sign the user in with a recent second factor."""
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    factor, _ = Authenticator.objects.get_or_create(
        user=user, type="totp", defaults={"data": {"secret": SECRET}, "created_at": NOON}
    )
    session = client.session
    session[WHOSE] = str(user.pk)
    session[METHODS] = [{"method": "mfa", "at": time.time(), "id": factor.pk, "type": "totp"}]
    session.save()
