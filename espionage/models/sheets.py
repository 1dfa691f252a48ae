"""A team's secret order sheet for a week, every version of it."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Team, Week

ENTROPY_LENGTH = 64
"""How much a team may add to the dice of its own; more would make them no fairer."""


class OrderSheet(models.Model):
    """One saved version of a team's orders; the highest version counts. No row at all means:
    nothing sent (E15), and nothing to stand in for it: what stands in at the deadline for a team
    that sent nothing is a version too, saved by nobody (E41).

    `digest` is what the receipt shows: SHA-256 over `salt`, `entropy` (what the writer added to
    the dice, if anything) and the canonical sheet. Versions are never changed, so the digest on a
    receipt can always be held against what was resolved.
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
        """Who saved it, by name; nobody did of what standing orders or a bot gave."""
        if self.saved_by:
            return self.saved_by.get_username()
        return "a bot" if self.state == self.State.BOT else "your standing orders"
