"""The site owner's admin over the club's records.

What services write is read here, not written: ledgers, the desk log, results and whatever decides who may read what are
read-only, and nothing can be deleted. Sealed things are not here at all: order sheets belong to another app, money set aside
for orders (`Hold`) is not registered, and duel entries show once their duel is recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.template.response import SimpleTemplateResponse
from django_scopes import scopes_disabled

from . import models

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase


def rendered(response: HttpResponseBase) -> HttpResponseBase:
    """The response, its template rendered now: its queries need the scope that is about to end."""
    return response.render() if isinstance(response, SimpleTemplateResponse) else response


class Unscoped(admin.ModelAdmin):
    """Admin pages over all campaigns; nothing can be deleted, so that no record loses what it refers to."""

    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        with scopes_disabled():
            return super().get_queryset(request)

    def changelist_view(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:  # type: ignore[override]
        with scopes_disabled():
            return rendered(super().changelist_view(request, *args, **named))

    def changeform_view(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:  # type: ignore[override]
        with scopes_disabled():
            return rendered(super().changeform_view(request, *args, **named))

    def history_view(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:  # type: ignore[override]
        with scopes_disabled():
            return rendered(super().history_view(request, *args, **named))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Facade(Unscoped):
    """Records whose face may be corrected; everything else on them is the services'."""

    editable: ClassVar[tuple[str, ...]] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        hidden = {*self.editable, *(self.exclude or ())}
        return tuple(field.name for field in self.opts.concrete_fields if field.name not in hidden)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class ReadOnly(Facade):
    """Records that are only looked at."""

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.User)
class PersonAdmin(Unscoped, UserAdmin):
    """People: accounts, never what they may do in a club."""


@admin.register(models.ApiToken)
class ApiTokens(ReadOnly):
    """Who has which tokens; what would let anybody in is not there."""

    list_display = ("name", "user", "created", "expiry", "used_at")
    exclude = ("digest", "token_key")


@admin.register(models.Campaign)
class CampaignAdmin(Facade):
    """Clubs: their name and address may be corrected."""

    list_display = ("name", "timezone", "founder", "founded_at", "archived_at")
    search_fields = ("name", "slug")
    editable = ("name", "slug", "blurb", "archived_at")


@admin.register(models.Season)
class SeasonAdmin(Facade):
    """Seasons."""

    list_display = ("campaign", "number", "name", "opened_at", "closed_at")
    list_select_related = ("campaign",)
    editable = ("name",)


@admin.register(models.Week)
class WeekAdmin(Facade):
    """Weeks: what is due, what is parked and why."""

    list_display = ("season", "number", "status", "due_at", "settle_at", "attempts", "parked_at", "fault")
    list_filter = ("status", ("parked_at", admin.EmptyFieldListFilter))
    list_select_related = ("season__campaign",)
    editable = ("event_name", "arena")


@admin.register(models.Membership)
class MembershipAdmin(ReadOnly):
    """Who belongs to which club; roles are changed at the club's desk, where it is logged."""

    list_display = ("campaign", "user", "role", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("campaign", "user")


@admin.register(models.Invite)
class InviteAdmin(ReadOnly):
    """Invite links, without their tokens."""

    list_display = ("campaign", "role", "team", "note", "uses_left", "made_at", "expires_at", "revoked_at")
    list_select_related = ("campaign", "team")
    exclude = ("token_hash", "token")


@admin.register(models.LoginLink)
class LoginLinkAdmin(ReadOnly):
    """One-time log-in links, without what would let anybody in."""

    list_display = ("campaign", "user", "made_by", "made_at", "expires_at", "used_at", "revoked_at")
    list_select_related = ("campaign", "user", "made_by")
    exclude = ("token_hash",)


@admin.register(models.TeamAsk)
class TeamAskAdmin(ReadOnly):
    """Who asked to run a team too, and what its owners said."""

    list_display = ("team", "user", "invited_by", "asked_at", "answered_at", "agreed")
    list_select_related = ("team", "user", "invited_by")


@admin.register(models.Team)
class TeamAdmin(Facade):
    """Teams: their looks may be corrected."""

    list_display = ("name", "campaign", "founded_at", "approved_at", "left_at")
    list_select_related = ("campaign",)
    search_fields = ("name",)
    editable = ("motto", "colour", "emblem")


@admin.register(models.TeamOwner)
class TeamOwnerAdmin(ReadOnly):
    """Who runs which team; handed over at the club's desk, where it is published."""

    list_display = ("team", "user", "since", "until")
    list_select_related = ("team", "user")


@admin.register(models.Character)
class CharacterAdmin(Facade):
    """Characters."""

    list_display = ("name", "team", "role", "hired_at", "left_at")
    list_select_related = ("team",)
    search_fields = ("name",)
    editable = ("blurb",)


@admin.register(models.Vehicle)
class VehicleAdmin(Facade):
    """Vehicles as built."""

    list_display = ("name", "team", "colour", "built_at", "gone_how")
    list_select_related = ("team",)
    search_fields = ("name",)
    editable = ("notes",)


@admin.register(models.CrewPlace)
class CrewPlaceAdmin(ReadOnly):
    """Usual crews."""

    list_display = ("vehicle", "place", "character")
    list_select_related = ("vehicle", "character")


@admin.register(models.WorkOrder)
class WorkOrderAdmin(ReadOnly):
    """Work of mechanics and paramedics."""

    list_display = ("week", "worker", "kind", "vehicle", "patient", "done_at")
    list_select_related = ("week", "worker", "vehicle", "patient")


@admin.register(models.Memory)
class MemoryAdmin(ReadOnly):
    """Gold Cross memories and clones."""

    list_display = ("character", "kind", "stored_at", "gone_at")
    list_select_related = ("character",)


@admin.register(models.DuelEntry)
class DuelEntryAdmin(ReadOnly):
    """Entries of recorded duels: before that they are as secret as the orders they lock with (E22)."""

    list_display = ("week", "team", "vehicle", "entered_at", "withdrawn_at")
    list_select_related = ("week", "team", "vehicle")

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.DuelEntry]:
        return super().get_queryset(request).filter(week__results__isnull=False).distinct()


