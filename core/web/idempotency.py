"""Idempotency: a request that comes again with the same key is carried out once, and gets the first
response again. Forms bring their key in a hidden field, requests to the API in `Idempotency-Key`.

A response may hold a team's secrets, so it is stored encrypted with a key made from the idempotency
key itself and the site's secret; the row holds only a hash of the idempotency key.
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
    from django.contrib.auth.models import _User as User

API_LIFETIME: Final = timedelta(hours=25)
"""How long the API gives a response again; after that, the key is a new one."""

SWEPT: Final = 100
"""So many expired rows are deleted at once."""

TRANSIENT: Final = frozenset({401, 408, 429})
"""Responses about the moment, not about the request: they are not stored."""


class Response(NamedTuple):
    """What went out: status and body; `replayed` when it had gone out before."""

    status: int
    body: bytes
    replayed: bool = False


class KeyUsed(Refusal):
    """The key came with another request before."""

    code = "key-used"


def run_idempotently(
    *,
    user: User,
    key: str,
    request: Iterable[bytes],
    at: datetime,
    act: Callable[[], Response],
    lifetime: timedelta | None = None,
) -> Response:
    """Do `act` unless this person sent the same request with this key before; then the first
    response again, for `lifetime`, or for good without one.

    All happens in one transaction: what `act` raises leaves nothing, so that the corrected request
    may come with the same key, and a response is never stored of what was not done. Two at a time
    wait for each other. Raises KeyUsed for another request with the same key.
    """
    fingerprint = _fingerprint(request)
    with transaction.atomic():
        row = _row(user, key, fingerprint, at, lifetime)
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
    user: User, key: str, fingerprint: str, at: datetime, lifetime: timedelta | None
) -> IdempotentAnswer:
    hashed = _hash_key(key)
    if lifetime is not None:
        IdempotentAnswer.objects.filter(user=user, key_hash=hashed, expires_at__lt=at).delete()
        _sweep(at)
    row, _ = IdempotentAnswer.objects.get_or_create(
        user=user,
        key_hash=hashed,
        defaults={
            "request_hash": fingerprint,
            "at": at,
            "expires_at": at + lifetime if lifetime else None,
        },
    )
    return row


def _sweep(at: datetime) -> None:
    """Delete some rows that have expired; those that somebody else is at already are left to
    them.
    """
    old = (
        IdempotentAnswer.objects.filter(expires_at__lt=at)
        .select_for_update(skip_locked=True)
        .values_list("pk", flat=True)
    )
    IdempotentAnswer.objects.filter(pk__in=list(old[:SWEPT])).delete()


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
    """A hash of the parts, each with its length, so that nothing can be shifted between them."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _cipher(user: User, key: str) -> MultiFernet:
    """What only the holder of the key and the site together can open, with today's secret or one
    that it has replaced.
    """
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_fernet(secret, user, key) for secret in secrets])


def _fernet(secret: str, user: User, key: str) -> Fernet:
    mixed = hashlib.sha256(f"idempotent-answer\n{secret}\n{user.pk}\n{key}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(mixed))


# --- forms ----------------------------------------------------------------------------------------

SEE_OTHER: Final = 303


class Redirect(NamedTuple):
    """What answers a form: the address to go on to, and the message to show there."""

    path: str
    message: str = ""


def redirect_idempotently(
    *, user: User, key: str, at: datetime, act: Callable[[], Redirect]
) -> Redirect:
    """Do `act` unless this person's form with this key was sent before; then the first redirect
    again.

    The key belongs to one form on one page, so whatever comes with it is the same request. Both
    clicks of a double click wait for each other.
    """

    def respond() -> Response:
        return Response(SEE_OTHER, json.dumps(act()).encode())

    response = run_idempotently(user=user, key=_form_key(key), request=(), at=at, act=respond)
    return Redirect(*json.loads(response.body))


def stored_redirect(*, user: User, key: str) -> Redirect | None:
    """The redirect that this person's form with this key was answered with, if it was sent
    before and can still be read.
    """
    form_key = _form_key(key)
    row = IdempotentAnswer.objects.filter(user=user, key_hash=_hash_key(form_key)).first()
    if row is None:
        return None
    try:
        return Redirect(*json.loads(_cipher(user, form_key).decrypt(bytes(row.sealed))))
    except InvalidToken:
        return None


def _form_key(key: str) -> str:
    """A form's key is never one of the API: those hold no blanks."""
    return f"form {key}"
