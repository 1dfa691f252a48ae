"""Lunacy at the Labs in real browsers: a short game of two people, a secret fight, and WCAG on
every page.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from minigames.lunacy.rules.laboratory import HELIPAD, LEFT_ENTRANCE, room
from minigames.lunacy.rules.values import Change, Circle, Go
from play.selectors.matches import current_match
from play.services import moving, seating, tables
from tests.factories import person

from .looking import too_wide
from .steady import SOON, answered, reads, rested, still

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from core.accounts.models import User
    from engine.values import Value
    from minigames.lunacy.rules.values import State
    from play.models import Table

pytestmark = [pytest.mark.browser]


class Evening:
    """A table of two people, with the full state of the match."""

    def __init__(self, open_page: Callable[..., Page], **options: Any) -> None:
        self.people: tuple[User, User] = (person("ann"), person("bob"))
        table: Table = tables.open_table(
            user=self.people[0], game="lunacy", options={}, seats=("me", "open"), **options
        )
        self.table = seating.sit_down(table_id=table.pk, user=self.people[1], seat=1)
        self.path = reverse("play-table", kwargs={"table": table.pk})
        self.pages = [
            open_page(screen, user=who)
            for screen, who in zip(("desktop-light", "phone-dark"), self.people, strict=True)
        ]

    @property
    def state(self) -> State:
        self.table.refresh_from_db()
        assert self.table.match is not None
        state: State = current_match(self.table.match).state
        return state

    def move(self, seat: int, move: Value) -> None:
        """Make a move without a page."""
        moving.make_move(table_id=self.table.pk, user=self.people[seat], move=move)

    def look(self) -> None:
        for page in self.pages:
            page.goto(self.path)


def press(page: Page, choice: str) -> None:
    """Press a choice's button as soon as it exists and wait for the result."""
    button = page.locator(f"#menus button[value='{choice}']")
    button.wait_for(timeout=SOON)
    answered(page, button.click)


def finish_search(page: Page) -> None:
    button = page.get_by_role("button", name="Finish the search")
    button.wait_for(timeout=SOON)
    answered(page, button.click)


def test_two_people_play_a_whole_short_game(site: object, open_page: Callable[..., Page]) -> None:
    """The first player finds all three pieces on the top floor and leaves from the roof; the other
    does not interfere.
    """
    evening = Evening(open_page)
    table = evening.state.table
    first, second = evening.pages[table.first], evening.pages[1 - table.first]
    column = 1 if table.spies[table.first].place == LEFT_ENTRANCE else 5
    top = [room(column, 5), room(2 if column == 1 else 4, 5), room(3, 5)]
    numbers = [evening.state.cells[place].tokens[0] for place in top]
    evening.look()
    for page, number in zip((first, second, first), numbers, strict=True):
        press(page, f"circle:{number}")
    steps = [f"go:{room(column, floor)}" for floor in (1, 2, 3, 4, 5)]
    for number, step in enumerate(
        [*steps, "search", f"go:{top[1]}", "search", f"go:{top[2]}", "search"]
    ):
        if step == steps[1]:
            way = first.locator(f"svg.drawing a[href='#choice-{step.replace(':', '.3a.')}']")
            answered(first, partial(way.press, "Enter"))
        elif step == steps[2]:
            _drag_own_spy(first, f"#choice-{step.replace(':', '.3a.')}")
        else:
            press(first, step)
        if step == "search":
            finish_search(first)
        if number % 2:
            press(second, "done")
    first.locator(f"svg.drawing a[href='#choice-go.3a.{HELIPAD}']").click(timeout=SOON)
    for page in (first, second):
        page.locator("#turn.over", has_text="A spy got away with the Thingamajig.").wait_for(
            timeout=SOON
        )
    outcome = evening.state.table.outcome
    assert outcome is not None and (outcome.winners, outcome.ending) == ((table.first,), "escaped")


