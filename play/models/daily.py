"""Models for the deal of the day, a match that everyone can play once from the same seed."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models

from .table import Table


class DailyDeal(models.Model):
    """The deal of a day (UTC). `options` is the game's record as JSON. `seats` has one entry per
    seat, as for a new table: "me" or the name of a bot. `seed_hash` is public from the start, and
    `seed` becomes public after the day is over.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    day = models.DateField(unique=True)
    game = models.CharField(max_length=30)
    options = models.TextField(default="{}")
    seats: models.JSONField[Any, Any] = models.JSONField()
    seed = models.BinaryField(max_length=32)
    seed_hash = models.CharField(max_length=64)
    dealt_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-day"]

    def __str__(self) -> str:
        return f"{self.game} of {self.day}"

    @property
    def seat(self) -> int:
        """The seat that every user plays."""
        return list(self.seats).index("me")


class DealtTable(models.Model):
    """A user's own table for a day's deal. It is dealt from the deal's seed.

    `score` is the user's score by the game's rules, and `turns` is the number of the game's turn at
    the end of the match. Both are 0 in games that have none.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    deal = models.ForeignKey(DailyDeal, on_delete=models.PROTECT, related_name="dealt")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="dealt")
    score = models.IntegerField(default=0, db_default=0)
    turns = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "user"], name="one_table_a_deal_and_person")
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.deal}"
