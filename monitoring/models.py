"""Models for job runs, incidents of the site's own jobs, and emails about them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from core.notifications.models import Outgoing
from core.web.models import Record


class JobRun(Record):
    """The last time that a runner finished a job. There is one row for each job and runner. It does
    not record what the job worked on.
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
    """A problem with the site's own jobs, from its first detection until it ends.

    An incident is confirmed, and the site's owner is notified, only after it has lasted for a
    while. If it ends earlier, it is deleted. `about` distinguishes incidents of the same kind, for
    example by a week's id or a runner's name.
    """

    kind = models.CharField(max_length=20)
    about = models.CharField(max_length=40, blank=True)
    number = models.PositiveIntegerField(
        default=1, help_text="Number of affected items when confirmed."
    )
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
    """An email to the site's owner about an incident that was confirmed or has ended."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="deliveries")
    is_over = models.BooleanField(default=False)

    class Meta(Outgoing.Meta):
        verbose_name_plural = "owner deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["incident", "is_over"], name="two_letters_an_incident")
        ]