@admin.register(models.DuelResult)
class DuelResultAdmin(ReadOnly):
    """Recorded duels, every revision."""

    list_display = ("week", "revision", "recorded_by", "recorded_at", "reason")
    list_select_related = ("week", "recorded_by")


@admin.register(models.News)
class NewsAdmin(ReadOnly):
    """Public news."""

    list_display = ("at", "campaign", "kind", "text")
    list_select_related = ("campaign",)


SEALED_KINDS: Final = ("orders-due", "decision", "ambush", "ambush-turn", "explosion")
"""Notices that tell by being there: who has written no orders yet, who is asked, who fights and leaves a turn idle, and, of a charge that
went off, who had planted it.
"""


@admin.register(models.Notice)
class NoticeAdmin(ReadOnly):
    """Notices, which never hold a secret; those that are one by being there are not shown."""

    list_display = ("at", "user", "campaign", "kind", "read_at")
    list_select_related = ("user", "campaign")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(kind__in=SEALED_KINDS)


@admin.register(models.MailWishes)
class MailWishesAdmin(ReadOnly):
    """What people want by mail."""

    list_display = ("user", "topics")
    list_select_related = ("user",)


@admin.register(models.CalendarKey)
class CalendarKeyAdmin(ReadOnly):
    """Who has a calendar feed; whoever knew the key and the site's secret could read it, so it is not shown."""

    list_display = ("user", "made_at")
    list_select_related = ("user",)
    exclude = ("key",)


@admin.register(models.Hook)
class HookAdmin(ReadOnly):
    """Where clubs send their news; whoever knew the address or the secret could write there, so neither is shown."""

    list_display = ("campaign", "name", "kind", "made_by", "made_at", "stopped_at", "stopped_why")
    list_select_related = ("campaign", "made_by")
    exclude = ("address", "secret")


@admin.register(models.Delivery)
class DeliveryAdmin(ReadOnly):
    """The outbox: what is late, and what could not be delivered."""

    list_display = ("at", "user", "hook", "state", "attempts", "next_at", "done_at", "fault")
    list_filter = ("state",)
    list_select_related = ("user", "hook")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(notice__kind__in=SEALED_KINDS)


@admin.register(models.DeskAct)
class DeskActAdmin(ReadOnly):
    """The desk log."""

    list_display = ("at", "campaign", "actor", "kind", "reason", "public")
    list_filter = ("kind", "public")
    list_select_related = ("campaign", "actor")


@admin.register(models.Money, models.Stock, models.StandingPoint)
class TeamLedgerAdmin(ReadOnly):
    """Ledgers of teams."""

    list_display = ("at", "team", "item", "amount", "cause", "note")
    list_select_related = ("team",)
    search_fields = ("cause", "item")


@admin.register(models.SkillPoint, models.Wound, models.Prestige)
class CharacterLedgerAdmin(ReadOnly):
    """Ledgers of characters."""

    list_display = ("at", "character", "item", "amount", "cause", "note")
    list_select_related = ("character",)
    search_fields = ("cause", "item")


@admin.register(models.Damage)
class DamageAdmin(ReadOnly):
    """The damage ledger of vehicles."""

    list_display = ("at", "vehicle", "item", "amount", "cause", "note")
    list_select_related = ("vehicle",)
    search_fields = ("cause", "item")
