"""A deputy reads a team's orders of one week and nothing else, and nothing at all after the week is
published (C24).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest

from campaign.members.services import deputies
from tests.siege import SIEGE, dice

from .asking import Question, Site
from .comparing import broken, hear, leaks
from .conftest import Lived
from .differences import Difference, find, in_lots, lives
from .objects import SAME_FOR_ALL, address, admits, arguments, is_api, named, questions, telling
from .routes import ROUTES
from .test_doors import METHODS, WHATEVER, refused, request
from .worlds import PHASES, Act, B, Reader, World, live

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.promise("worlds")]

COMMANDS: Final = {
    "espionage:orders", "espionage:order-row", "espionage:receipt", "espionage:receipt-version",
    "espionage:orders-print", "espionage:decision", "espionage:ambush", "api-orders",
    "api-orders-check", "api-orders-choices", "api-orders-odds", "api-orders-receipt",
    "api-orders-standing", "api-orders-versions", "api-decision", "api-ambush",
}  # fmt: skip
"""Additional addresses of the current week's deputy."""
ASKS_PEOPLE: Final = {"espionage:decision", "espionage:ambush", "api-ambush"}
"""Addresses missing in a club without live decisions; `tests/pages/club/test_deputies.py` covers
them. The API parses an answer before it looks for a question.
"""
OWN: Final = {"team-deputy-end", "api-team-deputy"}
"""Address at which a deputy resigns."""
NEEDS_MORE: Final = {"espionage:order-row"}
"""Addresses that need a row of the form and are missing after the deadline."""


def name_idle(world: World) -> None:
    """Let Basilisk name a person without a team for the open week."""
    user = world.readers["idle"].user
    assert user is not None
    deputies.appoint(
        team=world.team(B), user=user, week=world.week, actor=world.owner(B), now=world.at
    )


DEPUTY: Final[dict[str, Act]] = {"a deputy": name_idle}


LOOKED: Final = ("open", "playing", "settled")
"""Phases at which a deputy tries the addresses."""


def is_asked(name: str, phase: str) -> bool:
    """Return whether an address of the club is asked. What is the same for everyone is covered by
    the access tests. In a usual run closed addresses are asked at one phase, drawn by the day's
    seed.
    """
    if "slug" not in arguments(name) or name in SAME_FOR_ALL | WHATEVER:
        return False
    return SIEGE or name in COMMANDS | OWN or dice("a deputy", name).choice(LOOKED) == phase


def test_c24_a_deputy_opens_the_orders_of_their_week_and_nothing_else(
    world: World, site: Site
) -> None:
    """Their own addresses at every phase; each other one, in a usual run, at a drawn phase."""
    wrong: list[str] = []
    opened: dict[str, set[str]] = {}

    def look(world: World) -> None:
        reader = world.readers["idle"]
        for name in [name for name in ROUTES if is_asked(name, world.phase)]:
            for method in [each for each in METHODS if each in ROUTES[name].doors]:
                path = address(name, named(world, name, ROUTES[name], B))
                answer = site.ask(world, reader, request(method, path, name))
                nothing = refused(site, world, reader, name, answer)
                if name in COMMANDS and not nothing:
                    opened.setdefault(world.phase, set()).add(name)
                by_right = admits(ROUTES[name].doors[method], reader, B, world.phase)
                if not nothing and not by_right and name not in COMMANDS | OWN:
                    wrong.append(f"{world.phase}: {method} {path}: {answer.status}")

    live(world, DEPUTY, look, LOOKED)
    assert not wrong, "\n".join(wrong[:20])
    assert opened["open"] == COMMANDS - ASKS_PEOPLE - NEEDS_MORE
    assert opened["playing"] == COMMANDS - ASKS_PEOPLE - NEEDS_MORE
    assert not {phase for phase in opened if phase not in {"open", "playing"}}


