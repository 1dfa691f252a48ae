"""The ambush board with mouse and touch: clicks fill in squares and lead a plan, which can always
be sealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from ambush.board.squares import square_with_name
from ambush.rules.ground import SIDE
from play.services import seating, tables
from tests.factories import person

from .steady import answered, caught_up, heed, reads

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]


@pytest.fixture
def placing_page(transactional_db: None, open_page: Callable[..., Page]) -> Callable[[str], Page]:
    """Return the page of an ambusher who places both counters, on this screen."""

    def opened(screen: str) -> Page:
        me, enemy = person("harker"), person("quill")
        table = tables.open_table(user=me, game="ambush", options={}, seats=("me", "open"))
        seating.sit_down(table_id=table.pk, user=enemy, seat=1)
        page = heed(open_page(screen, user=me))
        page.goto(reverse("play-table", kwargs={"table": table.pk}))
        return page

    return opened


def click(page: Page, name: str) -> None:
    """Click in the middle of a square after earlier actions are drawn and the fonts, which may move
    it, are loaded.
    """
    caught_up(page)
    square = square_with_name(name)
    assert square is not None
    x, y = page.evaluate(
        """async ([x, y]) => {
            await document.fonts.ready;
            const map = document.querySelector("[data-ambush]"), unit = Number(map.dataset.ambush);
            map.ownerSVGElement.scrollIntoView({ block: "center", behavior: "instant" });
            const at = new DOMPoint((x + 0.5) * unit, (y + 0.5) * unit)
                .matrixTransform(map.getScreenCTM());
            return [at.x, at.y];
        }""",
        [square % SIDE, square // SIDE],
    )
    page.mouse.click(x, y)


def wait_until_drawn(page: Page, words: str) -> None:
    """Wait until the input is drawn and announced beside the button."""
    caught_up(page)
    page.locator("#menus").get_by_text(words).first.wait_for()


def plan(page: Page) -> list[str]:
    return [page.locator(f"[name='plan.step{phase}']").input_value() for phase in range(1, 6)]


def place(page: Page) -> None:
    click(page, "S14")
    wait_until_drawn(page, "Not possible yet.")
    click(page, "W30")
    wait_until_drawn(page, "Your positions: You at S14, the enemy at W30")
    answered(page, page.get_by_role("button", name="Place both", exact=True).click)
    page.locator("form[data-offer='plan']").wait_for()


def test_p3_a_click_places_each_of_the_two_fighters(placing_page: Callable[[str], Page]) -> None:
    page = placing_page("desktop-light")
    place(page)
    assert "Harker" in page.inner_text("#turn") or "out of sight" in page.inner_text("#turn")


def test_p17_a_click_plans_the_way_and_a_click_on_the_counter_clears_it(
    placing_page: Callable[[str], Page],
) -> None:
    page = placing_page("desktop-light")
    place(page)
    click(page, "S17")
    wait_until_drawn(page, "Your plan:")
    assert plan(page) == ["s", "s", "s", "stay", "stay"]
    click(page, "U17")
    wait_until_drawn(page, "Your plan:")
    assert plan(page) == ["s", "s", "s", "e", "e"]
    click(page, "S14")
    wait_until_drawn(page, "Your plan:")
    assert plan(page) == ["stay"] * 5


def test_p4_a_planned_way_is_limited_to_the_squares_of_a_turn(
    placing_page: Callable[[str], Page],
) -> None:
    page = placing_page("desktop-light")
    place(page)
    click(page, "X19")
    reads(page.locator("#announcer"), "It is too far for this turn.")
    wait_until_drawn(page, "Your plan:")
    assert plan(page) == ["se", "se", "se", "se", "stay"], (
        "six squares for who runs at base +1: a fifth would be the seventh"
    )
    answered(page, page.get_by_role("button", name="Seal this plan").click)
    reads(page.locator("#turn"), "your plan is sealed")


def test_a_phone_starts_zoomed_in_on_the_players_counter(
    placing_page: Callable[[str], Page],
) -> None:
    page = placing_page("phone-dark")
    answered(page, page.locator("button[value^='place.']").first.click)
    page.locator("form[data-offer='plan']").wait_for()
    page.reload()
    page.evaluate("document.fonts.ready.then(() => true)")
    me = page.locator(".ambush .me").bounding_box()
    window = page.locator("[data-window]").first.bounding_box()
    assert me is not None
    assert window is not None
    assert window["x"] <= me["x"] <= window["x"] + window["width"]
    assert window["y"] <= me["y"] <= window["y"] + window["height"]
    assert me["width"] > 10
