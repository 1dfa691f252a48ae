"""Effects of a settled week: intelligence, charges, captives, and the endings of ambushes."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from campaign.garage.models import Vehicle
from campaign.league.models import Team, Week


class Intel(models.Model):
    """A team's snapshot of a rival's vehicle at the week's deadline. It never changes (E11)."""

    class Kind(models.TextChoices):
        EXTERIOR = "exterior", "seen from outside"
        SHEET = "sheet", "the whole sheet"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="intel")
    about = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="+")
    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    snapshot = models.JSONField()
    cause = models.CharField(max_length=160)
    at = models.DateTimeField()

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        verbose_name_plural = "intel"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "vehicle", "cause"], name="intel_once_a_cause")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.vehicle}"


class Charge(models.Model):
    """A bomb under a vehicle. The vehicle's owner does not know of it until it explodes (E23)."""

    class Due(models.TextChoices):
        DUEL = "duel", "on the first phase of the duel"
        AFTER = "after", "after the duel"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="charges")
    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="+")
    planted_by = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    due = models.CharField(max_length=5, choices=Due)
    payload = models.JSONField(help_text="Dice, location and hits, as rolled.")
    cause = models.CharField(max_length=160)
    at = models.DateTimeField()
    fired_at = models.DateTimeField(null=True, blank=True)
    lost_at = models.DateTimeField(
        null=True, blank=True, help_text="The vehicle was gone before it went off."
    )

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "cause"], name="charge_once_a_cause")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["week"], condition=Q(fired_at=None, lost_at=None), name="charges_that_wait"
            )
        ]

    def __str__(self) -> str:
        return f"charge, {self.due}"


class AmbushHeard(models.Model):
    """The ending of an ambush as a team saw it.

    Endings are stored so that the dossier does not have to read all events. Rows are written at
    settlement. `nth` counts the team's ambushes in that week from 1. `over` contains an
    espionage.rules.values.AmbushOver as JSON. `reconcile` can derive it from the events.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    about = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="+")
    nth = models.PositiveSmallIntegerField()
    over = models.TextField()

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        verbose_name_plural = "ambushes heard"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "week", "nth"], name="one_ambush_heard_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"ambush {self.nth} of {self.week}"
