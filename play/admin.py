"""The site owner's admin over matches and tables: that they are there and whether they ended, never
how they stand.

Only what is listed is shown. Setups, seeds, moves and the caches of what was told are nowhere, nor
who is to move and until when, what was said and what was noted. A sealed match, such as the week's,
and a private table are not in the lists at all (E25), since when they ended already tells
something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from . import models

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet
    from django.http import HttpRequest


class Blind(admin.ModelAdmin):
    """Records to look at, of which only the listed fields are shown."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Match)
class MatchAdmin(Blind):
    """Open matches, to look at."""

    fields = readonly_fields = ("id", "game", "rules_version", "opened_at", "ended_at")
    list_display = ("id", "game", "opened_at", "ended_at")
    list_filter = ("game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Match]:
        return super().get_queryset(request).filter(sealed=False)


@admin.register(models.Table)
class TableAdmin(Blind):
    """Tables of the lobby and of invited people."""

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
    """Tournaments; never their seeds, nor who meets whom."""

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
    """Who is away when; everybody at their tables sees it too."""

    fields = readonly_fields = list_display = ("user", "starts", "ends")
    list_select_related = ("user",)
