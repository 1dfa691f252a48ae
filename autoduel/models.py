"""Results of events of the open arena."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.db import models

from play.models import Chair


class ArenaResult(models.Model):
    """A driver's result in an event of the open arena (V163). The chair names the driver.

    `kind` is the kind of the event (`timetable.EventKind`). `streak` is the number of events that
    the driver has won in a row, including this one.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    chair = models.OneToOneField(Chair, on_delete=models.PROTECT, related_name="arena_result")
    kind = models.CharField(max_length=10)
    place = models.PositiveSmallIntegerField()
    kills = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    streak = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "id"]
        indexes: ClassVar = [models.Index(fields=["at"], name="arena_results_by_time")]

    def __str__(self) -> str:
        return f"{self.kind}, place {self.place}"
