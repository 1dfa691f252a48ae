"""Ambushes that people fight on the site while the week waits (P19)."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from campaign.league.models import Week
from play.models import Table


class AmbushFight(models.Model):
    """An ambush that is fought at its own table.

    The row belongs to the `nth` ambush by seat `by` against seat `against` in the week's game.
    `result` contains an ambush.rules.call.AmbushResult as JSON once the fight is over. `told_at` is
    the time when the week received the result. Ambushes fought by doctrine have no row, because
    they follow from the week's own dice.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="fights")
    by = models.PositiveSmallIntegerField()
    against = models.PositiveSmallIntegerField()
    nth = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="fight")
    opened_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True, blank=True)
    result = models.TextField(blank=True)
    told_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["opened_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["week", "by", "against", "nth"], name="one_fight_an_ambush"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["week"], condition=Q(told_at=None), name="fights_not_told")
        ]

    def __str__(self) -> str:
        return f"ambush of {self.week}"
