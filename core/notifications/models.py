"""A person's inbox, what of it they want by mail, and the outbox: what is to leave the site."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from core.web.models import Record


class Notice(Record):
    """A line in one person's inbox: what is new and where to read it. It holds no secret
    but that person's own. Without a club it is of the site's games, and its path begins at the
    site's own address.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notices"
    )
    campaign = models.ForeignKey(
        settings.CLUB_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="notices",
    )
    kind = models.CharField(max_length=30)
    text = models.CharField(max_length=300)
    path = models.CharField(max_length=200)
    cause = models.CharField(max_length=160)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "cause"], name="notice_once_a_cause")
        ]

    def __str__(self) -> str:
        return self.text


class NotificationPreferences(models.Model):
    """What a person wants by mail: a list of topics (`core.notifications.rules.topics`). Whoever
    has not chosen has no row, and gets what is usual.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="notification_preferences",
    )
    topics: models.JSONField[Any, Any] = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "notification preferences"

    def __str__(self) -> str:
        return ", ".join(self.topics)


class Outgoing(Record):
    """One thing to send, written in the transaction of what it tells: a row of an outbox. Sent at
    least once, and once unless a worker dies between sending and saying so. What is said is
    composed when it is sent; no second copy of a text is kept here.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENT = "sent", "sent"
        NEEDLESS = "needless", "no longer needed"
        FAILED = "failed", "could not be delivered"

    at = models.DateTimeField(help_text="When it was put here.")
    next_at = models.DateTimeField(
        help_text=(
            "When it is due, or tried again; while a worker has it, when another may take it on."
        )
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    done_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(
        max_length=80, blank=True, help_text="What went wrong last: its kind, never what was said."
    )

    class Meta:
        abstract = True
        ordering: ClassVar = ["-at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["next_at"], condition=Q(state="waiting"), name="%(class)s_due")
        ]

    def __str__(self) -> str:
        return self.state


class Delivery(Outgoing):
    """Mail to a person: a notice, or without one a test."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="deliveries"
    )
    notice = models.ForeignKey(
        Notice, null=True, blank=True, on_delete=models.PROTECT, related_name="deliveries"
    )

    class Meta(Outgoing.Meta):
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notice"], name="one_letter_a_notice")
        ]
