"""Every address of the site by its name: who may come in, with which methods, and what its
arguments stand for.

A new address goes in here on the day it is made; the suite then asks it as everybody, in every pair
of worlds. `door` is who gets an answer; everybody else gets the 404 of an address that does not
exist (or, not logged in, the way to the login).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Door = Literal[
    "anyone",  # everybody, logged in or not
    "person",  # everybody who is logged in
    "member",  # members of the club: GMs, players, spectators
    "player",  # members who may found a team: GMs and players
    "plays",  # members who run a team
    "books",  # a team's owners, and a GM who runs no team
    "owner",  # a team's owners
    "desk",  # GMs
    "owner or desk",
    "member afterwards",  # members, once the season is closed
    "sits",  # the two who sit at the stage's table of play
    # nobody: only those have it whom it was made for, or it needs something that is not there
    "closed",
]
"""Who gets an answer."""


@dataclass(frozen=True, slots=True)
class Route:
    """An address: who may come in, by method. `named` says what an argument of the path stands for,
    where that is not its own name (see `objects.py`). `queries` are further addresses worth asking:
    filters, orders, pages.
    """

    doors: Mapping[str, Door]
    named: Mapping[str, str] = field(default_factory=dict)
    queries: tuple[str, ...] = ()


def get(door: Door, *queries: str, **named: str) -> Route:
    """An address that is read."""
    return Route({"GET": door}, named, queries)


def form(door: Door, *queries: str, **named: str) -> Route:
    """An address with a form: read and sent."""
    return Route({"GET": door, "POST": door}, named, queries)


def post(door: Door, **named: str) -> Route:
    """An address that is only sent to."""
    return Route({"POST": door}, named)


def api(
    *queries: str,
    get: Door | None = None,
    post: Door | None = None,
    patch: Door | None = None,
    put: Door | None = None,
    delete: Door | None = None,
    **named: str,
) -> Route:
    """An address of the API, with a door for each method."""
    doors = {"GET": get, "POST": post, "PATCH": patch, "PUT": put, "DELETE": delete}
    return Route({method: door for method, door in doors.items() if door}, named, queries)


ROUTES: Final[dict[str, Route]] = {
    # the site
    "home": get("anyone"),
    "me": form("person"),
    "notices": get("person", "page=2"),
    "notices-read": post("person"),
    "join": form("anyone"),
    "login-link": form("anyone", token="login token"),
    "mail": form("person"),
    "mail-stop": form("anyone", token="mail token"),
    "calendar": form("person"),
    "calendar-renew": form("person"),
    "calendar-drop": form("person"),
    "feed": get("anyone", token="feed token"),
    "own-clock": form("person"),
    "tokens": form("person"),
    "token-revoke": Route({"GET": "closed", "POST": "closed"}),
    "check": form("anyone"),
    "help": get("anyone"),
    "help-page": get("anyone"),
    "campaign-new": form("person"),
    # the club
    "club": get("member"),
    "standings": get("member", "season=1"),
    "news": get("member", "page=2", "kind=death"),
    "house-rules": get("member"),
    "members": get("member"),
    "desk-log": get("member", "page=2"),
    "weeks": get("member", "season=1"),
    "votes": get("member"),
    "vote-new": form("player", kind="motion kind"),
    "vote": Route({"POST": "closed"}),
    "week": get("member"),
    "duel": get("member"),
    "duel-enter": post("plays"),
    "duel-withdraw": form("owner", pk="entry"),
    "duel-replace": form("owner", pk="entry"),
    "club-leave": form("member"),
    "week-beacon": Route({"GET": "member", "POST": "closed"}, {"number": "settled week"}),
    "public-transcript": get("member", number="settled week"),
    "season-end": get("member afterwards"),
    "week-opened": get("member afterwards", "seat=basilisk", "seat=anvil"),
    "opened-transcript": get("member afterwards"),
    "teams": get("member"),
    "team-new": form("player", "another=1"),
    "team-new-ready": form("player"),
    # a team
    "team": get("member"),
    "team-edit": form("owner"),
    "team-approval": form("owner"),
    "team-ready": form("owner"),
    "team-bot": form("owner"),
    "team-bot-off": form("owner"),
    "team-hand-over": form("owner"),
    "team-give-up": form("owner"),
    "team-owners": form("owner"),
    "team-link": get("closed", invite="team invite"),
    "team-link-revoke": form("owner", invite="team invite"),
    "team-ask-yes": form("owner", pk="ask"),
    "team-ask-no": form("owner", pk="ask"),
    "team-withdraw": form("owner"),
    "roster": get("books"),
    "hire": form("owner", "from=spy"),
    "character": get("books", "page=2", pk="character"),
    "character-edit": form("owner", pk="character"),
    "character-assign": post("owner", pk="character"),
    "character-release": form("owner", pk="character"),
    "gold-cross": form("owner", pk="character", act="gold cross act"),
    "garage": get("books"),
    "build": form("owner", "stock=chairman"),
    "vehicle": get("books", pk="vehicle"),
    "vehicle-edit": form("owner", pk="vehicle"),
    "vehicle-crew": form("owner", pk="vehicle"),
    "vehicle-refit": form("owner", pk="vehicle"),
    "vehicle-sell": form("owner", pk="vehicle"),
    "vehicle-scrap": form("owner", pk="vehicle"),
    "vehicle-offer": form("owner", pk="vehicle"),
    "offer": get("owner", pk="offer got"),
    "offer-accept": form("owner", pk="offer got"),
    "offer-decline": form("owner", pk="offer got"),
    "offer-withdraw": form("owner", pk="offer made"),
    "workshop": get("books"),
    "workshop-mechanic": post("owner"),
    "workshop-care": post("owner"),
    "workshop-repair": post("owner", pk="vehicle"),
    "work-cancel": post("owner", pk="work"),
    "store": Route({"GET": "books", "POST": "owner"}),
    "money": get("books", "page=2"),
    # the desk
    "desk": get("desk"),
    "desk-club": form("desk"),
    "desk-invites": form("desk"),
    "desk-invite": get("closed"),
    "desk-invite-revoke": post("desk"),
    "desk-hooks": form("desk"),
    "desk-hook": get("closed"),
    "desk-hook-test": post("desk"),
    "desk-hook-remove": post("desk"),
    "desk-people": get("desk"),
    "desk-role": form("desk"),
    "desk-remove": form("desk"),
    "desk-login-link": form("desk"),
    "desk-login-link-made": get("closed", link="act"),
    "desk-teams": get("desk"),
    "desk-approval": form("desk", team="waiting team"),
    "desk-send-back": form("desk"),
    "desk-hand-over": form("desk"),
    "desk-retire": form("desk"),
    "desk-bot": form("desk"),
    "desk-bot-off": form("desk"),
    "desk-calendar": get("desk"),
    "desk-plan": form("desk"),
    "desk-start": form("desk"),
    "desk-pause": form("desk"),
    "desk-go-on": form("desk"),
    "desk-week": get("desk"),
    "desk-extend": form("desk"),
    "desk-postpone": form("desk", number="planned week"),
    "desk-cancel": form("desk", number="planned week"),
    "desk-event": form("desk"),
    "desk-retry": post("desk"),
    "desk-duel": form("desk", number="duelled week"),
    "desk-house-rules": get("desk"),
    "desk-house-group": form("desk"),
    "desk-corrections": get("desk"),
    "desk-corrections-team": get("desk"),
    "desk-correct-team": form("desk", book="team book"),
    "desk-correct": form("desk", book="character book", owner="character"),
    "desk-season": get("desk"),
    "desk-season-close": post("desk"),
    "desk-season-open": post("desk"),
    "desk-sealed": form("desk"),
    "desk-void": form("desk"),
    "desk-sealed-opened": get("closed"),
    # the secret week
    "espionage:orders": form("owner"),
    "espionage:order-row": post("owner"),
    "espionage:receipt": get("owner"),
    "espionage:receipt-version": get("owner"),
    "espionage:orders-print": get("owner"),
    "espionage:decision": form("owner"),
    "espionage:ambush": get("owner"),
    "espionage:ambush-story": get("owner", number="settled week"),
    "espionage:reports": get("owner", "page=2"),
    "espionage:report": get("owner", number="settled week"),
    "espionage:report-receipt": get("owner", number="settled week"),
    "espionage:report-print": get("owner", number="settled week"),
    "espionage:transcript": get("owner", number="settled week"),
    "espionage:dossier": get("owner", "season=1"),
    # play: the stage's table stands in the lobby, where whoever is logged in may look at it;
    # who sees what of others' is asked in tests/pages/play
    "play": get("person"),
    "play-away": form("person"),
    "play-game": get("anyone"),
    "play-lab": get("anyone", game="measured game"),
    "play-new": form("person"),
    "play-join": form("anyone", token="table token"),
    "play-table": get("person"),
    "play-pulse": get("person"),
    "play-history": get("person", "step=1"),
    "play-move": post("person"),
    "play-preview": post("person"),
    "play-say": post("person"),
    "play-note": post("person"),
    "play-coach": post("person"),
    "play-sit": post("person"),
    "play-stand": post("person"),
    "play-seat-bot": post("person"),
    "play-free-seat": post("person"),
    "play-invite": post("person"),
    "play-close": form("closed"),
    "play-resign": form("sits"),
    "play-pause": post("person"),
    "play-unpause": post("person"),
    "play-resume": post("person"),
    "play-rematch": post("person"),
    "play-deputy": post("person"),
    # the API
    "api-docs": get("anyone"),
    "api-schema": get("anyone", "format=json"),
    "api-me": api(get="person"),
    "api-mail": api(get="person", put="person"),
    "api-mail-test": api(post="person"),
    "api-calendar": api(get="person", post="person", delete="person"),
    "api-clock": api(get="person", put="person"),
    "api-tokens": api(get="person"),
    "api-token": api(delete="closed"),
    "api-errands": api("page_size=1", get="person"),
    "api-notices": api("page_size=1&page=2", get="person"),
    "api-notices-read": api(post="person"),
    "api-join": api(post="person"),
    "api-join-look": api(post="person"),
    "api-about": api(get="anyone"),
    "api-presets": api(get="anyone"),
    "api-schemas": api(get="anyone"),
    "api-json-schema": api(get="anyone", name="schema"),
    "api-parts": api(get="person"),
    "api-stock-vehicles": api(get="person"),
    "api-design-check": api(post="person"),
    "api-campaigns": api("page_size=1&page=2", get="person", post="person"),
    "api-campaign": api(get="member", patch="desk"),
    "api-house-rules": api(get="member", patch="desk"),
    "api-seasons": api(get="member", post="desk"),
    "api-season-close": api(post="desk", number="season"),
    "api-news": api("page_size=2&page=2", get="member"),
    "api-desk-log": api("page_size=2&page=2", get="member"),
    "api-standings": api("season=1", get="member"),
    "api-skills": api(get="member"),
    "api-starts": api(get="member"),
    "api-gear": api(get="member"),
    "api-members": api(get="member"),
    "api-member": api(patch="desk"),
    "api-member-remove": api(post="desk"),
    "api-login-link": api(post="desk"),
    "api-leave": api(post="member"),
    "api-invites": api(get="desk", post="desk"),
    "api-invite-revoke": api(post="desk"),
    "api-desk": api(get="desk"),
    "api-hooks": api(get="desk", post="desk"),
    "api-hook": api(delete="desk"),
    "api-hook-test": api(post="desk"),
    "api-weeks": api("season=1", get="member", post="desk"),
    "api-week": api(get="member", patch="desk"),
    "api-week-extend": api(post="desk"),
    "api-week-start": api(post="desk"),
    "api-week-postpone": api(post="desk"),
    "api-motions": api(get="member", post="player"),
    "api-motion": Route({"DELETE": "closed"}),
    "api-motion-vote": Route({"POST": "closed"}),
    "api-motion-answer": Route({"POST": "closed"}),
    "api-pause": api(get="member", post="desk"),
    "api-go-on": api(post="desk"),
    "api-week-cancel": api(post="desk"),
    "api-week-retry": api(post="desk"),
    "api-duel": api(get="member"),
    "api-duel-form": api(get="desk", number="duelled week"),
    "api-duel-result": api(post="desk"),
    "api-duel-correction": api(post="desk"),
    "api-teams": api(get="member", post="player"),
    "api-team": api(get="member", patch="owner"),
    "api-team-roster": api(get="member"),
    "api-team-seen-vehicles": api(get="member"),
    "api-ready-company": api(post="player"),
    "api-team-ready-company": api(post="owner"),
    "api-team-approval": api(get="owner or desk", team="waiting team"),
    "api-team-ask-approval": api(post="owner"),
    "api-team-approve": api(post="desk"),
    "api-team-send-back": api(post="desk"),
    "api-team-bot": api(put="owner or desk", delete="owner or desk"),
    "api-team-hand-over": api(post="owner or desk"),
    "api-team-drop-out": api(post="owner"),
    "api-team-asks": api(get="owner"),
    "api-team-answer": api(post="owner", ask="ask"),
    "api-team-invites": api(get="owner", post="owner"),
    "api-team-invite-revoke": api(post="owner", invite="team invite"),
    "api-team-withdraw": api(post="owner or desk"),
    "api-team-corrections": api(get="desk", post="desk"),
    "api-entries": api(post="owner"),
    "api-entry": api(delete="owner"),
    "api-entry-replace": api(post="owner"),
    "api-characters": api(get="books", post="owner"),
    "api-character": api(get="books", patch="owner"),
    "api-character-history": api("page_size=2&page=2", get="books"),
    "api-character-release": api(post="owner"),
    "api-character-assign": api(post="owner"),
    "api-character-gold-cross": api(post="owner"),
    "api-vehicles": api("gone=true", get="books", post="owner"),
    "api-vehicle": api(get="books", patch="owner"),
    "api-vehicle-crew": api(put="owner"),
    "api-vehicle-history": api(get="books"),
    "api-vehicle-refit": api(post="owner"),
    "api-vehicle-refit-quote": api(post="owner"),
    "api-vehicle-repairs": api(get="books", post="owner"),
    "api-vehicle-sell": api(post="owner"),
    "api-vehicle-scrap": api(post="owner"),
    "api-vehicle-offers": api(post="owner"),
    "api-offers": api(get="owner"),
    "api-offer-accept": api(post="owner", offer="offer got"),
    "api-offer-decline": api(post="owner", offer="offer got"),
    "api-offer-withdraw": api(post="owner", offer="offer made"),
    "api-work": api(get="books", post="owner"),
    "api-work-order": api(delete="owner"),
    "api-store": api(get="books"),
    "api-store-buy": api(post="owner"),
    "api-store-sell": api(post="owner"),
    "api-money": api(get="books"),
    "api-money-rows": api("page_size=2&page=2", get="books"),
    "api-orders": api(get="owner", put="owner"),
    "api-orders-check": api(post="owner"),
    "api-orders-choices": api(get="owner"),
    "api-orders-odds": api(get="owner"),
    "api-orders-receipt": api(get="owner"),
    "api-orders-standing": api(get="owner", put="owner"),
    "api-orders-versions": api(get="owner"),
    "api-reports": api("page_size=1&page=2", get="owner"),
    "api-report": api(get="owner", number="settled week"),
    "api-ambush": api(get="owner"),
    "api-ambush-story": api(get="owner", number="settled week"),
    "api-report-transcript": api(get="owner", number="settled week"),
    "api-dossier": api("season=1", get="owner"),
    "api-decision": api(get="owner", post="owner"),
    "api-week-beacon": api(post="member", number="settled week"),
    "api-week-transcript": api(get="member", number="settled week"),
    "api-week-opened": api(get="closed"),
    "api-week-opened-transcript": api(get="closed"),
    "api-transcript-check": api(post="anyone"),
    "api-games": api(get="anyone"),
    "api-game": api(get="anyone"),
    "api-game-schema": api(get="anyone"),
    "api-holiday": api(get="person", post="person"),
    "api-holiday-back": api(post="person"),
    "api-tables": api("which=mine", "which=watchable", get="person", post="person"),
    "api-table-join": api(post="person"),
    "api-table-look": api(post="person"),
    "api-table": api(get="person"),
    "api-table-move": api(post="person"),
    "api-table-log": api("after=1", get="person"),
    "api-table-history": api("eyes=public", get="person"),
    "api-table-step": api("eyes=public", get="person"),
    "api-table-talk": api(get="person", post="person"),
    "api-table-coach": api(post="person"),
    "api-table-note": api(get="person", put="person"),
    "api-table-sit": api(post="person"),
    "api-table-stand": api(post="person"),
    "api-table-seat-bot": api(post="person"),
    "api-table-free-seat": api(post="person"),
    "api-table-deputy": api(post="person"),
    "api-table-invite": api(post="person"),
    "api-table-close": api(post="person"),
    "api-table-resign": api(post="person"),
    "api-table-pause": api(post="person"),
    "api-table-unpause": api(post="person"),
    "api-table-resume": api(post="person"),
    "api-table-rematch": api(post="person"),
    "api-sealed": api(post="desk"),
    "api-week-void": api(post="desk"),
    "api-sealed-opened": api(get="closed"),
}

ELSEWHERE: Final[dict[str, str]] = {
    "account_": (
        "django-allauth's own pages: they show the account of whoever asks and know "
        "nothing of clubs"
    ),
    "mfa_": "django-allauth's second factor: as above",
    "play-live": (
        "a stream of versions: who hears what of it is asked in tests/pages/play/test_live.py"
    ),
    "admin:": (
        "the site's admin is asked page by page in `test_staff.py`: it is made of "
        "models, not of addresses"
    ),
}
"""Names by their beginnings that are no addresses of ours, each with the reason why it is not in
ROUTES.
"""
