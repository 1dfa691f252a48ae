"""The seal of a week.

A seal contains public commitments that are made before the orders, and the values that later prove
the commitments.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from campaign.league.models import Team, Week
from play.models import Match

from .sheets import OrderSheet


class Seal(models.Model):
    """A week's secret seed and its public commitments.

    The `seed` is revealed at the end of the season. `seed_hash`, `salt_root` (over every seat's
    salt) and `source` (of the draw after the deadline) are published when the week opens.
    `order_root` is published at the deadline, and `draw` as soon as it is available. `dice_root`
    (over every key of the dice) and `told_root` (over every seat's events) are published with the
    results. `draw_at` is the time when a frozen week's draw becomes available, and `setup` keeps
    the week's input until then. At `decide_by`, standing orders answer all pending live decisions.
    """

    week = models.OneToOneField(
        Week, primary_key=True, on_delete=models.PROTECT, related_name="seal"
    )
    seed = models.BinaryField(max_length=32)
    seed_hash = models.CharField(max_length=64)
    salt_root = models.CharField(max_length=64, blank=True, default="", db_default="")
    source = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="Canonical JSON of engine.draws.Source; empty for no draw.",
    )
    draw = models.TextField(
        blank=True, default="", db_default="", help_text="Canonical JSON of engine.draws.Draw."
    )
    draw_at = models.DateTimeField(null=True, blank=True)
    setup = models.TextField(blank=True, default="", db_default="")
    order_root = models.CharField(max_length=64, blank=True)
    dice_root = models.CharField(max_length=64, blank=True)
    told_root = models.CharField(max_length=64, blank=True, default="", db_default="")
    frozen_at = models.DateTimeField(null=True, blank=True)
    decide_by = models.DateTimeField(null=True, blank=True)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="seal"
    )

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["draw_at"], condition=~Q(setup=""), name="seals_to_draw"),
            models.Index(
                fields=["decide_by"], condition=Q(decide_by__isnull=False), name="seals_to_decide"
            ),
        ]

    def __str__(self) -> str:
        return self.seed_hash[:12]


class SealedSeat(models.Model):
    """A team's seat in the week's game, with its salt and its leaf under the order root.

    The seat and the salt are fixed when the week opens, and the leaf is fixed at the deadline. A
    team that sent nothing has a salted leaf too, so the root does not reveal who sent orders. The
    salts of the sheets are derived from `salt`, which is secret until the results are published.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="seats")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    salt = models.BinaryField(max_length=32)
    sheet = models.ForeignKey(
        OrderSheet, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    leaf = models.CharField(max_length=64, blank=True)
    errands_at = models.DateTimeField(
        null=True, blank=True, help_text="When the stand-in bot took care of the garage."
    )

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "seat"], name="one_team_a_seat"),
            models.UniqueConstraint(fields=["week", "team"], name="one_seat_a_team"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}"
