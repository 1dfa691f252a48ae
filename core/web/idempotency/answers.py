"""Repeating a request to the API without doing anything twice: the first answer is kept and given
again.

An answer may hold a team's secrets, so it is kept encrypted with a key made from the
Idempotency-Key itself and the site's secret; the row holds only a hash of the Idempotency-Key.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import OperationalError, transaction

from core.web.models import IdempotentAnswer
from engine.game import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as User

KEPT: Final = timedelta(hours=25)
"""How long an answer is given again; after that, the key is a new one."""

SWEPT: Final = 100
"""So many old answers are forgotten at once."""

PASSING: Final = frozenset({401, 408, 429})
"""Answers about the moment, not about the request: they are not kept."""


class Answer(NamedTuple):
    """What went out: status and body; `again` when it had gone out before."""

    status: int
    body: bytes
    again: bool = False


class KeyUsed(Refusal):
    """The key came with another request before."""

    code = "key-used"


class InProgress(Refusal):
    """The first request with this key is still at work."""

    code = "in-progress"


def once(
    *,
    user: User,
    key: str,
    request: Iterable[bytes],
    at: datetime,
    act: Callable[[], Answer],
    after: Callable[[], object],
) -> Answer:
    """Do `act` unless this person sent the same request with this key before; then the first answer
    again.

    All happens in one transaction: what fails, or is refused, leaves nothing but its answer and
    what `after` writes, and an answer is never kept of what was not done. Two at a time wait for
    each other. Raises KeyUsed for another request with the same key, InProgress.
    """
    print_of = _print(request)
    try:
        with transaction.atomic():
            row = _row(user, key, print_of, at)
            if row.status:
                return _told_before(row, user, key, print_of)
            answer = _tried(act)
            after()
            if answer.status >= 500 or answer.status in PASSING:
                row.delete()
                return answer
            row.status, row.sealed = answer.status, _safe(user, key).encrypt(answer.body)
            row.save(update_fields=["status", "sealed"])
            return answer
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") in {"55P03", "57014"}:
            raise InProgress(
                "The first request with this Idempotency-Key is still at work. Ask again in a "
                "moment."
            ) from error
        raise


def _row(user: User, key: str, print_of: str, at: datetime) -> IdempotentAnswer:
    hashed = hashlib.sha256(key.encode()).hexdigest()
    IdempotentAnswer.objects.filter(user=user, key_hash=hashed, at__lt=at - KEPT).delete()
    _sweep(at)
    row, _ = IdempotentAnswer.objects.get_or_create(
        user=user, key_hash=hashed, defaults={"request_hash": print_of, "at": at}
    )
    return row


def _sweep(at: datetime) -> None:
    """Forget some answers that are too old; those that somebody else is at already are left to
    them.
    """
    old = (
        IdempotentAnswer.objects.filter(at__lt=at - KEPT)
        .select_for_update(skip_locked=True)
        .values_list("pk", flat=True)
    )
    IdempotentAnswer.objects.filter(pk__in=list(old[:SWEPT])).delete()


def _told_before(row: IdempotentAnswer, user: User, key: str, print_of: str) -> Answer:
    if row.request_hash != print_of:
        raise KeyUsed(
            "This Idempotency-Key came with another request before. Take a new key for a new "
            "request."
        )
    try:
        return Answer(row.status, _safe(user, key).decrypt(bytes(row.sealed)), again=True)
    except InvalidToken as error:
        raise KeyUsed(
            "This was done before, but its answer can no longer be read. Look whether it is as "
            "you want it."
        ) from error


def _tried(act: Callable[[], Answer]) -> Answer:
    """Do it; what was written is taken back unless it was done to the end."""
    kept = transaction.savepoint()
    answer = act()
    if answer.status >= 400:
        transaction.savepoint_rollback(kept)
    else:
        transaction.savepoint_commit(kept)
    return answer


def _print(parts: Iterable[bytes]) -> str:
    """A hash of the parts, each with its length, so that nothing can be shifted between them."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()


def _safe(user: User, key: str) -> MultiFernet:
    """What only the holder of the key and the site together can open, with today's secret or one
    that it has replaced.
    """
    return MultiFernet(
        [
            _lock(secret, user, key)
            for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        ]
    )


def _lock(secret: str, user: User, key: str) -> Fernet:
    mixed = hashlib.sha256(f"idempotent-answer\n{secret}\n{user.pk}\n{key}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(mixed))
