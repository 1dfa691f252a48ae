"""Models of the ledgers. Rows are append-only and have a cause.

Every balance, level, wound and damage is the sum of ledger rows. A combination of owner, item and
cause is unique, so that no award, fee or wound is booked twice. Only
`campaign.ledger.services.posting.post` writes rows, and the database refuses to change or delete
them.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Team, Week
from core.web.models import Record


class Entry(Record):
    """A ledger row with an `amount` of an `item`, and its `cause`.

    `by` is the person who caused the row, or None for the service itself.
    """

    item = models.CharField(max_length=60)
    amount = models.IntegerField()
    cause = models.CharField(max_length=160)
    note = models.CharField(max_length=500, blank=True)
    week = models.ForeignKey(
        Week, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering: ClassVar = ["at", "cause", "item"]

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.item} ({self.cause})"


class Money(Entry):
    """A team's dollars. `item` is the kind of income or cost."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="money")

    objects = ScopedManager(campaign="team__campaign")

    class Meta(Entry.Meta):
        verbose_name_plural = "money"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "item", "cause"], name="money_once_a_cause")
        ]


class Stock(Entry):
    """Pieces of personal gear in a team's store. `item` is the gear's key (E26)."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="stock")

    objects = ScopedManager(campaign="team__campaign")

    class Meta(Entry.Meta):
        verbose_name_plural = "stock"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "item", "cause"], name="stock_once_a_cause")
        ]


class StandingPoint(Entry):
    """Points in the season's standings. `item` is the reason, such as a duel."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="standing_points")

    objects = ScopedManager(campaign="team__campaign")

    class Meta(Entry.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "item", "cause"], name="points_once_a_cause")
        ]


class SkillPoint(Entry):
    """A character's skill points.

    `item` is the skill, or "general" for points that have not been assigned (E2, E14).
    """

    GENERAL: ClassVar[str] = "general"

    character = models.ForeignKey(
        "campaign.Character", on_delete=models.PROTECT, related_name="skill_points"
    )

    objects = ScopedManager(campaign="character__team__campaign")

    class Meta(Entry.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["character", "item", "cause"], name="skill_once_a_cause"
            )
        ]


class Wound(Entry):
    """Damage points that a character lost (positive) or regained (negative).

    `item` is "dp" (E12, E20).
    """

    DP: ClassVar[str] = "dp"

    character = models.ForeignKey(
        "campaign.Character", on_delete=models.PROTECT, related_name="wounds"
    )

    objects = ScopedManager(campaign="character__team__campaign")

    class Meta(Entry.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["character", "item", "cause"], name="wound_once_a_cause"
            )
        ]


class Prestige(Entry):
    """A character's prestige. `item` is the reason."""

    character = models.ForeignKey(
        "campaign.Character", on_delete=models.PROTECT, related_name="prestige"
    )

    objects = ScopedManager(campaign="character__team__campaign")

    class Meta(Entry.Meta):
        verbose_name_plural = "prestige"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["character", "item", "cause"], name="prestige_once_a_cause"
            )
        ]


class Damage(Entry):
    """Damage to a vehicle's part (positive) or its repair (negative).

    `item` is the part's key, or "ammo:<part>" for shots fired.
    """

    vehicle = models.ForeignKey("campaign.Vehicle", on_delete=models.PROTECT, related_name="damage")

    objects = ScopedManager(campaign="vehicle__team__campaign")

    class Meta(Entry.Meta):
        verbose_name_plural = "damage"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["vehicle", "item", "cause"], name="damage_once_a_cause")
        ]


class Hold(Record):
    """Money or gear reserved for a week's orders.

    It still belongs to the team, but cannot be used for other purposes (E26). A hold is not a
    ledger row. It is replaced whenever the sheet is saved, and deleted at settlement. Only the
    team's owners can see it, because it reveals the cost of the orders. It does not appear in any
    other list, page or admin.
    """

    MONEY: ClassVar[str] = "money"

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="holds")
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="+")
    item = models.CharField(max_length=60, help_text='"money", or the gear\'s key.')
    amount = models.PositiveIntegerField()

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "week", "item"], name="one_hold_an_item")
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.item} set aside"
