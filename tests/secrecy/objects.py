"""Values of address parameters: existing objects of the stage, objects of others, and missing
ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from django.db.models import Q, QuerySet
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django_scopes import scopes_disabled

from campaign.calendar.services import calendar_feed
from campaign.deals.models import Deal
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.selectors.duels import payload_of
from campaign.garage.models import Offer, WorkOrder
from campaign.league.models import Challenge, Deputy, Duel, Membership
from campaign.members.models import Invite, JoinAsk, TeamAsk
from campaign.motions.models import Motion
from campaign.news.models import Hook, News
from campaign.voices.models import Mute, Post, Report, Thread
from core.notifications.services.email_rendering import stop_token
from tests.arenas import PIT

from .asking import Question
from .routes import ELSEWHERE, ROUTES, Door, Route
from .worlds import A, B, C, D, Reader, World

UNKNOWN_ID: Final = "00000000-0000-4000-8000-000000000000"
UNKNOWN: Final[dict[str, str]] = {
    "slug": "no-such-club",
    "team": "no-such-team",
    "number": "99",
    "duel": "99",
    "season": "99",
    "version": "99",
    "day": "1999-01-01",
    "nth": "99",
    "step": "99",
    "code": "999999999999",
}
"""Missing objects by parameter; for all others an unused id."""

_FIXED: Final[dict[str, str]] = {
    "page": "espionage", "duelled week": "1", "duel": "0", "event": "1", "season": "1",
    "group": "duel", "team book": "money",
    "character book": "skills", "gold cross act": "store", "act": UNKNOWN_ID, "ref": UNKNOWN_ID,
    "schema": "order-sheet", "key": "row-1", "version": "1", "game": "bids", "lesson": "renamed",
    "device": UNKNOWN_ID, "motion kind": "pause", "stock design": "wasp", "part kind": "tyres",
    "own arena": PIT.key,
    "deal kind": "pact", "workbook": "club", "workbook kind": "json",
    "thread kind": "board", "measured game": "achtung", "waiting team": "ember", "nth": "1",
    "what": "view", "step": "1",
    "portrait code": "012345012345",
}  # fmt: skip
"""Kinds of objects that are the same for every team."""


def thing(world: World, kind: str, team: int, reader: Reader | None = None) -> object:
    """Return the value of a parameter: one team's object of this kind, or the reader's own."""
    match kind:
        case (
            "token"
            | "login token"
            | "table"
            | "shown table"
            | "table token"
            | "dealt day"
            | "tournament"
        ):
            return {
                "shown table": world.tables[2].pk,
                "dealt day": world.dealt_day,
                "token": world.invite,
                "login token": world.login_token,
                "table": world.table.pk,
                "table token": world.table_token,
                "tournament": world.tournament.pk,
            }[kind]
        case "mail token":
            return stop_token(world.owner(team).pk)
        case "feed token":
            # A feed shows its person's clubs, so people ask only for their own; visitors ask for
            # Anvil's.
            user = reader.user or world.owner(A) if reader else world.owner(team)
            return calendar_feed.token(user.calendar_key)
        case "number" | "planned week" | "settled week" | "event week" | "drawn week":
            return _week(world, kind)
        case "drawn event":
            finals = Duel.objects.filter(
                week__season=world.week.season_id, kind=Duel.Kind.FINAL
            ).order_by("week__number", "number")
            return finals.values_list("number", flat=True).last() or 1
        case "driven event":
            heats = Duel.objects.filter(
                week__season=world.week.season_id,
                week__number=_week(world, "event week"),
                kind=Duel.Kind.HEAT,
            )
            return max(heats.values_list("number", flat=True), default=1)
        case "duellist":
            return _drove(world, team)
        case "character":
            return world.who(team, "Vesper").pk
        case "vehicle":
            return world.car(team).pk
        case (
            "entry"
            | "work"
            | "invite"
            | "team invite"
            | "ask"
            | "deputy"
            | "join ask"
            | "motion"
            | "hook"
            | "member"
            | "offer made"
            | "offer got"
            | "deal made"
            | "deal got"
            | "challenge made"
            | "challenge got"
            | "topic"
            | "topic post"
            | "letter got"
            | "news item"
            | "mute"
            | "report"
        ):
            return _first(_rows(world, kind, team))
        case "username" | "played person" | "other team":
            return _name(world, kind, team)
        case _:
            return _FIXED[kind]


def _name(world: World, kind: str, team: int) -> str:
    """Return a person's name, or the slug of the team with which this one exchanges letters."""
    if kind == "other team":
        return world.team({A: D, B: C, C: B, D: A}[team]).slug
    return world.owner(A if kind == "played person" else team).get_username()


def _week(world: World, kind: str) -> int:
    """Return the number of a week: the last one with an event for "event week", the last one with
    heats for "drawn week".
    """
    match kind:
        case "planned week":
            return world.week.number + 1
        case "settled week":
            return 1 if world.phase == "open" else world.week.number
        case "event week":
            numbers = Duel.objects.filter(
                week__season=world.week.season_id, starts_at__isnull=False
            )
            return max(numbers.values_list("week__number", flat=True))
        case "drawn week":
            finals = Duel.objects.filter(week__season=world.week.season_id, kind=Duel.Kind.FINAL)
            return max(finals.values_list("week__number", flat=True), default=1)
    return world.week.number


