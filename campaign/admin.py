"""The site owner's admin pages for clubs' records.

Rows written by services are read-only. These are ledgers, the desk log, results, and all rows that
decide who can see what. Nothing can be deleted. Secret records are not registered: order sheets
belong to another app, and `Hold` (money reserved for orders) is left out. Duel entries appear once
their duel is recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Exists

from campaign.calendar.models import CalendarKey, OutageHold, Pause
from campaign.duels.models import DuelDispute, DuelDraft, DuelEntry, DuelResult, DuelSignature
from campaign.duels.selectors.drafts import same_duel
from campaign.garage.models import CrewPlace, PartList, Vehicle, WorkOrder
from campaign.league.models import (
    Campaign,
    Caretaking,
    Deputy,
    DeskAct,
    Duel,
    Membership,
    Season,
    Team,
    TeamOwner,
    Week,
)
from campaign.ledger.models import Damage, Money, Prestige, SkillPoint, StandingPoint, Stock, Wound
from campaign.members.models import Invite, JoinAsk, LoginLink, TeamAsk
from campaign.motions.models import Ballot, Motion
from campaign.moving.models import MoveIn
from campaign.news.models import Hook, HookDelivery, News
from campaign.roster.models import Character, Memory
from core.web.read_only_admin import Facade, ReadOnly

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest


@admin.register(Campaign)
class CampaignAdmin(Facade):
    """Admin for clubs, whose name and address can be corrected."""

    list_display = ("name", "timezone", "founder", "founded_at", "archived_at")
    search_fields = ("name", "slug")
    editable = ("name", "slug", "blurb", "archived_at")


@admin.register(Season)
class SeasonAdmin(Facade):
    """Admin for seasons."""

    list_display = ("campaign", "number", "name", "opened_at", "closed_at")
    list_select_related = ("campaign",)
    editable = ("name",)


@admin.register(Week)
class WeekAdmin(ReadOnly):
    """Admin for weeks, with deadlines and parked weeks."""

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


@admin.register(OutageHold)
class OutageHoldAdmin(ReadOnly):
    """Admin for holds of weeks after outages."""

    list_display = ("at", "week", "kind", "nth", "before_at", "until_at")
    list_select_related = ("week",)


@admin.register(Pause)
class PauseAdmin(ReadOnly):
    """Admin for pauses of clubs. It hides the postponed times, because they include open challenges
    (C55).
    """

    exclude = ("moved",)
    list_display = ("campaign", "at", "weeks", "until", "by", "ended_at", "ended_by")
    list_select_related = ("campaign", "by", "ended_by")


@admin.register(Motion)
class MotionAdmin(ReadOnly):
    """Admin for motions of clubs."""

    list_display = ("campaign", "kind", "team", "moved_by", "at", "closes_at", "outcome")
    list_filter = ("kind", "outcome")
    list_select_related = ("campaign", "team", "moved_by")


@admin.register(Ballot)
class BallotAdmin(ReadOnly):
    """Admin for votes of teams, which are public in their club."""

    list_display = ("motion", "team", "by", "yes", "at")
    list_select_related = ("motion", "team", "by")


@admin.register(MoveIn)
class MoveInAdmin(ReadOnly):
    """Admin for clubs that were imported with old records."""

    list_display = ("campaign", "at", "by", "first_week")
    list_select_related = ("campaign", "by")


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    """Admin for memberships. GMs change roles at the club's desk, which logs the change."""

    list_display = ("campaign", "user", "role", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("campaign", "user")


@admin.register(Invite)
class InviteAdmin(ReadOnly):
    """Admin for invite links, without their tokens."""

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
    """Admin for one-time sign-in links, without their tokens."""

    list_display = ("campaign", "user", "made_by", "made_at", "expires_at", "used_at", "revoked_at")
    list_select_related = ("campaign", "user", "made_by")
    exclude = ("token_hash",)


@admin.register(Caretaking)
class CaretakingAdmin(ReadOnly):
    """Admin for periods with a caretaker, which are public in the club."""

    list_display = ("team", "since", "until")
    list_select_related = ("team",)


@admin.register(TeamAsk)
class TeamAskAdmin(ReadOnly):
    """Admin for requests to become an owner of a team, with the answers."""

    list_display = ("team", "user", "invited_by", "asked_at", "answered_at", "agreed")
    list_select_related = ("team", "user", "invited_by")


@admin.register(JoinAsk)
class JoinAskAdmin(ReadOnly):
    """Admin for requests to join a club, with the answers."""

    list_display = ("campaign", "user", "asked_at", "answered_at", "answered_by", "agreed")
    list_select_related = ("campaign", "user", "answered_by")


@admin.register(Team)
class TeamAdmin(Facade):
    """Admin for teams, whose motto, colour and emblem can be corrected."""

    list_display = ("name", "campaign", "founded_at", "approved_at", "left_at")
    list_select_related = ("campaign",)
    search_fields = ("name",)
    editable = ("motto", "colour", "emblem")


@admin.register(TeamOwner)
class TeamOwnerAdmin(ReadOnly):
    """Admin for owners of teams. GMs hand over teams at the club's desk, which publishes the
    change.
    """

    list_display = ("team", "user", "since", "until")
    list_select_related = ("team", "user")


@admin.register(Deputy)
class DeputyAdmin(ReadOnly):
    """Admin for deputies of teams, which are public in their club."""

    list_display = ("team", "user", "week", "named_by", "named_at", "ended_at")
    list_select_related = ("team", "user", "week", "named_by")


@admin.register(Character)
class CharacterAdmin(Facade):
    """Admin for characters."""

    list_display = ("name", "team", "role", "hired_at", "left_at")
    list_select_related = ("team",)
    search_fields = ("name",)
    editable = ("blurb",)


@admin.register(PartList)
class PartListAdmin(ReadOnly):
    """Admin for clubs' own vehicle parts. GMs change them at the club's desk, which logs the
    change.
    """

    list_display = ("campaign", "changed_at")
    list_select_related = ("campaign",)


@admin.register(Vehicle)
class VehicleAdmin(Facade):
    """Admin for vehicles as built."""

    list_display = ("name", "team", "colour", "built_at", "gone_how")
    list_select_related = ("team",)
    search_fields = ("name",)
    editable = ("notes",)


@admin.register(CrewPlace)
class CrewPlaceAdmin(ReadOnly):
    """Admin for usual crews."""

    list_display = ("vehicle", "place", "character")
    list_select_related = ("vehicle", "character")


@admin.register(WorkOrder)
class WorkOrderAdmin(ReadOnly):
    """Admin for work orders of mechanics and paramedics."""

    list_display = ("week", "worker", "kind", "vehicle", "patient", "done_at")
    list_select_related = ("week", "worker", "vehicle", "patient")


@admin.register(Memory)
class MemoryAdmin(ReadOnly):
    """Admin for Gold Cross memories and clones."""

    list_display = ("character", "kind", "stored_at", "gone_at")
    list_select_related = ("character",)


@admin.register(Duel)
class DuelAdmin(Facade):
    """Admin for duels of weeks."""

    list_display = ("week", "number", "kind", "name", "arena", "starts_at", "called_off_at")
    list_select_related = ("week",)
    editable = ("name", "arena")


@admin.register(DuelEntry)
class DuelEntryAdmin(ReadOnly):
    """Admin for entries of recorded duels and events. Earlier entries are as secret as orders
    (E22).
    """

    list_display = ("duel", "team", "vehicle", "entered_at", "withdrawn_at")
    list_select_related = ("duel__week", "team", "vehicle")

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
    """Admin for recorded duels, with every revision."""

    list_display = ("duel", "revision", "recorded_by", "recorded_at", "reason")
    list_select_related = ("duel__week", "recorded_by")


@admin.register(DuelDraft)
class DuelDraftAdmin(ReadOnly):
    """Admin for all versions of drafts of duel records."""

    list_display = ("duel", "number", "team", "by", "at", "books_at")
    list_select_related = ("duel__week", "team", "by")
    exclude = ("payload",)


@admin.register(DuelSignature)
class DuelSignatureAdmin(ReadOnly):
    """Admin for signatures of drafts, without the teams' private marks."""

    list_display = ("draft", "team", "by", "at")
    list_select_related = ("draft__duel__week", "team", "by")
    exclude = ("payload",)


@admin.register(DuelDispute)
class DuelDisputeAdmin(ReadOnly):
    """Admin for disputes about duel records, with their outcomes."""

    list_display = ("duel", "team", "by", "at", "reason", "settled")
    list_select_related = ("duel__week", "team", "by")


@admin.register(News)
class NewsAdmin(ReadOnly):
    """Admin for public news."""

    list_display = ("at", "campaign", "kind", "text")
    list_select_related = ("campaign",)


@admin.register(CalendarKey)
class CalendarKeyAdmin(ReadOnly):
    """Admin for calendar feeds. It hides their keys: with a key and the site's secret, anyone could
    read a feed.
    """

    list_display = ("user", "made_at")
    list_select_related = ("user",)
    exclude = ("key",)


@admin.register(Hook)
class HookAdmin(ReadOnly):
    """Admin for clubs' webhooks. It hides address and secret, with which anyone could post
    messages.
    """

    list_display = ("campaign", "name", "kind", "made_by", "made_at", "stopped_at", "stopped_why")
    list_select_related = ("campaign", "made_by")
    exclude = ("address", "secret")


@admin.register(DeskAct)
class DeskActAdmin(ReadOnly):
    """Admin for the desk log."""

    list_display = ("at", "campaign", "actor", "kind", "reason", "public")
    list_filter = ("kind", "public")
    list_select_related = ("campaign", "actor")


@admin.register(Money, Stock, StandingPoint)
class TeamLedgerAdmin(ReadOnly):
    """Admin for ledgers of teams."""

    list_display = ("at", "team", "item", "amount", "cause", "note")
    list_select_related = ("team",)
    search_fields = ("cause", "item")


@admin.register(SkillPoint, Wound, Prestige)
class CharacterLedgerAdmin(ReadOnly):
    """Admin for ledgers of characters."""

    list_display = ("at", "character", "item", "amount", "cause", "note")
    list_select_related = ("character",)
    search_fields = ("cause", "item")


@admin.register(Damage)
class DamageAdmin(ReadOnly):
    """Admin for the damage ledger of vehicles."""

    list_display = ("at", "vehicle", "item", "amount", "cause", "note")
    list_select_related = ("vehicle",)
    search_fields = ("cause", "item")


@admin.register(HookDelivery)
class HookDeliveryAdmin(ReadOnly):
    """Admin for late and failed messages to clubs' hooks."""

    list_display = ("at", "hook", "state", "attempts", "next_at", "done_at", "fault")
    list_filter = ("state",)
    list_select_related = ("hook",)
