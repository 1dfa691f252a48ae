"""Models for inboxes, notification settings, push subscriptions, webhooks and outboxes."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from core.web.models import Record


class Notice(Record):
    """A notice in a person's inbox, with a sentence about something new and the address of its
    page.

    It contains no secrets except the person's own. A notice without a club is about a game outside
    clubs, and its `path` is a page of the site.
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
    until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When it becomes irrelevant and is no longer sent.",
    )
    read_at = models.DateTimeField(null=True, blank=True)
    about: models.JSONField[Any, Any] = models.JSONField(
        default=dict,
        null=True,
        blank=True,
        help_text="Subject for tools: week, team, table.",
    )
    number = models.BigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text=(
            "Position among all events, assigned after the commit. It is never shown, because it "
            "would reveal other people’s events."
        ),
    )

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "cause"], name="notice_once_a_cause")
        ]
        indexes: ClassVar = [
            models.Index(fields=["number"], name="notices_in_order"),
            models.Index(fields=["user", "number"], name="notices_by_number"),
            models.Index(fields=["at"], condition=Q(number=None), name="notices_not_numbered"),
        ]

    def __str__(self) -> str:
        return self.text


class NotificationPreferences(models.Model):
    """A person's notification settings.

    People with the default settings have no row.

    Each channel has a list of topics (`core.notifications.rules.topics`), or null for the default.
    All hours are in the person's time zone.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="notification_preferences",
    )
    topics: models.JSONField[Any, Any] = models.JSONField(
        null=True, blank=True, help_text="Topics by mail."
    )
    push_topics: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True)
    hook_topics: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    wake = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Send notices that would become irrelevant during quiet hours.",
    )
    digest_at = models.TimeField(null=True, blank=True, help_text="Time of the daily mail.")
    remind_hours = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Hours between a reminder and its deadline; null for the default.",
    )
    offer_closed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The offer of push messages was closed.",
    )

    class Meta:
        verbose_name_plural = "notification preferences"
        indexes: ClassVar = [
            models.Index(
                fields=["remind_hours"],
                condition=Q(remind_hours__isnull=False),
                name="reminders_chosen",
            )
        ]

    def __str__(self) -> str:
        return ", ".join(self.topics or ())


class PushSubscription(Record):
    """A browser that gets push messages (RFC 8030), and the keys for encrypting them (RFC 8291).

    Anyone who knows the endpoint and the keys can send messages. They are therefore never shown,
    and are deleted when the subscription ends.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="devices"
    )
    endpoint = models.CharField(max_length=1000, blank=True)
    p256dh = models.CharField(max_length=88, blank=True)
    auth = models.CharField(max_length=24, blank=True)
    vapid = models.CharField(
        max_length=88, blank=True, help_text="The site's public key at the subscription."
    )
    name = models.CharField(max_length=60)
    words = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Messages contain the text of notices.",
    )
    made_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)
    stopped_why = models.CharField(
        max_length=80, blank=True, help_text="Empty if the person stopped it."
    )

    class Meta:
        ordering: ClassVar = ["made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["endpoint"], condition=~Q(endpoint=""), name="one_person_a_browser"
            )
        ]

    def __str__(self) -> str:
        return self.name


class OwnHook(Record):
    """A Discord webhook or a tool outside the site that gets a person's notices.

    The address is never shown again, and is deleted when the hook is removed. `secret` is used to
    sign messages to a tool.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="own_hooks"
    )
    kind = models.CharField(max_length=7)
    address = models.CharField(max_length=400, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)
    stopped_why = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering: ClassVar = ["made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user"], condition=~Q(address=""), name="one_hook_a_person"
            )
        ]

    def __str__(self) -> str:
        return self.kind


class Outgoing(Record):
    """A message to be sent, as a row of an outbox. It is stored in the transaction of its event.

    It is sent at least once, and only once unless a worker dies between sending and marking it. The
    text is composed when the message is sent, so no second copy is stored.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENT = "sent", "sent"
        NEEDLESS = "needless", "no longer needed"
        FAILED = "failed", "could not be delivered"

    at = models.DateTimeField(help_text="When it was added.")
    next_at = models.DateTimeField(
        help_text=("When it is due or retried, or when another worker can claim it.")
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    done_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(
        max_length=80, blank=True, help_text="Type of the last error, without the message."
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
    """An email to a person. If it has no notice, it is a test."""

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


class PushDelivery(Outgoing):
    """A message to a person's browser. If it has no notice, it is a test."""

    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.PROTECT, related_name="deliveries"
    )
    notice = models.ForeignKey(
        Notice, null=True, blank=True, on_delete=models.PROTECT, related_name="pushes"
    )

    class Meta(Outgoing.Meta):
        verbose_name_plural = "push deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["subscription", "notice"], name="one_push_a_notice")
        ]


class OwnHookDelivery(Outgoing):
    """A message to a person's webhook. If it has no notice, it is a test."""

    hook = models.ForeignKey(OwnHook, on_delete=models.PROTECT, related_name="deliveries")
    notice = models.ForeignKey(
        Notice, null=True, blank=True, on_delete=models.PROTECT, related_name="hook_messages"
    )

    class Meta(Outgoing.Meta):
        verbose_name_plural = "own hook deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hook", "notice"], name="one_message_a_notice")
        ]
