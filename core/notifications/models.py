"""A person's inbox, how they want to be reached, and the outbox: what is to leave the site."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from core.web.models import Record


class Notice(Record):
    """A line in one person's inbox: what is new and where to read it. It holds no secret
    but that person's own. Without a club it is about the games beside the clubs, and `path` is a
    page of the site.
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
        help_text="After this moment what it asks is over, and it leaves the site no more.",
    )
    read_at = models.DateTimeField(null=True, blank=True)
    about: models.JSONField[Any, Any] = models.JSONField(
        default=dict,
        null=True,
        blank=True,
        help_text="What it is about, for tools: week, team, table.",
    )
    number = models.BigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text=(
            "Its place among all events, given after its commit; never shown: it tells of others’."
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
    """What a person wants to hear of, and when: for each way a list of topics
    (`core.notifications.rules.topics`), or null for what is usual; hours in which nothing leaves;
    the hour of their daily letter. Whoever has chosen nothing has no row.

    Hours are by the person's own clock.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="notification_preferences",
    )
    topics: models.JSONField[Any, Any] = models.JSONField(
        null=True, blank=True, help_text="What comes by mail."
    )
    push_topics: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True)
    hook_topics: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    wake = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether what would be over before the quiet hours are comes all the same.",
    )
    digest_at = models.TimeField(
        null=True, blank=True, help_text="When the one letter of the day leaves."
    )
    remind_hours = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="So many hours before a deadline they are reminded; null for the usual.",
    )
    offer_closed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether the offer of messages to the device was put away.",
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
    """A browser that a person wants to be told on: where its maker takes messages for it (RFC
    8030), and the keys that they are encrypted with (RFC 8291), so that whoever carries them reads
    nothing.

    Whoever knows the endpoint and keys may write there: they are shown to nobody, and forgotten
    when it is stopped.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="devices"
    )
    endpoint = models.CharField(max_length=1000, blank=True)
    p256dh = models.CharField(max_length=88, blank=True)
    auth = models.CharField(max_length=24, blank=True)
    vapid = models.CharField(
        max_length=88, blank=True, help_text="The site's public key that it was made with."
    )
    name = models.CharField(max_length=60)
    words = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether messages say what is new, or that there is something.",
    )
    made_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)
    stopped_why = models.CharField(
        max_length=80, blank=True, help_text="Empty where the person stopped it."
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
    """An address outside to which a person's own notices go: a webhook of Discord's, or a tool of
    theirs. It is shown to nobody again, and forgotten when it is taken away; `secret` signs what a
    tool is sent.
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


class PushDelivery(Outgoing):
    """A message to a person's browser: a notice, or without one a test."""

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
    """A message to a person's own hook: a notice, or without one a test."""

    hook = models.ForeignKey(OwnHook, on_delete=models.PROTECT, related_name="deliveries")
    notice = models.ForeignKey(
        Notice, null=True, blank=True, on_delete=models.PROTECT, related_name="hook_messages"
    )

    class Meta(Outgoing.Meta):
        verbose_name_plural = "own hook deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hook", "notice"], name="one_message_a_notice")
        ]
