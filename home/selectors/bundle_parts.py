"""The club tables that a bundle includes, and those that it leaves out, with the reasons.

A test fails if a table in the campaign, espionage or play packages is in neither list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.apps import apps
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from campaign.duels.models import TableRoll
from campaign.league.models import Week
from campaign.voices.models import Thread
from home.rules.bundle import Talk

Values: TypeAlias = dict[str, Any]
"""The values of a row by column name."""

UNSEALED_STATUSES: Final = (Week.Status.PLANNED, Week.Status.OPEN)
"""Statuses of weeks whose orders and seed are not exported. Such weeks restart in the copy."""


@dataclass(frozen=True)
class ExportedTable:
    """A table that a bundle includes.

    `paths` lead from its rows to the campaign, and `condition` filters the rows. Fields in
    `omitted_fields` get their defaults. `talk` is the choice of messages that includes the table,
    and `thread` is the path to the thread whose kind decides this. `transform` can change each row.
    """

    label: str
    paths: tuple[str, ...] = ("campaign",)
    condition: Q | None = None
    omitted_fields: frozenset[str] = frozenset()
    talk: Talk = "none"
    thread: str | None = None
    transform: Callable[[Values], Values] | None = None

    @property
    def model(self) -> type[Model]:
        """The model of the table."""
        return apps.get_model(self.label)

    @property
    def name(self) -> str:
        """The name of the table's part, such as campaign.week."""
        return self.label.lower()

    def is_included(self, talk: Talk) -> bool:
        """Return whether the table is included with this choice of messages."""
        return self.talk in {"none", talk} or talk == "all"

    def rows(self, campaign: UUID, talk: Talk) -> QuerySet[Any]:
        """Return the campaign's rows that are included, sorted by key."""
        in_campaign = reduce(or_, [Q(**{path: campaign}) for path in self.paths])
        queryset = self.model._base_manager.filter(in_campaign)  # the manager without a scope
        if self.condition is not None:
            queryset = queryset.filter(self.condition)
        if self.thread is not None and talk != "all":
            queryset = queryset.filter(**{f"{self.thread}kind__in": Thread.PUBLIC})
        return queryset.order_by("pk")


def _replan_open_week(week: Values) -> Values:
    """Convert an open week to a planned week. Other weeks are not changed."""
    if week["status"] != Week.Status.OPEN:
        return week
    return week | {"status": Week.Status.PLANNED, "rules": None, "resolve_when_sealed": False}


def _clear_undrawn_seed(meet: Values) -> Values:
    """Remove the seed of a set of heats that have not been drawn.

    The copy uses a new seed.
    """
    return meet if meet["drawn_at"] else meet | {"seed": b""}


WEEK, TEAM = ("week__season__campaign",), ("team__campaign",)
DUEL = ("duel__week__season__campaign",)
PERSON, CAR = ("character__team__campaign",), ("vehicle__team__campaign",)
MATCH = (
    "seal__week__season__campaign",
    "table__fight__week__season__campaign",
    "table__driven__duel__week__season__campaign",
)
OF_MATCH = tuple(f"match__{path}" for path in MATCH)
TABLES = ("fight__week__season__campaign", "driven__duel__week__season__campaign")
OF_TABLE = tuple(f"table__{path}" for path in TABLES)
WORDING_PATHS, REPORT_PATHS = ("post__thread__campaign",), ("wording__post__thread__campaign",)
SEALED = ~Q(week__status__in=UNSEALED_STATUSES)
OPENED = Q(week=None) | ~Q(week__status=Week.Status.OPEN) | ~Q(cause__startswith="week-opened:")
ROLLED = Q(duel__week__status__in=Week.FINISHED) | Q(
    Exists(TableRoll._base_manager.filter(table_dice=OuterRef("pk")))  # the manager without a scope
)
WORK_FIELDS: Final = frozenset({"attempts", "claimed_at", "parked_at", "fault", "warned_at"})
LINK_FIELDS: Final = frozenset(
    {"invite_hash", "key", "rematch_of", "rated", "rating_due_at", "stands"}
)

