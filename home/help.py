"""Help: in which order its pages stand, and which place of them a page's own Help link opens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from core.web.views.documents import PICTURES, pages
from home.pictures import samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest

ABOUT: Final = {
    "player": "Play in a club: spy, drive and run your own team.",
    "gm": "Create and run a club.",
    "tool-writer": "Write a bot, a spreadsheet or another tool.",
    "operator": "Host this site on your own machine.",
    "contributor": "Contribute to the Dead Drop source code.",
    "first-week": "For new players: your first orders, your first report and your first duel.",
    "running-a-club": "For GMs: regular tasks and problem solving.",
    "moving-in": "Import an existing club’s records from a spreadsheet.",
    "playing-with-friends": "Challenges, playing several games, fair play, sharing and watching.",
    "being-told": "Push notifications, email, quiet hours and offline reading.",
    "espionage": "Orders, missions, result tables and who learns what.",
    "campaign": "Characters, cars, duels, money, points and all house rules.",
    "ambush": "Rules for fights on foot.",
    "duel": "Rules for autoduels on the site, with simultaneous secret turns.",
    "tournaments": "Pairings, points and results in tournaments.",
    "glossary": "Terms and their meanings.",
    "api": "Quick start, common tasks and reference.",
    "hooks": "Send news to your group’s chat or your own tool.",
    "proof": "The verification format and how to check it with a program.",
    "operating": "Monitoring, alerts and what to do about them.",
    "operating-running": "Installation, upgrades, server sizing and logs.",
    "operating-restore": "Nightly backups and restore tests.",
    "operating-point-in-time": "Restore the database to a point in time.",
    "operating-accounts": "Two-factor authentication, lost passwords and staff accounts.",
    "operating-settings": "All settings and their defaults.",
    "operating-trials": "How we tested these instructions.",
    "contributing": "Development setup, project structure and how to make a change.",
    "architecture": "Packages and how a week is processed.",
    "secrecy": "Access rules and their tests.",
    "testing": "Test suites, what they cover and how long they take.",
    "siege": "Hypotheses and how often they are tested.",
    "mutation": "Mutation testing results.",
    "speed": "Performance compared with plain Django pages.",
    "design-system": "Typography, colours and components.",
    "add-a-game": "Add a game in its own folder.",
    "add-a-page-with-its-api": "Add a page and its API operation.",
    "add-a-field": "Add a field to a model, a page and the API.",
    "add-a-house-rule": "Add a house rule and use it.",
    "add-a-table-row": "Add a row to a result table.",
    "add-a-notice-kind": "Add a kind of notification.",
    "changelog": "Release notes for players, GMs and tool writers.",
    "api-changelog": "API changes that can affect tools.",
}
ORDER: Final = tuple(ABOUT)
"""Where pages stand among others of their shelf; whatever is not named comes last, by its key."""
TOOLS: Final = (
    ("Check a report", "Verify its orders and dice.", "check", ()),
    (
        "Learn a game in two minutes",
        "Short lessons on games, ambushes and order sheets.",
        "play-learn",
        (),
    ),
    (
        "Week simulation results",
        "Balance statistics from a thousand seasons played by bots.",
        "play-lab",
        ("week",),
    ),
    (
        "Ambush simulation results",
        "Balance statistics from fights played by bots.",
        "play-lab",
        ("ambush",),
    ),
    ("API reference", "All operations and their fields.", "api-docs", ()),
)
SHELVES: Final = {
    "who": "Choose your role",
    "help": "How-to guides",
    "rules": "Rules",
    "games": "Side games",
    "tools": "Glossary and tools",
    "operating": "Running a site",
    "building": "Development",
    "changes": "Release notes",
    "reasons": "Design decisions",
}
"""The headings of the index, which are its anchors, too."""

PLACES: Final = {
    "running-a-club#founding": ("campaign-new",),
    "running-a-club#inviting": (
        "desk-invites", "desk-invite", "desk-people", "desk-login-link", "desk-login-link-made",
    ),
    "moving-in": ("desk-moving", "old-records"),
    "running-a-club#a-public-page-for-your-club": (
        "desk-public-page", "desk-join-yes", "desk-join-no", "own-page", "person",
    ),
    "running-a-club#the-desk": (
        "desk", "desk-teams", "desk-approval", "desk-duel", "desk-duel-dismiss",
        "desk-corrections",
    ),
    "running-a-club#what-the-site-does-by-itself": (
        "desk-hooks", "desk-hook", "desk-calendar", "desk-plan", "desk-start",
        "desk-pause", "desk-go-on", "desk-bundle",
    ),
    "running-a-club#when-a-player-vanishes": (
        "votes", "vote-new", "desk-retire", "desk-bot-team", "desk-bot", "desk-bot-off",
    ),
    "running-a-club#what-is-said": ("desk-talk", "desk-mute", "desk-mute-end", "word-new"),
    "campaign#talk-and-letters": (
        "talk", "talk-new", "talk-thread", "letters", "letter", "letters-block", "post-edit",
        "post-withdraw", "post-report", "post-hide", "post-show", "rival-note", "duel-talk",
        "event-duel-talk", "news-talk",
    ),
    "running-a-club#between-seasons": ("desk-season", "season-end"),
    "running-a-club#when-something-goes-wrong": (
        "desk-week", "desk-extend", "desk-postpone", "desk-cancel", "desk-retry",
    ),
    "being-told": ("reach", "notices"),
    "tool-writer": ("tokens", "token-renew", "token-revoke"),
    "campaign#a-clubs-own-parts": ("desk-parts", "desk-part"),
    "campaign#house-rules": ("house-rules", "desk-house-rules", "desk-house-group"),
    "first-week": ("me", "club", "tryout"),
    "first-week#what-you-get": (
        "team-new", "team", "team-edit", "team-approval", "roster", "hire",
    ),
    "first-week#the-order-sheet-in-a-minute": ("espionage:orders",),
    "first-week#the-deadline": ("espionage:receipt", "weeks", "week", "own-clock"),
    "first-week#the-report": ("espionage:reports", "espionage:report", "espionage:dossier"),
    "first-week#repairs-and-wounds": ("workshop", "workshop-repair", "workshop-care"),
    "first-week#money-and-gear": ("store", "money"),
    "first-week#the-duel": (
        "duel", "duel-papers", "vehicle-paper", "duel-enter", "duel-replace", "duel-record",
        "duel-draft", "duel-sign", "duel-dispute", "standings", "duellists", "duellist", "honours",
    ),
    "campaign#the-garage": ("garage", "vehicle", "build", "vehicle-refit"),
    "campaign#the-library-of-designs": (
        "designs", "design", "vehicle-publish", "vehicle-unpublish",
    ),
    "campaign#characters": ("character", "character-edit", "character-assign"),
    "espionage#standing-orders": ("espionage:decision",),
    "campaign#our-rulings": ("espionage:more-time",),
    "ambush": ("espionage:ambush",),
    "playing-with-friends": ("play",),
    "playing-with-friends#challenging-a-friend": ("play-challenge", "play-invite", "play-join"),
    "playing-with-friends#fair-play": ("play-record", "play-new"),
    "playing-with-friends#sharing-a-match": ("play-match", "play-match-steps"),
    "tournaments": (
        "play-tournaments", "play-tournament", "play-tournament-new", "play-ladder",
        "play-tournament-leave", "play-tournament-cancel",
    ),
    "tournaments#a-clubs-ladder": ("club-ladder",),
}  # fmt: skip
"""Where a page's Help link leads, by the names of the addresses; to all of help from elsewhere."""
PLACE_OF: Final = {name: place for place, names in PLACES.items() for name in names}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index."""

    title: str
    about: str
    url: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of the index: its anchor, its heading, its lines."""

    key: str
    title: str
    entries: tuple[Entry, ...]


