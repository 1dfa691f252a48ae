"""Models of the people on a team's roster."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Team, Week
from core.web.models import Record


class Character(Record):
    """A named member of a team.

    Skills, wounds and prestige are sums of ledger rows. "Spy" is an assignment for one week.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="characters")
    name = models.CharField(max_length=60)
    role = models.CharField(max_length=20)
    blurb = models.CharField(max_length=200, blank=True)
    hired_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "name"],
                condition=models.Q(left_at=None),
                name="one_character_a_name",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Memory(Record):
    """A character's knowledge stored at Gold Cross (option), from which the character can be
    revived.

    A `record` can be used for any number of new bodies. A `clone` is grown in advance, costs
    upkeep, and can be used only once.
    """

    class Kind(models.TextChoices):
        RECORD = "record", "stored memory"
        CLONE = "clone", "clone kept ready"

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="memories")
    kind = models.CharField(max_length=6, choices=Kind)
    points = models.JSONField(help_text="Skill points by skill, general ones included.")
    stored_at = models.DateTimeField()
    weeks_kept = models.PositiveSmallIntegerField(
        default=0, help_text="Weeks closed since a clone was grown; every fourth is paid for."
    )
    gone_at = models.DateTimeField(
        null=True, blank=True, help_text="Replaced, used or no longer paid for."
    )

    objects = ScopedManager(campaign="character__team__campaign")

    class Meta:
        verbose_name_plural = "memories"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["character", "kind"],
                condition=models.Q(gone_at=None),
                name="one_memory_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.character}"


class Captivity(Record):
    """A character who is held by another team until the next week's settlement (P10, option
    `capture`).
    """

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="captivities")
    held_by = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="captives")
    at = models.DateTimeField()
    freed_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="character__team__campaign")

    class Meta:
        db_table = "espionage_captivity"
        verbose_name_plural = "captivities"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "character"], name="held_once_a_week")
        ]

    def __str__(self) -> str:
        return f"{self.character} held"
