"""Idempotency, so that a request repeated with the same key is not run again and gets the first
response.

Forms have the key in a hidden field, and API requests have it in the header `Idempotency-Key`. A
response can contain a team's secrets. It is therefore encrypted with a key derived from the
idempotency key and the site's secret, and only a hash of the idempotency key is stored.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction

from core.web.models import IdempotentAnswer
from engine.game import Refusal

if TYPE_CHECKING:
    from core.accounts.models import User

API_LIFETIME: Final = timedelta(hours=25)
"""Time for which the API repeats a response. Afterwards, the key can be used again."""

MAX_DELETED: Final = 100
"""Maximum number of expired rows to delete per request."""

TRANSIENT: Final = frozenset({401, 408, 429})
"""Statuses that depend on the time of the request, and not on its content. They are not stored."""


class Response(NamedTuple):
    """The status and body of a response. `replayed` is set if it repeats an earlier response."""

    status: int
    body: bytes
    replayed: bool = False


class KeyUsed(Refusal):
    """The key was used for a different request."""

    code = "key-used"


def run_idempotently(
    *,
    user: User,
    key: str,
    request: Iterable[bytes],
    now: datetime,
    act: Callable[[], Response],
    lifetime: timedelta | None = None,
) -> Response:
    """Run `act`. If this user has already sent the same request with this key, return its response
    instead.

    Responses are repeated for `lifetime`, or forever if it is None. Everything happens in one
    transaction, so if `act` raises an error, nothing is stored, and a corrected request can use the
    same key. Concurrent requests wait for each other. Raise KeyUsed if the key was used for a
    different request.
    """
    fingerprint = _fingerprint(request)
    with transaction.atomic():
        row = _row(user, key, fingerprint, now, lifetime)
        if row.status:
            return _replay(row, user, key, fingerprint)
        response = act()
        if response.status >= 500 or response.status in TRANSIENT:
            row.delete()
            return response
        row.status, row.sealed = response.status, _cipher(user, key).encrypt(response.body)
        row.save(update_fields=["status", "sealed"])
        return response


def _row(
    user: User, key: str, fingerprint: str, now: datetime, lifetime: timedelta | None
) -> IdempotentAnswer:
    hashed = _hash_key(key)
    if lifetime is not None:
        IdempotentAnswer.objects.filter(user=user, key_hash=hashed, expires_at__lt=now).delete()
        _sweep(now)
    row, _ = IdempotentAnswer.objects.get_or_create(
        user=user,
        key_hash=hashed,
        defaults={
            "request_hash": fingerprint,
            "at": now,
            "expires_at": now + lifetime if lifetime else None,
        },
    )
    return row


def _sweep(now: datetime) -> None:
    """Delete some expired rows, except those locked by others."""
    old = (
        IdempotentAnswer.objects.filter(expires_at__lt=now)
        .select_for_update(skip_locked=True)
        .values_list("pk", flat=True)
    )
    IdempotentAnswer.objects.filter(pk__in=list(old[:MAX_DELETED])).delete()


def _replay(row: IdempotentAnswer, user: User, key: str, fingerprint: str) -> Response:
    if row.request_hash != fingerprint:
        raise KeyUsed(
            "This Idempotency-Key was already used for a different request. Use a new key for "
            "each new request."
        )
    try:
        body = _cipher(user, key).decrypt(bytes(row.sealed))
    except InvalidToken as error:
        raise KeyUsed(
            "This request was already carried out, but its response is no longer available. "
            "Check the result."
        ) from error
    return Response(row.status, body, replayed=True)


def _hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _fingerprint(parts: Iterable[bytes]) -> str:
    """Return a hash of the parts and their lengths, so that no byte can change its part."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _cipher(user: User, key: str) -> MultiFernet:
    """Return a cipher that depends on the key, and on the site's current or a previous secret."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_fernet(secret, user, key) for secret in secrets])


def _fernet(secret: str, user: User, key: str) -> Fernet:
    mixed = hashlib.sha256(f"idempotent-answer\n{secret}\n{user.pk}\n{key}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(mixed))


# --- forms ----------------------------------------------------------------------------------------

SEE_OTHER: Final = 303


class Redirect(NamedTuple):
    """A response to a form, with the next address and the message to show there."""

    path: str
    message: str = ""


def redirect_idempotently(
    *, user: User, key: str, now: datetime, act: Callable[[], Redirect]
) -> Redirect:
    """Run `act`. If this user has already sent the form with this key, repeat its redirect instead.

    The key belongs to one form on one page, so requests are considered the same even if their data
    differ. After a double click, the second request waits for the first.
    """

    def respond() -> Response:
        return Response(SEE_OTHER, json.dumps(act()).encode())

    response = run_idempotently(user=user, key=_form_key(key), request=(), now=now, act=respond)
    return Redirect(*json.loads(response.body))


def stored_redirect(*, user: User, key: str) -> Redirect | None:
    """Return the redirect for this user's form with this key, if it was sent and can be read."""
    form_key = _form_key(key)
    row = IdempotentAnswer.objects.filter(user=user, key_hash=_hash_key(form_key)).first()
    if row is None:
        return None
    try:
        return Redirect(*json.loads(_cipher(user, form_key).decrypt(bytes(row.sealed))))
    except InvalidToken:
        return None


def _form_key(key: str) -> str:
    """Return the stored key of a form. It contains a space, so it never equals an API key."""
    return f"form {key}"
