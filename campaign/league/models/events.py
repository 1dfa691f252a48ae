"""Events: what is driven in a week beside its own duel."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from core.web.models import Record

from .campaigns import Week


class Event(Record):
    """A duel beside the week's own: its number in the week, its name, arena and hour (C50).

    `budget` are dollars a team may enter, 0 for the house rule's. `counts` and `pays` are what the
    house rules said when it was made: points in the standings, purse and survivor pay. One that was
    called off is not driven.
    """

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    arena = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField()
    budget = models.PositiveIntegerField(default=0)
    counts = models.BooleanField(default=False)
    pays = models.BooleanField(default=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    called_off_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "number"], name="one_event_a_number")
        ]

    def __str__(self) -> str:
        return self.name
