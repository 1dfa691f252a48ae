"""The autoduel in real browsers: a plan is filled in, previewed, changed and sealed, with and
without scripts; the turn is replayed; every page keeps WCAG.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from autoduel.rules.values import Autopilot
from engine.values import Seat
from play.selectors.matches import current_match
from play.services import moving, seating, tables
from tests.factories import person

from .looking import too_wide
from .steady import SOON, answered, caught_up, heed, rested

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]

RED, BLUE = Seat(0), Seat(1)


class Duel:
    """A table of two people; Mia (red) drives on her pages, Sam's side is driven here."""

    def __init__(self) -> None:
        self.mia, self.sam = person("mia"), person("sam")
        table = tables.open_table(
            user=self.mia, game="autoduel", options={"division": "6", "mixed": True},
            seats=("me", "open"), coached=True,
        )  # fmt: skip
        self.table = seating.sit_down(table_id=table.pk, user=self.sam, seat=1)
        self.path = reverse("play-table", kwargs={"table": table.pk})

    @property
    def state(self) -> Any:
        self.table.refresh_from_db()
        assert self.table.match is not None
        return current_match(self.table.match).state

    def sam_seals(self) -> None:
        moving.make_move(table_id=self.table.pk, user=self.sam, move=Autopilot(), seat=BLUE)

    def turns(self, many: int) -> None:
        for _ in range(many):
            moving.make_move(table_id=self.table.pk, user=self.mia, move=Autopilot(), seat=RED)
            self.sam_seals()


def _fill(page: Page) -> None:
    """Press "Fill in by doctrine" and wait until the plan is drawn."""
    button = page.get_by_role("button", name="Fill in by doctrine")
    assert button.is_visible()
    button.click()
    page.locator(".duel .ghost").first.wait_for(state="attached", timeout=SOON)
    rested(page)


@pytest.mark.everyday
def test_a_plan_is_filled_in_changed_and_sealed_and_the_turn_is_shown(
    site: object, open_page: Callable[..., Page]
) -> None:
    duel = Duel()
    page = heed(open_page("desktop-light", user=duel.mia, reduced_motion="no-preference"))
    page.goto(duel.path)
    _fill(page)
    assert "lose control" in page.locator("#menus").inner_text() or "Control is safe" in (
        page.locator("#menus").inner_text()
    )
    page.locator("select[name='plan.speed0']").select_option("30")
    caught_up(page)
    page.locator("details.pick", has_text="Phase 1").locator("summary").click()
    page.locator("details.pick", has_text="Phase 1").get_by_label("bend left 30°, D2").check()
    caught_up(page)
    summary = page.locator("details.pick", has_text="Phase 1").locator("summary")
    summary.get_by_text("bend left 30°, D2").wait_for(timeout=SOON)
    duel.sam_seals()
    answered(page, lambda: page.get_by_role("button", name="Seal this plan").click())
    page.locator("#replay:not([hidden])", has_text="1 of").wait_for(timeout=SOON)
    page.get_by_role("button", name="Skip").click()
    page.locator("#turn", has_text="Turn 2 of 60: give your orders").wait_for(timeout=SOON)
    assert duel.state.table.cars[0].speed == 30
    page.locator("#tab-log").check()
    page.locator("ol.log", has_text="Red Night Heron: bend left 30°").wait_for(timeout=SOON)


def test_a_duel_can_be_driven_by_forms_without_scripts(
    site: object, open_page: Callable[..., Page]
) -> None:
    duel = Duel()
    page = open_page("phone-dark", user=duel.mia, java_script_enabled=False)
    page.goto(duel.path)
    page.get_by_role("button", name="Straight on").first.click()
    assert page.locator(".duel .ghost").count() > 0
    pad = page.locator("details.pick", has_text="Phase 1")
    pad.locator("summary").click()
    pad.get_by_label("drift right, D1").check()
    page.get_by_role("button", name="Preview on the board").click()
    page.locator("#twin > summary").click()
    assert "Phase 1: 1 inch, drift right. Blue Terrier, " in page.locator("#twin").inner_text()
    duel.sam_seals()
    page.get_by_role("button", name="Seal this plan").click()
    page.locator("#turn", has_text="Turn 2 of 60").wait_for(timeout=SOON)


