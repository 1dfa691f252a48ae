"""Models for matches. `Match` and its `Move`s are authoritative. `Told` and `Snapshot` are caches
that `reconcile` can rebuild.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q


class Match(models.Model):
    """One match of an engine game. The setup and the moves are stored as canonical JSON, so a
    replay gives the same result on every machine.

    A `sealed` match can be read only by the app that opened it, and appears in no list (E25).
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    game = models.CharField(max_length=30)
    rules_version = models.PositiveSmallIntegerField()
    setup = models.TextField()
    seed = models.BinaryField(max_length=32)
    seed_hash = models.CharField(max_length=64)
    sealed = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Move(models.Model):
    """One ply of a match. `seat` 255 is the host, whose moves are expired deadlines and results of
    child matches.

    `how`, `by`, `key` and `open` record how the move was made. A replay ignores them. `key` is the
    sender's idempotency key. `open` is set if everyone could see that this seat had to move.
    """

    class Origin(models.TextChoices):
        PERSON = "person", "by the player"
        DEPUTY = "deputy", "by the deputy"
        BOT = "bot", "by a bot"
        CLOCK = "clock", "by the clock"
        FAULT = "fault", "by default, because the bot failed"
        HOST = "host", "by the site"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    payload = models.TextField()
    at = models.DateTimeField()
    how = models.CharField(max_length=6, choices=Origin, default=Origin.PERSON)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.CharField(max_length=64, blank=True)
    open = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_move_a_ply"),
            models.UniqueConstraint(
                fields=["match", "seat", "key"], condition=~Q(key=""), name="one_move_a_key"
            ),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply}"


class Told(models.Model):
    """A cache of one ply's events and their audiences, as the engine returned them. Ply 0 is the
    start of the match.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="told")
    ply = models.PositiveIntegerField()
    payload = models.TextField()

    class Meta:
        ordering: ClassVar = ["ply"]
        verbose_name_plural = "told"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_told_a_ply")
        ]

    def __str__(self) -> str:
        return f"told at ply {self.ply}"


class Snapshot(models.Model):
    """A cache of a match's newest state, so that a new move does not require a replay of all
    earlier moves.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="snapshot"
    )
    ply = models.PositiveIntegerField()
    state = models.TextField()
    state_hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"state at ply {self.ply}"
