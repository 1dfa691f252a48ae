"""Models for the heartbeat, outages, and quarantines of copies of the site."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from core.web.models import Record

from .rules.outages import Span


class Heartbeat(models.Model):
    """A single row with the last time at which the site was known to be up, by the database's
    clock.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=Q(id=1), name="one_heartbeat")]

    def __str__(self) -> str:
        return f"up at {self.at:%Y-%m-%d %H:%M:%S}"


class Outage(Record):
    """A period between two heartbeats in which the site was down. Rows are only added."""

    began_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["began_at"]
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outages_by_end")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(began_at__lt=F("ended_at")), name="outage_runs_forward"
            )
        ]

    def __str__(self) -> str:
        return f"away from {self.began_at:%Y-%m-%d %H:%M} to {self.ended_at:%Y-%m-%d %H:%M}"

    @property
    def span(self) -> Span:
        """The outage as a value that rules can use."""
        return Span(self.began_at, self.ended_at)


class DatabasePlace(models.Model):
    """A single row with the location that the database had when messages were last sent.

    A copy of the database has a different location.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    place = models.CharField(max_length=200)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="one_database_place")
        ]

    def __str__(self) -> str:
        return self.place


class Quarantine(Record):
    """A period in which the site sends nothing, because its database is a restored copy.

    Only the operator can end it (`manage.py release`).
    """

    began_at = models.DateTimeField()
    reason = models.CharField(max_length=200)
    is_open = models.BooleanField(default=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["began_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["is_open"], condition=Q(is_open=True), name="one_open_quarantine"
            )
        ]

    def __str__(self) -> str:
        return f"in quarantine since {self.began_at:%Y-%m-%d %H:%M}: {self.reason}"
