"""The tour: every page that people can see, for each role with access, in the relevant states.

Stops are named after their address, so that a missing address is noticed; `NOT_LOOKED_AT` gives the
reasons for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from tests.secrecy.objects import addresses
from tests.siege import SIEGE, dice, share

from .people import unfolded

if TYPE_CHECKING:
    from random import Random

    from playwright.sync_api import Page

    from .places import Place

Act = Callable[["Page"], None]


@dataclass(frozen=True)
class Stop:
    """A page of the tour: its address's name, who looks (None: a stranger), in which place, and
    what they do before they look.

    A complaint of the browser that has what is `tolerated` in it is none.
    """

    name: str
    who: str | None = "vera"
    place: str = "demo"
    named: Mapping[str, str] = field(default_factory=dict)
    query: str = ""
    act: Act | None = None
    title: str = ""
    status: int = 200
    tolerated: str = "nothing"

    def __str__(self) -> str:
        return " ".join(
            filter(
                None,
                [self.who or "stranger", self.name, *self.named.values(), self.query, self.title],
            )
        )

    @property
    def visitor(self) -> tuple[str, str | None]:
        """Return place and user."""
        return self.place, self.who

    def path(self, place: Place) -> str:
        """Return the address. `named` names another object of the place, or is the object
        itself.
        """
        things = place.arguments(self.who)
        kwargs = {}
        for argument in addresses()[self.name]:
            wanted = self.named.get(argument, argument)
            kwargs[argument] = things.get(wanted, wanted)
        return reverse(self.name, kwargs=kwargs) + (f"?{self.query}" if self.query else "")


# --- what is done on a page -----------------------------------------------------------------------


def send(button: str, **typed: str) -> Act:
    """Fill in fields by their names and press a button; the answer is checked."""

    def act(page: Page) -> None:
        for name, value in typed.items():
            unfolded(page.locator(f"#main [name={name}]").first).fill(value)
        press = page.locator("#main").get_by_role("button", name=button, exact=True).first
        with page.expect_navigation():
            press.click()

    return act


def choose(button: str, name: str, rows: str) -> Act:
    """Choose a file with these rows and press a button."""

    def act(page: Page) -> None:
        page.locator("#main input[type=file]").set_input_files(
            {"name": name, "mimeType": "text/csv", "buffer": rows.encode()}
        )
        send(button)(page)

    return act


def dialog(button: str) -> Act:
    """Press a button that asks first, and check the dialog."""

    def act(page: Page) -> None:
        page.locator("#main").get_by_role("button", name=button).first.click()
        page.locator("dialog").wait_for()

    return act


def drawn(page: Page) -> None:
    """Wait until the API's operations are rendered."""
    page.locator("#swagger-ui .opblock").first.wait_for(timeout=60_000)


def opened(page: Page) -> None:
    """Open one of the API's operations."""
    drawn(page)
    page.locator(".opblock-summary-control").first.click()
    page.locator(".opblock-body").first.wait_for()


# --- the stops ------------------------------------------------------------------------------------

CHARACTER, VEHICLE, ENTRY = {"pk": "character"}, {"pk": "vehicle"}, {"pk": "entry"}
PLAYED = {"number": "played"}


