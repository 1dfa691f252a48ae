"""The cost of pages and API answers does not grow with the club's past.

The club is measured at the age of sixty weeks, with everything bounded, and again when it is twice
as old: by then every list with one line a week has filled its first page, so nothing may grow
except as the tables below allow. A new address is measured once it is in `tests/secrecy/routes.py`.
"""

from __future__ import annotations

from typing import Final

import pytest

from .club import SEASON
from .measuring import OLD, YOUNG, Cost, Life, Measured

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

ROWS: Final = 250
BYTES: Final = 150 * 1024
A_SEASON: Final = Cost(0, 0, rows=1, bytes=100)
"""Cost of one more past season for a page: its row and the link to it."""
DIGITS: Final = 160
"""Bytes for longer numbers of seasons, counts and sums."""
LAST_PAGE: Final = 100
"""Lines on a page of the admin, whose lists have not all filled one after sixty weeks."""

A_WORKBOOK: Final = "a whole club to take away: a row a team of each season that is over"
ALL_OF_MINE: Final = "all that the site holds of one person, in a file"
LARGE: Final[dict[str, tuple[int, str]]] = {
    "api-schema": (1900 * 1024, "the API's description, read by programs and once"),
    "api-schema?format=json": (4000 * 1024, "the API's description, read by programs and once"),
    "my-data-export": (6000 * 1024, ALL_OF_MINE),
    "play-lab": (
        350 * 1024,
        "measurements published with the game: the same for every club and every age",
    ),
    "desk-duel": (
        400 * 1024,
        (
            "one form for the whole duel: each part of each car, each award of each rider, without "
            "JavaScript"
        ),
    ),
    "week-opened": (
        190 * 1024,
        "all that twelve teams did in one week; `?seat=` is the same page for one of them",
    ),
}
"""Answers with higher limits in bytes, and the reason. They grow no more than all others."""

A_CLUB: Final = "a club at a glance: its table, its duellists, and a week in brief"
MANY: Final[dict[str, tuple[int, str]]] = {
    "admin:accounts_user_change": (500, "every permission that can be given: four for each model"),
    "club-public": (400, A_CLUB),
    "club-public-card": (400, A_CLUB),
    "api-club": (400, A_CLUB),
    "api-moving": (2_000, "a whole club to take away"),
    "desk-moving-file": (2_000, "a whole club to take away"),
    "my-data-export": (30_000, ALL_OF_MINE),
}
"""Answers with higher limits of fetched rows, and the reason."""

GROWING: Final[dict[str, str]] = {
    "person": "a season that a team won is on the page of whoever runs it: two rows a season",
    "club-public-seasons": "each season that is over, with who won it: three rows a season",
    "api-person": "a season that a team won is on the page of whoever runs it: two rows a season",
}
"""Answers that grow by more than a row per season, with the reason."""

WHOLE: Final[dict[str, str]] = {
    "api-moving": A_WORKBOOK,
    "desk-moving-file": A_WORKBOOK,
    "my-data-export": ALL_OF_MINE,
}
"""Answers with all data of a club or a person, and the reason: their rows grow, their queries do
not.
"""

