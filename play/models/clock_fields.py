"""The clock of a table, or of all tables of a tournament."""

from __future__ import annotations

from django.db import models

from play.clocking import Clock, Kind


class ClockFields(models.Model):
    """The fields of a clock for each move."""

    clock_kind = models.CharField(max_length=14, default="none")
    clock_seconds = models.PositiveIntegerField(default=0)
    slot = models.CharField(max_length=5, blank=True)
    slot_zone = models.CharField(max_length=64, default="UTC")
    slot_weekday = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def clock(self) -> Clock:
        """The clock for each move."""
        kind: Kind = self.clock_kind  # type: ignore[assignment]
        return Clock(
            kind=kind,
            seconds=self.clock_seconds,
            slot=self.slot,
            zone=self.slot_zone,
            weekday=self.slot_weekday,
        )