def _rows(world: World, kind: str, team: int) -> QuerySet:
    """Return one team's rows of this kind, or the club's."""
    campaign, own = world.club.campaign, world.team(team)
    return {
        "entry": DuelEntry.objects.filter(duel=world.week.pk, team=own, withdrawn_at=None),
        "work": WorkOrder.objects.filter(week=world.week, worker__team=own),
        "hook": Hook.objects.filter(campaign=campaign),
        "invite": Invite.objects.filter(campaign=campaign),
        "team invite": Invite.objects.filter(team=own),
        "ask": TeamAsk.objects.filter(team=own),
        "join ask": JoinAsk.objects.filter(campaign=campaign),
        "motion": Motion.objects.filter(campaign=campaign),
        "deputy": Deputy.objects.filter(team=own, ended_at=None),
        "member": Membership.objects.filter(campaign=campaign, user=world.owner(team)),
        "offer made": Offer.objects.filter(seller=own, closed_at=None),
        "offer got": Offer.objects.filter(buyer=own, closed_at=None),
        "deal made": Deal.objects.filter(team=own, state=Deal.State.OPEN),
        "deal got": Deal.objects.filter(to=own, state=Deal.State.OPEN),
        "topic": Thread.objects.filter(campaign=campaign, kind=Thread.Kind.BOARD),
        "topic post": Post.objects.filter(
            thread__campaign=campaign, thread__kind=Thread.Kind.BOARD, by=world.owner(A)
        ),
        "letter got": Post.objects.filter(thread__kind=Thread.Kind.LETTERS)
        .filter(Q(thread__one=own) | Q(thread__other=own))
        .exclude(team=own),
        "news item": News.objects.filter(campaign=campaign),
        "mute": Mute.objects.filter(campaign=campaign),
        "report": Report.objects.filter(wording__post__thread__campaign=campaign),
        "challenge made": Challenge.objects.filter(challenger=own, settled_at=None),
        "challenge got": Challenge.objects.filter(challenged=own, settled_at=None),
    }[kind]


def _drove(world: World, team: int) -> str:
    """Return a person of this team who was in the first recorded duel, if any."""
    results = DuelResult.objects.filter(duel__week__season__campaign=world.club.campaign)
    result = results.order_by("duel__week__number", "duel__number", "revision").first()
    people = payload_of(result).record.form.people if result else ()
    own = str(world.team(team).pk)
    return next((deeds.character for deeds in people if deeds.team == own), UNKNOWN_ID)


def _first(rows: QuerySet) -> object:
    return rows.order_by("id").values_list("pk", flat=True).first() or UNKNOWN_ID


# --- the resolver ---------------------------------------------------------------------------------


@cache
def addresses() -> dict[str, tuple[str, ...]]:
    """Return every address of the site by its name, with its parameters."""
    return dict(_walk(get_resolver().url_patterns, "", ()))


