"""When each job last ran, what went wrong with the site's own work, and the mail that says so."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from core.notifications.models import Outgoing
from core.web.models import Record


class JobRun(Record):
    """When a job last ran to its end, by what runs it. One row each, written anew after every run:
    it tells that somebody works, never on what.
    """

    job = models.CharField(
        max_length=20, help_text="As in the schedule: tick, tables, bots, post, watch."
    )
    runner = models.CharField(
        max_length=10, help_text="worker: Celery's. loop: manage.py tick, which needs no broker."
    )
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["job", "runner"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["job", "runner"], name="one_run_a_job_and_runner")
        ]

    def __str__(self) -> str:
        return f"{self.job} by {self.runner}"


class Incident(Record):
    """Something amiss with the site's own work, from when it was first seen until it is over.

    It is seen for a while before it is confirmed, and the site's owner told: what passes by itself
    in a moment is forgotten. `about` tells two of a kind apart (a week's id, a runner's name).
    """

    kind = models.CharField(max_length=20)
    about = models.CharField(max_length=40, blank=True)
    number = models.PositiveIntegerField(default=1, help_text="Of how many things, when confirmed.")
    seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-seen_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "about"], condition=Q(over_at=None), name="one_open_incident"
            )
        ]

    def __str__(self) -> str:
        return self.kind


class OwnerDelivery(Outgoing):
    """Mail to the site's owner: an incident was confirmed, or it is over."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="deliveries")
    is_over = models.BooleanField(default=False)

    class Meta(Outgoing.Meta):
        verbose_name_plural = "owner deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["incident", "is_over"], name="two_letters_an_incident")
        ]
