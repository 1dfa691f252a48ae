"""The site owner's admin over matches: that they are there and whether they ended, never how they stand.

Only what is listed is shown. Setups, seeds, moves and the caches of what was told are nowhere; a sealed match, such as the week's,
is not in the list at all (E25), since when it ended already tells something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from . import models

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest


@admin.register(models.Match)
class MatchAdmin(admin.ModelAdmin):
    """Open matches, to look at."""

    fields = readonly_fields = ("id", "game", "rules_version", "opened_at", "ended_at")
    list_display = ("id", "game", "opened_at", "ended_at")
    list_filter = ("game",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Match]:
        return super().get_queryset(request).filter(sealed=False)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Match | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Match | None = None) -> bool:
        return False