def _drag_own_spy(page: Page, choice: str) -> None:
    """Drag the player's figure over an unreachable room, which does nothing, and then along this
    choice's way.
    """
    page.locator(f"svg.drawing a[href='{choice}']").wait_for(timeout=SOON)
    still(page)
    page.locator(".agent.mine").scroll_into_view_if_needed()
    for way in ("svg.drawing .room >> nth=22", f"svg.drawing a[href='{choice}']"):
        figure, there = page.locator(".agent.mine").bounding_box(), page.locator(way).bounding_box()
        assert figure is not None and there is not None
        page.mouse.move(figure["x"] + figure["width"] / 2, figure["y"] + figure["height"] * 0.7)
        page.mouse.down()
        page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=4)
        if way.startswith("svg.drawing a"):
            answered(page, page.mouse.up)
        else:
            page.mouse.up()
            assert page.locator(f"svg.drawing a[href='{choice}']").count() == 1


def test_a_fight_stays_secret_until_both_have_chosen(
    site: object, open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    evening = Evening(open_page, coached=True)
    first = evening.state.table.first
    for seat, number in zip((first, 1 - first, first), (1, 2, 3), strict=True):
        evening.move(seat, Circle(number=number))
    ahead, other = (
        ((1, 2, 3), (5, 4))
        if evening.state.table.spies[first].place == LEFT_ENTRANCE
        else ((5, 4, 3), (1, 2))
    )
    arms = evening.state.own[first]
    evening.move(first, Change(weapon=arms.weapons[0], defence=arms.defences[0]))
    evening.move(first, Go(to=room(ahead[0], 1)))
    for column in other:
        evening.move(1 - first, Go(to=room(column, 1)))
    for column in ahead[1:]:
        evening.move(first, Go(to=room(column, 1)))
    evening.move(1 - first, Go(to=room(ahead[2], 1)))
    evening.look()
    mine, theirs = evening.pages[first], evening.pages[1 - first]
    before = theirs.inner_html("#play")
    press(mine, "wield:sword")
    reads(mine.locator("#turn"), "You have chosen")
    theirs.goto(evening.path)
    assert theirs.locator("button[value='wield:equipment']").is_disabled()
    assert _without_tokens(theirs.inner_html("#play")) == _without_tokens(before)
    axe(theirs)
    press(theirs, "wield:sword")
    for page in (theirs, mine):
        page.locator(".lunacy-dice > span").nth(1).wait_for(timeout=SOON)
    for page in evening.pages:
        page.locator("#menus button[value=stay]").wait_for(timeout=SOON)
        rested(page)
        assert not too_wide(page)
    flight = mine.locator("svg.drawing a[href*='flee']").first
    answered(mine, flight.click)
    mine.locator("#turn", has_text="You have chosen").wait_for(timeout=SOON)
    press(theirs, "stay")
    mine.locator("ol.log", has_text="You flee.").wait_for(state="attached", timeout=SOON)


def _without_tokens(html: str) -> str:
    """Remove values that are new for every form of every page."""
    return re.sub(r'value="[^"]{20,}"', "", html)


def test_a_turn_is_played_by_words_and_buttons_without_scripts(
    site: object, open_page: Callable[..., Page]
) -> None:
    evening = Evening(open_page)
    first = evening.state.table.first
    for seat, number in zip((first, 1 - first, first), (1, 2, 3), strict=True):
        evening.move(seat, Circle(number=number))
    page = open_page("phone-light", user=evening.people[first], java_script_enabled=False)
    page.goto(evening.path)
    page.locator("#twin summary").click()
    reads(page.locator("#twin"), "no one has searched it")
    page.get_by_role("button", name="Walk in").click()
    reads(page.locator("#turn"), "Your turn: 1 point, in room")
    page.get_by_role("button", name="Search the room").click()
    page.get_by_label("Device you leave").select_option("decoy")
    page.get_by_role("button", name="Finish the search").click()
    reads(page.locator("#turn"), "moves.")
