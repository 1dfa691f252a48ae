"""Everything that a person can do over the API, with arguments and bodies that may be legal.

The operations come from the addresses, so new ones are included automatically. Values of path
arguments and body fields depend on their name (teams, weeks, people, links), otherwise on their
type; ids are those of existing rows, tokens those that the person has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, cached_property
from random import Random
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db.models import Max, Model, Q
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from autoduel.selectors import open_arena
from campaign.deals.models import Deal
from campaign.duels.models import DuelEntry
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.duels import season_vehicles
from campaign.duels.services import results
from campaign.garage.models import Offer, Vehicle, WorkOrder
from campaign.league.models import Challenge, Deputy, Membership, TeamOwner, Week
from campaign.members.models import Invite, JoinAsk, TeamAsk
from campaign.motions.models import Motion
from campaign.news.models import Hook, News
from campaign.roster.models import Character
from campaign.voices.models import Mute, Post, Report, Thread
from core.accounts.models import ApiToken
from core.notifications.models import PushSubscription
from core.web.api.operations import Operation
from engine.codec import encode
from espionage.models import OrderSheet
from espionage.selectors.transcripts import public_transcript
from play.models import Table, Tournament
from tests.arenas import PIT
from tests.factories import CAST, KILLER, duel_of

from .asking import Question
from .routes import ROUTES, Door
from .worlds import KEYS, Reader, World

JSON: Final = "application/json"
READING: Final = {"GET", "HEAD", "OPTIONS"}


@dataclass(frozen=True)
class Act:
    """A write operation at its address."""

    name: str
    method: str
    arguments: tuple[str, ...]
    operation: Operation

    @property
    def door(self) -> Door:
        """Return the roles with access by the table of addresses."""
        return ROUTES[self.name].doors[self.method]

    @cached_property
    def weight(self) -> float:
        """Return the weight with which it is chosen."""
        return OFTEN if self.name in RIGHTS else SELDOM.get(self.name, 1)

    @cached_property
    def schema(self) -> dict[str, Any] | None:
        body = self.operation.body
        return None if body is None else msgspec.json.schema(body)

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


@cache
def acts() -> tuple[Act, ...]:
    """Return every write operation of the API in the order of the addresses."""
    return tuple(_found(get_resolver().url_patterns, "", ()))


def _found(
    patterns: list[URLPattern | URLResolver], space: str, above: tuple[str, ...]
) -> Iterator[Act]:
    for pattern in patterns:
        named = (*above, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            inside = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _found(pattern.url_patterns, inside, named)
            continue
        operations = getattr(getattr(pattern.callback, "cls", None), "operations", {})
        for method, operation in operations.items():
            if method not in READING:
                yield Act(f"{space}{pattern.name}", method, named, operation)


RIGHTS: Final = (
    "api-join", "api-invites", "api-invite-revoke", "api-leave", "api-member", "api-member-remove",
    "api-login-link", "api-sealed", "api-teams", "api-team-approve", "api-team-ask-approval",
    "api-team-hand-over", "api-team-drop-out", "api-team-answer", "api-team-invites",
    "api-team-invite-revoke", "api-team-withdraw", "api-team-corrections", "api-team-deputies",
    "api-team-deputy",
)  # fmt: skip
"""Acts that change rights and books, chosen more often."""
OFTEN: Final = 6
SELDOM: Final[Mapping[str, float]] = {"api-tryouts": 0.1, "api-bot-teams": 0.3}
"""Acts that create clubs or teams and take as long as dozens of others, chosen less often."""


# --- who acts -------------------------------------------------------------------------------------


@dataclass
class Knowledge:
    """What an acting person can name: links they have seen, and their current role."""

    world: World
    accounts: tuple[Reader, ...]
    rng: Random
    among: tuple[str, ...] = ()
    tokens: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    def stand(self, account: Reader) -> tuple[str, str]:
        """Return a person's current role in the club ("" for none) and the slug of their team."""
        campaign, user = self.world.club.campaign, account.user
        role = (
            Membership.objects.filter(campaign=campaign, user=user, left_at=None)
            .values_list("role", flat=True)
            .first()
        )
        runs = TeamOwner.objects.filter(
            user=user, until=None, team__campaign=campaign, team__left_at=None
        )
        return role or "", runs.order_by("since").values_list("team__slug", flat=True).last() or ""

    def heard(self, answer: bytes) -> None:
        """Remember the links in an answer."""
        try:
            said = msgspec.json.decode(answer)
        except msgspec.DecodeError:
            return
        if isinstance(said, dict) and said.get("token"):
            self.tokens.append(said["token"])
            if said.get("id"):  # a calendar's address has a token and is no link
                self.links.append(str(said["id"]))

    def pick(self, role: str, team: str) -> Act:
        """Choose an act that may be open to the person, and sometimes any act."""
        if self.among:
            return self.rng.choice([act for act in acts() if act.name in self.among])
        if self.tokens and self.rng.random() < 0.3:
            return next(act for act in acts() if act.name == "api-join")
        if self.rng.random() < 0.04:
            return self.rng.choice(acts())
        weights = [act.weight if may(act.door, role, team) else 0 for act in acts()]
        return self.rng.choices(acts(), weights)[0]

    def question(self, account: Reader, act: Act, team: str) -> Question:
        """Return the request: an address and a body."""
        maker = _Maker(self, account, team)
        path = reverse(act.name, kwargs={name: maker.argument(act, name) for name in act.arguments})
        body = "" if act.schema is None else msgspec.json.encode(maker.body(act)).decode()
        seen = (("If-Match", maker.seen()),) if act.operation.if_match else ()
        return Question(
            act.method, path, act.name, by_token=True, body=body, kind=JSON, headers=seen
        )


