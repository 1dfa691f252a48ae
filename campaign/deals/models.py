"""Models of offers between teams and their steps (C107 to C109, C112)."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django_scopes import ScopedManager

from campaign.garage.models import Vehicle
from campaign.league.models import Season, Team
from campaign.roster.models import Character
from campaign.voices.models import Post
from core.web.models import Record


class Deal(Record):
    """An offer from `team` to another team, or to all teams if `to` is None (C107).

    `amount` is the bounty, or the sum that each side of a pact stakes. `target_team` is the owner
    of the `vehicle` with the bounty, and `vehicle_name` is its name as seen in a duel. `letter` is
    the letter that carries the offer. The deal is in force from `first_week` to `last_week` of the
    season. A pact has no weeks before it is accepted. If `is_public` is true, a breach of the pact
    is published.

    A report for sale is about `target_team`. Its `amount` is the price, and the site holds no
    money for it. The buyer can read its `title` at any time, and its `text` after buying it.

    A loan lends the guard `character` to another team in `first_week`, for the price `amount`.

    `state` is the state after the newest step.
    """

    class Kind(models.TextChoices):
        BOUNTY = "bounty", "Bounty"
        PACT = "pact", "Pact"
        REPORT = "report", "Report"
        LOAN = "loan", "Guard"

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"
        EXPIRED = "expired", "Expired"
        COMPLETED = "completed", "Completed"
        BREACHED = "breached", "Breached"

    IN_FORCE: ClassVar = (State.OPEN, State.ACCEPTED)
    """States in which the site holds the stakes."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="deals")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="deals")
    to = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="deals_received"
    )
    kind = models.CharField(max_length=6, choices=Kind)
    amount = models.PositiveIntegerField(help_text="Dollars.")
    weeks = models.PositiveSmallIntegerField(default=0)
    first_week = models.PositiveSmallIntegerField(null=True, blank=True)
    last_week = models.PositiveSmallIntegerField(null=True, blank=True)
    target_team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    vehicle = models.ForeignKey(
        Vehicle, null=True, blank=True, on_delete=models.PROTECT, related_name="bounties"
    )
    character = models.ForeignKey(
        Character, null=True, blank=True, on_delete=models.PROTECT, related_name="loans"
    )
    vehicle_name = models.CharField(max_length=60, blank=True, default="")
    title = models.CharField(max_length=80, blank=True, default="")
    text = models.TextField(max_length=2000, blank=True, default="")
    is_public = models.BooleanField(default=False)
    letter = models.OneToOneField(
        Post, null=True, blank=True, on_delete=models.PROTECT, related_name="deal"
    )
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()

    objects = ScopedManager(campaign="season__campaign")

    class Meta:
        ordering: ClassVar = ["-made_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(team=F("to")), name="deal_with_another_team"),
            models.UniqueConstraint(
                fields=["season", "first_week", "character"],
                condition=Q(kind="loan", state="accepted"),
                name="lent_once_a_week",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["season"],
                condition=Q(state__in=["open", "accepted"]),
                name="deals_in_force",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.team}"

    @property
    def stakes(self) -> dict[UUID, int]:
        """Return the dollars that the site holds, by the team that paid them."""
        if self.state not in self.IN_FORCE or self.kind == self.Kind.REPORT:
            return {}
        stakes = {} if self.kind == self.Kind.LOAN else {self.team_id: self.amount}
        if self.state == self.State.ACCEPTED and self.to_id:
            stakes[self.to_id] = self.amount
        return stakes


class DealStep(Record):
    """A step of a deal, and the person who took it, or None for the site. Rows are only added."""

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="steps")
    state = models.CharField(max_length=9, choices=Deal.State)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_at = models.DateTimeField()

    objects = ScopedManager(campaign="deal__season__campaign")

    class Meta:
        ordering: ClassVar = ["taken_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "state"], name="one_step_a_state")
        ]

    def __str__(self) -> str:
        return f"{self.deal}: {self.state}"
