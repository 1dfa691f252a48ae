"""Models of a week's times that were moved because of an outage."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_scopes import ScopedManager

from core.uptime.models import Outage
from core.web.models import Record

from .campaigns import Week


class OutageHold(Record):
    """A hold of a week's deadline or publication because of an outage. Rows are only added.

    `nth` counts the holds of the same week and kind from 1.
    """

    class Kind(models.TextChoices):
        ORDERS = "orders", "the deadline of orders"
        PUBLICATION = "publication", "the publication"

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="outage_holds")
    outage = models.ForeignKey(Outage, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=11, choices=Kind)
    nth = models.PositiveSmallIntegerField()
    before_at = models.DateTimeField()
    until_at = models.DateTimeField()
    at = models.DateTimeField()

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["at", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "kind", "nth"], name="one_outage_hold_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.week} held to {self.until_at:%Y-%m-%d %H:%M}"
