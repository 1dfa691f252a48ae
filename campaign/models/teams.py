"""Teams, who runs them, and the people on their rosters."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from .base import Record
from .campaigns import Campaign


class Team(Record):
    """A corporation of the league. It plays once the GM has approved its roster."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60)
    colour = models.CharField(max_length=7, default="#66727c")
    emblem = models.CharField(max_length=20, default="plain")
    motto = models.CharField(max_length=120, blank=True)
    founded_at = models.DateTimeField()
    approved_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True, help_text="When the owner asked the GM to approve the roster.")
    remark = models.CharField(max_length=500, blank=True, help_text="What the GM wants changed before the roster can play.")
    left_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "slug"], name="one_team_a_slug"),
            models.UniqueConstraint(fields=["campaign", "name"], name="one_team_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamOwner(Record):
    """A person who runs a team: sees and writes what is the team's own."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="ownerships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ownerships")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["team", "user"], name="one_ownership_a_person")]

    def __str__(self) -> str:
        return f"{self.user} of {self.team}"


class TeamAsk(Record):
    """Somebody asks a team's owners to let them run it too. Open until one of the owners answers."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="asks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="team_asks")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    agreed = models.BooleanField(null=True, blank=True)

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["asked_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "user"], condition=models.Q(answered_at=None), name="one_open_ask_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} asks to share {self.team}"


class Character(Record):
    """A named member of a team. Skills, wounds and prestige are what the ledgers add up to; "spy" is a week's assignment."""

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
            models.UniqueConstraint(fields=["team", "name"], condition=models.Q(left_at=None), name="one_character_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Memory(Record):
    """Gold Cross (option): what a character knew when it was stored, for bringing them back.

    A `record` serves any number of new bodies; a `clone` is grown ahead, kept for money, and serves once.
    """

    class Kind(models.TextChoices):
        RECORD = "record", "stored memory"
        CLONE = "clone", "clone kept ready"

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="memories")
    kind = models.CharField(max_length=6, choices=Kind)
    points = models.JSONField(help_text="Skill points by skill, general ones included.")
    stored_at = models.DateTimeField()
    weeks_kept = models.PositiveSmallIntegerField(default=0, help_text="Weeks closed since a clone was grown; every fourth is paid for.")
    gone_at = models.DateTimeField(null=True, blank=True, help_text="Replaced, used or no longer paid for.")

    objects = ScopedManager(campaign="character__team__campaign")

    class Meta:
        verbose_name_plural = "memories"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["character", "kind"], condition=models.Q(gone_at=None), name="one_memory_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.character}"