def _stranger() -> Iterator[Stop]:
    for name in (
        "home",
        "open-arena",
        "help",
        "privacy",
        "help-page",
        "check",
        "account_login",
        "account_signup",
        "account_reset_password",
        "join",
    ):
        yield Stop(name, None)
    for page in ("glossary", "first-week", "running-a-club", "player", "tool-writer", "operating"):
        yield Stop("help-page", None, named={"page": page})
    yield Stop("account_reset_password_done", None)
    yield Stop("mail-stop", None, named={"token": "stop"})
    yield Stop("mail-stop", None, named={"token": "stop"}, act=send("Unsubscribe"), title="stopped")
    yield Stop(
        "mail-stop", None, named={"token": "no-such-token"}, status=404, title="no such letter"
    )
    yield Stop(
        "join",
        None,
        named={"token": "no-such-token-at-all-000000000"},
        status=404,
        title="spent link",
    )
    for name in ("club-public", "club-public-table", "club-public-news", "club-public-seasons"):
        yield Stop(name, None)
    yield Stop("club-public-week", None, named=PLAYED)
    yield Stop("club-public-week", None, named={"number": "number"}, title="before the reports")
    yield Stop("club-public-duellists", None)
    yield Stop("club-public-duellist", None, named={"pk": "duellist"})
    yield Stop("club-public-ask", None)
    yield Stop("club-public", None, named={"slug": "no-such-club"}, status=404, title="none")
    yield Stop("login-link", None, named={"token": "way in"})
    yield Stop(
        "login-link",
        None,
        named={"token": "way in"},
        act=send("Set password and sign in", password1="a"),
        title="errors",
    )
    yield Stop(
        "login-link",
        None,
        named={"token": "no-such-token-at-all-000000000"},
        status=404,
        title="spent link",
    )
    yield Stop("login-link", "vera", named={"token": "way in"}, title="logged in")
    yield Stop("club", None, named={"slug": "no-such-club"}, title="sent to the login")
    yield Stop(
        "account_login",
        None,
        act=send("Sign in", login="vera", password="wrong"),
        title="wrong password",
    )
    yield Stop(
        "account_signup",
        None,
        act=send("Sign up", username="vera", email="nonsense", password1="a", password2="b"),
        title="errors",
    )
    yield Stop("check", None, act=send("Check transcript"), title="nothing given")
    yield Stop(
        "api-docs", None, act=drawn, tolerated="Applying inline style"
    )  # Swagger tries one, and does without
    yield Stop(
        "api-docs", None, act=opened, title="an operation", tolerated="Applying inline style"
    )


CLUB: Final = (
    "club",
    "standings",
    "club-ladder",
    "duellists",
    "honours",
    "designs",
    "news",
    "house-rules",
    "members",
    "desk-log",
    "weeks",
    "teams",
)


def _public(who: str) -> Iterator[Stop]:
    for name in CLUB:
        yield Stop(name, who)
    for number in ("number", "played", "planned"):
        yield Stop("week", who, named={"number": number})
    yield Stop("courier", who, named=PLAYED)
    for number in ("number", "played"):
        yield Stop("duel", who, named={"number": number})
    yield Stop("duellist", who, named={"pk": "duellist"})
    yield Stop("design", who, named={"design": "wasp"})
    yield Stop("team", who)


BOOKS: Final = ("roster", "garage", "workshop", "store", "money")
FORMS: Final = ("team-edit", "team-approval", "team-ready", "hire", "build")
SECRET: Final = ("orders", "orders-print", "receipt", "reports", "dossier")


