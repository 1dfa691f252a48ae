"""Models of a club's league: campaigns, seasons, weeks and members."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django_scopes import ScopedManager

from campaign.house_rules.models import HouseRulesField
from campaign.house_rules.rules.house_record import ON_THE_SITE
from core.web.models import Record


class Campaign(Record):
    """A club's league.

    `house_rules` is a validated record (`campaign.house_rules.rules.house.HouseRules`).
    """

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    blurb = models.TextField(max_length=2000, blank=True)
    timezone = models.CharField(
        max_length=64,
        default="UTC",
        help_text="The zone of the club's weekly slot, such as Europe/Berlin.",
    )
    house_rules = HouseRulesField(default=dict)
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="founded"
    )
    founded_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)
    tryout = models.BooleanField(
        default=False,
        db_default=False,
        help_text="One person tries the game out against bots; nobody else is in it.",
    )
    public_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the club's public page was turned on; empty while it is off.",
    )

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name


class Season(Record):
    """A series of weeks with one table of standings."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, blank=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_season_a_number"),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(closed_at=None), name="one_open_season"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Season {self.number}"


class Week(Record):
    """One week of a season.

    The status can only move forward, in the order of `Status`. A void week was parked and then
    cancelled by its GM. It was never settled and has no effects.

    `rules` is a copy of the campaign's house rules from the time at which the week opened (E26).
    Later changes do not affect the copy. `parked_at` is set after processing has failed three
    times. The week then waits for the GM, while other weeks continue.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", "planned"
        OPEN = "open", "open for orders"
        PLAYING = "playing", "being resolved"
        SETTLED = "settled", "settled"
        CLOSED = "closed", "closed"
        VOID = "void", "void"

    TIME_FAULT: ClassVar = "TookTooLong"
    """Kind of fault of weeks whose processing took too long. The site tries them again by
    itself."""
    FINISHED: ClassVar = frozenset({Status.CLOSED, Status.VOID})
    """Statuses of weeks that are over. After such a week, the next week can open."""
    RUNNING: ClassVar = frozenset({Status.OPEN, Status.PLAYING, Status.SETTLED})
    """Statuses of weeks that have opened and are not over."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="weeks")
    evening = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A GM started it to be over within the evening.",
    )
    resolve_when_sealed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The deadline comes early when all have sealed; fixed when the week opens.",
    )
    number = models.PositiveSmallIntegerField()
    opens_at = models.DateTimeField()
    due_at = models.DateTimeField()
    settle_at = models.DateTimeField()
    duel_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    status = models.CharField(max_length=8, choices=Status, default=Status.PLANNED)
    settled_at = models.DateTimeField(null=True, blank=True)
    rules = HouseRulesField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When a worker took it on; for a few seconds no other does.",
    )
    parked_at = models.DateTimeField(null=True, blank=True)
    fault = models.TextField(
        blank=True, help_text="The last error, for the GM. It never contains orders."
    )
    warned_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When teams without orders were told that the deadline is near.",
    )
    charges_fired_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="season__campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="one_week_a_number"),
            models.CheckConstraint(
                condition=Q(
                    opens_at__lt=F("due_at"),
                    due_at__lte=F("settle_at"),
                    settle_at__lte=F("duel_at"),
                    duel_at__lte=F("closes_at"),
                ),
                name="week_runs_forward",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["opens_at"], condition=Q(status="planned"), name="weeks_to_open"),
            models.Index(fields=["due_at"], condition=Q(status="open"), name="weeks_to_resolve"),
            models.Index(
                fields=["due_at"],
                condition=Q(status="open", resolve_when_sealed=True),
                name="weeks_that_may_hurry",
            ),
            models.Index(
                fields=["settle_at"], condition=Q(status="playing"), name="weeks_to_settle"
            ),
            models.Index(
                fields=["closes_at"], condition=Q(status="settled"), name="weeks_to_close"
            ),
            models.Index(fields=["duel_at"], condition=Q(status="settled"), name="weeks_to_duel"),
            models.Index(
                fields=["duel_at"],
                condition=Q(
                    status__in=("open", "playing", "settled"), rules__duel_mode__in=ON_THE_SITE
                ),
                name="weeks_of_the_arena",
            ),
            models.Index(
                fields=["due_at"],
                condition=Q(status="open", rules__show_sealed=True),
                name="weeks_that_show",
            ),
            models.Index(fields=["due_at"], condition=Q(attempts__gt=0), name="weeks_tried"),
            models.Index(
                fields=["parked_at"], condition=Q(parked_at__isnull=False), name="weeks_parked"
            ),
        ]

    @property
    def took_too_long(self) -> bool:
        """Whether the last attempt to process the week took too long."""
        return self.fault.endswith(self.TIME_FAULT)

    def __str__(self) -> str:
        return f"Week {self.number}"


class Membership(Record):
    """A person's role in a campaign.

    A GM who also owns a team sees no more of other teams than a player does.

    `saw_rules_at` and `saw_dates_at` are the times at which a GM first opened the desk's pages for
    house rules and weeks. The list of first steps uses these times.
    """

    class Role(models.TextChoices):
        GM = "gm", "GM"
        PLAYER = "player", "player"
        SPECTATOR = "spectator", "spectator"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=9, choices=Role)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    saw_rules_at = models.DateTimeField(null=True, blank=True)
    saw_dates_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "user"], name="one_membership_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class DeskAct(Record):
    """A logged action of a GM, with the person, the reason, and the values before and after.
    Append-only.

    A `public` action is shown to the whole club. Any other action is shown to the GMs and to the
    owners of `team`, which is the team that the action concerns.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="desk_acts")
    week = models.ForeignKey(
        Week, null=True, blank=True, on_delete=models.PROTECT, related_name="desk_acts"
    )
    team = models.ForeignKey(
        "campaign.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="desk_acts"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    kind = models.CharField(max_length=40)
    reason = models.CharField(max_length=500, blank=True)
    detail: models.JSONField[Any, Any] = models.JSONField(default=dict)
    public = models.BooleanField(default=True)
    at = models.DateTimeField()

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-at"]

    def __str__(self) -> str:
        return self.kind
