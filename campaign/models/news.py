"""Public news of a campaign, and each person's notices."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from .base import Record
from .campaigns import Campaign, Week


class News(Record):
    """What the whole club may read. `position` is the fixed order inside one moment (E: by team, then name)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="news")
    week = models.ForeignKey(Week, null=True, blank=True, on_delete=models.PROTECT, related_name="news")
    at = models.DateTimeField()
    position = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=30)
    text = models.CharField(max_length=500)
    cause = models.CharField(max_length=160)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        verbose_name_plural = "news"
        ordering: ClassVar = ["-at", "position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["campaign", "cause"], name="news_once_a_cause")]

    def __str__(self) -> str:
        return self.text


class Notice(Record):
    """A line in one person's inbox: what is new and where to read it. Never holds a secret itself."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notices")
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=30)
    text = models.CharField(max_length=300)
    path = models.CharField(max_length=200)
    cause = models.CharField(max_length=160)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-at"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "cause"], name="notice_once_a_cause")]

    def __str__(self) -> str:
        return self.text