@pytest.mark.parametrize("screen", ["desktop-light", "desktop-dark", "phone-light", "phone-dark"])
def test_the_table_keeps_wcag_while_a_plan_is_drawn(
    screen: str, site: object, open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    duel = Duel()
    duel.turns(3)
    page = heed(open_page(screen, user=duel.mia))
    page.goto(duel.path)
    rested(page)
    _fill(page)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    axe(page)
    assert not too_wide(page)


def test_v114_keys_fill_open_choose_and_seal_but_not_while_typing(
    site: object, open_page: Callable[..., Page]
) -> None:
    duel = Duel()
    page = heed(open_page("desktop-light", user=duel.mia))
    page.goto(duel.path)
    page.locator("#turn").focus()
    page.keyboard.press("g")
    page.locator(".duel .ghost").first.wait_for(state="attached", timeout=SOON)
    rested(page)
    page.keyboard.press("1")
    page.locator("details.pick[open]", has_text="Phase 1").wait_for(timeout=SOON)
    page.keyboard.press("ArrowDown")
    caught_up(page)
    summary = page.locator("details.pick", has_text="Phase 1").locator("summary")
    summary.get_by_text("bend left 15°, D1").wait_for(timeout=SOON)
    page.keyboard.press("v")
    assert page.evaluate("document.activeElement.name") == "plan.speed0"
    duel.sam_seals()
    page.locator("#turn").focus()
    answered(page, lambda: page.keyboard.press("s"))
    page.locator("#turn", has_text="Turn 2 of 60").wait_for(timeout=SOON)
    assert duel.state.table.cars[0].heading != 0


@pytest.mark.parametrize("screen", ["desktop-light", "phone-dark"])
def test_v109_the_page_to_choose_a_car_keeps_wcag(
    screen: str, site: object, open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    ann, bob = person("ann"), person("bob")
    table = tables.open_table(
        user=ann, game="autoduel", options={"own": True, "division": "6"}, seats=("me", "open")
    )
    seating.sit_down(table_id=table.pk, user=bob)
    page = heed(open_page(screen, user=ann))
    page.goto(reverse("play-table", kwargs={"table": table.pk}))
    page.locator("details", has_text="not available").locator("summary").last.click()
    axe(page)
    assert not too_wide(page)
    page.locator("#loadout select").select_option("stock:terrier")
    page.get_by_role("button", name="Confirm choice").click()
    page.get_by_text("You bring Terrier.").wait_for(timeout=SOON)
    axe(page)


@pytest.mark.parametrize("screen", ["desktop-dark", "phone-light"])
def test_v112_a_film_plays_without_scripts_until_it_is_stopped(
    screen: str, site: object, open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    duel = Duel()
    duel.turns(1)
    looked = heed(open_page(screen, user=duel.mia))
    looked.goto(f"{reverse('play-history', kwargs={'table': duel.table.pk})}?step=2&from=public")
    with looked.expect_navigation():
        looked.get_by_role("link", name="Back").click()
    axe(looked)
    assert not too_wide(looked)
    page = open_page(screen, user=duel.mia, java_script_enabled=False)
    page.goto(f"{reverse('play-history', kwargs={'table': duel.table.pk})}?step=1&from=public")
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("heading", name="Turn 1, phase").wait_for(timeout=SOON)
    page.get_by_role("link", name="Play again").wait_for(timeout=SOON)


def test_a_press_on_the_arena_steers_dragging_a_ghost_too_and_an_enemy_is_aimed_at(
    site: object, open_page: Callable[..., Page]
) -> None:
    duel = Duel()
    page = heed(open_page("desktop-light", user=duel.mia))
    page.goto(duel.path)
    first = page.locator("details.pick[id*='way0_1'] > summary")
    speed = page.locator("[name='plan.speed0']")
    before = int(speed.input_value())
    page.locator("#turn").focus()
    page.keyboard.press("ArrowUp")
    caught_up(page)
    assert int(speed.input_value()) == before + 5
    _press(page, ".car.mine", 50, -30)
    expect(first).to_contain_text("left")
    ghost = _middle(page, ".ghost")
    page.mouse.move(*ghost)
    page.mouse.down()
    page.mouse.move(ghost[0] - 5, ghost[1] + 60, steps=3)
    page.mouse.up()
    expect(first).to_contain_text("right")
    rested(page)
    page.locator("details.box > summary").click()
    page.get_by_label("Map view").select_option("whole")
    caught_up(page)
    page.locator("details.box > summary").click()
    _press(page, ".car.other .body", 0, 0)
    caught_up(page)
    assert page.locator("[name='plan.target0_0']").input_value() == "1"
    assert duel.state.table.turn == 1, "nothing is sealed"


def test_replays_are_silent_until_sound_is_turned_on(
    site: object, open_page: Callable[..., Page]
) -> None:
    duel = Duel()
    page = heed(open_page("desktop-light", user=duel.mia, reduced_motion="no-preference"))
    page.add_init_script(
        "window.started = 0; const play = AudioBufferSourceNode.prototype.start;"
        "AudioBufferSourceNode.prototype.start = function (...all) {"
        " window.started += 1; return play.apply(this, all); };"
    )
    page.goto(duel.path)
    shot = """document.querySelector('.duel').dispatchEvent(
        new AnimationEvent('animationstart', {animationName: 'tracer', bubbles: true}))"""
    page.evaluate(shot)
    assert page.evaluate("window.started") == 0
    page.locator("#table-menu > summary").click()
    page.get_by_label("Sound in replays").check()
    page.evaluate(shot)
    assert page.evaluate("window.started") == 2, "one as a sample and one for the shot"
    page.reload()
    page.locator("#table-menu > summary").click()
    assert page.get_by_label("Sound in replays").is_checked()


def _middle(page: Page, part: str) -> tuple[float, float]:
    """Return the middle of a part of the picture, in pixels."""
    box = page.locator(f".duel {part}").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _press(page: Page, part: str, right: float, down: float) -> None:
    """Press beside the middle of a part of the picture, in pixels."""
    x, y = _middle(page, part)
    page.mouse.click(x + right, y + down)
    rested(page)