def _vera() -> Iterator[Stop]:
    """Stops of a team owner whose sheet is a draft."""
    yield Stop("home")
    yield Stop("tryout")
    yield Stop("try-game", None, named={"game": "renamed"})
    yield Stop("play-learn", None)
    for lesson in ("renamed", "lunacy", "achtung", "shambattle", "ambush", "autoduel", "orders"):
        yield Stop("play-lesson", None, named={"lesson": lesson})
    yield Stop("play-lesson-step", None, named={"lesson": "orders", "step": "7"})
    yield Stop("play-rules", None, named={"lesson": "lunacy"})
    yield Stop("me")
    yield Stop("notices")
    yield Stop("reach")
    yield Stop("offline", None)
    yield Stop("own-name")
    yield Stop("own-clock")
    for name in ("calendar", "calendar-renew", "calendar-drop"):
        yield Stop(name)
    yield Stop("tokens")
    yield Stop("token-revoke")
    yield Stop("token-renew")
    yield from _public("vera")
    for name in (*BOOKS, *FORMS):
        yield Stop(name)
    for name in ("character", "character-edit", "character-release"):
        yield Stop(name, named=CHARACTER)
    yield Stop("offer", named={"pk": "offer"})
    yield Stop("challenge", named={"pk": "challenge"})
    for name in ("challenges", "challenge-new"):
        yield Stop(name)
    yield from _talk()
    yield Stop(
        "espionage:ambush",
        named={"slug": "night", "team": "night team"},
        title="links to the fight",
    )
    for name in (
        "vehicle",
        "vehicle-paper",
        "vehicle-edit",
        "vehicle-crew",
        "vehicle-refit",
        "vehicle-sell",
        "vehicle-scrap",
        "vehicle-publish",
        "vehicle-unpublish",
        "vehicle-offer",
    ):
        yield Stop(name, named=VEHICLE)
    yield Stop("hire", query="from=spy")
    for name in ("team-ask-yes", "team-ask-no"):
        yield Stop(name, named={"pk": "ask"})
    yield Stop("team-deputy-end", named={"pk": "deputy"})
    yield Stop("team-link-revoke", named={"invite": "into"})
    yield Stop("team-owners", act=send("Create link", note="Zoe"), title="made")
    for name in (
        "team-owners",
        "team-new",
        "team-deputy",
        "team-bot",
        "team-bot-off",
        "team-hand-over",
        "team-give-up",
        "team-withdraw",
        "club-leave",
        "votes",
    ):
        yield Stop(name)
    for kind in ("pause", "hand_over"):
        yield Stop("vote-new", named={"kind": kind})
    yield Stop("duel-withdraw", named=ENTRY)
    yield Stop("duel-papers")
    for name in SECRET:
        yield Stop(f"espionage:{name}")
    yield Stop("espionage:receipt-version")
    yield Stop("espionage:more-time")
    for name in ("report", "report-print", "report-receipt"):
        yield Stop(f"espionage:{name}", named=PLAYED)
    yield Stop("team", named={"team": "nightjar-couriers"}, title="a rival")
    yield Stop("team", named={"team": "no-such-team"}, status=404, title="not there")


def _vera_wrong() -> Iterator[Stop]:
    """Stops with forms that refuse the input."""
    yield Stop("hire", act=send("Hire", name=""), title="errors")
    yield Stop("build", act=send("Build and pay", name=""), title="errors")
    yield Stop("store", act=send("Buy"), title="nothing chosen")
    yield Stop("tokens", act=send("Create token", name=""), title="errors")
    yield Stop("reach", act=send("Send test email"), title="one is on its way")
    yield Stop("me", act=send("View invitation", link="nonsense"), title="errors")
    yield Stop("espionage:orders", act=send("Add an order"), title="one more row")
    yield Stop("espionage:orders", act=send("Show coach"), title="with the coach")


def _others() -> Iterator[Stop]:
    """Stops in the other states of a sheet, and other views of the same pages."""
    for name in SECRET:
        yield Stop(f"espionage:{name}", "tomas")
    yield Stop("espionage:report", "tomas", named=PLAYED)
    yield Stop("workshop", "ines")
    for name in ("orders", "orders-print", "receipt"):
        yield Stop(f"espionage:{name}", "ines")
    for name in ("orders", "receipt", "dossier"):
        yield Stop(f"espionage:{name}", "otto", status=404 if name == "receipt" else 200)
    yield Stop("duel", "otto", title="no entry")
    yield Stop("club", "otto")
    for name in ("club", "duel", "team", "members"):
        yield Stop(name, "sam")


