"""Shambattle in real browsers: a short battle of two people by mouse, keyboard and text; shots;
WCAG on every page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from minigames.shambattle.board.codes import place_words
from minigames.shambattle.rules.values import MASTERMIND, SPY

from .battles import Battle, at, ghost, press
from .looking import too_wide
from .steady import SOON, caught_up, reads, still

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]


def test_two_people_play_a_whole_short_battle(site: object, open_page: Callable[..., Page]) -> None:
    """The Mastermind runs to the helipad and escapes when the missile starts: dragged, led by keys,
    clicked and typed.
    """
    battle = Battle(("desktop-light", "phone-dark"), open_page)
    mia, sam = battle.pages
    battle.look()
    mia.get_by_label("Change positions").fill("G11 at 37, 15\nG12 at 37, 21")
    press(mia, "deploy")
    press(sam, "deploy")
    for turn in (1, 2, 3, 4):
        press(sam, "done")
        mia.locator("form[data-offer=march]").wait_for(timeout=SOON)
        wanted = None
        if turn == 1:
            still(mia)
            mia.mouse.move(*at(mia, 34.4, 18))
            mia.mouse.down()
            mia.mouse.move(*at(mia, 44, 18), steps=4)
            mia.locator("[data-ghost=M][data-spot^='40.']").wait_for(timeout=SOON)
            mia.mouse.up()
        elif turn == 2:
            mia.locator("[data-window]").focus()
            for key in ("n", *["ArrowRight"] * 13):
                mia.keyboard.press(key)
        elif turn == 3:
            mia.get_by_role("button", name="Whole board").click()
            still(mia)
            mia.locator("[data-man=M]").click()
            mia.mouse.click(*at(mia, 54.5, 18))
        else:
            mia.get_by_label("Movement orders").fill("M towards 57, 18")
        if turn < 4:
            caught_up(mia)
            mia.locator("#menus", has_text="All of these moves are valid").wait_for(timeout=SOON)
            wanted = ghost(mia, "M")
        if turn == 3:
            _keeps_what_has_not_marched(mia)
        press(mia, "march")
        assert wanted in (None, battle.state.table.men[0].spot)
        if turn == 1:
            assert wanted is not None
            press(mia, "back")
            assert battle.state.table.men[0].spot == (3440, 1800)
            mia.get_by_label("Movement orders").fill(f"M towards {place_words(wanted)}")
            press(mia, "march")
            assert wanted == battle.state.table.men[0].spot
        press(mia, "done")
    for page in (mia, sam):
        page.locator("#turn.over", has_text="the Mastermind got away").wait_for(timeout=SOON)
    assert battle.state.table.mastermind == "escaped"


def _keeps_what_has_not_marched(page: Page) -> None:
    """Check that ending the movement with unplayed lines asks first."""
    page.locator("#menus button[value=done]").click()
    page.get_by_role("button", name="Cancel").click()
    page.locator("dialog").wait_for(state="detached", timeout=SOON)
    page.locator("form[data-offer=march]").wait_for(timeout=SOON)


def test_a_shot_shows_its_odds_before_it_is_fired(
    site: object, open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    battle = Battle(("desktop-dark", "phone-light"), open_page, countdown=10)
    battle.play_until("fire", SPY)
    battle.look()
    mia, sam = battle.pages
    form = sam.locator("form[data-offer=fire]")
    who: Any = form.locator("select[name='fire.who'] option:not([disabled])").last.get_attribute(
        "value"
    )
    form.locator("select[name='fire.who']").select_option(who)
    caught_up(sam)
    sam.locator(f".figure.chosen[data-man={who}]").wait_for(timeout=SOON)
    assert " in 6" in form.inner_text() or "no die" in form.inner_text()
    assert sam.locator(".shambattle .range").count() == 2
    for page in (mia, sam):
        axe(page)
        assert not too_wide(page)
    press(sam, "fire")
    assert battle.state.table.men[0].here or battle.state.table.mastermind == "dead"
    mia.locator("ol.log", has_text=f"{who} s").wait_for(timeout=SOON)


def test_a_march_is_written_previewed_and_played_without_scripts(
    site: object, open_page: Callable[..., Page]
) -> None:
    battle = Battle(("desktop-light", "phone-light"), open_page, countdown=10)
    battle.play_until("move", SPY)
    page = open_page("phone-light", user=battle.people[SPY], java_script_enabled=False)
    page.goto(battle.path)
    page.get_by_label("Movement orders").fill("L2 to 15.5, 17.5")
    page.get_by_role("button", name="Preview on the board").click()
    reads(page.locator("#menus"), "Not possible. Line 1, L2: That path is 10")
    page.get_by_label("Movement orders").fill("L2-L3 by 3, 0")
    with page.expect_navigation():
        page.get_by_role("button", name="March", exact=True).click()
    assert [battle.state.table.men[number].spot for number in (19, 20)] == [
        (850, 1750),
        (850, 1850),
    ]
    assert battle.state.table.side == SPY != MASTERMIND


def test_a_squad_is_moved_by_taps_and_keeps_its_places(
    site: object, open_page: Callable[..., Page]
) -> None:
    battle = Battle(("desktop-light", "desktop-light"), open_page, countdown=10)
    battle.play_until("move", SPY)
    battle.look()
    page = battle.pages[SPY]
    page.get_by_role("button", name="Move a squad").click()
    still(page)
    for code in ("L2", "L3"):
        page.locator(f"[data-man={code}]").click()
    page.mouse.click(*at(page, 8.5, 17.5))
    caught_up(page)
    assert page.get_by_label("Movement orders").input_value() == "L2, L3 by 3, 0"
    reads(page.locator("#menus"), "All of these moves are valid")
    page.get_by_label("The others").select_option("stay")
    press(page, "march")
    assert [battle.state.table.men[number].spot for number in (19, 20)] == [
        (850, 1750),
        (850, 1850),
    ]
