"""A bundle that staff have sent and not yet taken in."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from core.web.models import Record


class BundleUpload(Record):
    """A club's bundle between being sent and being taken in: the file as it came. The row goes when
    the club is here, and in any case after a day.
    """

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    file = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["at"]

    def __str__(self) -> str:
        return f"a bundle of {self.at:%Y-%m-%d}"
