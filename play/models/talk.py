"""Models for chat, private notes, marks and holidays."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from .match import Match
from .table import Chair, Table


class ChatLine(models.Model):
    """A line of plain text in a channel of the game. A line without a user was written by a bot, or
    is an announcement by the site, for example that a player sat down, resigned or paused.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="chat")
    channel = models.CharField(max_length=40)
    chair = models.ForeignKey(
        Chair, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    text = models.CharField(max_length=500)
    key = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "user", "key"], condition=~Q(key=""), name="one_line_a_key"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["table", "channel", "at"], name="lines_of_a_channel")
        ]

    def __str__(self) -> str:
        return f"a line in {self.channel}"


class PrivateNote(models.Model):
    """A user's note about a match, visible only to that user."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(max_length=10_000, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="one_note_a_person")
        ]

    def __str__(self) -> str:
        return "a note"


class PrivateMark(models.Model):
    """A user's mark for a player, visible only to that user. A new match at the table begins
    without marks.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    mark = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "user", "seat"], name="one_mark_a_player")
        ]

    def __str__(self) -> str:
        return "a mark"


class Holiday(models.Model):
    """A user's holiday, visible to everyone. Slow clocks that would run out during the holiday run
    out at its end instead.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="holidays"
    )
    starts = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["starts"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(starts__lte=F("ends")), name="holiday_runs_forward")
        ]

    def __str__(self) -> str:
        return f"{self.starts:%Y-%m-%d} to {self.ends:%Y-%m-%d}"
