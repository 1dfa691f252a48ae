"""Model of bundles that staff have uploaded but not yet imported."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from core.web.models import Record


class BundleUpload(Record):
    """The uploaded file of a club's bundle. The row is deleted after the import or after a day."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    file = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["at"]

    def __str__(self) -> str:
        return f"a bundle of {self.at:%Y-%m-%d}"
