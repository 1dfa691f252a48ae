"""Every write operation is performed by someone on the stage of the walks, and every form has a
matching operation or is listed as an exception.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import pytest
from django.db import connection

from .acts import Act, Knowledge, acts, may
from .asking import Site
from .closure import LEGAL, send
from .objects import is_api, url_name
from .routes import ROUTES
from .worlds import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]

READINGS: Final = {
    "POST api-bundle", "POST api-design-check", "POST api-design-read", "POST api-join-look",
    "POST api-moving-check",
    "POST api-orders-check",
    "POST api-table-look",
    "POST api-table-odds",
    "POST api-transcript-check", "POST api-vehicle-refit-quote",
}  # fmt: skip
"""Operations that only read their body and write nothing."""

NEVER: Final[dict[str, str]] = {
    "POST api-season-close": "a week is under way",
    "POST api-seasons": "a season is under way",
    "POST api-week-beacon": "no round is awaited before the deadline",
    "POST api-week-retry": "no week is stuck",
    "POST api-week-void": "no week is stuck",
    "POST api-week-start": "a week is under way",
    "POST api-tryout": "the club is no try-out",
    "POST api-tryout-keep": "the club is no try-out",
    "PATCH api-post": "what stands there was written more than ten minutes ago",
    "POST api-post-report-dismiss": "nothing is reported",
    "POST api-go-on": "the league is not paused",
    "PUT api-table-loadout": "nobody brings anything to a table of bids",
    "POST api-decision": "no week asks anything before its deadline",
    "POST api-duel-draft": "the last week's duel is recorded, and nobody came to the event",
    "POST api-duel-sign": "the last week's duel is recorded, and nobody came to the event",
    "POST api-duel-sheet": "the last week's duel is recorded: its sheets are closed",
    "POST api-duel-roll": "the last week's duel is recorded: its dice are told",
    "POST api-duel-write-up": "the last week's duel is recorded",
    "POST api-duel-paper": "the site drives no duel of this club",
    "POST api-duel-dismiss": "nobody disputes the last week's duel",
    "POST api-duel-result": "this week's duel was not driven yet, and the last one's is recorded",
    "POST api-duel-forfeit": "the first week's event came of no challenge",
    "POST api-moving": "the first week has opened",
    "POST api-entry-replace": "substitutes come after the deadline",
    "POST api-character-gold-cross": "the club plays without Gold Cross",
}
"""Operations that nobody can perform in the open week, with the reason."""
CAST: Final = (
    "rival", "gm", "target", "gm-with-team", "foreign-player", "idle", "owner", "stranger",
)  # fmt: skip
USED: Final = 'UPDATE "accounts_apitoken" SET "used_at"'
"""The last use of a token, which every request writes."""
TRIED: Final = 20
"""Number of attempts of each person per operation; a few for those in NEVER."""


def test_every_write_operation_is_performed_by_a_walk(stage: World, site: Site) -> None:
    """An operation that no walk can perform would not be tested."""
    done = {str(act): carried_out(site, stage, act) for act in acts()}
    assert {name for name, how in done.items() if how == ""} == set(NEVER)
    assert {name for name, how in done.items() if how == "read"} == READINGS


def carried_out(site: Site, stage: World, act: Act) -> str:
    """Return whether a person can perform an act within some attempts: "written", "read" if it
    writes nothing, or "".
    """
    found = ""
    for name in CAST:
        account = stage.readers[name]
        known = Knowledge(stage, (account, stage.readers["stranger"]), Random(f"{act} {name}"))
        role, team = known.stand(account)
        tries = 2 if str(act) in NEVER else TRIED
        for number in range(tries if may(act.door, role, team) else 0):
            asked = known.question(account, act, team)
            with (
                stage.branch(),
                stage.chance.step(f"{asked} {number}", at=stage.at),
                writing() as wrote,
            ):
                answer = send(site, account, asked)
            if answer.status in LEGAL and wrote:
                return "written"
            if answer.status in LEGAL:
                found = "read"
                if str(act) in READINGS:
                    return found
    return found


@contextmanager
def writing() -> Iterator[list[str]]:
    """Return the statements that write something."""
    found: list[str] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and not sql.startswith(USED):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield found


# --- pages ----------------------------------------------------------------------------------------

TWINS: Final[Mapping[str, str]] = {
    "talk-new": "api-talk", "talk-thread": "api-talk-thread", "duel-talk": "api-duel-talk",
    "editor": "api-editor",
    "deal-accept": "api-deal-accept", "deal-decline": "api-deal-decline",
    "deal-withdraw": "api-deal-withdraw",
    "news-talk": "api-news-talk", "word-new": "api-word",
    "word-down": "api-word", "post-edit": "api-post", "post-withdraw": "api-post",
    "post-report": "api-post-report", "post-hide": "api-post-hide", "post-show": "api-post-show",
    "letter": "api-letters-with", "letters-block": "api-letters-block",
    "letters-unblock": "api-letters-block", "rival-note": "api-rival-note",
    "desk-mute": "api-mutes", "desk-mute-end": "api-mute-end",
    "desk-report-dismiss": "api-post-report-dismiss",
    "notices-read": "api-notices-read", "join": "api-join", "reach": "api-reach",
    "reach-offer-close": "api-reach-offer",
    "calendar": "api-calendar", "calendar-renew": "api-calendar", "calendar-drop": "api-calendar",
    "own-clock": "api-clock", "own-name": "api-own-name", "own-page": "api-own-page",
    "token-revoke": "api-token", "token-renew": "api-token-renew",
    "campaign-new": "api-campaigns", "check": "api-transcript-check",
    "desk-event-make": "api-events", "desk-heats-make": "api-heats",
    "desk-duel-call-off": "api-duel-call-off",
    "duel-enter": "api-entries", "duel-withdraw": "api-entry", "duel-replace": "api-entry-replace",
    "duel-draft": "api-duel-draft", "duel-sign": "api-duel-sign",
    "duel-mark": "api-duel-sheet", "duel-roll": "api-duel-roll",
    "duel-write-up": "api-duel-write-up",
    "duel-dispute": "api-duel-dispute", "desk-duel-dismiss": "api-duel-dismiss",
    "desk-duel-paper": "api-duel-paper",
    "club-leave": "api-leave", "week-beacon": "api-week-beacon", "team-new": "api-teams",
    "team-edit": "api-team", "team-approval": "api-team-ask-approval",
    "team-new-ready": "api-ready-company", "team-ready": "api-team-ready-company",
    "team-bot": "api-team-bot", "team-bot-off": "api-team-bot",
    "team-deputy": "api-team-deputies", "team-deputy-end": "api-team-deputy",
    "team-hand-over": "api-team-hand-over", "team-give-up": "api-team-drop-out",
    "team-owners": "api-team-invites", "team-link-revoke": "api-team-invite-revoke",
    "team-ask-yes": "api-team-answer", "team-ask-no": "api-team-answer",
    "team-withdraw": "api-team-withdraw", "hire": "api-characters",
    "character-edit": "api-character", "character-assign": "api-character-assign",
    "character-release": "api-character-release", "gold-cross": "api-character-gold-cross",
    "build": "api-vehicles", "vehicle-edit": "api-vehicle", "vehicle-crew": "api-vehicle-crew",
    "vehicle-refit": "api-vehicle-refit", "vehicle-sell": "api-vehicle-sell",
    "vehicle-scrap": "api-vehicle-scrap", "vehicle-offer": "api-vehicle-offers",
    "vehicle-publish": "api-vehicle-design", "vehicle-unpublish": "api-vehicle-design",
    "challenge-new": "api-challenges", "challenge-accept": "api-challenge-accept",
    "challenge-propose": "api-challenge-propose", "challenge-decline": "api-challenge-decline",
    "challenge-withdraw": "api-challenge-withdraw", "duel-forfeit": "api-duel-forfeit",
    "offer-accept": "api-offer-accept", "offer-decline": "api-offer-decline",
    "offer-withdraw": "api-offer-withdraw", "workshop-mechanic": "api-work",
    "workshop-care": "api-work", "workshop-repair": "api-vehicle-repairs",
    "work-cancel": "api-work-order", "store": "api-store-buy", "desk-club": "api-campaign",
    "desk-invites": "api-invites", "desk-invite-revoke": "api-invite-revoke",
    "desk-moving": "api-moving", "desk-bundle": "api-bundle",
    "desk-hooks": "api-hooks", "desk-hook-test": "api-hook-test", "desk-hook-remove": "api-hook",
    "club-public-ask": "api-club-ask", "desk-public-page": "api-public-page",
    "desk-join-yes": "api-join-answer", "desk-join-no": "api-join-answer",
    "desk-role": "api-member", "desk-remove": "api-member-remove",
    "desk-login-link": "api-login-link", "desk-approval": "api-team-approve",
    "desk-send-back": "api-team-send-back", "desk-hand-over": "api-team-hand-over",
    "desk-plan": "api-weeks", "desk-start": "api-week-start", "tryout": "api-tryouts",
    "play-daily": "api-daily", "open-arena-seat": "api-arena", "play-on-ladders": "api-on-ladders",
    "play-tournament-new": "api-tournaments", "play-tournament-enter": "api-tournament-enter",
    "play-tournament-leave": "api-tournament-leave",
    "play-tournament-cancel": "api-tournament-cancel",
    "tryout-next": "api-tryout", "tryout-keep": "api-tryout-keep",
    "desk-retire": "api-team-withdraw", "desk-bot-team": "api-bot-teams",
    "desk-bot": "api-team-bot",
    "desk-bot-off": "api-team-bot", "vote-new": "api-motions", "vote": "api-motion-vote",
    "desk-reschedule": "api-weeks-reschedule",
    "desk-pause": "api-pause", "desk-go-on": "api-go-on", "desk-extend": "api-week-extend",
    "desk-postpone": "api-week-postpone", "desk-cancel": "api-week-cancel",
    "desk-event": "api-week", "desk-retry": "api-week-retry", "desk-duel": "api-duel-correction",
    "desk-parts": "api-club-parts", "desk-part": "api-club-parts",
    "desk-arena": "api-club-arena", "desk-arena-delete": "api-club-arena",
    "desk-house-group": "api-house-rules", "desk-correct-team": "api-team-corrections",
    "desk-correct": "api-team-corrections", "desk-season-close": "api-season-close",
    "desk-season-open": "api-seasons", "desk-sealed": "api-sealed", "desk-void": "api-week-void",
    "espionage:orders": "api-orders", "espionage:order-row": "api-orders-check",
    "espionage:more-time": "api-more-time",
    "espionage:decision": "api-decision", "play-away": "api-holiday", "play-new": "api-tables",
    "play-now": "api-tables",
    "play-join": "api-table-join", "play-move": "api-table-move", "play-preview": "api-table-move",
    "play-say": "api-table-talk", "play-note": "api-table-note", "play-mark": "api-table-marks",
    "play-coach": "api-table-coach",
    "play-challenge": "api-play-challenges", "play-challenge-person": "api-play-challenges",
    "play-decline": "api-table-decline", "play-share": "api-table-share",
    "play-sit": "api-table-sit", "play-stand": "api-table-stand",
    "play-bring": "api-table-loadout",
    "play-seat-bot": "api-table-seat-bot", "play-free-seat": "api-table-free-seat",
    "play-unseat": "api-table-free-seat",
    "play-invite": "api-table-invite", "play-close": "api-table-close",
    "play-resign": "api-table-resign", "play-claim": "api-table-claim",
    "play-pause": "api-table-pause",
    "play-unpause": "api-table-unpause", "play-resume": "api-table-resume",
    "play-rematch": "api-table-rematch", "play-deputy": "api-table-deputy",
}  # fmt: skip
"""The API operation that does the same as a page's form, so that the laws cover both."""

