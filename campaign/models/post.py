"""What leaves the site: mail to people, deadlines to their calendars, and a club's public news to channels of its own elsewhere."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from .base import Record
from .campaigns import Campaign
from .news import News, Notice


class MailWishes(models.Model):
    """What a person wants by mail: a list of topics (`campaign.rules.topics`). Whoever has not chosen has no row, and gets what is usual."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="mail_wishes")
    topics: models.JSONField[Any, Any] = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "mail wishes"

    def __str__(self) -> str:
        return ", ".join(self.topics)


class CalendarKey(models.Model):
    """What makes the address of a person's calendar feed theirs: a new key makes the old address useless, and no row is no feed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="calendar_key")
    key = models.CharField(max_length=22)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}'s calendar"


class Hook(Record):
    """An address outside to which a club's public news goes: a channel of Discord, or a tool of the club's.

    Whoever knows the address may write there: it is shown to nobody again. `secret` signs what a tool is sent.
    """

    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        TOOL = "tool", "a tool"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="hooks")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=7, choices=Kind)
    address = models.URLField(max_length=400)
    secret = models.CharField(max_length=64, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="When it was taken away, or the other side said it is gone.")
    stopped_why = models.CharField(max_length=80, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return self.name


class Delivery(Record):
    """One thing to send, written in the transaction of what it tells: the outbox. Sent at least once, and once unless a worker dies
    between sending and saying so.

    To a person: a notice, or without one a test. To a hook: a line of news, or without one a test. What is said is composed when it
    is sent; no second copy of a text is kept here.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENT = "sent", "sent"
        NEEDLESS = "needless", "no longer needed"
        FAILED = "failed", "could not be delivered"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="deliveries")
    notice = models.ForeignKey(Notice, null=True, blank=True, on_delete=models.PROTECT, related_name="deliveries")
    hook = models.ForeignKey(Hook, null=True, blank=True, on_delete=models.PROTECT, related_name="deliveries")
    news = models.ForeignKey(News, null=True, blank=True, on_delete=models.PROTECT, related_name="deliveries")
    at = models.DateTimeField(help_text="When it was put here.")
    next_at = models.DateTimeField(help_text="When it is due, or tried again; while a worker has it, when another may take it on.")
    attempts = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    done_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=80, blank=True, help_text="What went wrong last: its kind, never what was said.")

    class Meta:
        verbose_name_plural = "deliveries"
        ordering: ClassVar = ["-at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notice"], name="one_letter_a_notice"),
            models.UniqueConstraint(fields=["hook", "news"], name="news_once_a_hook"),
            models.CheckConstraint(
                condition=Q(user=None, notice=None, hook__isnull=False) | Q(hook=None, news=None, user__isnull=False),
                name="to_a_person_or_a_hook",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["next_at"], condition=Q(state="waiting"), name="deliveries_to_make")]

    def __str__(self) -> str:
        return self.state
