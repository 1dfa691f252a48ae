"""Events: what is driven in a week beside its own duel; and challenges, by which one team asks
another for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from core.web.models import Record

from .campaigns import Week
from .teams import Team

if TYPE_CHECKING:
    from uuid import UUID


class Challenge(Record):
    """One team calls another out to a duel of the two (C55). Only they know of it while it is open,
    and of one that came to nothing.

    `turn` is the team that is asked: the challenged one, until it proposes another hour or arena.
    `budget` are dollars a team may enter, 0 for the house rule's. One that nobody has answered by
    its hour, or by the end of its week, has lapsed: that is not written down (C56).
    """

    class Outcome(models.TextChoices):
        """How it ended."""

        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Taken back"

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="challenges")
    challenger = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="challenges_got")
    turn = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    starts_at = models.DateTimeField()
    arena = models.CharField(max_length=80, blank=True)
    budget = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=80, blank=True)
    words = models.CharField(max_length=120, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True, default="")

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["-asked_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(challenger=models.F("challenged")),
                name="nobody_challenges_themselves",
            ),
            models.CheckConstraint(
                condition=models.Q(settled_at=None, outcome="")
                | models.Q(settled_at__isnull=False) & ~models.Q(outcome=""),
                name="a_settled_challenge_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.challenger} v. {self.challenged}"

    @property
    def teams(self) -> tuple[Team, Team]:
        """The two that it is between, the one that called the other out first."""
        return self.challenger, self.challenged

    @property
    def team_ids(self) -> tuple[UUID, UUID]:
        """The two by their ids."""
        return self.challenger_id, self.challenged_id

    def other(self, team: Team) -> Team:
        """The opponent of one of the two."""
        return self.challenged if team.pk == self.challenger_id else self.challenger


class Meet(Record):
    """A set of heats and a final (C65): how its heats are made when entries close, and what the
    draw came to. Its events name it; the final is there from its making, and takes its entries.

    `classes` are the most dollars a car may cost in each division, none where heats are by lot.
    `heats` is how many heats there are by lot, 0 for as many as `most` cars a heat make. The first
    `go_on` of each go on to the final. Heats begin at `starts_at`, `minutes` after one another.

    `seed` is that of the lots: its hash is public from the making on, itself once they are drawn.
    `drawn` has a row a car: `team`, `vehicle`, `division` (its place in `classes`, from 0) and
    `heat`, from 1, 0 for whoever starts in the final.
    """

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="meets")
    classes = models.JSONField(default=list, blank=True)
    heats = models.PositiveSmallIntegerField(default=0)
    most = models.PositiveSmallIntegerField(default=0)
    go_on = models.PositiveSmallIntegerField()
    closes_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField()
    arena = models.CharField(max_length=80, blank=True)
    seed = models.BinaryField(max_length=32)
    drawn = models.JSONField(default=list, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["closes_at"], condition=models.Q(drawn_at=None), name="meets_to_draw"
            )
        ]

    def __str__(self) -> str:
        return f"heats of {self.week}"


class Event(Record):
    """A duel beside the week's own: its number in the week, its name, arena and hour (C50).

    `budget` are dollars a team may enter, 0 for the house rule's. `counts`, `pays` and `fame` are
    what the house rules said of its kind when it was made: points in the standings, purse and
    survivor pay, prestige (C54, C69). One that was called off is not driven. One that came of a
    `challenge` is for its two teams alone (C57). `meet` is the set that a heat or a final belongs
    to (C65).
    """

    class Kind(models.TextChoices):
        EVENT = "event", "event"
        HEAT = "heat", "heat"
        FINAL = "final", "final"

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    arena = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField()
    budget = models.PositiveIntegerField(default=0)
    counts = models.BooleanField(default=False)
    pays = models.BooleanField(default=True)
    fame = models.BooleanField(default=True, db_default=True)
    kind = models.CharField(
        max_length=9, choices=Kind, default=Kind.EVENT, db_default=Kind.EVENT.value
    )
    meet = models.ForeignKey(
        Meet, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    called_off_at = models.DateTimeField(null=True, blank=True)
    challenge = models.OneToOneField(
        Challenge, null=True, blank=True, on_delete=models.PROTECT, related_name="event"
    )

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "number"], name="one_event_a_number")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["starts_at"],
                condition=models.Q(called_off_at=None),
                name="events_to_begin",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def between(self) -> tuple[Team, ...]:
        """The two teams of its challenge; nobody of an event that is open to all (C57)."""
        return self.challenge.teams if self.challenge else ()

    def is_for(self, team: Team | None) -> bool:
        """Whether a team may enter it, hour and week aside: every team, but for one that came of a
        challenge (C57).
        """
        one = self.challenge
        return one is None or (team is not None and team.pk in one.team_ids)