def may(door: Door, role: str, team: str) -> bool:
    """Return whether an operation may be open to a person with this role and team."""
    needs: dict[Door, bool] = {
        "anyone": True,
        "anyone afterwards": True,
        "person": True,
        "closed": True,
        "sits": True,
        "member": bool(role),
        "player": role in {"gm", "player"},
        "plays": bool(team),
        "books": bool(team) or role == "gm",
        "owner": bool(team),
        "desk": role == "gm",
        "owner or desk": bool(team) or role == "gm",
        "member afterwards": bool(role),
    }
    return needs[door]


# --- arguments ------------------------------------------------------------------------------------

MODELS: Final[Mapping[str, tuple[type[Model], Callable[[str], Q]]]] = {
    "character": (Character, lambda team: Q(team__slug=team)),
    "vehicle": (Vehicle, lambda team: Q(team__slug=team)),
    "entry": (DuelEntry, lambda team: Q(team__slug=team)),
    "work": (WorkOrder, lambda team: Q(worker__team__slug=team)),
    "offer": (Offer, lambda team: Q(seller__slug=team) | Q(buyer__slug=team)),
    "deal": (Deal, lambda team: Q(team__slug=team) | Q(to__slug=team)),
    "challenge": (
        Challenge,
        lambda team: Q(challenger__slug=team) | Q(challenged__slug=team),
    ),
    "ask": (TeamAsk, lambda team: Q(team__slug=team)),
    "join_ask": (JoinAsk, lambda _: Q()),
    "deputy": (Deputy, lambda team: Q(team__slug=team)),
    "invite": (Invite, lambda team: Q(team__slug=team)),
    "hook": (Hook, lambda _: Q()),
    "motion": (Motion, lambda _: Q()),
    "table": (Table, lambda _: Q()),
    "tournament": (Tournament, lambda _: Q()),
    "thread": (Thread, lambda _: Q(kind__in=Thread.PUBLIC)),
    "post": (
        Post,
        lambda team: (
            Q(thread__kind__in=Thread.PUBLIC)
            | Q(thread__one__slug=team)
            | Q(thread__other__slug=team)
        ),
    ),
    "item": (News, lambda _: Q()),
    "mute": (Mute, lambda _: Q()),
    "report": (Report, lambda _: Q()),
}
"""The model of an id in a path, and which of them belong to a team."""


