"""The site owner's admin for clubs' records.

Rows written by services are read-only: ledgers, the desk log, results, and everything that decides
who can see what. Nothing can be deleted. Secret things are not here at all: order sheets belong to
another app, money reserved for orders (`Hold`) is not registered, and duel entries appear after
their duel is recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Exists

from campaign.duels.models import DuelDispute, DuelDraft, DuelEntry, DuelResult, DuelSignature
from campaign.duels.selectors.drafts import same_duel
from campaign.garage.models import CrewPlace, PartList, Vehicle, WorkOrder
from campaign.league.models import (
    CalendarKey,
    Campaign,
    Caretaking,
    Deputy,
    DeskAct,
    Event,
    Hook,
    HookDelivery,
    Invite,
    JoinAsk,
    LoginLink,
    Membership,
    News,
    OutageHold,
    Pause,
    Season,
    Team,
    TeamAsk,
    TeamOwner,
    Week,
)
from campaign.ledger.models import Damage, Money, Prestige, SkillPoint, StandingPoint, Stock, Wound
from campaign.motions.models import Ballot, Motion
from campaign.moving.models import MoveIn
from campaign.roster.models import Character, Memory
from core.web.read_only_admin import Facade, ReadOnly

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest


@admin.register(Campaign)
class CampaignAdmin(Facade):
    """Clubs. Name and address can be corrected."""

    list_display = ("name", "timezone", "founder", "founded_at", "archived_at")
    search_fields = ("name", "slug")
    editable = ("name", "slug", "blurb", "archived_at")


@admin.register(Season)
class SeasonAdmin(Facade):
    """Seasons."""

    list_display = ("campaign", "number", "name", "opened_at", "closed_at")
    list_select_related = ("campaign",)
    editable = ("name",)


@admin.register(Week)
class WeekAdmin(Facade):
    """Weeks, with deadlines and parked weeks."""

    list_display = (
        "season",
        "number",
        "status",
        "due_at",
        "settle_at",
        "attempts",
        "parked_at",
        "fault",
    )
    list_filter = ("status", ("parked_at", admin.EmptyFieldListFilter))
    list_select_related = ("season__campaign",)
    editable = ("event_name", "arena")


@admin.register(OutageHold)
class OutageHoldAdmin(ReadOnly):
    """Holds of weeks after outages."""

    list_display = ("at", "week", "kind", "nth", "before_at", "until_at")
    list_select_related = ("week",)


@admin.register(Pause)
class PauseAdmin(ReadOnly):
    """Pauses of clubs, without the postponed times, which include open challenges (C55)."""

    exclude = ("moved",)
    list_display = ("campaign", "at", "weeks", "until", "by", "ended_at", "ended_by")
    list_select_related = ("campaign", "by", "ended_by")


@admin.register(Motion)
class MotionAdmin(ReadOnly):
    """Motions of clubs."""

    list_display = ("campaign", "kind", "team", "moved_by", "at", "closes_at", "outcome")
    list_filter = ("kind", "outcome")
    list_select_related = ("campaign", "team", "moved_by")


@admin.register(Ballot)
class BallotAdmin(ReadOnly):
    """Votes of teams, which are public in their club."""

    list_display = ("motion", "team", "by", "yes", "at")
    list_select_related = ("motion", "team", "by")


@admin.register(MoveIn)
class MoveInAdmin(ReadOnly):
    """Clubs that were imported with old records."""

    list_display = ("campaign", "at", "by", "first_week")
    list_select_related = ("campaign", "by")


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    """Memberships. Roles are changed at the club's desk, where this is logged."""

    list_display = ("campaign", "user", "role", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("campaign", "user")


@admin.register(Invite)
class InviteAdmin(ReadOnly):
    """Invite links, without their tokens."""

    list_display = (
        "campaign",
        "role",
        "team",
        "note",
        "uses_left",
        "made_at",
        "expires_at",
        "revoked_at",
    )
    list_select_related = ("campaign", "team")
    exclude = ("token_hash", "token")


@admin.register(LoginLink)
class LoginLinkAdmin(ReadOnly):
    """One-time sign-in links, without their tokens."""

    list_display = ("campaign", "user", "made_by", "made_at", "expires_at", "used_at", "revoked_at")
    list_select_related = ("campaign", "user", "made_by")
    exclude = ("token_hash",)


@admin.register(Caretaking)
class CaretakingAdmin(ReadOnly):
    """Spans with a caretaker, which are public in the club."""

    list_display = ("team", "since", "until")
    list_select_related = ("team",)


@admin.register(TeamAsk)
class TeamAskAdmin(ReadOnly):
    """Requests to run a team too, with the answers."""

    list_display = ("team", "user", "invited_by", "asked_at", "answered_at", "agreed")
    list_select_related = ("team", "user", "invited_by")


@admin.register(JoinAsk)
class JoinAskAdmin(ReadOnly):
    """Requests to join a club, with the answers."""

    list_display = ("campaign", "user", "asked_at", "answered_at", "answered_by", "agreed")
    list_select_related = ("campaign", "user", "answered_by")


@admin.register(Team)
class TeamAdmin(Facade):
    """Teams. Their motto, colour and emblem can be corrected."""

    list_display = ("name", "campaign", "founded_at", "approved_at", "left_at")
    list_select_related = ("campaign",)
    search_fields = ("name",)
    editable = ("motto", "colour", "emblem")


@admin.register(TeamOwner)
class TeamOwnerAdmin(ReadOnly):
    """Owners of teams. Teams are handed over at the club's desk, where this is published."""

    list_display = ("team", "user", "since", "until")
    list_select_related = ("team", "user")


@admin.register(Deputy)
class DeputyAdmin(ReadOnly):
    """Deputies of teams, which are public in the club."""

    list_display = ("team", "user", "week", "named_by", "named_at", "ended_at")
    list_select_related = ("team", "user", "week", "named_by")


@admin.register(Character)
class CharacterAdmin(Facade):
    """Characters."""

    list_display = ("name", "team", "role", "hired_at", "left_at")
    list_select_related = ("team",)
    search_fields = ("name",)
    editable = ("blurb",)


@admin.register(PartList)
class PartListAdmin(ReadOnly):
    """Clubs' own vehicle parts; they are changed at the club's desk, where it is logged."""

    list_display = ("campaign", "changed_at")
    list_select_related = ("campaign",)


@admin.register(Vehicle)
class VehicleAdmin(Facade):
    """Vehicles as built."""

    list_display = ("name", "team", "colour", "built_at", "gone_how")
    list_select_related = ("team",)
    search_fields = ("name",)
    editable = ("notes",)


@admin.register(CrewPlace)
class CrewPlaceAdmin(ReadOnly):
    """Usual crews."""

    list_display = ("vehicle", "place", "character")
    list_select_related = ("vehicle", "character")


@admin.register(WorkOrder)
class WorkOrderAdmin(ReadOnly):
    """Work of mechanics and paramedics."""

    list_display = ("week", "worker", "kind", "vehicle", "patient", "done_at")
    list_select_related = ("week", "worker", "vehicle", "patient")


@admin.register(Memory)
class MemoryAdmin(ReadOnly):
    """Gold Cross memories and clones."""

    list_display = ("character", "kind", "stored_at", "gone_at")
    list_select_related = ("character",)


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Additional duels of weeks."""

    list_display = ("week", "number", "name", "arena", "starts_at", "called_off_at")
    list_select_related = ("week",)


@admin.register(DuelEntry)
class DuelEntryAdmin(ReadOnly):
    """Entries of recorded duels and events. Before that they are as secret as the orders (E22)."""

    list_display = ("week", "event", "team", "vehicle", "entered_at", "withdrawn_at")
    list_select_related = ("week", "event", "team", "vehicle")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DuelEntry]:
        return (
            super()
            .get_queryset(request)
            .filter(
                Exists(same_duel(DuelResult._base_manager.all()))  # the manager without a scope
            )
        )


@admin.register(DuelResult)
class DuelResultAdmin(ReadOnly):
    """Recorded duels, every revision."""

    list_display = ("week", "event", "revision", "recorded_by", "recorded_at", "reason")
    list_select_related = ("week", "event", "recorded_by")


@admin.register(DuelDraft)
class DuelDraftAdmin(ReadOnly):
    """Drafts of duels' records, all versions."""

    list_display = ("week", "event", "number", "team", "by", "at", "books_at")
    list_select_related = ("week", "event", "team", "by")
    exclude = ("payload",)


@admin.register(DuelSignature)
class DuelSignatureAdmin(ReadOnly):
    """Signatures of drafts, without a team's private marks."""

    list_display = ("draft", "team", "by", "at")
    list_select_related = ("draft__week", "team", "by")
    exclude = ("payload",)


@admin.register(DuelDispute)
class DuelDisputeAdmin(ReadOnly):
    """Disputes of duels' records, with their outcomes."""

    list_display = ("week", "event", "team", "by", "at", "reason", "settled")
    list_select_related = ("week", "event", "team", "by")


@admin.register(News)
class NewsAdmin(ReadOnly):
    """Public news."""

    list_display = ("at", "campaign", "kind", "text")
    list_select_related = ("campaign",)


@admin.register(CalendarKey)
class CalendarKeyAdmin(ReadOnly):
    """Calendar feeds, without their keys: with key and site secret anyone could read a feed."""

    list_display = ("user", "made_at")
    list_select_related = ("user",)
    exclude = ("key",)


@admin.register(Hook)
class HookAdmin(ReadOnly):
    """Web hooks of clubs, without address and secret: with these anyone could post there."""

    list_display = ("campaign", "name", "kind", "made_by", "made_at", "stopped_at", "stopped_why")
    list_select_related = ("campaign", "made_by")
    exclude = ("address", "secret")


@admin.register(DeskAct)
class DeskActAdmin(ReadOnly):
    """The desk log."""

    list_display = ("at", "campaign", "actor", "kind", "reason", "public")
    list_filter = ("kind", "public")
    list_select_related = ("campaign", "actor")


@admin.register(Money, Stock, StandingPoint)
class TeamLedgerAdmin(ReadOnly):
    """Ledgers of teams."""

    list_display = ("at", "team", "item", "amount", "cause", "note")
    list_select_related = ("team",)
    search_fields = ("cause", "item")


@admin.register(SkillPoint, Wound, Prestige)
class CharacterLedgerAdmin(ReadOnly):
    """Ledgers of characters."""

    list_display = ("at", "character", "item", "amount", "cause", "note")
    list_select_related = ("character",)
    search_fields = ("cause", "item")


@admin.register(Damage)
class DamageAdmin(ReadOnly):
    """The damage ledger of vehicles."""

    list_display = ("at", "vehicle", "item", "amount", "cause", "note")
    list_select_related = ("vehicle",)
    search_fields = ("cause", "item")


@admin.register(HookDelivery)
class HookDeliveryAdmin(ReadOnly):
    """Messages to clubs' hooks: late and failed ones."""

    list_display = ("at", "hook", "state", "attempts", "next_at", "done_at", "fault")
    list_filter = ("state",)
    list_select_related = ("hook",)
