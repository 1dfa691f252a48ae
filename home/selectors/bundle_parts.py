"""What a bundle carries of a club, table by table, and what it leaves behind, each with the reason.

A table of the campaign, of espionage or of play that stands in neither fails a test: whoever adds
one rules on it here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.apps import apps
from django.db.models import Exists, OuterRef, Q

from campaign.duels.models import TableRoll
from campaign.league.models import Week
from campaign.voices.models import Thread

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import Model, QuerySet

    from home.rules.bundle import Talk

Values: TypeAlias = dict[str, Any]
"""A row as it is written down: the values of its columns by name."""

NOT_YET: Final = (Week.Status.PLANNED, Week.Status.OPEN)
"""Weeks whose orders and seed stay where they are: in a copy they begin anew."""


@dataclass(frozen=True)
class Carried:
    """A table that is carried: the ways from its rows to the campaign, which of them go along, and
    the fields that stay behind and are as in a new row.

    `talk` is what has to be chosen for it, `thread` the way to the thread whose kind matters.
    `changed` has the last word on a row.
    """

    label: str
    paths: tuple[str, ...] = ("campaign",)
    only: Q | None = None
    without: frozenset[str] = frozenset()
    talk: Talk = "none"
    thread: str | None = None
    changed: Callable[[Values], Values] | None = None

    @property
    def model(self) -> type[Model]:
        """The table."""
        return apps.get_model(self.label)

    @property
    def name(self) -> str:
        """Its part's name: campaign.week."""
        return self.label.lower()

    def goes_with(self, talk: Talk) -> bool:
        """Whether it is carried where so much of the talk is chosen."""
        return self.talk in {"none", talk} or talk == "all"

    def rows(self, campaign: UUID, talk: Talk) -> QuerySet[Any]:
        """Those of the campaign's rows that are carried, in the order of their keys."""
        own = reduce(or_, [Q(**{path: campaign}) for path in self.paths])
        found = self.model._base_manager.filter(own)  # the manager without a scope
        if self.only is not None:
            found = found.filter(self.only)
        if self.thread is not None and talk != "all":
            found = found.filter(**{f"{self.thread}kind__in": Thread.PUBLIC})
        return found.order_by("pk")


def _anew(week: Values) -> Values:
    """A week that was open is planned again."""
    if week["status"] != Week.Status.OPEN:
        return week
    return week | {"status": Week.Status.PLANNED, "rules": None, "resolve_when_sealed": False}


def _undrawn(meet: Values) -> Values:
    """Lots that are not drawn yet are drawn from another seed."""
    return meet if meet["drawn_at"] else meet | {"seed": b""}


WEEK, TEAM = ("week__season__campaign",), ("team__campaign",)
PERSON, CAR = ("character__team__campaign",), ("vehicle__team__campaign",)
MATCH = (
    "seal__week__season__campaign",
    "table__fight__week__season__campaign",
    "table__driven__week__season__campaign",
)
OF_MATCH = tuple(f"match__{path}" for path in MATCH)
TABLES = ("fight__week__season__campaign", "driven__week__season__campaign")
OF_TABLE = tuple(f"table__{path}" for path in TABLES)
SAID, REPORTED = ("post__thread__campaign",), ("wording__post__thread__campaign",)
SEALED = ~Q(week__status__in=NOT_YET)
OPENED = Q(week=None) | ~Q(week__status=Week.Status.OPEN) | ~Q(cause__startswith="week-opened:")
THROWN = Q(week__status__in=Week.FINISHED) | Q(
    Exists(TableRoll._base_manager.filter(table_dice=OuterRef("pk")))  # the manager without a scope
)
WORK: Final = frozenset({"attempts", "claimed_at", "parked_at", "fault", "warned_at"})
LINKS: Final = frozenset({"invite_hash", "key", "rematch_of", "rated", "rating_due_at", "stands"})

