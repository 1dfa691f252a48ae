"""The site owner's admin over the espionage phase: public promises at once, the rest when its
season is over.

Only what is listed is shown, so a new field stays hidden until somebody has thought about it.
Seeds, salts, orders, leaves, matches and what was seen in reports are nowhere. Sheets, charges,
reports and captives are listed once the season is closed: before that, whether there is one is a
secret itself.
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


class Listed(ReadOnly):
    """Records of which only the listed fields are shown."""

    def get_readonly_fields(
        self, request: HttpRequest, obj: Model | None = None
    ) -> tuple[str, ...]:
        return tuple(str(name) for name in self.fields or ())


class AfterTheSeason(Listed):
    """Records that are not there until their season is closed."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(week__season__closed_at=None)


@admin.register(models.Seal)
class SealAdmin(Listed):
    """What every week has promised in public."""

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
class BeaconRoundAdmin(Listed):
    """Rounds of the public beacon that weeks were mixed with."""

    fields = list_display = ("round", "signature", "had_at", "given_by")
    list_select_related = ("given_by",)


@admin.register(models.SealedSeat)
class SealedSeatAdmin(Listed):
    """Who plays which week."""

    fields = list_display = ("week", "team", "seat")
    list_select_related = ("week", "team")


@admin.register(models.OrderSheet)
class OrderSheetAdmin(AfterTheSeason):
    """That sheets were sent in a season that is over; the orders themselves are read on the
    site.
    """

    fields = list_display = ("week", "team", "version", "state", "saved_at", "saved_by")
    list_select_related = ("week", "team", "saved_by")


@admin.register(models.OrderPlan)
class OrderPlanAdmin(AfterTheSeason):
    """That orders were drafted before their week opened, in a season that is over."""

    fields = list_display = ("week", "team", "version", "saved_at", "saved_by")
    list_select_related = ("week", "team", "saved_by")


@admin.register(models.Charge)
class ChargeAdmin(AfterTheSeason):
    """Charges of a season that is over."""

    fields = list_display = ("week", "vehicle", "due", "fired_at", "lost_at")
    list_select_related = ("week", "vehicle")


@admin.register(models.Intel)
class IntelAdmin(AfterTheSeason):
    """Who saw whose vehicle in a season that is over; never what they saw of it."""

    fields = list_display = ("week", "team", "about", "vehicle", "kind")
    list_select_related = ("week", "team", "about", "vehicle")


@admin.register(Captivity)
class CaptivityAdmin(AfterTheSeason):
    """Captives of a season that is over."""

    fields = list_display = ("week", "character", "held_by", "freed_at")
    list_select_related = ("week", "character", "held_by")


@admin.register(models.MissedWeek)
class MissedWeekAdmin(Listed):
    """Weeks for which nobody of a team wrote orders: public since they were published."""

    fields = list_display = ("week", "team", "excused", "at")
    list_select_related = ("week", "team")


@admin.register(models.MoreTime)
class MoreTimeAdmin(Listed):
    """Which team asked for more time: public at once."""

    fields = list_display = ("week", "team", "by", "at")
    list_select_related = ("week", "team", "by")
