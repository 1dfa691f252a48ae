"""What every record has in common, and what makes a repeated request harmless: the answer to the
first one.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models


class Record(models.Model):
    """A row with a random id, so that no address or list tells how many rows there are (secrecy),
    and so that the job can write parents and children in one go without asking the database for
    numbers.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)

    class Meta:
        abstract = True


class IdempotentAnswer(Record):
    """The answer to the first request with an idempotency key, of a form or to the API, to be given
    again to the same request.

    An answer may hold a team's secrets or an invite link: it is encrypted with a key made from the
    request's own idempotency key, of which only a hash is kept. Whoever reads the table reads
    nothing.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key_hash = models.CharField(max_length=64)
    request_hash = models.CharField(
        max_length=64,
        help_text="Of method, address and body: the same key with another request is refused.",
    )
    status = models.PositiveSmallIntegerField(default=0)
    sealed = models.BinaryField(default=b"")
    at = models.DateTimeField()
    expires_at = models.DateTimeField(
        null=True, db_index=True, help_text="When the key is a new one again; forms' never are."
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key_hash"], name="one_answer_a_key")
        ]

    def __str__(self) -> str:
        return self.key_hash[:12]
