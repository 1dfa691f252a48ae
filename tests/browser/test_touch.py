"""Touch gestures on boards: one finger moves an enlarged board, two zoom it and not the page, a tap
presses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from minigames.shambattle.rules.values import MASTERMIND
from play.services import seating, tables
from tests.factories import person

from .battles import Battle, at, ghost, press
from .steady import SOON, caught_up, heed, rested, still

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import CDPSession, Page

pytestmark = [pytest.mark.browser]

Point = tuple[float, float]
BOARD = "[data-window]"


class Fingers:
    """Fingers on a page, in pixels of the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.screen: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: Point) -> None:
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def lead(self, *ways: tuple[Point, Point], steps: int = 8) -> None:
        """Move a finger along each way at the same time."""
        self._touch("touchStart", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            self._touch(
                "touchMove",
                *(
                    (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps)
                    for (x, y), (to_x, to_y) in ways
                ),
            )
        self._touch("touchEnd")

    def pinch(self, middle: Point, start: float, end: float) -> None:
        """Move two fingers from one distance to another around this point."""
        x, y = middle
        self.lead(((x - start, y), (x - end, y)), ((x + start, y), (x + end, y)))


def middle(page: Page) -> Point:
    box = page.locator(BOARD).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def width(page: Page) -> float:
    box = page.locator(f"{BOARD} svg").first.bounding_box()
    assert box is not None
    return box["width"]


def scroll_position(page: Page) -> list[float]:
    found: list[float] = page.locator(BOARD).evaluate("one => [one.scrollLeft, one.scrollTop]")
    return found


def point_under(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return the point of the table at this place."""
    (left, low), (right, high) = at(page, 0, 0), at(page, 10, 10)
    return 10 * (x - left) / (right - left), 10 * (y - low) / (high - low)


@pytest.fixture
def battle(site: object, open_page: Callable[..., Page]) -> Battle:
    """Return a battle in which the Mastermind uses a phone and is to move."""
    battle = Battle(("phone-light", "desktop-light"), open_page)
    battle.play_until("move", MASTERMIND)
    battle.pages[0].goto(battle.path)
    return battle


@pytest.fixture
def on_patrol(transactional_db: None, open_page: Callable[..., Page]) -> Page:
    """Return the phone of an ambusher who places both counters."""
    me, enemy = person("harker"), person("quill")
    table = tables.open_table(user=me, game="ambush", options={}, seats=("me", "open"))
    seating.sit_down(table_id=table.pk, user=enemy, seat=1)
    page = heed(open_page("phone-light", user=me))
    page.goto(reverse("play-table", kwargs={"table": table.pk}))
    return page


def enlarges_and_moves(page: Page) -> None:
    """Check that two fingers zoom in, one moves, and two zoom out."""
    page.locator("[data-zoom-by='0']").evaluate("one => one.click()")
    still(page)
    fingers, before = Fingers(page), width(page)
    fingers.pinch(middle(page), 30, 90)
    page.wait_for_function(
        "before => document.querySelector('[data-window] svg').clientWidth > 2 * before", arg=before
    )
    assert page.evaluate("visualViewport.scale") == 1
    was, (x, y) = scroll_position(page), middle(page)
    fingers.lead(((x, y), (x - 60, y)))
    page.wait_for_function(
        "was => document.querySelector('[data-window]').scrollLeft > was + 30", arg=was[0]
    )
    fingers.pinch(middle(page), 90, 10)
    page.wait_for_function(
        "before => Math.abs(document.querySelector('[data-window] svg').clientWidth - before) < 3",
        arg=before,
    )


def test_fingers_zoom_and_move_the_shambattle_board(battle: Battle) -> None:
    enlarges_and_moves(battle.pages[0])


def test_fingers_zoom_and_move_the_ambush_board(on_patrol: Page) -> None:
    enlarges_and_moves(on_patrol)


def test_the_point_between_two_fingers_stays_in_place(battle: Battle) -> None:
    page = battle.pages[0]
    page.locator("[data-zoom-by='0']").evaluate("one => one.click()")
    for _ in range(2):
        page.locator("[data-zoom-by='1.4']").evaluate("one => one.click()")
    still(page)
    (x, y), wide = middle(page), width(page)
    place = point_under(page, x, y)
    Fingers(page).pinch((x, y), 40, 80)
    page.wait_for_function(
        "wide => document.querySelector('[data-window] svg').clientWidth > 1.8 * wide", arg=wide
    )
    now = at(page, *place)
    assert abs(now[0] - x) < 4 and abs(now[1] - y) < 4


def test_a_man_is_moved_by_tapping_him_and_his_destination(battle: Battle) -> None:
    page = battle.pages[0]
    still(page)
    page.locator("[data-man=M]").tap()
    caught_up(page)
    page.touchscreen.tap(*at(page, 36.5, 18))
    assert ghost(page, "M")[0] > 3440
    press(page, "march")
    assert battle.state.table.men[0].spot[0] > 3440


def test_a_second_finger_cancels_a_drag(battle: Battle) -> None:
    page = battle.pages[0]
    still(page)
    (x, y), fingers = at(page, 34.4, 18), Fingers(page)
    fingers._touch("touchStart", (x, y))
    for far in (10, 20, 30):
        fingers._touch("touchMove", (x + far, y))
    fingers._touch("touchStart", (x + 30, y), (x + 30, y + 80))
    fingers._touch("touchEnd")
    caught_up(page)
    assert "M to" not in page.get_by_label("Movement orders").input_value()


def test_squares_of_the_ambush_board_can_be_tapped(on_patrol: Page) -> None:
    page = on_patrol
    rested(page)
    still(page)
    page.touchscreen.tap(*middle(page))
    page.locator("#announcer", has_text="is filled in").wait_for(state="attached", timeout=SOON)
