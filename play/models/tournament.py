"""Models for Swiss tournaments, entrants, rounds and pairings. Results are stored at the tables of
the pairings, and the standings are computed from them.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from .clock_fields import ClockFields
from .table import Table


class Tournament(ClockFields):
    """A tournament, with its game, clock, access and start time. `options` is the game's record as
    JSON.

    If the number of rounds depends on the number of players, `rounds` is 0 until the tournament
    begins. `bot` is the bot that makes the number of players even, or "" for none. If `club` is
    set, only its members can enter (`selectors.circles`). `seed_hash` is public from the start, and
    `seed` becomes public after the end.

    `status` only moves forward. `ending` is "" if the tournament was played to its end, and
    otherwise "cancelled", "too few" or "failed". The background job uses `attempts`, the number of
    failed attempts to advance the tournament, and `rests_until`, the earliest time of the next
    attempt.
    """

    class Access(models.TextChoices):
        LISTED = "listed", "in the list: anyone can enter"
        LINK = "link", "not listed: anyone with the link can enter"
        CLUB = "club", "members of a club"

    class Status(models.TextChoices):
        OPEN = "open", "entries are open"
        PLAYING = "playing", "being played"
        OVER = "over", "over"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=30)
    options = models.TextField(default="{}")
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField()
    access = models.CharField(max_length=6, choices=Access, default=Access.LISTED)
    club = models.UUIDField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    round_minutes = models.PositiveIntegerField()
    begins_at = models.DateTimeField()
    most = models.PositiveSmallIntegerField()
    bot = models.CharField(max_length=30, blank=True)
    seed = models.BinaryField(max_length=32)
    seed_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=7, choices=Status, default=Status.OPEN)
    ending = models.CharField(max_length=10, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=64, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-begins_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["opened_by", "key"], condition=~Q(key=""), name="one_tournament_a_key"
            ),
            models.CheckConstraint(
                condition=Q(access="club", club__isnull=False)
                | (~Q(access="club") & Q(club__isnull=True)),
                name="a_clubs_tournament_has_a_club",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["begins_at"], condition=~Q(status="over"), name="tournaments_to_come"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """An entrant of a tournament, who is a person or the bot that makes the number even. `lot` is
    the number that they drew at the start, counted from 1. A person who leaves before the start
    (`left_at`) does not play. A person who leaves later is no longer paired. `place` is their final
    place, or 0 for players out of competition. `reconcile` can rebuild it.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entrants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    bot = models.CharField(max_length=30, blank=True)
    lot = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["entered_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_a_person"),
            models.UniqueConstraint(fields=["tournament", "lot"], name="one_entry_a_lot"),
        ]

    def __str__(self) -> str:
        return str(self.user) if self.user_id else self.bot


class Round(models.Model):
    """A round. Its pairings are determined when it opens. It ends when all its matches are over, or
    at `due_at` at the latest.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="rounds_played"
    )
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number")
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """A pairing and its table. The first player has the first seat. A pairing without a second
    player is a bye and has no table.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="pairings")
    board = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    table = models.OneToOneField(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )

    class Meta:
        ordering: ClassVar = ["board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "board"], name="one_pairing_a_board"),
            models.UniqueConstraint(fields=["round", "first"], name="one_pairing_a_first"),
            models.UniqueConstraint(fields=["round", "second"], name="one_pairing_a_second"),
            models.CheckConstraint(
                condition=Q(second__isnull=True, table__isnull=True)
                | Q(second__isnull=False, table__isnull=False),
                name="who_meets_has_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, board {self.board + 1}"
