"""The credentials with which streams were opened, and checks that they are still valid.

A stream is a single request, and Django checks its user only at the beginning.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.contrib.sessions.models import Session
from django.http import HttpRequest

from core.accounts.models import ApiToken, User
from core.web.api.scopes import rights_of


class Credentials(NamedTuple):
    """The account and the session or API token of a request.

    A session has a hash, which changes with the password or when deletion is scheduled. A token is
    identified by its digest.
    """

    user: UUID
    session: str = ""
    session_hash: str = ""
    token: str = ""


def credentials_of(request: HttpRequest, user: User) -> Credentials:
    """Return the credentials of a request by this user. This takes no query."""
    token = rights_of(request)
    if isinstance(token, ApiToken):
        return Credentials(user.pk, token=token.pk)
    key = request.session.session_key or ""
    return Credentials(user.pk, session=key, session_hash=user.get_session_auth_hash())


def expired_credentials(
    credentials: Collection[Credentials], now: datetime
) -> frozenset[Credentials]:
    """Return the credentials that are no longer valid.

    Credentials become invalid when the user signs out, when a session or token expires, when a
    password is changed, when a token is revoked, or when an account is deleted. This takes three
    queries for any number of credentials.
    """
    hashes = {
        user.pk: user.get_session_auth_hash()
        for user in User.objects.filter(
            pk__among=frozenset(credential.user for credential in credentials), is_active=True
        ).only("password", "leaving_at")
    }
    keys = {credential.session for credential in credentials if credential.session}
    sessions = set(
        Session.objects.filter(pk__in=keys, expire_date__gt=now).values_list("pk", flat=True)
    )
    rows = ApiToken.objects.filter(
        pk__in={credential.token for credential in credentials if credential.token}
    )
    tokens = {
        digest for digest, expiry in rows.values_list("pk", "expiry") if not expiry or expiry > now
    }

    def is_valid(credential: Credentials) -> bool:
        if credential.user not in hashes:
            return False
        if credential.token:
            return credential.token in tokens
        return credential.session in sessions and credential.session_hash == hashes[credential.user]

    return frozenset(credential for credential in credentials if not is_valid(credential))
