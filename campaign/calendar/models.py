"""Models of pauses, holds after an outage, and calendar feeds."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from campaign.league.models import Campaign, Week
from core.uptime.models import Outage
from core.web.models import Record


class Pause(Record):
    """A break of `weeks` whole weeks for a club, starting at `at`.

    The pause ends at `until`, or at `ended_at` if someone ends it early. All times after its start
    are postponed by its length.

    `by` and `ended_by` are None after a vote. `moved` lists the postponed times. Its keys combine
    the id of a week, event, set of heats or challenge with the name of the time. Its values have
    the earlier time and the number of weeks added.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="pauses")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    weeks = models.PositiveSmallIntegerField()
    until = models.DateTimeField()
    moved: models.JSONField[Any, Any] = models.JSONField(default=dict)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(ended_at=None), name="one_pause_at_a_time"
            )
        ]

    @property
    def by_name(self) -> str:
        """Return the name of the person who paused the league, or "" after a vote."""
        return self.by.get_username() if self.by else ""

    def __str__(self) -> str:
        return f"{self.weeks} weeks from {self.at:%Y-%m-%d}"


class OutageHold(Record):
    """A hold of a week's deadline or publication because of an outage. Rows are only ever added.

    `nth` numbers the holds of the same week and kind, starting from 1.
    """

    class Kind(models.TextChoices):
        ORDERS = "orders", "the deadline of orders"
        PUBLICATION = "publication", "the publication"

    week = models.ForeignKey(Week, on_delete=models.PROTECT, related_name="outage_holds")
    outage = models.ForeignKey(Outage, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=11, choices=Kind)
    nth = models.PositiveSmallIntegerField()
    before_at = models.DateTimeField()
    until_at = models.DateTimeField()
    at = models.DateTimeField()

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        ordering: ClassVar = ["at", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "kind", "nth"], name="one_outage_hold_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.week} held to {self.until_at:%Y-%m-%d %H:%M}"


class CalendarKey(models.Model):
    """The key in the address of a person's calendar feed.

    A new key invalidates the old address. A person without a row has no feed.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="calendar_key",
    )
    key = models.CharField(max_length=22)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}'s calendar"