def test_c24_a_deputy_opens_no_other_week_and_no_other_team(world: World, site: Site) -> None:
    found: list[str] = []

    def look(world: World) -> None:
        reader = world.readers["idle"]
        for name in sorted(COMMANDS):
            for team in range(4):
                said = named(world, name, ROUTES[name], team)
                numbers = [1, world.week.number + 1] if "number" in said else []
                ways = [{**said, "number": str(number)} for number in numbers]
                for way in [*ways, *([said] if team != B else [])]:
                    # An unreadable request is refused before its week is looked up.
                    sent = ROUTES[name].doors if team != B else {"GET"} & ROUTES[name].doors.keys()
                    for method in sent:
                        path = address(name, way)
                        answer = site.ask(world, reader, request(method, path, name))
                        if not refused(site, world, reader, name, answer):
                            found.append(f"{method} {path}: {answer.status}")
        orders = f"/c/{world.slug}/teams/{world.team(B).slug}/orders/?next"
        answer = site.ask(world, reader, Question("GET", orders))
        if world.phase == "playing" and answer.status != 404:
            found.append(f"{orders}: {answer.status}")

    live(world, DEPUTY, look, ("open", "playing"))
    assert not found


OTHER_BOOKS: Final = (
    "duel entry", "garage and hidden damage", "work ordered", "a vehicle offered",
    "an offer declined", "counterspied 3 to 6, or not at all", "notices",
    "a bid, talk and a note at a table", "a line about somebody",
    "a challenge between two others", "a rival's entry in an event",
)  # fmt: skip
"""A team's data that is not on its order sheet."""


SPENDS: Final = {"garage and hidden damage"}
"""Data that costs money, because the sheet shows the remaining money."""


def asked(world: World, reader: Reader) -> Iterator[Question]:
    """Return everything that a deputy reads: what everyone reads, and the orders."""
    yield from telling(world, reader)
    yield from questions(world, reader, ("club", "me", "api-errands", "api-me", "team"))
    for name in sorted(COMMANDS):
        if "GET" in ROUTES[name].doors:
            path = address(name, named(world, name, ROUTES[name], B))
            yield Question("GET", path, name, by_token=is_api(name))


def kept_from_a_deputy(phase: str) -> list[list[Difference]]:
    """Return a team's secrets of this phase that are not on its sheet, in lots; those that cost
    money separately.
    """
    kept = [one for name in OTHER_BOOKS if phase in (one := find(name)).phases]
    cheap = [one for one in kept if one.name not in SPENDS]
    return [*in_lots(cheap), *([one] for one in kept if one.name in SPENDS)]


@pytest.mark.parametrize("phase", ["open", "settled"])
def test_c24_a_deputy_sees_no_difference_in_a_teams_other_books(
    phase: str, world: World, site: Site, lived: Lived
) -> None:
    """In a usual run all compatible differences apply at once."""
    reader = [world.readers["idle"]]
    one = lived(DEPUTY, phase, ("idle",), asked)
    for lot in kept_from_a_deputy(phase):
        first, second = lives(lot, world)
        acts = {**DEPUTY, **first}
        before = hear(site, world, acts, (phase,), reader, asked, why=True) if first else one
        two = hear(site, world, {**DEPUTY, **second}, (phase,), reader, asked, like=before)
        assert not broken(before) and not broken(two)
        spends = lot[0].name in SPENDS
        found = [leak for leak in leaks(before, two) if not (spends and "/orders/" in leak.where)]
        assert not found, f"{', '.join(map(str, lot))}: {found[0]}"


@pytest.mark.parametrize("name", ["other orders", "money and stock", "skills"])
def test_c24_a_deputy_sees_the_sheets_content_in_the_open_week_only(
    name: str, world: World, site: Site, lived: Lived
) -> None:
    """After the publication they read what everyone reads."""
    difference, reader = find(name), [world.readers["idle"]]
    differ = {}
    for phase in PHASES[0], PHASES[2]:
        first, second = ({**DEPUTY, **life(world)} for life in (difference.one, difference.two))
        one = lived(first, phase, ("idle",), asked)
        two = hear(site, world, second, (phase,), reader, asked, like=one)
        differ[phase] = bool(list(leaks(one, two)))
    assert differ == {"open": True, "settled": False}


def test_c24_every_member_sees_that_a_team_has_a_deputy(world: World, site: Site) -> None:
    said: dict[str, int] = {}

    def look(world: World) -> None:
        user = world.readers["idle"].user
        path = f"/api/v1/campaigns/{world.slug}/teams/{world.team(B).slug}/deputies/"
        for name in ("owner", "rival", "gm", "spectator", "stranger"):
            answer = site.ask(world, world.readers[name], Question("GET", path, by_token=True))
            said[name] = answer.body.count(str(user).encode())

    live(world, DEPUTY, partial(look), ("open",))
    assert said == {"owner": 1, "rival": 1, "gm": 1, "spectator": 1, "stranger": 0}
