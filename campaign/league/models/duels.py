"""Models of a week's duels, of sets of heats, and of challenges between teams."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Final
from uuid import UUID

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.house_rules.rules.duel_numbers import MAX_LAPS
from core.web.models import Record

from .campaigns import Week
from .teams import Team


class Challenge(Record):
    """A duel that one team proposes to another team (C55).

    Only the two teams can see a challenge until it is accepted.

    `turn` is the team that must answer next. At first, this is the challenged team. When that team
    proposes another time or arena, it is the challenger's turn. `budget` is the limit per team in
    dollars, or 0 for the limit in the house rules. A challenge that is unanswered at its start
    time, or at the end of its week, lapses. A lapsed challenge has no stored outcome (C56).
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
        """Return both teams, starting with the challenger."""
        return self.challenger, self.challenged

    @property
    def team_ids(self) -> tuple[UUID, UUID]:
        """Return the ids of both teams, starting with the challenger's."""
        return self.challenger_id, self.challenged_id

    def opponent_of(self, team: Team) -> Team:
        """Return the opponent of the given team."""
        return self.challenged if team.pk == self.challenger_id else self.challenger


class Meet(Record):
    """A set of heats with a final (C65). It has the settings and the result of the draw.

    The duels of the set refer to this row. The final exists from the beginning and takes entries.

    `classes` has the price limits of the divisions in dollars. It is empty if heats are drawn by
    lot. `heats` is the number of heats drawn by lot. If it is 0, there are as many heats as are
    needed for at most `most` cars per heat. The best `go_on` cars of each heat advance to the
    final. The first heat begins at `starts_at`, and the others follow at intervals of `minutes`.
    `seed` is the seed of the lots. Its hash is public from the beginning, and the seed itself after
    the draw. `drawn` has one row per car with `team`, `vehicle`, `division` (an index in `classes`)
    and `heat`. Heats are numbered from 1, and 0 is for a car that starts in the final.
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
"""Number of the weekly duel. Events are numbered from 1."""


class Duel(Record):
    """A duel of a week. This is the weekly duel, or an additional duel, which is called an event
    (C50).

    The weekly duel has the number 0, and the same id as its week. Both are created together. The
    weekly duel starts at the week's `duel_at`, so its `starts_at` is empty. The property `start`
    has the start time of any duel.

    `budget` is the limit per team in dollars, or 0 for the limit in the house rules. `counts`,
    `pays` and `fame` say whether a duel gives points in the standings, prize money with survivor
    pay, and prestige. For an event, these values are copied from the house rules when it is created
    (C54, C69). An event that has been called off does not take place. An event with a `challenge`
    is only for the two teams of that challenge (C57). `meet` is the set of heats to which the duel
    belongs (C65). An event with `laps` is a race (C136). An amateur night
    lends each team the stock car with the key `lent` (C137). The winner of an event gets the stock
    car with the key `prize` (C138).
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
    laps = models.PositiveSmallIntegerField(default=0, db_default=0)
    lent = models.CharField(max_length=40, blank=True, default="", db_default="")
    prize = models.CharField(max_length=40, blank=True, default="", db_default="")
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
            models.CheckConstraint(
                condition=models.Q(laps__lte=MAX_LAPS), name="a_race_has_few_laps"
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
        """Return whether this is the weekly duel, and not an event."""
        return self.kind == self.Kind.WEEKLY

    @property
    def start(self) -> datetime:
        """Return the start time."""
        return self.starts_at or self.week.duel_at

    @property
    def title(self) -> str:
        """Return the name. For a weekly duel without a name, return a description."""
        return self.name or f"The duel of week {self.week.number}"

    @property
    def phrase(self) -> str:
        """Return a phrase that refers to the duel within a sentence."""
        if self.is_weekly:
            return f"the duel of week {self.week.number}"
        return f"{self.name} in week {self.week.number}"

    @property
    def challenge_teams(self) -> tuple[Team, ...]:
        """Return the two teams of the duel's challenge, or () for a duel open to all (C57)."""
        return self.challenge.teams if self.challenge else ()

    def is_for(self, team: Team | None) -> bool:
        """Return whether a team can enter the duel, ignoring time and week (C57).

        A duel with a challenge is only for the two teams of that challenge.
        """
        challenge = self.challenge
        return challenge is None or (team is not None and team.pk in challenge.team_ids)
