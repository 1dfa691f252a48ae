"""Admin for matches and tables that shows whether they have ended, but never their state.

Only the listed fields are shown. Setups, seeds, moves, cached events, turns, clocks, chat and notes
are hidden. Sealed matches, such as those of the week, and private tables are left out entirely
(E25), because even the fact that they have ended is a secret.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from . import models


class Blind(admin.ModelAdmin):
    """Read-only admin that shows only the listed fields."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Match)
class MatchAdmin(Blind):
    """Admin for unsealed matches."""

    fields = readonly_fields = ("id", "game", "rules_version", "opened_at", "ended_at")
    list_display = ("id", "game", "opened_at", "ended_at")
    list_filter = ("game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Match]:
        return super().get_queryset(request).filter(sealed=False)


@admin.register(models.Table)
class TableAdmin(Blind):
    """Admin for tables that are listed in the lobby or have an invite link."""

    fields = readonly_fields = (
        "id",
        "game",
        "name",
        "seats",
        "opened_by",
        "visibility",
        "status",
        "opened_at",
        "started_at",
        "over_at",
        "ending",
    )
    list_display = ("id", "game", "name", "opened_by", "visibility", "status", "opened_at")
    list_filter = ("game", "status")
    list_select_related = ("opened_by",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Table]:
        return super().get_queryset(request).exclude(visibility=models.Table.Visibility.PRIVATE)


@admin.register(models.Tournament)
class TournamentAdmin(Blind):
    """Admin for tournaments. It hides seeds and pairings."""

    fields = readonly_fields = (
        "id",
        "name",
        "game",
        "opened_by",
        "access",
        "begins_at",
        "status",
        "ending",
        "over_at",
    )
    list_display = ("id", "name", "game", "opened_by", "access", "status", "begins_at")
    list_filter = ("game", "status")
    list_select_related = ("opened_by",)


@admin.register(models.Holiday)
class HolidayAdmin(Blind):
    """Admin for holidays. Everyone at the user's tables can see them as well."""

    fields = readonly_fields = list_display = ("user", "starts", "ends")
    list_select_related = ("user",)