EXPORTED_TABLES: Final = (
    ExportedTable("campaign.Campaign", ("pk",), omitted_fields=frozenset({"public_at"})),
    ExportedTable("campaign.Season"),
    ExportedTable(
        "campaign.Week",
        ("season__campaign",),
        omitted_fields=WORK_FIELDS,
        transform=_replan_open_week,
    ),
    ExportedTable("campaign.Membership"),
    ExportedTable("campaign.MoveIn"),
    ExportedTable("campaign.DeskAct"),
    ExportedTable("campaign.Team"),
    ExportedTable("campaign.Caretaking", TEAM),
    ExportedTable("campaign.TeamOwner", TEAM),
    ExportedTable("campaign.Deputy", TEAM),
    ExportedTable("campaign.Challenge", WEEK),
    ExportedTable("campaign.Meet", WEEK, transform=_clear_undrawn_seed),
    ExportedTable("campaign.Duel", WEEK),
    ExportedTable("campaign.News", condition=OPENED),
    ExportedTable("campaign.Pause"),
    ExportedTable("campaign.Character", TEAM),
    ExportedTable("campaign.Memory", PERSON),
    ExportedTable("campaign.Captivity", WEEK),
    ExportedTable("campaign.Vehicle", TEAM),
    ExportedTable("campaign.PublishedDesign"),
    ExportedTable("campaign.PartList"),
    ExportedTable("campaign.ArenaList"),
    ExportedTable("campaign.CrewPlace", CAR),
    ExportedTable("campaign.WorkOrder", WEEK),
    ExportedTable("campaign.Offer", CAR),
    ExportedTable("campaign.DuelEntry", DUEL),
    ExportedTable("campaign.Exchange", DUEL),
    ExportedTable("campaign.DuelResult", DUEL),
    ExportedTable("campaign.DuelDraft", DUEL),
    ExportedTable("campaign.DuelSignature", ("draft__duel__week__season__campaign",)),
    ExportedTable("campaign.DuelDispute", DUEL),
    ExportedTable("campaign.TableMark", ("entry__duel__week__season__campaign",)),
    ExportedTable("campaign.TableDice", DUEL, condition=ROLLED),
    ExportedTable("campaign.TableRoll", ("table_dice__duel__week__season__campaign",)),
    ExportedTable("campaign.Money", TEAM),
    ExportedTable("campaign.Stock", TEAM),
    ExportedTable("campaign.StandingPoint", TEAM),
    ExportedTable("campaign.SkillPoint", PERSON),
    ExportedTable("campaign.Wound", PERSON),
    ExportedTable("campaign.Prestige", PERSON),
    ExportedTable("campaign.Damage", CAR),
    ExportedTable("campaign.Motion"),
    ExportedTable("campaign.Ballot", ("motion__campaign",)),
    ExportedTable("campaign.Thread", talk="public", thread=""),
    ExportedTable("campaign.Post", ("thread__campaign",), talk="public", thread="thread__"),
    ExportedTable("campaign.Wording", WORDING_PATHS, talk="public", thread="post__thread__"),
    ExportedTable("campaign.Mute", talk="public"),
    ExportedTable("campaign.Report", REPORT_PATHS, talk="all"),
    ExportedTable("campaign.Block", TEAM, talk="all"),
    ExportedTable("campaign.RivalNote", TEAM, talk="all"),
    ExportedTable(
        "campaign.Deal",
        ("season__campaign",),
        omitted_fields=frozenset({"letter", "title", "text"}),
    ),
    ExportedTable("campaign.DealStep", ("deal__season__campaign",)),
    ExportedTable("play.Match", MATCH),
    ExportedTable("play.Move", OF_MATCH),
    ExportedTable("play.Told", OF_MATCH),
    ExportedTable("play.Snapshot", OF_MATCH),
    ExportedTable("play.Table", TABLES, omitted_fields=LINK_FIELDS),
    ExportedTable("play.Chair", OF_TABLE, omitted_fields=frozenset({"loadout"})),
    ExportedTable("play.ChatLine", OF_TABLE, talk="all"),
    ExportedTable("campaign.DrivenDuel", DUEL),
    ExportedTable("espionage.OrderSheet", WEEK, condition=SEALED),
    ExportedTable("espionage.Seal", WEEK, condition=SEALED),
    ExportedTable("espionage.SealedSeat", WEEK, condition=SEALED),
    ExportedTable("espionage.AmbushFight", WEEK),
    ExportedTable("espionage.Intel", TEAM),
    ExportedTable("espionage.Charge", WEEK),
    ExportedTable("espionage.AmbushHeard", TEAM),
    ExportedTable("espionage.MissedWeek", WEEK),
    ExportedTable("espionage.MoreTime", WEEK),
)
"""Tables in the order of their parts."""

ACCESS: Final = "Access to the site or to a person's own program. It refers to the original site."
PERSONAL: Final = "Belongs to a person, not to a team or club."
LOBBY: Final = "Games between people, outside clubs."

OMITTED_TABLES: Final[Mapping[str, str]] = {
    "campaign.Invite": ACCESS,
    "campaign.JoinAsk": ACCESS,
    "campaign.LoginLink": ACCESS,
    "campaign.CalendarKey": ACCESS,
    "campaign.Hook": ACCESS,
    "campaign.HookDelivery": ACCESS,
    "campaign.TeamAsk": "A request to a person of this site. Team owners are exported.",
    "campaign.OutageHold": "About the site's outages. The changed times are part of the week.",
    "campaign.Hold": "Reserved for orders of a week that restarts.",
    "campaign.ReadMark": PERSONAL,
    "espionage.OrderPlan": "A private draft for a week that is not open yet.",
    "espionage.BeaconRound": "Public. Each week's draw has a copy of its round.",
    "play.DailyDeal": LOBBY,
    "play.DealtTable": LOBBY,
    "play.PlayerRating": LOBBY,
    "play.RatingChange": LOBBY,
    "play.OffLadders": PERSONAL,
    "play.PrivateNote": PERSONAL,
    "play.PrivateMark": PERSONAL,
    "play.Holiday": PERSONAL,
    "play.Tournament": LOBBY,
    "play.Entrant": LOBBY,
    "play.Round": LOBBY,
    "play.Pairing": LOBBY,
}
"""Tables that are left out, each with the reason."""

APPS: Final = ("campaign", "espionage", "play")
"""Apps that store a club's data. Other apps store people, messages and the site's own jobs."""