def _walk(
    patterns: list[URLPattern | URLResolver], space: str, above: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in patterns:
        named = (*above, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            yield from _walk(
                pattern.url_patterns,
                f"{space}{pattern.namespace}:" if pattern.namespace else space,
                named,
            )
        else:
            yield f"{space}{pattern.name or pattern.pattern}", named


def unlisted() -> list[str]:
    """Return names of addresses that are in no list."""
    listed = set(map(url_name, ROUTES))
    return sorted(
        name for name in addresses() if name not in listed and not name.startswith(tuple(ELSEWHERE))
    )


def url_name(name: str) -> str:
    """Return the name of the address: "duel-record" for "duel-record/event"."""
    return name.partition("/")[0]


def arguments(name: str) -> tuple[str, ...]:
    """Return the parameters of a path."""
    return addresses()[url_name(name)]


# --- addresses ------------------------------------------------------------------------------------


def named(
    world: World, name: str, route: Route, team: int, reader: Reader | None = None
) -> dict[str, str]:
    """Return the values of an address's parameters for a team's objects, or for the reader's."""
    found = {}
    for argument in arguments(name):
        if argument == "slug" and "slug" not in route.named:
            found[argument] = world.slug
        elif argument == "team" and "team" not in route.named:
            found[argument] = world.team(team).slug
        else:
            usual = "event" if argument == "duel" and name.endswith("/event") else argument
            with scopes_disabled():
                found[argument] = str(thing(world, route.named.get(argument, usual), team, reader))
    return found


def unknown(world: World, name: str, route: Route, team: int) -> Iterator[dict[str, str]]:
    """Yield the same address with each parameter in turn replaced by a missing object."""
    real = named(world, name, route, team)
    for argument in real:
        if argument not in {"group", "book", "page"}:
            yield {
                **real,
                argument: UNKNOWN.get(
                    argument,
                    "no-such-token-at-all-000000000" if argument == "token" else UNKNOWN_ID,
                ),
            }


def address(name: str, arguments: dict[str, str], query: str = "") -> str:
    return reverse(url_name(name), kwargs=arguments) + (f"?{query}" if query else "")


def is_api(name: str) -> bool:
    return name.startswith(("api-", "api:"))


def about_a_team(name: str) -> bool:
    """Return whether the address is about a team or an object of one."""
    return bool({"team", "pk", "owner", "member", "username"} & set(arguments(name)))


def admits(door: Door, reader: Reader, team: int, phase: str) -> bool:
    """Return whether the rules give this reader access to an address about this team."""
    owns, runs_desk = reader.team == team, reader.role == "gm"
    answers: dict[Door, bool] = {
        "anyone": True, "person": reader.user is not None, "member": bool(reader.role),
        "player": reader.role in {"gm", "player"}, "plays": reader.team is not None,
        "books": owns or (runs_desk and reader.team is None), "owner": owns, "desk": runs_desk,
        "owner or desk": owns or runs_desk, "closed": False,
        "sits": reader.name in {"owner", "target"},
        "member afterwards": bool(reader.role) and phase == "ended",
        "anyone afterwards": phase == "ended",
    }  # fmt: skip
    return answers[door]


def teams_asked(name: str, reader: Reader) -> list[int]:
    """Return the teams this reader asks about at an address: their own, and Basilisk."""
    teams = list(dict.fromkeys([B] if reader.team is None else [reader.team, B]))
    return teams if about_a_team(name) else teams[:1]


SAME_FOR_ALL: Final = {
    "api-docs", "api-schema", "api-games", "api-game", "api-game-schema", "api-json-schema",
    "api-schemas", "api-presets", "api-parts", "api-stock-vehicles", "help", "help-page",
    "play-lab", "play-learn", "play-lesson", "play-lesson-step", "play-rules", "campaign-new",
}  # fmt: skip
"""Pages about the game, not about a club; some take a second, so one reader asks them in each pair
of worlds.
"""


VISITORS: Final = {"rival", "stranger", "anonymous"}
"""Readers who ask them."""


def is_outside(name: str) -> bool:
    """Return whether it is an address of the club's public page, which is the same for everyone."""
    return name.startswith(("club-public", "api-club")) and name != "api-club-parts"


def questions(
    world: World, reader: Reader, names: Iterable[str] | None = None
) -> Iterator[Question]:
    """Return all questions with an answer for a reader: each address about their own team and
    Basilisk, with every query; pages by session, the API by token. All others get the same 404
    (`test_doors.py`).
    """
    for name in names or ROUTES:
        route = ROUTES[name]
        if name in SAME_FOR_ALL and reader.name != "rival":
            continue
        if is_outside(name) and reader.name not in VISITORS:
            continue
        for number in teams_asked(name, reader):
            if "GET" in route.doors and admits(route.doors["GET"], reader, number, world.phase):
                for query in ("", *route.queries):
                    yield Question(
                        "GET",
                        address(name, named(world, name, route, number, reader), query),
                        name,
                        by_token=is_api(name),
                    )


TELLING: Final = (
    "club", "club-public", "club-public-news", "club-public-week", "api-club", "api-week-recap",
    "api-courier",
    "weeks", "week", "courier", "duel", "teams", "team", "news", "members", "desk-log", "me",
    "notices", "reach", "feed", "desk", "desk-week", "desk-teams", "play", "play-table",
    "play-pulse", "play-frames", "play-history", "desk-duel", "garage", "vehicle", "money",
    "espionage:orders",
    "duel-papers", "duel/event", "duel-papers/event", "api-duel/event", "api-events", "challenges",
    "duel-draw", "api-duel-draw",
    "espionage:reports", "espionage:report", "espionage:dossier", "api-week",
    "api-errands", "api-my-events", "api-next", "talk", "letters", "letter", "desk-talk",
    "api-talk", "api-letters", "api-letters-with", "deals", "api-deals",
    "desk-approval", "api-team-approval",
    "api-tables", "api-table", "api-table-log", "api-team-roster", "api-desk",
    "api-report-transcript", "api-week-transcript", "api-vehicles", "week-opened",
    "opened-transcript",
)  # fmt: skip
"""Addresses where a leak would show first, to ask about single differences."""


def telling(world: World, reader: Reader) -> Iterator[Question]:
    """Return the questions where a leak would show first, without their queries."""
    names = [name for name in TELLING if url_name(name) in addresses()]
    return (question for question in questions(world, reader, names) if "?" not in question.path)


CONTROL: Final = (
    "espionage:orders", "espionage:receipt", "espionage:report", "espionage:report-receipt",
    "espionage:dossier", "money", "roster", "character", "play-table", "garage", "workshop", "duel",
    "notices", "me", "desk-invites", "desk-log", "duel/event", "challenges", "api-tokens",
    "api-campaigns", "desk-approval", "letter", "letters", "rival-note", "desk-talk",
    "deals",
)  # fmt: skip
"""Addresses where a reader with access sees the differences."""


def control(world: World, reader: Reader) -> Iterator[Question]:
    """Return the questions by which a reader with access tells the worlds apart."""
    return questions(world, reader, [name for name in CONTROL if url_name(name) in addresses()])
