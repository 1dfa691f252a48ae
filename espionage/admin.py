"""Admin pages for the espionage phase.

Public commitments are listed immediately, and everything else after the season. Only listed fields
are shown, so a new field stays hidden until it is added to a list. Seeds, salts, orders, leaves,
matches and the contents of reports are never shown. Sheets, charges, reports and captives are
listed after the season, because until then their existence is a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from campaign.roster.models import Captivity
from core.web.read_only_admin import ReadOnly

from . import models


class ListOnlyAdmin(ReadOnly):
    """Admin that shows only the listed fields."""

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return tuple(str(name) for name in self.list_display)

    get_readonly_fields = get_fields


class AfterTheSeason(ListOnlyAdmin):
    """Admin that hides records until their season is closed."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(week__season__closed_at=None)


SHOWN_AT_ONCE: Final[Mapping[type[Model], tuple[str, ...]]] = {
    models.Seal: (
        "week", "seed_hash", "salt_root", "order_root", "dice_root", "told_root", "frozen_at",
    ),
    models.BeaconRound: ("round", "signature", "had_at", "given_by"),
    models.SealedSeat: ("week", "team", "seat"),
    models.MissedWeek: ("week", "team", "excused", "at"),
    models.MoreTime: ("week", "team", "by", "at"),
}  # fmt: skip
"""Fields of public records that are listed immediately.

Missed weeks become public when the week is published.
"""
SHOWN_AFTER_THE_SEASON: Final[Mapping[type[Model], tuple[str, ...]]] = {
    models.OrderSheet: ("week", "team", "version", "state", "saved_at", "saved_by"),
    models.OrderPlan: ("week", "team", "version", "saved_at", "saved_by"),
    models.Charge: ("week", "vehicle", "due", "fired_at", "lost_at"),
    models.Intel: ("week", "team", "about", "vehicle", "kind"),
    Captivity: ("week", "character", "held_by", "freed_at"),
}
for model, fields in SHOWN_AT_ONCE.items():
    admin.site.register(model, ListOnlyAdmin, list_display=fields)
for model, fields in SHOWN_AFTER_THE_SEASON.items():
    admin.site.register(model, AfterTheSeason, list_display=fields)