def _account() -> Iterator[Stop]:
    """Stops of a new user's account."""
    for name in (
        "me",
        "notices",
        "tokens",
        "campaign-new",
        "account_email",
        "account_change_password",
        "account_logout",
        "mfa_index",
    ):
        yield Stop(name, "nobody")
    for name in (
        "reach",
        "mfa_activate_totp",
        "mfa_list_webauthn",
        "account_email_verification_sent",
        "account_reauthenticate",
    ):
        yield Stop(name, "nobody")
    yield Stop("own-page", "nobody")
    yield Stop("delete-account", "nobody")
    yield Stop("my-data", "nobody")
    yield Stop("person", "nobody", named={"name": "nobody"}, title="nothing to tell")
    yield Stop("calendar", "nobody")
    yield Stop("calendar", "nobody", act=send("Create link"), title="made")
    yield Stop("campaign-new", "nobody", act=send("Create club", name=""), title="errors")
    yield Stop(
        "campaign-new", "nobody", act=send("Preview dates", name="Moonlight League"), title="dates"
    )
    yield Stop("join", "nobody")
    yield Stop("club", "nobody", status=404, title="not theirs")


DESK: Final = (
    "desk", "desk-club", "desk-public-page", "desk-moving", "desk-bundle", "desk-invites",
    "desk-hooks", "desk-people", "desk-teams", "desk-calendar", "desk-plan", "desk-start",
    "desk-reschedule", "desk-pause", "desk-go-on", "desk-house-rules", "desk-corrections",
    "desk-parts", "desk-season", "desk-sealed",
)  # fmt: skip


def _morgan() -> Iterator[Stop]:
    """Stops of the GM."""
    for name in ("club", "old-records", *DESK):
        yield Stop(name, "morgan")
    for name in (
        "desk-role",
        "desk-remove",
        "desk-hand-over",
        "desk-retire",
        "desk-bot",
        "desk-bot-team",
        "desk-bot-off",
        "desk-corrections-team",
        "desk-house-group",
    ):
        yield Stop(name, "morgan")
    for name in ("desk-join-yes", "desk-join-no"):
        yield Stop(name, "morgan", named={"pk": "join ask"})
    yield Stop("person", "morgan", named={"name": "vera"})
    for group in ("skills", "ambush", "calendar"):
        yield Stop("desk-house-group", "morgan", named={"group": group})
    yield Stop("desk-part", "morgan", named={"kind": "weapons"})
    for name in ("arenas", "arena", "desk-arena", "desk-arena-delete"):
        yield Stop(name, "morgan")
    for name in ("desk-week", "desk-extend", "desk-event", "desk-event-make", "desk-heats-make"):
        yield Stop(name, "morgan")
    for name in ("desk-week", "desk-postpone", "desk-cancel"):
        yield Stop(name, "morgan", named={"number": "planned"})
    yield Stop("desk-week", "morgan", named=PLAYED)
    yield Stop("desk-duel", "morgan", named=PLAYED, title="a correction")
    yield Stop("desk-correct-team", "morgan")
    yield Stop("desk-correct", "morgan", named={"book": "skills", "owner": "character"})
    yield Stop("desk-correct", "morgan", named={"book": "damage", "owner": "vehicle"})
    yield Stop("desk-sealed-opened", "morgan")
    for name in (*BOOKS, "team"):
        yield Stop(name, "morgan")
    for name, thing in (("character", CHARACTER), ("vehicle", VEHICLE)):
        yield Stop(name, "morgan", named=thing)
    yield Stop("desk-login-link", "morgan")
    yield Stop(
        "desk-login-link",
        "morgan",
        act=send("Continue", reason="Lost the password."),
        title="asked once more",
    )
    yield Stop("desk-invites", "morgan", act=send("Create link", uses="0"), title="errors")
    yield Stop("desk-invites", "morgan", act=send("Create link", note="For Friday"), title="made")
    yield Stop(
        "desk-hooks",
        "morgan",
        act=send("Add webhook", name="Elsewhere", address="http://example.org/"),
        title="errors",
    )
    yield Stop("desk-sealed", "morgan", act=send("Continue"), title="errors")
    yield Stop("desk-plan", "morgan", act=send("Preview dates", weeks="0"), title="errors")
    yield Stop("desk-extend", "morgan", act=send("Preview changes"), title="errors")


