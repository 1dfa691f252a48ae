"""Models for tables, at which people play one match each, and their chairs, one for each seat."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID, uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from .clock_fields import ClockFields
from .match import Match


class Table(ClockFields):
    """All data about a match, before, during and after play, except its setup and moves.

    `options` is the game's record as JSON. `match` is set once play has started. `status` only
    moves forward. `ending` is "" if the rules ended the match, and otherwise "resigned", "left",
    "out of time", "abandoned", "called off" or "closed". `winners` are stored if the rules did not
    determine them.

    `stamp` counts public changes, such as chairs, pauses and public chat. `heard` counts the events
    that spectators receive, and `spoke_at` is the time of the last public event. A spectator's page
    depends on these fields and on `stands`, which counts spectators' chat lines during the match.
    `turn_due_at` is when the game's own clock ends the turn.

    `opens` means that after the end everyone at the table sees the full state. `watchers` says who
    can watch an unlisted table that is `watched`. `admitted` is not a column. Once loaded, it holds
    the current viewers whom a higher package allows to watch.

    `coached` means that everyone has a coach unless they have turned it off. `asks_for` is the
    percentage of matches that players must have finished to join, or 0 for no minimum. It does not
    apply to the opener. `rated` means that the match counts for ratings, unless it ends without a
    meaningful result. `rating_due_at` is set while a finished match waits to be rated.

    A table with `begins_at` starts at that time, even if it is full earlier. Bots then take its
    free seats. A game has at most one such table for each time.
    """

    class Visibility(models.TextChoices):
        LISTED = "listed", "in the lobby: anyone can join and watch"
        INVITED = "invited", "only people with the link can join"
        PRIVATE = "private", "private: not listed, no link, no spectators"

    class Watchers(models.TextChoices):
        PEOPLE = "people", "signed-in people with the link"
        CIRCLE = "circle", "members of the club or teams"
        ANYBODY = "anybody", "anyone with the link"

    class Status(models.TextChoices):
        OPEN = "open", "waiting for players"
        PLAYING = "playing", "being played"
        OVER = "over", "over"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    game = models.CharField(max_length=30)
    name = models.CharField(max_length=60, blank=True)
    options = models.TextField(default="{}")
    seats = models.PositiveSmallIntegerField()
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="table"
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    visibility = models.CharField(max_length=7, choices=Visibility, default=Visibility.LISTED)
    watched = models.BooleanField(default=True)
    watchers = models.CharField(
        max_length=7, choices=Watchers, default=Watchers.PEOPLE, db_default=Watchers.PEOPLE
    )
    opens = models.BooleanField(default=True)
    coached = models.BooleanField(default=False)
    rated = models.BooleanField(default=False, db_default=False)
    asks_for = models.PositiveSmallIntegerField(default=0, db_default=0)
    rating_due_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=7, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    begins_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=20, blank=True)
    winners: models.JSONField[Any, Any] = models.JSONField(default=list)
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_by: models.JSONField[Any, Any] = models.JSONField(default=list)
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="rematch"
    )
    invite_hash = models.CharField(max_length=64, blank=True)
    key = models.CharField(max_length=64, blank=True)
    stamp = models.PositiveIntegerField(default=0)
    heard = models.PositiveIntegerField(default=0)
    spoke_at = models.DateTimeField(null=True, blank=True)
    turn_due_at = models.DateTimeField(null=True, blank=True)
    stands = models.PositiveIntegerField(default=0, db_default=0)
    admitted: frozenset[UUID] | None = None

    class Meta:
        ordering: ClassVar = ["-opened_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["opened_by", "key"], condition=~Q(key=""), name="one_table_a_key"
            ),
            models.UniqueConstraint(
                fields=["invite_hash"], condition=~Q(invite_hash=""), name="one_table_an_invite"
            ),
            models.UniqueConstraint(
                fields=["game", "begins_at"],
                condition=Q(begins_at__isnull=False),
                name="one_scheduled_table_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(status="playing") | Q(match__isnull=False),
                name="who_plays_has_a_match",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["status", "visibility", "-opened_at"], name="tables_in_the_lobby"),
            models.Index(
                fields=["rating_due_at"],
                condition=Q(rating_due_at__isnull=False),
                name="tables_to_rate",
            ),
            models.Index(
                fields=["begins_at"],
                condition=Q(begins_at__isnull=False, status="open"),
                name="tables_to_begin",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.game} table"

    @property
    def is_private(self) -> bool:
        return self.visibility == self.Visibility.PRIVATE

    @property
    def is_playing(self) -> bool:
        return self.status == self.Status.PLAYING


class Chair(models.Model):
    """A chair. It is free unless it is taken by a person, a party that plays as one, or a bot.

    While the chair is free, only the person in `kept_for`, if any, can take it. `asked_at` is the
    time since which the seat has had to act (None if it does not have to), and `due_at` is when its
    clock runs out or a bot should think. Both are hidden from other seats. `claimed_until` and
    `attempts` belong to the worker that moves for the seat. `heard` counts the events that the seat
    has received, and `stamp` counts the lines in its non-public channels. `missed` is the number of
    moves in a row that everyone has seen the clock make (T14).

    `coached` is the player's choice about the coach (None if they have not chosen). `assisted`
    means that the coach helped the player during the match (T16). The chair keeps the name of a
    player who resigned, while a bot continues. `result` is the player's result, or "" if there is
    none. `reconcile` can rebuild it. `shares` means that the person agrees that anyone with the
    link can watch the finished match. `loadout` is what the player brings to a match that has not
    started, in the game's stored form. It is hidden from other chairs, and is "" before the choice.
    After the start, it is "" except at tables that begin at a fixed time. `party_name` and
    `party_players` are not stored: `selectors.names` loads them.
    """

    class Result(models.TextChoices):
        WON = "won", "won"
        DRAWN = "drawn", "drawn"
        LOST = "lost", "lost"

    party_name = ""
    party_players: frozenset[UUID] | None = None

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="chairs")
    seat = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=40, blank=True)
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="chairs",
    )
    party = models.UUIDField(null=True, blank=True)
    bot = models.CharField(max_length=30, blank=True)
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="kept_chairs",
    )
    deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="deputised_chairs",
    )
    resigned_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    heard = models.PositiveIntegerField(default=0)
    stamp = models.PositiveIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0, db_default=0)
    coached = models.BooleanField(null=True, blank=True)
    assisted = models.BooleanField(default=False, db_default=False)
    result = models.CharField(max_length=5, choices=Result, blank=True, default="", db_default="")
    shares = models.BooleanField(default=False, db_default=False)
    loadout = models.TextField(blank=True, default="", db_default="")

    class Meta:
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_chair_a_seat"),
            models.UniqueConstraint(fields=["table", "holder"], name="one_chair_a_person"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="chairs_due"),
            models.Index(
                fields=["asked_at"], condition=Q(asked_at__isnull=False), name="chairs_asked"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}"

    @property
    def is_free(self) -> bool:
        return not (self.holder_id or self.party or self.bot)

    def is_free_to(self, user: UUID) -> bool:
        """Return whether this person can take the chair: it is free and not kept for others."""
        return self.is_free and self.kept_for_id in {None, user}

    @property
    def is_peoples(self) -> bool:
        """Whether a person or a party currently plays this chair."""
        return not self.bot and not self.is_free
