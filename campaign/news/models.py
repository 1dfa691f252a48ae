"""Models of a club's public news, and of the webhooks that send it to other sites."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Campaign, Week
from core.notifications.models import Outgoing
from core.web.models import Record


class News(Record):
    """A line of news for the whole club.

    `position` orders lines with the same time, first by team and then by name.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="news")
    week = models.ForeignKey(
        Week, null=True, blank=True, on_delete=models.PROTECT, related_name="news"
    )
    at = models.DateTimeField()
    position = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=30)
    text = models.CharField(max_length=500)
    cause = models.CharField(max_length=160)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        verbose_name_plural = "news"
        ordering: ClassVar = ["-at", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "cause"], name="news_once_a_cause")
        ]

    def __str__(self) -> str:
        return self.text


class Hook(Record):
    """A webhook for a club's public news. It leads to a Discord channel or to one of the club's
    tools.

    Anyone who knows the address can post there, so the address is never shown again. `secret` signs
    the requests to a tool.
    """

    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        TOOL = "tool", "a tool"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="hooks")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=7, choices=Kind)
    address = models.URLField(max_length=400)
    secret = models.CharField(max_length=64, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    stopped_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When it was taken away, or the other side said it is gone.",
    )
    stopped_why = models.CharField(max_length=80, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return self.name


class HookDelivery(Outgoing):
    """A message to a hook. It is a line of news, or a test message if `news` is None."""

    hook = models.ForeignKey(Hook, on_delete=models.PROTECT, related_name="deliveries")
    news = models.ForeignKey(
        News, null=True, blank=True, on_delete=models.PROTECT, related_name="deliveries"
    )

    class Meta(Outgoing.Meta):
        verbose_name_plural = "hook deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hook", "news"], name="news_once_a_hook")
        ]