TABLES: Final = {
    "api-table-claim": Q(chairs__missed__gt=0),
    "api-table-unpause": Q(paused_at=None) & ~Q(pause_by=[]),
}
"""Tables at which an act is possible, for acts that few tables allow."""


class _Maker:
    """Creates arguments and bodies for one request."""

    def __init__(self, known: Knowledge, account: Reader, team: str) -> None:
        self.known, self.account, self.team = known, account, team
        self.world, self.rng = known.world, known.rng
        self.about = team

    def argument(self, act: Act, name: str) -> str:
        """Return a value for a path argument."""
        match name:
            case "slug":
                return self.world.slug
            case "arena":
                return PIT.key
            case "team":
                own = self.team and act.door in {"owner", "plays"} and self.rng.random() < 0.95
                self.about = self.team if own else self._team()
                return self.about
            case "number":
                return str(self._week(act))
            case "duel":
                only_events = act.name in {"api-duel-call-off", "api-duel-forfeit"}
                return "1" if only_events else self.rng.choice(["0", "0", "1"])
            case "table" if act.name in TABLES:
                tables = Table.objects.filter(TABLES[act.name]).order_by("pk")
                return str(next(iter(tables.values_list("pk", flat=True)), self.world.week.pk))
            case "username":
                return self._username()
            case "to" | "rival":
                return self._team()
            case "ref" if str(act) == "PUT api-token":
                return str(UUID(int=self.rng.getrandbits(128), version=4))
            case "ref":
                owned = ApiToken.objects.filter(user=self.account.user).order_by("created")
                refs = owned.values_list("ref", flat=True)
                return str(next(iter(refs), self.world.week.pk))  # the oldest: the one in use
            case "device":
                owned = PushSubscription.objects.filter(user=self.account.user)
                return str(next(iter(owned.values_list("pk", flat=True)), self.world.week.pk))
            case _:
                return self._id(name)

    def _team(self) -> str:
        own = [self.team] * 3 if self.team else []
        others = ["basilisk", "basilisk", "cobra", "cobra", "anvil", "dynamo", "falcon"]
        return self.rng.choice([*own, *others])

    def _week(self, act: Act) -> int:
        if act.name == "api-season-close":
            return 1
        if act.name in {"api-week-postpone", "api-week-cancel"}:
            return self.world.week.number + 1
        if act.name.startswith("api-duel"):
            return 1
        return self.rng.choice([1, 2, 2, 2, 2, 3])

    def _username(self) -> str:
        cast = self.world.readers
        people = [*self.known.accounts] * 3
        people += [cast[name] for name in ("owner", "co-owner", "target", "idle", "spectator")]
        return self.rng.choice([each.user.username for each in people if each.user])

    def _id(self, name: str) -> str:
        if name == "invite" and self.known.links and self.rng.random() < 0.7:
            return self.known.links[-1]
        model, of_team = MODELS[name]
        rows = model._default_manager.all()
        own = rows.filter(of_team(self.about)) if self.rng.random() < 0.9 else rows
        ids = list(own.order_by("pk").values_list("pk", flat=True))
        return str(self.rng.choice(ids)) if ids else str(self.world.week.pk)

    def seen(self) -> str:
        """Return the tag of the last seen version of a team's orders."""
        newest = OrderSheet.objects.filter(week=self.world.week, team__slug=self.about).aggregate(
            version=Max("version")
        )
        return (
            f'"{self.world.week.season.number}.{self.world.week.number}.{newest["version"] or 0}"'
        )

    # --- bodies -----------------------------------------------------------------------------------

    def body(self, act: Act) -> Any:
        schema = act.schema or {}
        whole = f"{act.name} {act.method}"
        if whole in WHOLE:
            return WHOLE[whole](self)
        return self._any(schema, schema.get("$defs", {}), "")

    def _any(self, schema: Mapping[str, Any], kinds: Mapping[str, Any], name: str) -> Any:
        if "$ref" in schema:
            schema = kinds[schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            several = schema["anyOf"]
            return self._any(self.rng.choice(several), kinds, name)
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._record(schema, kinds)
            case "array":
                return []
            case "integer":
                low, high = schema.get("minimum", 0), schema.get("maximum", 5)
                return self.rng.randint(max(low, -5), min(high, 5))
            case "boolean":
                return self.rng.random() < 0.7
            case "null":
                return None
            case _:
                return self.rng.choice(["Something", "something else", "Word"])

    def _record(self, schema: Mapping[str, Any], kinds: Mapping[str, Any]) -> dict[str, Any]:
        needed, found = set(schema.get("required", ())), {}
        for name, said in schema.get("properties", {}).items():
            if name in FIELDS:
                if name in needed or self.rng.random() < 0.9:
                    found[name] = FIELDS[name](self)
            elif name in needed or self.rng.random() < 0.3:
                found[name] = self._any(said, kinds, name)
        return found

    # --- things of one's own ----------------------------------------------------------------------

    def characters(self, role: str = "") -> list[str]:
        rows = Character.objects.filter(team__slug=self.about, left_at=None)
        rows = rows.filter(role=role) if role else rows
        return [str(pk) for pk in rows.order_by("pk").values_list("pk", flat=True)] or [_NOBODY]

    def vehicles(self) -> list[str]:
        rows = Vehicle.objects.filter(team__slug=self.about)
        return [str(pk) for pk in rows.order_by("pk").values_list("pk", flat=True)] or [_NOBODY]

    def crew(self) -> dict[str, str]:
        driver, gunner = (self.characters(role)[0] for role in ("driver", "gunner"))
        return {"driver": driver, "gunner": gunner}

    def correction(self) -> dict[str, Any]:
        """Return a correction of a random book, usually a legal one."""
        book, owner, item = self.rng.choice(
            [
                ("money", None, "correction"),
                ("stock", None, "smoke_grenade"),
                ("standings", None, "correction"),
                ("skills", self.rng.choice(self.characters()), "general"),
                ("wounds", self.rng.choice(self.characters()), "dp"),
                ("prestige", self.rng.choice(self.characters()), "correction"),
                ("damage", self.rng.choice(self.vehicles()), "armour:front"),
            ]
        )
        said = {"book": book, "item": item, "amount": self.rng.choice([1, 1, 2, 5000])}
        said |= {"reason": "Counted again."} | ({"owner": owner} if owner else {})
        return said | ({"week": 1} if book == "standings" else {})

    def result(self) -> dict[str, Any]:
        week = Week.objects.select_related("season__campaign").get(
            season=self.world.week.season, number=1
        )
        return msgspec.to_builtins(DuelRecord(form=results.form_for(duel_of(week))))

    def table(self) -> dict[str, Any]:
        seats = self.rng.choice([["me", "open"], ["me", "bot"], ["open", "me"]])
        return {"game": "bids", "seats": seats}

    def transcript(self) -> dict[str, Any]:
        """Return the public transcript of the finished week."""
        week = Week.objects.select_related("season__campaign").get(
            season=self.world.week.season, number=1
        )
        return {"transcript": msgspec.json.decode(encode(public_transcript(week)))}

    def order_sheet(self) -> dict[str, Any]:
        return {"state": self.rng.choice(["draft", "final", "passed"])}

    def work(self) -> dict[str, Any]:
        return self.rng.choice(
            [
                {"worker": self.characters("mechanic")[0], "vehicle": self.vehicles()[0]},
                {"worker": self.characters("paramedic")[0], "patient": self.characters()[0]},
            ]
        )

    def moment(self, days: int) -> str:
        return (self.world.at + timedelta(days=days)).isoformat()

    def token(self) -> str:
        ready = [*self.known.tokens[-1:] * 4, *self.known.tokens]
        return self.rng.choice([*ready, self.world.invite])


_NOBODY: Final = "00000000-0000-4000-8000-000000000000"
FIELDS: Final[Mapping[str, Callable[[_Maker], Any]]] = {
    "reason": lambda made: made.rng.choice(["It has to be.", "It has to be.", ""]),
    "remark": lambda _: "Please look again.",
    "token": _Maker.token,
    "team": lambda made: made.rng.choice([made._team(), made._team(), None]),
    "to": lambda made: made._username(),
    "username": lambda made: made._username(),
    "week": lambda made: made.rng.choice([1, 2, 2]),
    "uses": lambda made: made.rng.choice([1, None]),
    "days": lambda made: made.rng.choice([7, None]),
    "campaign": lambda _: None,
    "notices": lambda _: None,
    "mail": lambda _: [],
    "push": lambda _: ["waits"],
    "hook": lambda _: [],
    "quiet": lambda _: None,
    "digest": lambda _: None,
    "endpoint": lambda _: "https://push.example.org/another",
    "p256dh": lambda _: KEYS["p256dh"],
    "auth": lambda _: KEYS["auth"],
    "way": lambda made: made.rng.choice(["mail", "hook"]),
    "device": lambda _: None,
    "topics": lambda _: [],
    "design": lambda _: msgspec.to_builtins(KILLER),
    "points": lambda _: dict(CAST[0][2]),
    "crew": _Maker.crew,
    "vehicle": lambda made: made.rng.choice(made.vehicles()),
    "parts": lambda _: ["armour:front"],
    "wanted": lambda _: {"smoke_grenade": 1},
    "options": lambda _: {},
    "preset": lambda _: "club",
    "timezone": lambda _: "UTC",
    "due_at": lambda made: (made.world.week.due_at + timedelta(hours=6)).isoformat(),
    "duel_at": lambda _: None,
    "first": lambda made: (made.world.at + timedelta(days=100)).date().isoformat(),
    "weeks": lambda made: made.rng.choice([1, 2]),
    "until": lambda made: made.moment(2),
    "starts": lambda made: made.moment(1),
    "ends": lambda made: made.moment(3),
    "colour": lambda made: made.rng.choice(["#336699", "#996633"]),
    "address": lambda _: "https://discord.com/api/webhooks/77/another",
    "skill": lambda made: made.rng.choice(["driver", "gunner", "stealth"]),
    "price": lambda _: 100,
    "seat": lambda made: made.rng.choice([0, 1, None]),
    "bot": lambda _: "",
}
"""Values of a body's field by its name."""


WHOLE: Final[Mapping[str, Callable[[_Maker], Any]]] = {
    "api-team-corrections POST": _Maker.correction,
    "api-duel-correction POST": lambda made: {"reason": "Misread.", "result": made.result()},
    "api-duel-result POST": _Maker.result,
    "api-events POST": lambda made: {
        "name": "Night Race",
        "starts_at": made.world.week.duel_at.isoformat(),
    },
    "api-challenges POST": lambda made: {
        "to": made._team(),
        "starts_at": (made.world.week.duel_at + timedelta(hours=2)).isoformat(),
    },
    "api-challenge-propose POST": lambda made: {
        "starts_at": (made.world.week.duel_at + timedelta(hours=3)).isoformat(),
        "arena": "Ash Flats",
    },
    "api-rival-note PUT": lambda made: {"text": "They bluff.", "seen": made.rng.choice([0, 0, 1])},
    "api-heats POST": lambda made: {
        "name": "Night Heats",
        "closes_at": made.world.week.duel_at.isoformat(),
        "starts_at": made.world.week.duel_at.isoformat(),
        "final_at": (made.world.week.duel_at + timedelta(hours=2)).isoformat(),
        "heats": 2,
    },
    "api-duel-draft POST": lambda made: {"record": made.result(), "seen": 1},
    "api-duel-sign POST": lambda _: {"draft": 1},
    "api-own-name PUT": lambda made: {"username": f"walker{made.rng.randrange(10**6)}"},
    "api-moving POST": lambda _: {"sheets": {"People": [{"Team": "Red Kites"}]}},
    "api-moving-check POST": lambda _: {"sheets": {"Teams": [{"Team": "Red Kites"}]}},
    "api-club-parts PUT": lambda made: {
        "parts": {
            "tyres": [
                {
                    "key": "own_steel",
                    "name": "Steel-belted",
                    "cost": made.rng.randint(300, 900),
                    "weight": 75,
                    "dp": 12,
                }
            ]
        },
        "reason": "They are sold at the corner.",
    },
    "api-club-arena PUT": lambda made: (
        {name: value for name, value in msgspec.to_builtins(PIT).items() if name != "key"}
        | {"corners": made.rng.choice([8, 9])}
    ),
    "api-tables POST": _Maker.table,
    "api-arena POST": lambda made: {
        "begins_at": made.rng.choice(open_arena.timetable(made.world.at)).begins_at.isoformat()
    },
    "api-play-challenges POST": lambda _: {"game": "bids"},
    "api-tournaments POST": lambda made: {
        "name": "Night cup",
        "game": "bids",
        "begins_at": (made.world.at + timedelta(days=3)).isoformat(),
        "round_minutes": 60,
        "access": made.rng.choice(["listed", "link"]),
    },
    "api-orders PUT": _Maker.order_sheet,
    "api-orders-check POST": _Maker.order_sheet,
    "api-work POST": _Maker.work,
    "api-vehicle-offers POST": lambda made: {"to": made._team(), "price": 100},
    "api-deal-bounty POST": lambda made: {
        "vehicle": str(made.rng.choice(season_vehicles(made.world.club.campaign)).id),
        "amount": 100,
    },
    "api-deal-loan POST": lambda made: {
        "character": made.rng.choice(made.characters()),
        "to": made._team(),
        "week": made.rng.choice([2, 3]),
    },
    "api-deal-report POST": lambda made: {
        "to": made._team(),
        "about": made._team(),
        "title": "Cars",
        "report": "Two.",
        "amount": 10,
    },
    "api-deal-pact POST": lambda made: {"to": made._team(), "amount": 100},
    "api-table-join POST": lambda made: {"token": made.world.table_token},
    "api-table-move POST": lambda made: {"move": {"type": "bid", "amount": made.rng.randint(1, 6)}},
    "api-table-odds POST": lambda made: {"move": {"type": "bid", "amount": made.rng.randint(1, 6)}},
    "api-table-seat-bot POST": lambda made: {"seat": made.rng.choice([1, 1, 1, 0])},
    "api-table-free-seat POST": lambda made: {"seat": made.rng.choice([1, 1, 1, 0])},
    "api-table-marks PUT": lambda made: {
        "marks": [{"seat": made.rng.choice([0, 1]), "mark": "bluffs"}]
    },
    "api-transcript-check POST": _Maker.transcript,
    "api-table-look POST": lambda made: {"token": made.world.table_token},
    "api-house-rules PATCH": lambda _: {"options": {"settle_hours": 13}, "reason": "Sleep."},
    "api-member PATCH": lambda made: {"role": made.rng.choice(["gm", "player", "spectator"])},
    "api-token PUT": lambda _: {"name": "A tool", "days": 30, "scopes": ["read"]},
    "api-season-close POST": lambda _: {"without_duels": True},
}
"""Bodies whose fields depend on each other."""
