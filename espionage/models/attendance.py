"""Weeks for which nobody on a team wrote orders, and requests for deadline extensions (C22)."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Team, Week


class MissedWeek(models.Model):
    """A week for which the team could have acted, but nobody wrote orders (C22).

    Rows are written when the week is published and never change. A missed week is `excused` as long
    as the team has excuses left in the season.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="misses")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="misses")
    excused = models.BooleanField()
    at = models.DateTimeField()

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "team"], name="one_miss_a_week_and_team")
        ]

    def __str__(self) -> str:
        return f"{self.team} missed {self.week}"


class MoreTime(models.Model):
    """A deadline extension that a team requested (C22).

    It costs the team one of its excuses for the season. Each week can be extended only once, by any
    team.
    """

    week = models.OneToOneField(
        Week, primary_key=True, on_delete=models.PROTECT, related_name="more_time"
    )
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        verbose_name_plural = "more time"

    def __str__(self) -> str:
        return f"more time for {self.week}"
