"""Models of a week's duels, of sets of heats, and of challenges (one team's proposal of a duel to
another team).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from core.web.models import Record

from .campaigns import Week
from .teams import Team

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID


class Challenge(Record):
    """A duel that one team proposes to another (C55).

    Only the two teams can see it, unless it is accepted.

    `turn` is the team that must answer. This is the challenged team, until it proposes another time
    or arena. `budget` is the limit per team in dollars, or 0 for the house rules' limit. A
    challenge that is still unanswered at its start time, or at the end of its week, has lapsed. A
    lapsed challenge has no stored outcome (C56).
    """

    class Outcome(models.TextChoices):
        """The outcome of a challenge."""

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
        """Return both teams, the challenger first."""
        return self.challenger, self.challenged

    @property
    def team_ids(self) -> tuple[UUID, UUID]:
        """Return the ids of both teams, the challenger's first."""
        return self.challenger_id, self.challenged_id

    def opponent_of(self, team: Team) -> Team:
        """Return the opponent of one of the two teams."""
        return self.challenged if team.pk == self.challenger_id else self.challenger


class Meet(Record):
    """A set of heats and a final (C65), with the settings of its draw and the draw's result.

    Its duels refer to it. The final exists from the start and takes entries.

    `classes` are the price limits of the divisions in dollars, empty if heats are drawn by lot.
    `heats` is the number of heats drawn by lot, or 0 for as many as `most` cars per heat need. The
    best `go_on` cars of each heat advance to the final. Heats begin at `starts_at`, `minutes`
    apart. `seed` is the seed of the lots: its hash is public from the start, and the seed itself
    after the draw. `drawn` has one row per car: `team`, `vehicle`, `division` (index in `classes`)
    and `heat`, counted from 1, or 0 for a car that starts in the final.
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


WEEKLY_NUMBER: Final = 0
"""The number of the weekly duel. Events have numbers from 1."""


class Duel(Record):
    """A duel of a week: the weekly duel, or an additional one, which is called an event (C50).

    The weekly duel has number 0 and the id of its week, with which it is created. It starts at the
    week's `duel_at`, so its `starts_at` is empty; `start` returns the time of any duel.

    `budget` is the limit per team in dollars, or 0 for the house rules' limit. `counts`, `pays` and
    `fame` say whether a duel gives points in the standings, prize money with survivor pay, and
    prestige. Those of an event are copied from the house rules when it is created (C54, C69). An
    event that was called off does not take place. An event with a `challenge` is for its two teams
    only (C57). `meet` is the set of heats it belongs to (C65).
    """

    class Kind(models.TextChoices):
        WEEKLY = "weekly", "weekly duel"
        EVENT = "event", "event"
        CHALLENGE = "challenge", "challenge"
        HEAT = "heat", "heat"
        FINAL = "final", "final"

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="duels")
    kind = models.CharField(max_length=9, choices=Kind)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, blank=True)
    arena = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    budget = models.PositiveIntegerField(default=0)
    counts = models.BooleanField(default=True)
    pays = models.BooleanField(default=True)
    fame = models.BooleanField(default=True)
    meet = models.ForeignKey(
        Meet, null=True, blank=True, on_delete=models.PROTECT, related_name="duels"
    )
    challenge = models.OneToOneField(
        Challenge, null=True, blank=True, on_delete=models.PROTECT, related_name="duel"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    called_off_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "number"], name="one_duel_a_number"),
            models.CheckConstraint(
                condition=models.Q(
                    kind="weekly",
                    number=WEEKLY_NUMBER,
                    id=models.F("week"),
                    starts_at=None,
                    called_off_at=None,
                )
                | ~models.Q(kind="weekly")
                & models.Q(number__gt=0, starts_at__isnull=False, made_by__isnull=False),
                name="a_weekly_duel_is_its_weeks",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="challenge", challenge__isnull=False)
                | ~models.Q(kind="challenge") & models.Q(challenge=None),
                name="a_challenge_has_its_duel",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["starts_at"],
                condition=models.Q(called_off_at=None, starts_at__isnull=False),
                name="duels_to_begin",
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_weekly(self) -> bool:
        """True for the weekly duel, False for an event."""
        return self.kind == self.Kind.WEEKLY

    @property
    def start(self) -> datetime:
        """The start time."""
        return self.starts_at or self.week.duel_at

    @property
    def title(self) -> str:
        """The name, or a description of a weekly duel without a name."""
        return self.name or f"The duel of week {self.week.number}"

    @property
    def phrase(self) -> str:
        """A phrase for the duel for use within a sentence."""
        if self.is_weekly:
            return f"the duel of week {self.week.number}"
        return f"{self.name} in week {self.week.number}"

    @property
    def challenge_teams(self) -> tuple[Team, ...]:
        """The two teams of its challenge, or none if the duel is open to all (C57)."""
        return self.challenge.teams if self.challenge else ()

    def is_for(self, team: Team | None) -> bool:
        """Return whether a team can enter the duel, ignoring time and week (C57). A duel with a
        challenge is for its two teams only.
        """
        challenge = self.challenge
        return challenge is None or (team is not None and team.pk in challenge.team_ids)
