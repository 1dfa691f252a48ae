"""Models of pauses of a league, which postpone everything that has not happened yet."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from core.web.models import Record

from .campaigns import Campaign


class Pause(Record):
    """A break of a club by `weeks` whole weeks from `at`. It postpones everything later by that
    time.

    The pause ends at `until`, or at `ended_at` when someone ends it early.

    `by` and `ended_by` are None after a vote. `moved` lists the postponed times. Its keys are the
    id of a week, event, set of heats or challenge, and the name of the time. Its values are the
    earlier time and the number of weeks added.
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
        """Return who paused the league, or "" for a vote."""
        return self.by.get_username() if self.by else ""

    def __str__(self) -> str:
        return f"{self.weeks} weeks from {self.at:%Y-%m-%d}"
