"""Order drafts for weeks that are not open yet. Only the team can see them."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Team, Week


class OrderPlan(models.Model):
    """A team's draft for a planned week (E45). Saving it again overwrites the same row.

    A draft reserves nothing. When the week opens, the order form starts from it. If the team sends
    no orders, the draft is played at the deadline.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    week = models.ForeignKey(Week, on_delete=models.CASCADE, related_name="plans")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="plans")
    version = models.PositiveIntegerField()
    payload = models.TextField(help_text="Canonical JSON of espionage.rules.orders.Sheet.")
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "team"], name="one_plan_a_week_and_team")
        ]

    def __str__(self) -> str:
        return f"plan, version {self.version}"
