"""What players are rated at a game. Truth: the changes, one for each match that counted; the rating
itself is the last of them, which `reconcile` derives again.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from .table import Table


class PlayerRating(models.Model):
    """A person's rating at a game, or that of a bot at its level. Numbers as in
    `play.rules.rating.Rating`; `matches` have counted, `won` of them were won.
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
    """What a match did to a rating: the rating after it. `number` counts the changes of one rating
    from 1. `won`: it won, in one of its seats at least. `repeats`: how many matches of the same
    people had counted that day, so that this one counts less (`play.rules.rating.damped`).
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
    """Somebody who wants to stand on no ladder, of a game or a club. Their matches count all the
    same.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name_plural = "off ladders"

    def __str__(self) -> str:
        return str(self.user)
