"""Models of invites, sign-in links, and requests to join a club or a team."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from campaign.league.models import Campaign, Membership, Team
from core.web.models import Record


class Invite(Record):
    """An invite link. Only the SHA-256 of its token is stored, and the link is shown once.

    A group's link only gives access to the club. Its `token` is stored, so that GMs can look it up
    again.

    `uses_left` and `expires_at` are None for a link that works until it is revoked. If a GM created
    the link and it gives a place in a team, `reason` has the GM's reason. Links created by owners
    have no reason.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="invites")
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=9, choices=Membership.Role, default=Membership.Role.PLAYER)
    team = models.ForeignKey(
        "campaign.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="invites"
    )
    note = models.CharField(max_length=80, blank=True)
    token = models.CharField(max_length=64, blank=True, default="", db_default="")
    reason = models.CharField(max_length=500, blank=True, default="", db_default="")
    uses_left = models.PositiveSmallIntegerField(default=1, null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    def __str__(self) -> str:
        return self.note or f"{self.role} invite"


class JoinAsk(Record):
    """A request to join the club, sent from its public page. It is open until a GM answers."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="join_asks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="join_asks"
    )
    said = models.CharField(max_length=300, blank=True)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    agreed = models.BooleanField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["asked_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "user"],
                condition=Q(answered_at=None),
                name="one_open_join_ask_a_person",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} asks to join {self.campaign}"


class LoginLink(Record):
    """A sign-in link for a member who has lost their password. A GM creates it publicly.

    Only the SHA-256 of the token is stored. The link works once.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="login_links")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="login_links"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    def __str__(self) -> str:
        return f"log-in link for {self.user}"


class TeamAsk(Record):
    """A request to a team's owners by a person who also wants to be an owner.

    It is open until one of the owners answers.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="asks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="team_asks"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    agreed = models.BooleanField(null=True, blank=True)

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["asked_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "user"],
                condition=models.Q(answered_at=None),
                name="one_open_ask_a_person",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} asks to share {self.team}"
