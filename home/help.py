"""The help index, and the help section that each page links to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from core.web.views.documents import PICTURES, pages
from home.pictures import samples

DESCRIPTIONS: Final = {
    "player": "Join a club or try the game, and play your first week.",
    "gm": "Create a club and run its league.",
    "tool-writer": "Write a bot, a tool or a display with the API.",
    "operator": "Run a site on your own machine or server.",
    "contributor": "Set up the project and make your first change.",
    "first-week": "A tutorial: your team, orders, the report and the duel.",
    "running-a-club": "Creating a club, invitations, the desk, seasons and problems.",
    "moving-in": "One workbook with teams, people, cars and past weeks.",
    "playing-with-friends": "Challenges, fair play, sharing and watching matches.",
    "being-told": "Notifications on your devices, by email and through a webhook.",
    "espionage": "Orders, missions, tables, and who learns what.",
    "campaign": "Characters, cars, duels, money, points and house rules.",
    "ambush": "The fight on foot between two characters.",
    "duel": "The autoduel on the site: cars in an arena, with sealed plans.",
    "tournaments": "Swiss tournaments, ratings and ladders.",
    "glossary": "The words of the game and their meanings.",
    "api": "First steps, common tasks and example tools.",
    "hooks": "Send news and notices to Discord or to your own tool.",
    "proof": "The format of transcripts and how to verify them.",
    "operating": "Alerts, metrics and what to do when something is wrong.",
    "operating-running": "Installation, updates, machine size and logs.",
    "operating-restore": "Back up every night, and restore a backup.",
    "operating-point-in-time": "Recover the database to any minute.",
    "operating-accounts": "Second factors, passwords and staff.",
    "operating-settings": "All settings and their defaults.",
    "commands": "All management commands.",
    "operating-trials": "Tests of these manuals, with the time they took.",
    "contributing": "Setting up, where code belongs, and what a change needs.",
    "architecture": "Packages, layers, and how a week is processed.",
    "components": "Single parts of the system and their code.",
    "secrecy": "How the site keeps secrets, and how tests prove it.",
    "visibility": "Which readers can see which data.",
    "testing": "Sets of tests and their cost.",
    "siege": "Results of the long test runs.",
    "mutation": "Results of mutation tests.",
    "speed": "Benchmarks, compared with plain Django.",
    "design-system": "Fonts, colours and components of pages.",
    "add-a-game": "Write the rules and the page of a new game.",
    "add-a-page-with-its-api": "Add a page and its API operation.",
    "add-a-field": "Add a field to the model, form and API.",
    "add-a-house-rule": "Add an option for campaigns.",
    "add-a-table-row": "Add a row to a published table.",
    "add-a-notice-kind": "Add a kind of notification.",
    "changelog": "Changes for players, GMs, operators and tool writers.",
    "api-changelog": "Changes to the API.",
}
ORDER: Final = tuple(DESCRIPTIONS)
"""Order of pages in the index. Unlisted pages come last, sorted by key."""
TOOLS: Final = (
    ("Check a report", "Verify the dice and orders of a transcript.", "check", ()),
    (
        "Learn in two minutes",
        "Interactive lessons for games, the ambush and the order sheet.",
        "play-learn",
        (),
    ),
    ("The week’s lab", "Balance of the weekly game, measured with bots.", "play-lab", ("week",)),
    (
        "A season’s lab",
        "The value of spying over a season, measured with bots.",
        "play-lab",
        ("season",),
    ),
    ("The ambush’s lab", "Balance of the ambush, measured with bots.", "play-lab", ("ambush",)),
    (
        "API operations",
        "All operations with their fields. Try them in the browser.",
        "api-docs",
        (),
    ),
)
SHELVES: Final = {
    "who": "Start here",
    "help": "Tutorials and how-to guides",
    "rules": "Rules",
    "games": "Minigames",
    "tools": "Reference and tools",
    "operating": "Running a site",
    "building": "Contributing",
    "changes": "Changelogs",
    "reasons": "Design decisions",
}
"""Headings of the index, by anchor."""

SECTIONS: Final = {
    "running-a-club#create-a-club": ("campaign-new",),
    "running-a-club#invite-players": (
        "desk-invites", "desk-invite", "desk-people", "desk-login-link", "desk-login-link-made",
    ),
    "moving-in": ("desk-moving", "old-records"),
    "running-a-club#a-public-page-for-your-club": (
        "desk-public-page", "desk-join-yes", "desk-join-no", "own-page", "person",
    ),
    "running-a-club#the-courier": ("courier",),
    "running-a-club#the-desk": (
        "desk", "desk-teams", "desk-approval", "desk-duel", "desk-duel-dismiss",
        "desk-corrections",
    ),
    "running-a-club#what-the-site-does-automatically": (
        "desk-hooks", "desk-hook", "desk-calendar", "desk-plan", "desk-reschedule", "desk-start",
        "desk-pause", "desk-go-on", "desk-bundle",
    ),
    "running-a-club#when-a-player-vanishes": (
        "votes", "vote-new", "desk-retire", "desk-bot-team", "desk-bot", "desk-bot-off",
    ),
    "running-a-club#talk-and-moderation": ("desk-talk", "desk-mute", "desk-mute-end", "word-new"),
    "campaign#talk-and-letters": (
        "talk", "talk-new", "talk-thread", "letters", "letter", "letters-block", "post-edit",
        "post-withdraw", "post-report", "post-hide", "post-show", "rival-note", "duel-talk",
        "news-talk",
    ),
    "campaign#deals": ("deals", "deal-new", "deal-accept", "deal-decline", "deal-withdraw"),
    "running-a-club#between-seasons": ("desk-season", "season-end"),
    "running-a-club#when-something-goes-wrong": (
        "desk-week", "desk-extend", "desk-postpone", "desk-cancel", "desk-retry",
    ),
    "being-told": ("reach", "notices"),
    "tool-writer": ("tokens", "token-renew", "token-revoke"),
    "campaign#a-clubs-own-parts": ("desk-parts", "desk-part"),
    "campaign#a-clubs-own-arenas": ("arenas", "arena", "desk-arena", "desk-arena-delete"),
    "campaign#house-rules": ("house-rules", "desk-house-rules", "desk-house-group"),
    "first-week": ("me", "club", "tryout"),
    "first-week#what-you-get": (
        "team-new", "team", "team-edit", "team-approval", "roster", "hire",
    ),
    "first-week#the-order-sheet-in-a-minute": ("espionage:orders",),
    "first-week#the-deadline": ("espionage:receipt", "weeks", "week", "own-clock"),
    "first-week#the-report": (
        "espionage:reports", "espionage:report", "espionage:dossier", "espionage:rivalry",
    ),
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
    "playing-with-friends#challenge-a-friend": ("play-challenge", "play-invite", "play-join"),
    "playing-with-friends#fair-play": ("play-record", "play-new"),
    "playing-with-friends#share-a-match": ("play-match", "play-match-steps"),
    "tournaments": (
        "play-tournaments", "play-tournament", "play-tournament-new", "play-ladder",
        "play-tournament-leave", "play-tournament-cancel",
    ),
    "tournaments#a-clubs-ladder": ("club-ladder",),
}  # fmt: skip
"""Help section for each URL name. Other pages link to the index."""
SECTION_OF: Final = {name: section for section, names in SECTIONS.items() for name in names}


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the index."""

    title: str
    description: str
    url: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """A section of the index, with an anchor, a heading and entries."""

    key: str
    title: str
    entries: tuple[Entry, ...]


