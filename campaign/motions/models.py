"""Models of motions and of teams' ballots."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from campaign.league.models import Campaign, Team
from core.web.models import Record


class Motion(Record):
    """A proposal on which a club's teams vote (C23). It is open as long as it has no outcome.

    Some fields apply only to certain kinds of motions. `team` is the team concerned, `to` is the
    person who would run it, and `willing_at` is the time when this person agreed. `weeks` is the
    length of a pause. `acts_at` is the time of the next automatic check, which is when the motion
    closes, or when a carried motion can be carried out. `remark` says why a carried motion could
    not be carried out.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", "Pause the league"
        GO_ON = "go_on", "Resume the league"
        HAND_OVER = "hand_over", "Hand over a team"
        CARETAKER = "caretaker", "Let a bot act for a team"
        RETIRE = "retire", "Remove a team from the league"

    class Outcome(models.TextChoices):
        PASSED = "passed", "carried"
        FAILED = "failed", "not carried"
        WITHDRAWN = "withdrawn", "taken back"
        ANSWERED = "answered", "the team is active"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="motions")
    kind = models.CharField(max_length=9, choices=Kind)
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="motions"
    )
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    willing_at = models.DateTimeField(null=True, blank=True)
    weeks = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500)
    moved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    closes_at = models.DateTimeField()
    acts_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True, default="")
    remark = models.CharField(max_length=500, blank=True, default="")

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "kind"],
                condition=Q(outcome="", team=None),
                name="one_open_motion_a_kind",
            ),
            models.UniqueConstraint(
                fields=["team", "kind"],
                condition=Q(outcome=""),
                name="one_open_motion_a_team_and_kind",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["acts_at"], condition=Q(outcome=""), name="motions_to_look_at")
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class Ballot(Record):
    """A team's current vote. The team's people can change it."""

    motion = models.ForeignKey(Motion, on_delete=models.PROTECT, related_name="ballots")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    yes = models.BooleanField()
    at = models.DateTimeField()

    objects = ScopedManager(campaign="motion__campaign")

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["motion", "team"], name="one_ballot_a_team")
        ]

    def __str__(self) -> str:
        return f"{self.team}: {'yes' if self.yes else 'no'}"
