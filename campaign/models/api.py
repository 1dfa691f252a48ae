"""Answers that the API gave to requests with an Idempotency-Key: what makes a repeated request harmless."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from .base import Record


class IdempotentAnswer(Record):
    """The answer to the first request with a key, to be given again to the same request.

    An answer may hold a team's secrets or an invite link: it is encrypted with a key made from the request's own
    Idempotency-Key, of which only a hash is kept. Whoever reads the table reads nothing.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key_hash = models.CharField(max_length=64)
    request_hash = models.CharField(max_length=64, help_text="Of method, address and body: the same key with another request is refused.")
    status = models.PositiveSmallIntegerField(default=0)
    sealed = models.BinaryField(default=b"")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key_hash"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return self.key_hash[:12]
