"""What every record has in common, and what makes a repeated request harmless: answers of the API
and of forms.
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
    """The answer to the first request with a key, to be given again to the same request.

    An answer may hold a team's secrets or an invite link: it is encrypted with a key made from the
    request's own Idempotency-Key, of which only a hash is kept. Whoever reads the table reads
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
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key_hash"], name="one_answer_a_key")
        ]

    def __str__(self) -> str:
        return self.key_hash[:12]


class SentForm(Record):
    """The one-time key of a form that a person sent, and the answer to give when the same form
    comes again.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=40)
    path = models.CharField(max_length=300, blank=True)
    said = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_form")
        ]

    def __str__(self) -> str:
        return self.path
