"""What lets somebody keep a stream open, and whether it still does: a stream is one request, at
whose beginning it was looked at who asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.contrib.sessions.models import Session

from core.accounts.models import ApiToken, User
from core.web.api.scopes import rights_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from uuid import UUID

    from django.http import HttpRequest


class Credentials(NamedTuple):
    """An account, and what its person came in with: a session, with the hash of what ends it (a
    new password, an account that is to be deleted), or an API token by its digest.
    """

    user: UUID
    session: str = ""
    session_hash: str = ""
    token: str = ""


def credentials_of(request: HttpRequest, user: User) -> Credentials:
    """What this person asks with, who is known already. No query."""
    token = rights_of(request)
    if isinstance(token, ApiToken):
        return Credentials(user.pk, token=token.pk)
    key = request.session.session_key or ""
    return Credentials(user.pk, session=key, session_hash=user.get_session_auth_hash())


def ended(held: Collection[Credentials], now: datetime) -> frozenset[Credentials]:
    """Those that no longer let anybody in: signed out or run out, a password that was changed, a
    token that is gone or too old, an account that is. Three queries, however many.
    """
    hashes = {
        user.pk: user.get_session_auth_hash()
        for user in User.objects.filter(
            pk__among=frozenset(one.user for one in held), is_active=True
        ).only("password", "leaving_at")
    }
    keys = {one.session for one in held if one.session}
    sessions = set(
        Session.objects.filter(pk__in=keys, expire_date__gt=now).values_list("pk", flat=True)
    )
    rows = ApiToken.objects.filter(pk__in={one.token for one in held if one.token})
    tokens = {
        digest for digest, expiry in rows.values_list("pk", "expiry") if not expiry or expiry > now
    }

    def holds(one: Credentials) -> bool:
        if one.user not in hashes:
            return False
        if one.token:
            return one.token in tokens
        return one.session in sessions and one.session_hash == hashes[one.user]

    return frozenset(one for one in held if not holds(one))