def _new_people() -> Iterator[Stop]:
    """Stops of an empty club."""
    for name in ("club", "standings", "news", "weeks", "teams", *DESK):
        yield Stop(name, "nora", "new")
    yield Stop("desk-house-group", "nora", "new")
    for name in ("desk-approval", "desk-send-back"):
        yield Stop(name, "nora", "new", named={"team": "asking-nicely"})
    for name in ("club", "teams", "team-new", "team-new-ready", "members"):
        yield Stop(name, "pia", "new")
    yield Stop("team-new", "pia", "new", act=send("Create this team", name="x"), title="errors")
    for name in ("club", "team", *BOOKS, *FORMS):
        yield Stop(name, "wim", "new")
    for name in ("orders", "reports", "dossier"):
        yield Stop(f"espionage:{name}", "wim", "new")
    yield Stop("team-edit", "wim", "new", act=send("Save", name=""), title="errors")


def _waiting() -> Iterator[Stop]:
    """Stops with pending tasks: a result, an answer, a stuck week."""
    for name in ("desk", "desk-week", "desk-duel"):
        yield Stop(name, "arne", "arena")
    yield Stop("desk-duel", "arne", "arena", act=send("Preview result"), title="asked once more")
    for name in ("club", "duel", "duel-table", "duel-record", "duel-draft", "duel-dispute"):
        yield Stop(name, "bella", "arena")
    yield Stop(
        "duel-dispute", "bella", "arena", act=send("Dispute record", reason=""), title="errors"
    )
    for name in ("character", "gold-cross"):
        yield Stop(name, "bella", "arena", named=CHARACTER)
    yield Stop("espionage:decision", "lena", "asked")
    yield Stop("espionage:decision", "luis", "asked", title="nothing asked")
    for name in ("me", "club", "espionage:orders"):
        yield Stop(name, "lena", "asked")
    yield Stop("espionage:report", "lena", "asked", title="not out yet")
    for name in ("desk", "desk-week", "desk-void", "desk-move-on", "week", "week-beacon"):
        yield Stop(name, "hugo", "stuck")
    yield Stop(
        "week-beacon",
        "hugo",
        "stuck",
        act=send("Submit round", signature="of another round"),
        title="errors",
    )
    yield Stop(
        "desk-void",
        "hugo",
        "stuck",
        act=send("Review consequences", reason="Three attempts failed."),
        title="asked once more",
    )


def _away() -> Iterator[Stop]:
    """Stops of a first week that can start, a paused league, a vote, a holiday."""
    for name in ("club", "desk", "desk-start"):
        yield Stop(name, "rhea", "ready")
    for name in ("club", "desk", "desk-calendar", "desk-start", "desk-pause", "desk-go-on"):
        yield Stop(name, "greta", "away")
    yield Stop("desk-go-on", "greta", "away", act=send("Preview changes"), title="asked once more")
    for who in ("hal", "iris"):
        for name in ("club", "votes", "members", "play-away"):
            yield Stop(name, who, "away")
    yield Stop(
        "play-away", "iris", "away", act=send("Start holiday", ends="2000-01-01"), title="errors"
    )


PAPER: Final = "Team,Name,Role,Driver\nRed Kites,Ada,driver,+2\nSalt Flats,Otto,gunner,2\n"


def _moving() -> Iterator[Stop]:
    """Stops of an import of old records and of a club uploaded to the admin."""
    yield Stop("desk-moving", "greta", "away")
    for rows, title in ((PAPER, "seen"), (PAPER.replace("gunner", "duellist"), "problems")):
        yield Stop(
            "desk-moving",
            "greta",
            "away",
            act=choose("Preview import", "people.csv", rows),
            title=title,
        )
    yield Stop("admin:bring-club", "root", "carried")
    yield Stop("admin:bring-club", "root", "carried", act=send("Check the file"), title="errors")
    yield Stop("admin:bring-club-look", "root", "carried")
    yield Stop(
        "admin:bring-club-look",
        "root",
        "carried",
        act=send("Import club", gm="nobody at all"),
        title="errors",
    )


