"""Admin pages for inboxes and outboxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from core.web.read_only_admin import ReadOnly

from .kinds import sealed_kinds
from .models import Delivery, Notice, NotificationPreferences, OwnHookDelivery, PushDelivery

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """Admin of notices, except kinds whose existence is secret.

    A notice's number is not shown, because it would reveal the number of these notices in between.
    """

    list_display = ("at", "user", "campaign", "kind", "read_at")
    list_select_related = ("user", "campaign")
    exclude = ("number",)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Disallow lookups by number."""
        return not lookup.startswith("number") and bool(
            super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(kind__in=sealed_kinds())


@admin.register(NotificationPreferences)
class NotificationPreferencesAdmin(ReadOnly):
    """Admin of people's notification settings."""

    list_display = ("user", "topics")
    list_select_related = ("user",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    """Admin of overdue and failed mail deliveries."""

    list_display = ("at", "user", "state", "attempts", "next_at", "done_at", "fault")
    list_filter = ("state",)
    list_select_related = ("user",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(notice__kind__in=sealed_kinds())


@admin.register(PushDelivery)
class PushDeliveryAdmin(ReadOnly):
    """Admin of overdue and failed push deliveries."""

    list_display = ("at", "subscription", "state", "attempts", "next_at", "done_at", "fault")
    list_filter = ("state",)
    list_select_related = ("subscription",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(notice__kind__in=sealed_kinds())


@admin.register(OwnHookDelivery)
class OwnHookDeliveryAdmin(ReadOnly):
    """Admin of overdue and failed deliveries to people's own webhooks."""

    list_display = ("at", "hook", "state", "attempts", "next_at", "done_at", "fault")
    list_filter = ("state",)
    list_select_related = ("hook",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(notice__kind__in=sealed_kinds())
