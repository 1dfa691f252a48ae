"""A team's secret order sheets for a week, in all versions."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Team, Week

ENTROPY_LENGTH = 64
"""Maximum number of characters that a team can add to the dice. More would not be fairer."""


class OrderSheet(models.Model):
    """A saved version of a team's orders. The highest version is played.

    If there is no row, the team sent nothing (E15). Orders that replace missing orders at the
    deadline are also stored as a version, but have no `saved_by` (E41). The receipt shows `digest`,
    which is the SHA-256 hash of `salt`, `entropy` (the writer's own randomness, if any) and the
    canonical sheet. Versions never change, so a receipt's digest can always be compared with the
    orders that were played.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        FINAL = "final", "final"
        PASSED = "passed", "passed on purpose"
        STANDING = "standing", "by standing orders"
        BOT = "bot", "by a bot"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="sheets")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="sheets")
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State)
    payload = models.TextField(help_text="Canonical JSON of espionage.rules.orders.Sheet.")
    salt = models.BinaryField(max_length=32)
    entropy = models.CharField(max_length=ENTROPY_LENGTH, blank=True, default="", db_default="")
    digest = models.CharField(max_length=64)
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "team", "version"], name="one_sheet_a_version")
        ]

    def __str__(self) -> str:
        return f"version {self.version}"

    @property
    def writer(self) -> str:
        """Name of the person who saved this version, or the source if nobody saved it."""
        if self.saved_by:
            return self.saved_by.get_username()
        return "a bot" if self.state == self.State.BOT else "your standing orders"
