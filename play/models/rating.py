"""Models for players' ratings at games. The rating changes, one for each rated match, are
authoritative. A rating is the result of its last change, and `reconcile` can rebuild it.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from .table import Table


class PlayerRating(models.Model):
    """The rating of a person, or of a bot at its level, in one game. The units are those of
    `play.rules.rating.Rating`. `matches` is the number of rated matches, and `won` is the number of
    wins among them.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    game = models.CharField(max_length=30)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    bot = models.CharField(max_length=30, blank=True)
    value = models.IntegerField()
    deviation = models.PositiveIntegerField()
    volatility = models.PositiveIntegerField()
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=Q(user__isnull=False),
                name="one_rating_a_person_and_game",
            ),
            models.UniqueConstraint(
                fields=["game", "bot"], condition=Q(user=None), name="one_rating_a_bot_and_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot or self.user} at {self.game}"


class RatingChange(models.Model):
    """A rating change caused by a match, stored as the rating after the match. `number` counts the
    changes of one rating from 1. `won` is set if the player won in at least one of their seats.
    `repeats` is the number of rated matches that the same people had already played that day, which
    reduces the change (`play.rules.rating.damped`).
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    rating = models.ForeignKey(PlayerRating, on_delete=models.PROTECT, related_name="changes")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rating_changes")
    number = models.PositiveIntegerField()
    value = models.IntegerField()
    deviation = models.PositiveIntegerField()
    volatility = models.PositiveIntegerField()
    won = models.BooleanField()
    repeats = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rating", "number"], name="one_rating_change_a_number"),
            models.UniqueConstraint(fields=["rating", "table"], name="one_rating_change_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.rating}, change {self.number}"


class OffLadders(models.Model):
    """A user who has opted out of all ladders. Their matches are still rated."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name_plural = "off ladders"

    def __str__(self) -> str:
        return str(self.user)
