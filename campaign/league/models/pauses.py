"""Pauses of a league: for so long, all that was still to come is later."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from core.web.models import Record

from .campaigns import Campaign


class Pause(Record):
    """That a club takes a break of `weeks` whole weeks from `at`: everything that had not passed is
    later by as much. It is over at `until`, by itself, or at `ended_at`, when somebody has the
    league go on earlier.

    `by` and `ended_by` are None where a vote did it. `moved` is what was put off: by the id of a
    week, an event, a set of heats or a challenge, and the name of a moment, when it was before and
    by how many weeks it is later.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="pauses")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    weeks = models.PositiveSmallIntegerField()
    until = models.DateTimeField()
    moved: models.JSONField[Any, Any] = models.JSONField(default=dict)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(ended_at=None), name="one_pause_at_a_time"
            )
        ]

    @property
    def by_name(self) -> str:
        """Who paused the league; "" for a vote."""
        return self.by.get_username() if self.by else ""

    def __str__(self) -> str:
        return f"{self.weeks} weeks from {self.at:%Y-%m-%d}"
