"""Base class of models, and the stored responses of idempotent requests."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models


class Record(models.Model):
    """A row with a random id.

    Random ids prevent addresses and lists from revealing the number of rows. They also allow the
    job to write parents and children together without asking the database for ids.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)

    class Meta:
        abstract = True


class IdempotentAnswer(Record):
    """The response to the first request with an idempotency key, whether from a form or from the
    API.

    It can contain a team's secrets or an invite link. It is therefore encrypted with a key derived
    from the idempotency key, of which only a hash is stored. The table alone reveals nothing.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key_hash = models.CharField(max_length=64)
    request_hash = models.CharField(
        max_length=64,
        help_text="Hash of method, address and body: a different request with this key is refused.",
    )
    status = models.PositiveSmallIntegerField(default=0)
    sealed = models.BinaryField(default=b"")
    at = models.DateTimeField()
    expires_at = models.DateTimeField(
        null=True, db_index=True, help_text="When the key can be used again; never for forms."
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key_hash"], name="one_answer_a_key")
        ]

    def __str__(self) -> str:
        return self.key_hash[:12]
