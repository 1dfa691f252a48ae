"""Forms that were sent: what makes a double click harmless where an act would otherwise be done twice."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from .base import Record


class SentForm(Record):
    """The one-time key of a form that a person sent, and the answer to give when the same form comes again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=40)
    path = models.CharField(max_length=300, blank=True)
    said = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_form")]

    def __str__(self) -> str:
        return self.path
