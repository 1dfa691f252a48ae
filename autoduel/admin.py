"""Read-only admin for results of the open arena."""

from __future__ import annotations

from django.contrib import admin

from play.admin import Blind

from .models import ArenaResult


@admin.register(ArenaResult)
class ArenaResultAdmin(Blind):
    """Admin for results of the open arena."""

    fields = readonly_fields = ("id", "kind", "place", "kills", "points", "streak", "at")
    list_display = ("id", "kind", "place", "points", "at")
    list_filter = ("kind",)