def _talk() -> Iterator[Stop]:
    """Stops of posts, letters and the desk, and of empty lists."""
    yield Stop("talk")
    yield Stop("talk", "pia", "new", title="empty")
    for kind in ("board", "question"):
        yield Stop("talk-new", named={"kind": kind})
    for thread in ("topic", "asked"):
        yield Stop("talk-thread", named={"thread": thread})
    yield Stop("talk-thread", named={"thread": "topic"}, act=send("Send", text=""), title="errors")
    for name, post in (
        ("post-edit", "own post"),
        ("post-withdraw", "own post"),
        ("post-report", "post"),
    ):
        yield Stop(name, named={"post": post})
    for name in (
        "duel-talk",
        "letters",
        "letter",
        "letters-block",
        "rival-note",
        "deals",
        "espionage:rivalry",
    ):
        yield Stop(name)
    for kind in ("bounty", "pact", "report", "loan"):
        yield Stop("deal-new", named={"kind": kind})
    for name in ("deal-accept", "deal-decline"):
        yield Stop(name, named={"deal": "deal got"})
    yield Stop("deal-withdraw", named={"deal": "deal made"})
    yield Stop("letter", named={"to": "third"}, title="empty")
    yield Stop("news-talk", named={"item": "item"})
    yield Stop("editor")
    for name in ("talk", "word-new", "desk-talk", "desk-mute", "desk-mute-end"):
        yield Stop(name, "morgan")
    yield Stop("talk-thread", "morgan", named={"thread": "topic"})
    yield Stop("post-hide", "morgan", named={"post": "post"})
    yield Stop("post-show", "morgan", named={"post": "hidden"})
    yield Stop("talk", "sam", title="muted")


def _closed() -> Iterator[Stop]:
    """Stops of a closed season."""
    for name in ("desk", "desk-season", "club"):
        yield Stop(name, "oleg", "closed")
    for name in ("club-public", "club-public-season", "club-public-opened", "club-public-seasons"):
        yield Stop(name, None, "closed")
    for name in (
        "club",
        "season-end",
        "week-opened",
        "standings",
        "espionage:orders",
        "espionage:reports",
    ):
        yield Stop(name, "olga", "closed")


@cache
def stops() -> tuple[Stop, ...]:
    """Return the whole tour."""
    parts = (
        _stranger,
        _vera,
        _vera_wrong,
        _others,
        _account,
        _morgan,
        _new_people,
        _waiting,
        _away,
        _closed,
        _moving,
    )
    return tuple(stop for part in parts for stop in part())


FURTHER: Final = 4
"""One in this number of further stops of a page is part of a usual run."""


@cache
def of_today() -> tuple[Stop, ...]:
    """Return the stops of this run: all in the siege, otherwise one per page, one per visitor, and
    a quarter of the others, drawn by the day's seed.
    """
    whole = stops()
    if SIEGE:
        return whole
    chance = dice("the tour")
    first = {stop.name: place for place, stop in _shuffled(whole, chance)}.values()
    there = {whole[place].visitor for place in first}
    alone = {
        stop.visitor: place for place, stop in _shuffled(whole, chance) if stop.visitor not in there
    }.values()
    made = {*first, *alone}
    others = [place for place in range(len(whole)) if place not in made]
    made |= {*share(others, FURTHER, "further stops")}
    return tuple(whole[place] for place in sorted(made))


def _shuffled(whole: tuple[Stop, ...], chance: Random) -> list[tuple[int, Stop]]:
    return chance.sample(list(enumerate(whole)), len(whole))


