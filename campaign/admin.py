"""Admin pages for clubs' records, for the site's owner.

Rows that services write are read-only. These are ledgers, the desk log, results, and all rows that
decide who can see what. Nothing can be deleted. Secret records are not registered. Order sheets
belong to another app, and `Hold` (money reserved for orders) is left out. Duel entries appear once
their duel is recorded.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Exists, QuerySet
from django.http import HttpRequest

from campaign.calendar.models import CalendarKey, OutageHold, Pause
from campaign.duels.models import (
    ArenaList,
    DuelDispute,
    DuelDraft,
    DuelEntry,
    DuelResult,
    DuelSignature,
)
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
from core.web.read_only_admin import Facade, ReadOnly, list_records


@admin.register(Campaign)
class CampaignAdmin(Facade):
    """Admin for clubs. Name and address can be corrected."""

    list_display = ("name", "timezone", "founder", "founded_at", "archived_at")
    search_fields = ("name", "slug")
    editable = ("name", "slug", "blurb", "archived_at")


@admin.register(Season)
class SeasonAdmin(Facade):
    """Admin for seasons."""

    list_display = ("campaign", "number", "name", "opened_at", "closed_at")
    editable = ("name",)


@admin.register(Team)
class TeamAdmin(Facade):
    """Admin for teams. Motto, colour and emblem can be corrected."""

    list_display = ("name", "campaign", "founded_at", "approved_at", "left_at")
    search_fields = ("name",)
    editable = ("motto", "colour", "emblem")


@admin.register(Character)
class CharacterAdmin(Facade):
    """Admin for characters."""

    list_display = ("name", "team", "role", "hired_at", "left_at")
    search_fields = ("name",)
    editable = ("blurb",)


@admin.register(Vehicle)
class VehicleAdmin(Facade):
    """Admin for vehicles as they were built."""

    list_display = ("name", "team", "colour", "built_at", "gone_how")
    search_fields = ("name",)
    editable = ("notes",)


@admin.register(Duel)
class DuelAdmin(Facade):
    """Admin for the duels of weeks."""

    list_display = ("week", "number", "kind", "name", "arena", "starts_at", "called_off_at")
    editable = ("name", "arena")


@admin.register(DuelEntry)
class DuelEntryAdmin(ReadOnly):
    """Admin for entries in recorded duels and events.

    Entries of other duels are as secret as orders (E22).
    """

    list_display = ("duel", "team", "vehicle", "entered_at", "withdrawn_at")
    list_select_related = ("duel__week", "team", "vehicle")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DuelEntry]:
        return (
            super()
            .get_queryset(request)
            .filter(
                Exists(same_duel(DuelResult._base_manager.all()))  # the unscoped manager
            )
        )


# Records that only services write.

list_records(
    Week,
    columns=("season", "number", "status", "due_at", "settle_at", "attempts", "parked_at", "fault"),
    list_filter=("status", ("parked_at", admin.EmptyFieldListFilter)),
    list_select_related=("season__campaign",),
)
list_records(OutageHold, columns=("at", "week", "kind", "nth", "before_at", "until_at"))
# The postponed times include those of open challenges (C55).
list_records(
    Pause,
    columns=("campaign", "at", "weeks", "until", "by", "ended_at", "ended_by"),
    exclude=("moved",),
)
list_records(
    Motion,
    columns=("campaign", "kind", "team", "moved_by", "at", "closes_at", "outcome"),
    list_filter=("kind", "outcome"),
)
list_records(Ballot, columns=("motion", "team", "by", "yes", "at"))
list_records(MoveIn, columns=("campaign", "at", "by", "first_week"))
# GMs change roles at the club's desk, which logs the change.
list_records(
    Membership, columns=("campaign", "user", "role", "joined_at", "left_at"), list_filter=("role",)
)
list_records(
    Invite,
    columns=(
        "campaign",
        "role",
        "team",
        "note",
        "uses_left",
        "made_at",
        "expires_at",
        "revoked_at",
    ),
    exclude=("token_hash", "token"),
)
list_records(
    LoginLink,
    columns=("campaign", "user", "made_by", "made_at", "expires_at", "used_at", "revoked_at"),
    exclude=("token_hash",),
)
list_records(Caretaking, columns=("team", "since", "until"))
list_records(TeamAsk, columns=("team", "user", "invited_by", "asked_at", "answered_at", "agreed"))
list_records(
    JoinAsk, columns=("campaign", "user", "asked_at", "answered_at", "answered_by", "agreed")
)
# GMs hand over teams at the club's desk, which publishes the change.
list_records(TeamOwner, columns=("team", "user", "since", "until"))
list_records(Deputy, columns=("team", "user", "week", "named_by", "named_at", "ended_at"))
# GMs change parts at the club's desk, which logs the change.
list_records(PartList, columns=("campaign", "changed_at"))
list_records(ArenaList, columns=("campaign", "changed_at"))
list_records(CrewPlace, columns=("vehicle", "place", "character"))
list_records(WorkOrder, columns=("week", "worker", "kind", "vehicle", "patient", "done_at"))
list_records(Memory, columns=("character", "kind", "stored_at", "gone_at"))
list_records(
    DuelResult,
    columns=("duel", "revision", "recorded_by", "recorded_at", "reason"),
    list_select_related=("duel__week", "recorded_by"),
)
list_records(
    DuelDraft,
    columns=("duel", "number", "team", "by", "at", "books_at"),
    list_select_related=("duel__week", "team", "by"),
    exclude=("payload",),
)
# The payload includes the teams' private marks.
list_records(
    DuelSignature,
    columns=("draft", "team", "by", "at"),
    list_select_related=("draft__duel__week", "team", "by"),
    exclude=("payload",),
)
list_records(
    DuelDispute,
    columns=("duel", "team", "by", "at", "reason", "settled"),
    list_select_related=("duel__week", "team", "by"),
)
list_records(News, columns=("at", "campaign", "kind", "text"))
# Anyone with the key and the site's secret could read a feed.
list_records(CalendarKey, columns=("user", "made_at"), exclude=("key",))
# Anyone with the address and the secret could post messages.
list_records(
    Hook,
    columns=("campaign", "name", "kind", "made_by", "made_at", "stopped_at", "stopped_why"),
    exclude=("address", "secret"),
)
list_records(
    DeskAct,
    columns=("at", "campaign", "actor", "kind", "reason", "public"),
    list_filter=("kind", "public"),
)
list_records(
    Money,
    Stock,
    StandingPoint,
    columns=("at", "team", "item", "amount", "cause", "note"),
    search_fields=("cause", "item"),
)
list_records(
    SkillPoint,
    Wound,
    Prestige,
    columns=("at", "character", "item", "amount", "cause", "note"),
    search_fields=("cause", "item"),
)
list_records(
    Damage,
    columns=("at", "vehicle", "item", "amount", "cause", "note"),
    search_fields=("cause", "item"),
)
list_records(
    HookDelivery,
    columns=("at", "hook", "state", "attempts", "next_at", "done_at", "fault"),
    list_filter=("state",),
)