NOT_NOW: Final[dict[str, str]] = {
    "try-keep": "nobody here is a guest",
    "favicon": "leads to the picture",
    "bundle-file": "had by an address that is given out for some minutes",
    "mail": "leads to what it has become",
    "post-edit": "somebody else's letter",
    "post-withdraw": "somebody else's letter",
    "home": "leads whoever is logged in to their own page",
    "play-next": "leads on to a table, or to Games",
    "token-revoke": "nobody's token",
    "token-renew": "nobody's token",
    "team-link": "a link that was shown when it was made",
    "desk-hook": "shown when it was made",
    "desk-invite": "shown when it was made",
    "desk-login-link-made": "shown when it was made",
    "desk-approval": "all rosters are approved",
    "api-team-approval": "all rosters are approved",
    "desk-send-back": "all rosters are approved",
    "desk-postpone": "no week is planned beyond the open one",
    "desk-cancel": "no week is planned beyond the open one",
    "duel-draft": "the last duel is recorded",
    "desk-duel-dismiss": "no duel is disputed",
    "desk-duel-paper": "the site drives no duel of it",
    "desk-sealed-opened": "no glass was broken",
    "api-sealed-opened": "no glass was broken",
    "espionage:decision": "nobody is asked before the deadline",
    "api-decision": "nobody is asked before the deadline",
    "espionage:ambush-story": "asked of the open week",
    "api-ambush-story": "asked of the open week",
    "api-week-opened": "asked of the open week",
    "api-week-opened-transcript": "asked of the open week",
    "play-close": "the match has begun",
    "play-unseat": "the match has begun",
    "week-beacon": "this site names no beacon",
    "team-deputy-end": "no team has a deputy",
    "api-tryout": "the club is no try-out",
    "api-campaigns?page_size=1&page=2": "they belong to one club",
    **dict.fromkeys(
        ("arena", "arena?pdf=1", "api-club-arena", "desk-arena-delete"),
        "the club has no arena of its own",
    ),
    **dict.fromkeys(
        (
            "api-duel-talk/event",
            "duel-talk/event",
            "duel-draw",
            "duel-withdraw/event",
            "duel-forfeit",
            "duel-record/event",
            "duel-dispute/event",
            "duel-draft/event",
            "duel-table/event",
            "duel-table/event?show=dice",
            "duel-table/event?show=table",
            "desk-duel/event",
            "desk-duel-dismiss/event",
            "desk-duel-paper/event",
            "desk-duel-call-off",
            "api-duel-draw",
            "api-duel-form/event",
            "api-duel-record/event",
            "api-duel-table/event",
            "api-duel-rolls/event",
            "api-duel-rolls/event?page_size=2",
            "api-duel-sheets/event",
        ),
        "asked of the first week, which has no event",
    ),
}
"""Addresses without a page for anyone when the club is measured, with the reason."""


def test_every_readable_address_is_measured(measured: Measured) -> None:
    pages = {name for (_, name), life in measured.items() if life.old.status == 200}
    others = {name for _, name in measured} - pages
    broken = [where for where, life in measured.items() if life.old.status >= 500]
    assert not broken
    assert {name for name in others if not name.startswith("admin:")} == set(NOT_NOW)
    assert len(pages) > 280


def test_no_answer_fetches_more_rows_than_a_reader_can_use(measured: Measured) -> None:
    too_many = {
        where: life.old.rows
        for where, life in measured.items()
        if max(life.young.rows, life.old.rows) > MANY.get(where[1], (ROWS,))[0]
    }
    assert not too_many


def test_no_answer_is_larger_than_its_limit(measured: Measured) -> None:
    too_much = {
        where: life.old.bytes
        for where, life in measured.items()
        if max(life.young.bytes, life.old.bytes) > LARGE.get(where[1], (BYTES,))[0]
    }
    assert not too_much


def test_every_exception_for_large_answers_is_needed(measured: Measured) -> None:
    assert {name for (_, name), life in measured.items() if life.old.bytes > BYTES} == set(LARGE)


def _grew(life: Life) -> int:
    return life.old.rows - life.young.rows


def test_nothing_grows_with_the_clubs_age(measured: Measured) -> None:
    seasons = (OLD - YOUNG) // SEASON
    grown = {
        where: life
        for where, life in measured.items()
        if life.old.rows > life.young.rows + seasons * A_SEASON.rows
        or life.old.bytes > life.young.bytes + seasons * A_SEASON.bytes + DIGITS
        or life.old.queries > life.young.queries
    }
    lists = {
        where
        for where, life in grown.items()
        if where[1].endswith("_changelist") and life.old.rows <= LAST_PAGE + seasons
    }
    filling = {where for where, life in grown.items() if is_second_page(where, life, measured)}
    whole = {where for where in grown if where[1] in WHOLE}
    assert {where[1] for where in whole} == set(WHOLE)
    assert not [where for where in whole if grown[where].old.queries > grown[where].young.queries]
    told = {where for where, life in grown.items() if where[1] in GROWING}
    assert {where[1] for where in told} == set(GROWING)
    assert not {one: measured[one] for one in told if _grew(measured[one]) > 3 * seasons}
    known = lists | filling | told | whole
    assert not {where: life for where, life in grown.items() if where not in known}


def is_second_page(where: tuple[str, str], life: Life, measured: Measured) -> bool:
    """Return whether this is the second page of a list that had not filled it yet and costs hardly
    more than the first.
    """
    reader, name = where
    address, asked, _ = name.partition("?page=2")
    first = measured.get((reader, address))
    return bool(asked and first) and (
        life.old.rows <= first.old.rows
        and life.old.queries <= first.old.queries
        and life.old.bytes <= first.old.bytes * 1.1
    )