NOT_LOOKED_AT: Final[dict[str, str]] = {
    "admin:": "Django's own admin, for the site's owner, but for the pages in ours",
    "jsi18n": "the admin's translations",
    "api-": "read by programs",
    "club-public-card": "a picture; looked at in tests/pages/club/test_public.py",
    "club-public-week-card": "a picture",
    "club-public-season-card": "a picture",
    "desk-moving-file": "a file",
    "feed": "a file",
    "bundle-file": "a file",
    "my-data-export": "a file",
    "favicon": "a picture",
    "portrait": "a picture",
    "robots": "a text for robots",
    "worker": "a script",
    "mail": "leads to where one says how one is reached, looked at there",
    "reach-offer-close": "only sent to",
    "public-transcript": "a file",
    "espionage:transcript": "a file",
    "opened-transcript": "a file",
    "mfa_download_recovery_codes": "a file",
    "espionage:ready": "only sent to",
    "next-evening": "only sent to",
    "live-me": "a stream, read by programs",
    "live-club": "a stream, read by scripts",
    "club-pulse": "a version, read by scripts",
    "play": "looked at on every screen in tests/browser/test_play.py",
    "open-arena-seat": "only sent to",
    "offer-": "only sent to",
    "try-keep": "one press, for guests; asked in tests/pages/home/test_try_game.py",
    "letters-unblock": "only sent to",
    "word-down": "only sent to",
    "desk-report-dismiss": "only sent to",
    "challenge-": "questions and short forms; asked in tests/campaign/duels/test_challenges.py",
    "tryout-": "only sent to; played through in tests/browser/test_tryout.py",
    "espionage:ambush-story": (
        "a list of lines under a heading; asked in tests/pages/espionage/test_ambush.py"
    ),
    "espionage:order-row": "a piece of the order form, looked at there",
    "notices-read": "only sent to",
    "vote": "only sent to",
    "duel-draw": "looked at before and after the draw in tests/browser/test_draw.py",
    "duel-old": "a redirect",
    "duel-forfeit": "one question; asked in tests/campaign/duels/test_challenges.py",
    "duel-enter": "only sent to",
    "duel-sign": "only sent to",
    "duel-mark": "only sent to",
    "duel-roll": "only sent to",
    "duel-write-up": "only sent to; what it asks is looked at in tests/browser/test_table.py",
    "desk-duel-call-off": "a form with one reason; asked in tests/campaign/duels/test_events.py",
    "desk-duel-paper": "only while the site drives; asked in tests/pages/club/test_arena.py",
    "desk-duel-dismiss": "only while a duel is disputed; asked in tests/pages/club/test_record.py",
    "character-assign": "only sent to",
    "workshop-": "only sent to",
    "work-cancel": "only sent to",
    "desk-invite-revoke": "only sent to",
    "desk-retry": "only sent to",
    "desk-season-": "only sent to",
    "desk-hook-": "only sent to",
    "desk-hook": "shown once, to whoever added a tool; drawn in tests/pages/desk/test_hooks.py",
    "team-link": "shown once, to whom a link was made: looked at after making one",
    "desk-login-link-made": (
        "shown once, to whom a link was made; drawn in tests/pages/desk/test_people.py"
    ),
    "desk-invite": "shown once, to whom a link was made: looked at after making one",
    "duel-replace": "only while an entry is harmed; asked in tests/pages",
    "account_inactive": "for accounts that staff switched off",
    "account_set_password": "for accounts without a password",
    "account_confirm": "from a mail",
    "account_reset_password_from_key": "from a mail",
    "mfa_": "django-allauth's further steps, dressed by the same elements as those looked at",
}
"""Prefixes of address names that the tour leaves out, with the reason."""


def unvisited() -> list[str]:
    """Return addresses neither on the tour nor excluded with a reason."""
    seen = {stop.name for stop in stops()}
    return sorted(
        name
        for name in addresses()
        if name not in seen and not name.startswith(tuple(NOT_LOOKED_AT))
    )
