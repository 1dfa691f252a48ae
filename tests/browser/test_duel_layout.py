"""The layout of the autoduel's table: arena and controls are on the screen without scrolling.

Each table is measured on seven screens: a lobby table of two cars, one of eight cars, and a club's
live duel with a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from django.urls import reverse

from play.services import seating, tables
from tests.autoduel.weeks import make_club_with_duel, table_of
from tests.factories import person

from .looking import see, too_wide
from .steady import rested

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from core.accounts.models import User

    from .conftest import Clock

pytestmark = [pytest.mark.browser]

SIZES: Final = (
    (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1920, 1080), (390, 844), (844, 390),
)  # fmt: skip
CONTROLS: Final = {
    "speed": ("[name='plan.speed0']", 1),
    "phases": ("details.pick[id*='way0'] > summary", 5),
    "fire": ("[name='plan.target0_0']", 1),
    "plans of one press": (".offers > li > .button", 8),
    "Seal": (".offer > .actions > .button:not([data-preview])", 1),
}
"""Selectors of the first car's controls, and how many of them there are."""
MIN_ARENA: Final = {(390, 844): 0.45}
"""Minimum height of the arena as a part of the screen's height. Elsewhere it is `USUAL_ARENA`."""
USUAL_ARENA: Final = 0.6

MEASURE: Final = """wanted => {
    const seen = each => {
        const box = each.getBoundingClientRect();
        if (!box.width || box.top < 0 || box.left < 0) return false;
        if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) return false;
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return top !== null && (each.contains(top) || top.contains(each));
    };
    const count = ([what, [where]]) =>
        [what, [...document.querySelectorAll(`#menus ${where}`)].filter(seen).length];
    const arena = document.querySelector(".board-window").getBoundingClientRect();
    const text = document.querySelector("#turn h2").getBoundingClientRect();
    return {
        ...Object.fromEntries(Object.entries(wanted).map(count)),
        arena: arena.height / innerHeight, status: document.getElementById("turn").clientHeight,
        headline: seen(document.querySelector("#turn h2")), line: text.height,
    };
}"""


def lobby_table(sides: int, cars: int) -> tuple[User, str]:
    """Return a person at a new table of people, and its address."""
    people = [person(f"side{sides}{number}") for number in range(sides)]
    table = tables.open_table(
        user=people[0], game="autoduel", options={"cars": cars, "mixed": True}, coached=True,
        seats=("me", *["open"] * (sides - 1)),
    )  # fmt: skip
    for seat, one in enumerate(people[1:], start=1):
        seating.sit_down(table_id=table.pk, user=one, seat=seat)
    return people[0], reverse("play-table", kwargs={"table": table.pk})


def club_duel(site_clock: Clock) -> tuple[User, str]:
    """Return a player in a club's live duel that has just started, and its address."""
    club = make_club_with_duel("live")
    site_clock.put(club.open_week.duel_at)
    return club.players[0], reverse("play-table", kwargs={"table": table_of(club).pk})


def measure(page: Page) -> dict[str, Any]:
    """Return how many of each control are visible, and the arena's part of the height."""
    found: dict[str, Any] = page.evaluate(MEASURE, CONTROLS)
    return found


def faults(page: Page, size: tuple[int, int]) -> list[str]:
    """Return what does not fit on this screen."""
    shown = measure(page)
    found = [
        f"{what}: {shown[what]} of {count}"
        for what, (_, count) in CONTROLS.items()
        if shown[what] < count
    ]
    if round(shown["arena"], 2) < MIN_ARENA.get(size, USUAL_ARENA):
        found.append(f"the arena has {shown['arena']:.0%} of the height")
    if not shown["headline"] or shown["status"] > 2 * shown["line"]:
        found.append(f"the status is {shown['status']} high, a line {shown['line']}")
    return [*found, *too_wide(page)]


@pytest.mark.everyday
@pytest.mark.parametrize("table", ["two cars", "eight cars", "club duel"])
def test_arena_and_controls_are_on_the_screen_without_scrolling(
    table: str, site: object, open_page: Callable[..., Page], site_clock: Clock
) -> None:
    opened = {"two cars": (2, 1), "eight cars": (4, 2)}
    user, path = lobby_table(*opened[table]) if table in opened else club_duel(site_clock)
    page = open_page("desktop-light", user=user)
    page.goto(path)
    rested(page)
    found = []
    for size in SIZES:
        see(page, size)
        found += [f"{size[0]} x {size[1]}: {each}" for each in faults(page, size)]
    assert not found, "\n".join(found)
