"""Models of teams, their owners, caretakers and deputies."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from core.web.models import Record

from .campaigns import Campaign, Week

CARETAKER = "caretaker"
"""Temper of the bot for a team whose people have stopped playing (C22). People cannot choose it."""


class Team(Record):
    """A corporation in the league. It can play after its roster has been approved."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60)
    colour = models.CharField(max_length=7, default="#66727c")
    emblem = models.CharField(max_length=20, default="plain")
    motto = models.CharField(max_length=120, blank=True)
    founded_at = models.DateTimeField()
    approved_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(
        null=True, blank=True, help_text="When the owner asked the GM to approve the roster."
    )
    remark = models.CharField(
        max_length=500,
        blank=True,
        help_text="The GM's reason for sending the roster back.",
    )
    left_at = models.DateTimeField(null=True, blank=True)
    bot = models.CharField(
        max_length=10,
        blank=True,
        default="",
        db_default="",
        help_text="The temper of the bot that writes orders when nobody does; empty for none.",
    )
    bot_week = models.ForeignKey(
        Week,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The only week in which the bot acts; empty if it acts until it is dismissed.",
    )

    bot_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The person who appointed the bot.",
    )

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "slug"], name="one_team_a_slug"),
            models.UniqueConstraint(fields=["campaign", "name"], name="one_team_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_in_league(self) -> bool:
        """Return whether the team is approved and has not left."""
        return self.approved_at is not None and self.left_at is None

    @property
    def standing_bot(self) -> str:
        """Return the temper of the bot that currently acts for the team, or "" if there is none.

        A bot that was assigned for one week stops acting after that week.
        """
        return "" if self.bot_week and self.bot_week.status in Week.FINISHED else self.bot

    def bot_for(self, week: Week) -> str:
        """Return the temper of the bot that acts for this team in a week, or "" if there is
        none.
        """
        return self.bot if self.bot_week_id in (None, week.pk) else ""


class Caretaking(Record):
    """A period in which a caretaker bot acts for a team whose people have stopped playing (C22).

    Weeks in this period do not affect the people's reliability.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="caretakings")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["since", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team"], condition=models.Q(until=None), name="one_caretaker_a_team"
            )
        ]

    def __str__(self) -> str:
        return f"a caretaker of {self.team}"


class TeamOwner(Record):
    """A person who runs a team, and who can see and change everything that belongs to the team."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="ownerships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ownerships"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "user"], name="one_ownership_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.user} of {self.team}"


class Deputy(Record):
    """A member who can give a team's orders in one week, in addition to the team's owners (C24).

    An owner appoints the deputy, and the appointment is public. The deputy has this right only
    while the week is open or being processed.
    """

    ACTIVE_STATUSES: ClassVar = (Week.Status.OPEN, Week.Status.PLAYING)
    """Statuses of the week in which a deputy can give orders."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="deputies")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="deputy_weeks"
    )
    week = models.ForeignKey(Week, on_delete=models.CASCADE, related_name="deputies")
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    named_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["named_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "week"],
                condition=models.Q(ended_at=None),
                name="one_deputy_a_team_and_week",
            ),
            models.UniqueConstraint(
                fields=["user", "week"],
                condition=models.Q(ended_at=None),
                name="one_team_a_deputy_and_week",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} for {self.team}, {self.week}"