CARRIED: Final = (
    Carried("campaign.Campaign", ("pk",), without=frozenset({"public_at"})),
    Carried("campaign.Season"),
    Carried("campaign.Week", ("season__campaign",), without=WORK, changed=_anew),
    Carried("campaign.Membership"),
    Carried("campaign.MoveIn"),
    Carried("campaign.DeskAct"),
    Carried("campaign.Team"),
    Carried("campaign.Caretaking", TEAM),
    Carried("campaign.TeamOwner", TEAM),
    Carried("campaign.Deputy", TEAM),
    Carried("campaign.Challenge", WEEK),
    Carried("campaign.Meet", WEEK, changed=_undrawn),
    Carried("campaign.Event", WEEK),
    Carried("campaign.News", only=OPENED),
    Carried("campaign.Pause"),
    Carried("campaign.Character", TEAM),
    Carried("campaign.Memory", PERSON),
    Carried("campaign.Captivity", WEEK),
    Carried("campaign.Vehicle", TEAM),
    Carried("campaign.PublishedDesign"),
    Carried("campaign.PartList"),
    Carried("campaign.CrewPlace", CAR),
    Carried("campaign.WorkOrder", WEEK),
    Carried("campaign.Offer", CAR),
    Carried("campaign.DuelEntry", WEEK),
    Carried("campaign.DuelResult", WEEK),
    Carried("campaign.DuelDraft", WEEK),
    Carried("campaign.DuelSignature", ("draft__week__season__campaign",)),
    Carried("campaign.DuelDispute", WEEK),
    Carried("campaign.TableMark", ("entry__week__season__campaign",)),
    Carried("campaign.TableDice", WEEK, only=THROWN),
    Carried("campaign.TableRoll", ("table_dice__week__season__campaign",)),
    Carried("campaign.Money", TEAM),
    Carried("campaign.Stock", TEAM),
    Carried("campaign.StandingPoint", TEAM),
    Carried("campaign.SkillPoint", PERSON),
    Carried("campaign.Wound", PERSON),
    Carried("campaign.Prestige", PERSON),
    Carried("campaign.Damage", CAR),
    Carried("campaign.Motion"),
    Carried("campaign.Ballot", ("motion__campaign",)),
    Carried("campaign.Thread", talk="public", thread=""),
    Carried("campaign.Post", ("thread__campaign",), talk="public", thread="thread__"),
    Carried("campaign.Wording", SAID, talk="public", thread="post__thread__"),
    Carried("campaign.Mute", talk="public"),
    Carried("campaign.Report", REPORTED, talk="all"),
    Carried("campaign.Block", TEAM, talk="all"),
    Carried("campaign.RivalNote", TEAM, talk="all"),
    Carried("play.Match", MATCH),
    Carried("play.Move", OF_MATCH),
    Carried("play.Told", OF_MATCH),
    Carried("play.Snapshot", OF_MATCH),
    Carried("play.Table", TABLES, without=LINKS),
    Carried("play.Chair", OF_TABLE, without=frozenset({"loadout"})),
    Carried("play.ChatLine", OF_TABLE, talk="all"),
    Carried("campaign.DrivenDuel", WEEK),
    Carried("espionage.OrderSheet", WEEK, only=SEALED),
    Carried("espionage.Seal", WEEK, only=SEALED),
    Carried("espionage.SealedSeat", WEEK, only=SEALED),
    Carried("espionage.AmbushFight", WEEK),
    Carried("espionage.Intel", TEAM),
    Carried("espionage.Charge", WEEK),
    Carried("espionage.AmbushHeard", TEAM),
    Carried("espionage.MissedWeek", WEEK),
    Carried("espionage.MoreTime", WEEK),
)
"""What is carried, in the order of the parts."""

WAY_IN: Final = "A way into the site or to a person's own program: it leads to the old place."
OWN: Final = "A person's own, and of no team or club."
LOBBY: Final = "Play of people among themselves: it is of no club."

LEFT: Final[Mapping[str, str]] = {
    "campaign.Invite": WAY_IN,
    "campaign.JoinAsk": WAY_IN,
    "campaign.LoginLink": WAY_IN,
    "campaign.CalendarKey": WAY_IN,
    "campaign.Hook": WAY_IN,
    "campaign.HookDelivery": WAY_IN,
    "campaign.TeamAsk": "It asks a person of this site; that they came in is in the team's owners.",
    "campaign.OutageHold": "It tells of the site's outages; the moved moments are the week's own.",
    "campaign.Hold": "Set aside for orders of a week that begins anew.",
    "campaign.Seen": OWN,
    "espionage.OrderPlan": "A draft for a week that is not open yet: its team's alone.",
    "espionage.BeaconRound": "Public, and each week's draw has a copy of its round.",
    "play.DailyDeal": LOBBY,
    "play.DealtTable": LOBBY,
    "play.PlayerRating": LOBBY,
    "play.RatingChange": LOBBY,
    "play.OffLadders": OWN,
    "play.PrivateNote": OWN,
    "play.PrivateMark": OWN,
    "play.Holiday": OWN,
    "play.Tournament": LOBBY,
    "play.Entrant": LOBBY,
    "play.Round": LOBBY,
    "play.Pairing": LOBBY,
}
"""What stays behind, and why."""

APPS: Final = ("campaign", "espionage", "play")
"""Where a club's truth is kept. Other apps keep people, post and the site's own work."""
