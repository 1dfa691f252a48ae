"""The weekly autoduel: who entered what, and what came of it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.garage.models import Vehicle
from campaign.league.models import Team, Week
from core.web.models import Record


class DuelEntry(Record):
    """A vehicle with its crew entered for a week's duel. Locks with the order sheets (E22)."""

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entries")
    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="entries")
    crew = models.JSONField(default=list, help_text="Places and character ids, driver first.")
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        verbose_name_plural = "duel entries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["week", "vehicle"],
                condition=models.Q(withdrawn_at=None),
                name="one_entry_a_vehicle",
            )
        ]

    def __str__(self) -> str:
        return f"{self.vehicle} in {self.week}"


class DuelResult(Record):
    """A recorded result. A correction is a new revision; its compensating ledger rows name the one
    they replace.
    """

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="results")
    revision = models.PositiveSmallIntegerField()
    payload = models.JSONField()
    reason = models.CharField(max_length=500, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField()

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "revision"], name="one_result_a_revision")
        ]

    def __str__(self) -> str:
        return f"{self.week}, revision {self.revision}"
