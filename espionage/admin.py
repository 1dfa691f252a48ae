"""Admin pages for the espionage phase. Public commitments are listed immediately, everything else
after the season.

Only listed fields are shown, so a new field stays hidden until it is added to a list. Seeds, salts,
orders, leaves, matches and the contents of reports are never shown. Sheets, charges, reports and
captives are listed after the season: until then, their existence is a secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from campaign.roster.models import Captivity
from core.web.read_only_admin import ReadOnly

from . import models

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet
    from django.http import HttpRequest


class ListOnlyAdmin(ReadOnly):
    """Admin that shows only the fields it lists."""

    def get_readonly_fields(
        self, request: HttpRequest, obj: Model | None = None
    ) -> tuple[str, ...]:
        return tuple(str(name) for name in self.fields or ())


class AfterTheSeason(ListOnlyAdmin):
    """Admin that hides records until their season is closed."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(week__season__closed_at=None)


@admin.register(models.Seal)
class SealAdmin(ListOnlyAdmin):
    """Public commitments of every week."""

    fields = list_display = (
        "week",
        "seed_hash",
        "salt_root",
        "order_root",
        "dice_root",
        "told_root",
        "frozen_at",
    )
    list_select_related = ("week__season__campaign",)


@admin.register(models.BeaconRound)
class BeaconRoundAdmin(ListOnlyAdmin):
    """Rounds of the public beacon that were mixed into weeks."""

    fields = list_display = ("round", "signature", "had_at", "given_by")
    list_select_related = ("given_by",)


@admin.register(models.SealedSeat)
class SealedSeatAdmin(ListOnlyAdmin):
    """Teams that play each week."""

    fields = list_display = ("week", "team", "seat")
    list_select_related = ("week", "team")


@admin.register(models.OrderSheet)
class OrderSheetAdmin(AfterTheSeason):
    """Sheets of closed seasons, without their orders, which the site shows."""

    fields = list_display = ("week", "team", "version", "state", "saved_at", "saved_by")
    list_select_related = ("week", "team", "saved_by")


@admin.register(models.OrderPlan)
class OrderPlanAdmin(AfterTheSeason):
    """Drafts for planned weeks in closed seasons."""

    fields = list_display = ("week", "team", "version", "saved_at", "saved_by")
    list_select_related = ("week", "team", "saved_by")


@admin.register(models.Charge)
class ChargeAdmin(AfterTheSeason):
    """Charges in closed seasons."""

    fields = list_display = ("week", "vehicle", "due", "fired_at", "lost_at")
    list_select_related = ("week", "vehicle")


@admin.register(models.Intel)
class IntelAdmin(AfterTheSeason):
    """Infiltrations in closed seasons, without their findings."""

    fields = list_display = ("week", "team", "about", "vehicle", "kind")
    list_select_related = ("week", "team", "about", "vehicle")


@admin.register(Captivity)
class CaptivityAdmin(AfterTheSeason):
    """Captives in closed seasons."""

    fields = list_display = ("week", "character", "held_by", "freed_at")
    list_select_related = ("week", "character", "held_by")


@admin.register(models.MissedWeek)
class MissedWeekAdmin(ListOnlyAdmin):
    """Weeks for which nobody on a team wrote orders.

    They become public when the week is published.
    """

    fields = list_display = ("week", "team", "excused", "at")
    list_select_related = ("week", "team")


@admin.register(models.MoreTime)
class MoreTimeAdmin(ListOnlyAdmin):
    """Deadline extensions by team. They are public immediately."""

    fields = list_display = ("week", "team", "by", "at")
    list_select_related = ("week", "team", "by")
