"""Admin pages for inboxes and outboxes."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from core.web.read_only_admin import ReadOnly, list_records

from .kinds import sealed_kinds
from .models import Delivery, Notice, NotificationPreferences, OwnHookDelivery, PushDelivery


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """Admin for notices, except kinds whose existence is secret.

    A notice's number is not shown, because it would reveal how many secret notices precede it.
    """

    list_display = ("at", "user", "campaign", "kind", "read_at")
    exclude = ("number",)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Disallow lookups by number."""
        return not lookup.startswith("number") and bool(
            super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(kind__in=sealed_kinds())


class DeliveryAdmin(ReadOnly):
    """Admin for overdue and failed deliveries of notices whose existence is not secret."""

    list_filter = ("state",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(notice__kind__in=sealed_kinds())


list_records(NotificationPreferences, columns=("user", "topics"))
STATES = ("state", "attempts", "next_at", "done_at", "fault")
admin.site.register(Delivery, DeliveryAdmin, list_display=("at", "user", *STATES))
admin.site.register(PushDelivery, DeliveryAdmin, list_display=("at", "subscription", *STATES))
admin.site.register(OwnHookDelivery, DeliveryAdmin, list_display=("at", "hook", *STATES))
