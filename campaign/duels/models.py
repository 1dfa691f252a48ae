"""Models for duel entries, results, drafts and table sheets."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.duels.rules.doctrines import Drive
from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Duel, Team
from core.web.models import Record
from play.models import Table


class DuelEntry(Record):
    """A vehicle and its crew, entered for a duel.

    Entries for the weekly duel close together with the order sheets (E22).
    """

    duel = models.ForeignKey(Duel, on_delete=models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entries")
    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="entries")
    crew = models.JSONField(default=list, help_text="Places and character ids, driver first.")
    doctrine = models.CharField(max_length=8, default="duellist", db_default="duellist")
    yields = models.CharField(max_length=14, default="hurt-and-holed", db_default="hurt-and-holed")
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="duel__week__season__campaign")

    class Meta:
        verbose_name_plural = "duel entries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["duel", "vehicle"],
                condition=models.Q(withdrawn_at=None),
                name="one_entry_a_vehicle",
            )
        ]

    def __str__(self) -> str:
        return f"{self.vehicle} in {self.duel}"

    @property
    def drive(self) -> Drive:
        """The doctrine, which matters if the site drives the duel."""
        return msgspec.convert({"doctrine": self.doctrine, "yields": self.yields}, Drive)


class Exchange(Record):
    """A team's right to exchange one entered vehicle between the reports and the duel (E47).

    The right is secret, like the team's entries. If `can_refit` is true, the team can also refit
    the vehicle. `entry` is the entry for which the right was used. The team can use the right again
    for the same entry, but not for another.
    """

    duel = models.ForeignKey(Duel, on_delete=models.PROTECT, related_name="exchanges")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="exchanges")
    can_refit = models.BooleanField(default=False)
    at = models.DateTimeField()
    entry = models.OneToOneField(
        DuelEntry, null=True, blank=True, on_delete=models.PROTECT, related_name="exchange"
    )

    objects = ScopedManager(campaign="duel__week__season__campaign")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["duel", "team"], name="one_exchange_a_team")
        ]

    def __str__(self) -> str:
        return f"{self.team} can exchange a vehicle in {self.duel}"


class DuelResult(Record):
    """A recorded result.

    A correction is a new revision. Its compensating ledger rows name the revision that it replaces.
    """

    duel = models.ForeignKey(Duel, on_delete=models.PROTECT, related_name="results")
    revision = models.PositiveSmallIntegerField()
    payload = models.JSONField()
    reason = models.CharField(max_length=500, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Nobody where the site drove the duel and the house wrote the record.",
    )
    recorded_at = models.DateTimeField()

    objects = ScopedManager(campaign="duel__week__season__campaign")

    class Meta:
        ordering: ClassVar = ["revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["duel", "revision"], name="one_result_a_revision")
        ]

    def __str__(self) -> str:
        return f"{self.duel}, revision {self.revision}"


class DuelDraft(Record):
    """A version of a duel's result that one team recorded and the other teams sign (C27).

    Drafts never change, and only the newest draft is valid. `payload` is a record without the
    teams' private marks. `result` is the booked result. If the site drove the duel, its draft has
    no team and no author (C94).
    """

    duel = models.ForeignKey(Duel, on_delete=models.PROTECT, related_name="drafts")
    number = models.PositiveSmallIntegerField()
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    books_at = models.DateTimeField()
    payload = models.JSONField()
    result = models.OneToOneField(
        DuelResult, null=True, blank=True, on_delete=models.PROTECT, related_name="draft"
    )

    objects = ScopedManager(campaign="duel__week__season__campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["duel", "number"], name="one_draft_a_number")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["books_at"], condition=models.Q(result=None), name="duel_drafts_to_book"
            )
        ]

    def __str__(self) -> str:
        return f"{self.duel}, draft {self.number}"


class DrivenDuel(Record):
    """A duel that the site drives (C93, C101).

    `table` is the table of its match, or None if no car could drive. `lineup` lists the cars in the
    frozen set-up. `record` is the result with all marks, set when the match is over. `paper_at` is
    set if a GM took the duel out of the arena to record it by hand.
    """

    duel = models.OneToOneField(Duel, on_delete=models.PROTECT, related_name="driven")
    table = models.OneToOneField(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="driven"
    )
    lineup = models.JSONField(default=list)
    frozen_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True, blank=True)
    record = models.JSONField(null=True, blank=True)
    paper_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="duel__week__season__campaign")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(over_at=None, record__isnull=True)
                | models.Q(over_at__isnull=False, record__isnull=False),
                name="driven_to_its_end_has_a_record",
            )
        ]

    def __str__(self) -> str:
        return f"{self.duel.phrase}, driven"


class DuelSignature(Record):
    """A team's approval of a draft.

    `payload` contains the team's private marks: damage by part and lost DP.
    """

    draft = models.ForeignKey(DuelDraft, on_delete=models.PROTECT, related_name="signatures")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    payload = models.JSONField(default=dict)

    objects = ScopedManager(campaign="draft__duel__week__season__campaign")

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["draft", "team"], name="one_signature_a_team")
        ]

    def __str__(self) -> str:
        return f"{self.team} signs {self.draft}"


class DuelDispute(Record):
    """A team's objection to a draft, and the reason.

    While a dispute is open, the draft is not booked at its time limit (C27).
    """

    class Settled(models.TextChoices):
        SIGNED = "signed", "the team has signed since"
        DECIDED = "decided", "the GM recorded the duel"
        DISMISSED = "dismissed", "the GM let the record stand"

    duel = models.ForeignKey(Duel, on_delete=models.PROTECT, related_name="disputes")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=500)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled = models.CharField(max_length=9, choices=Settled, blank=True, default="")

    objects = ScopedManager(campaign="duel__week__season__campaign")

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["duel", "team"],
                condition=models.Q(settled_at=None),
                name="one_open_dispute_a_team",
            )
        ]

    def __str__(self) -> str:
        return f"{self.team} disputes {self.duel}"


class TableMark(Record):
    """A mark on a car's sheet at the table (C41).

    `key` is an id generated by the phone, so that sending a mark twice has no effect. Marks are
    never changed or deleted.
    """

    entry = models.ForeignKey(DuelEntry, on_delete=models.PROTECT, related_name="marks")
    key = models.UUIDField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    clock = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=4)
    what = models.CharField(max_length=60)
    value = models.CharField(max_length=60, blank=True, default="")

    objects = ScopedManager(campaign="entry__duel__week__season__campaign")

    class Meta:
        ordering: ClassVar = ["clock", "key"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "key"], name="one_mark_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.kind} {self.what}"


class TableDice(Record):
    """The seed of a duel's dice, drawn before the duel starts (C44).

    The hash is public as soon as the seed is drawn. The seed is published once the duel is booked.
    """

    duel = models.OneToOneField(Duel, on_delete=models.PROTECT, related_name="table_dice")
    seed = models.BinaryField(max_length=32)
    drawn_at = models.DateTimeField()

    objects = ScopedManager(campaign="duel__week__season__campaign")

    class Meta:
        verbose_name_plural = "table dice"

    def __str__(self) -> str:
        return f"dice of {self.duel.phrase}"


class TableRoll(Record):
    """A roll at the table: its number (from 1), team, purpose and dice (C44).

    Rolls are never changed or deleted.
    """

    table_dice = models.ForeignKey(TableDice, on_delete=models.PROTECT, related_name="rolls")
    number = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    words = models.CharField(max_length=60)
    add = models.SmallIntegerField(default=0)
    faces = models.JSONField()

    objects = ScopedManager(campaign="table_dice__duel__week__season__campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table_dice", "number"], name="one_roll_a_number")
        ]

    @property
    def total(self) -> int:
        """The sum of the faces and the modifier."""
        return sum(self.faces) + self.add

    def __str__(self) -> str:
        return f"{self.table_dice}, roll {self.number}"


class ArenaList(Record):
    """A club's own arenas. `arenas` has `campaign.duels.rules.arenas.Arena` records (C130)."""

    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="arena_list")
    arenas = models.JSONField(default=list)
    changed_at = models.DateTimeField()

    objects = ScopedManager(campaign="campaign")

    def __str__(self) -> str:
        return f"The arenas of {self.campaign}"