def help_for(request: HttpRequest) -> str:
    """The address of the help with what this page is about; "" on the pages of help themselves."""
    found = request.resolver_match
    if found and found.view_name in {"help", "help-page"}:
        return ""
    page, _, anchor = PLACE_OF.get(found.view_name if found else "", "").partition("#")
    if not page:
        return reverse("help")
    return reverse("help-page", args=[page]) + (f"#{anchor}" if anchor else "")


def shelves() -> tuple[Shelf, ...]:
    """All help, in the order in which one needs it: who reads first."""
    names = list(SHELVES)
    rank = {key: place for place, key in enumerate(ORDER)}
    listed = sorted(
        pages(),
        key=lambda page: (names.index(page.shelf), rank.get(page.key, len(rank)), page.key),
    )
    found = {
        shelf: [
            Entry(page.title, ABOUT.get(page.key, ""), reverse("help-page", args=[page.key]))
            for page in on_it
        ]
        for shelf, on_it in groupby(listed, key=lambda page: page.shelf)
    }
    found.setdefault("tools", []).extend(_tools())
    return tuple(Shelf(key, SHELVES[key], tuple(entries)) for key, entries in found.items())


def _tools() -> Iterator[Entry]:
    for title, about, name, args in TOOLS:
        yield Entry(title, about, reverse(name, args=args))


def _drawn(picture: str, request: HttpRequest) -> SafeString:
    """A picture of the help pages, drawn by the site as it draws its own."""
    shown = {**samples.everything(), "entries": samples.report()[1:3], "picture": picture}
    return render_to_string("home/help_picture.html", shown, request=request)


def hang_pictures() -> None:
    """Let the help pages have their pictures."""
    for picture in ("week", "sheet", "report", "car"):
        PICTURES[picture] = partial(_drawn, picture)
