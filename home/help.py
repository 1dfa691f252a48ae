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
    "player": "You drive and you spy, for a team of your own.",
    "gm": "You run a club, or are about to found one.",
    "tool-writer": "You write a program: a bot, a sheet, a screen at the table.",
    "operator": "You run this site, or one like it, on a machine of yours.",
    "contributor": "You want to change the program itself.",
    "first-week": "You have never played: what you get, what to send, what comes of it.",
    "running-a-club": "You are the GM: what is left for you to do, and what on a bad day.",
    "moving-in": "A club that has played before: its old records, in one workbook.",
    "playing-with-friends": "Games: challenges, several tables, fair play, sharing, watching.",
    "being-told": "Messages to your devices, mail, quiet hours, and reading without a network.",
    "espionage": "Orders, missions, the tables, and who learns what.",
    "campaign": "Characters, cars, the duel, money and points, all house rules.",
    "ambush": "The fight on foot when two people meet.",
    "duel": "Cars in an arena, a sealed plan a side a turn: the autoduel at a table of the site.",
    "tournaments": "How people meet and compare over several matches and games.",
    "glossary": "One word for one thing.",
    "api": "The first five minutes, tasks one after another, the reference.",
    "hooks": "News in your group’s chat, or in a tool of yours.",
    "proof": "What is promised, byte by byte, and how a program checks it.",
    "operating": "What tells you that something is wrong, and what to do.",
    "operating-running": "The first hour, a new version, how large a machine, the logs.",
    "operating-restore": "A backup every night, and one tried out.",
    "operating-point-in-time": "Back to the minute before somebody slipped.",
    "operating-accounts": "Second factors, lost passwords, who is staff.",
    "operating-settings": "What can be set, and what it is without.",
    "commands": "What each management command does.",
    "operating-trials": "What was tried with these pages alone, and how long it took.",
    "contributing": "The first hour, where things are, what a change needs.",
    "architecture": "The rooms, and how a week goes from hand to hand.",
    "components": "How single parts work, and where their code is.",
    "secrecy": "Who sees what, and what proves it.",
    "testing": "What runs when, and how long it takes.",
    "siege": "What was put to the test, and how often.",
    "mutation": "Small faults put into the code, and what noticed them.",
    "speed": "Measured beside bare Django and pages with the same rows.",
    "design-system": "Type, colours, pieces of pages.",
    "add-a-game": "One folder.",
    "add-a-page-with-its-api": "One selector, two doors.",
    "add-a-field": "The act’s record, the column, the page.",
    "add-a-house-rule": "Its record, where it is read, its ruling.",
    "add-a-table-row": "The table, and where it is carried out.",
    "add-a-notice-kind": "One line, and where it is sent.",
    "changelog": "What is new for players, GMs and tool writers.",
    "api-changelog": "What may break a tool.",
}
ORDER: Final = tuple(ABOUT)
"""Where pages stand among others of their shelf; whatever is not named comes last, by its key."""
TOOLS: Final = (
    ("Check a report", "Whether its dice and orders are what was promised.", "check", ()),
    (
        "Learn in two minutes",
        "A game, the ambush or the order sheet, by real moves.",
        "play-learn",
        (),
    ),
    ("The week’s lab", "What bots made of a thousand seasons.", "play-lab", ("week",)),
    ("The ambush’s lab", "What bots made of the fight on foot.", "play-lab", ("ambush",)),
    ("Every operation of the API", "With its fields, to read and to try.", "api-docs", ()),
)
SHELVES: Final = {
    "who": "Who are you?",
    "help": "Step by step",
    "rules": "The rules",
    "games": "Side games",
    "tools": "Words and tools",
    "operating": "Running a site",
    "building": "Working on it",
    "changes": "What changed",
    "reasons": "Why it is made so",
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