ONLY_ON_PAGES: Final[Mapping[str, str]] = {
    "me": "a pasted link leads on to its own page",
    "delete-account": "a token deletes no account: the password is asked for",
    "tokens": "the API names a new token by a UUID of its maker's (api-token)",
    "login-link": "whoever takes one has no token yet",
    "try-game": "a visitor becomes a guest; a program opens a table (api-tables)",
    "try-keep": "a guest signs up",
    "play-lesson": "a lesson is at its address, and writes nothing",
    "play-lesson-step": "a lesson is at its address, and writes nothing",
    "deal-new": "the API has an operation for each kind (api-deal-bounty and others)",
    "espionage:ready": "the teams of an evening are together, at their pages",
    "next-evening": "the members of an evening are together, at the club's pages",
    "desk-move-on": "the GM of an evening is with the teams, at the club's pages",
    "mail-stop": "whoever comes from a letter is not logged in",
}
"""Forms without an API operation, with the reason."""


@pytest.mark.everyday
def test_every_form_has_a_matching_api_operation_or_is_listed_as_an_exception() -> None:
    """Other tests check that every address is in ROUTES with its methods (`test_routes.py`,
    `test_doors.py`).
    """
    forms = {
        url_name(name)
        for name, route in ROUTES.items()
        if "POST" in route.doors and not is_api(name)
    }
    assert not TWINS.keys() & ONLY_ON_PAGES.keys()
    assert forms == TWINS.keys() | ONLY_ON_PAGES.keys()
    assert set(TWINS.values()) <= {act.name for act in acts()}