def help_for(request: HttpRequest) -> str:
    """Return the URL of the help section for this page, or of the help index."""
    match = request.resolver_match
    page, _, anchor = SECTION_OF.get(match.view_name if match else "", "").partition("#")
    if not page:
        return reverse("help")
    return reverse("help-page", args=[page]) + (f"#{anchor}" if anchor else "")


def shelves() -> tuple[Shelf, ...]:
    """Return the sections of the help index, in order."""
    shelf_keys = list(SHELVES)
    rank = {key: position for position, key in enumerate(ORDER)}
    sorted_pages = sorted(
        pages(),
        key=lambda page: (shelf_keys.index(page.shelf), rank.get(page.key, len(rank)), page.key),
    )
    entries_by_shelf = {
        shelf: [
            Entry(page.title, DESCRIPTIONS.get(page.key, ""), reverse("help-page", args=[page.key]))
            for page in shelf_pages
        ]
        for shelf, shelf_pages in groupby(sorted_pages, key=lambda page: page.shelf)
    }
    entries_by_shelf.setdefault("tools", []).extend(_tools())
    return tuple(
        Shelf(key, SHELVES[key], tuple(entries)) for key, entries in entries_by_shelf.items()
    )


def _tools() -> Iterator[Entry]:
    for title, description, name, args in TOOLS:
        yield Entry(title, description, reverse(name, args=args))


def _render_picture(picture: str, request: HttpRequest) -> SafeString:
    """Return an illustration for a help page, drawn from sample data."""
    context = {**samples.sample_context(), "entries": samples.report()[1:3], "picture": picture}
    return render_to_string("home/help_picture.html", context, request=request)


def register_pictures() -> None:
    """Register the illustrations of the help pages."""
    for picture in ("week", "sheet", "report", "car"):
        PICTURES[picture] = partial(_render_picture, picture)
