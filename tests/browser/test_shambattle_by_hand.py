"""Dragging and keys on Shambattle's board: figures go where they are led, as far as the rules
allow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from engine.game import Told
from engine.values import EVERYONE
from minigames.shambattle.rules.game import Shambattle
from minigames.shambattle.rules.values import SPY, Setup, State, TableSet
from tests.minigames.shambattle.scene import table

from .battles import Battle, at, drag, ghost
from .looking import Ears
from .steady import SOON, caught_up, has_focus, hold, let_go

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser]


@pytest.fixture
def in_battle(
    site: object, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Page]:
    """Return the Spy's page in a running battle with these figures (see
    `tests.minigames.shambattle.scene`).
    """

    def begun(**men: Any) -> Page:
        told = (Told(event=TableSet(setup=Setup()), to=EVERYONE),)
        monkeypatch.setattr(Shambattle, "start", lambda *_: (State(table=table(**men)), told))
        battle = Battle(("phone-light", "desktop-light"), open_page)
        battle.pages[SPY].goto(battle.path)
        return battle.pages[SPY]

    return begun


def lines(page: Page) -> list[str]:
    caught_up(page)
    return page.get_by_label("Movement orders").input_value().splitlines()


def wait_until_allowed(page: Page) -> None:
    """Wait until all lines are drawn and allowed, ignoring messages from before the last change."""
    caught_up(page)
    page.locator("#menus", has_text="All of these moves are valid").wait_for(timeout=SOON)


def test_s3_a_slanted_drag_gets_the_whole_move_and_so_does_the_next(
    site: object, open_page: Callable[..., Page]
) -> None:
    """Starts from the standard deployment, where the men stand shoulder to shoulder."""
    battle = Battle(("phone-light", "desktop-light"), open_page)
    battle.play_until("move", SPY)
    page = battle.pages[SPY]
    page.goto(battle.path)
    page.evaluate("""() => document.addEventListener("htmx:afterRequest", (event) => {
        if (event.detail.elt.matches("[data-preview]")) document.body.dataset.previewed = "1";
    })""")
    preview = hold(
        page,
        reverse("play-preview", kwargs={"table": battle.table.pk}),
        only=lambda asked: "hx-trigger" in asked.headers,
    )
    drag(page, (5.6, 17.6), (11.7, 17.75))
    page.mouse.move(*at(page, 5.5, 19.6))
    page.mouse.down()
    page.mouse.move(*at(page, 7, 19.6), steps=2)
    let_go(page, preview)
    page.locator("body[data-previewed]").wait_for(
        timeout=SOON
    )  # the first drag's preview arrives in the middle of the second
    page.mouse.move(*at(page, 8.5, 19.7), steps=2)
    page.mouse.up()
    wait_until_allowed(page)
    assert (ghost(page, "L2"), ghost(page, "C7")) == ((1150, 1750), (850, 1960))
    assert [line.split()[0] for line in lines(page)] == ["L2", "C7"]


def test_text_typed_during_a_preview_stays(in_battle: Callable[..., Page]) -> None:
    page = in_battle(m22=(350, 1750))
    form = page.get_by_label("Movement orders")
    form.fill("C1 to 5, 17.5")
    page.evaluate("""() => document.addEventListener("htmx:beforeSwap", (event) => {
        const form = document.querySelector("form[data-offer=march] textarea");
        const asking = event.detail.requestConfig.elt;
        if (asking.matches("[data-preview]") && !form.value.includes("18.5")) {
            form.value += "; 5, 18.5";
            document.body.dataset.typed = "1";
        }
    }, {capture: true})""")
    form.blur()
    page.locator("body[data-typed]").wait_for(timeout=SOON)
    form.focus()
    page.keyboard.press("End")
    page.keyboard.type(" ")
    form.blur()
    wait_until_allowed(page)
    assert ghost(page, "C1") == (500, 1850)


def test_a_man_next_to_a_ghost_is_dragged_and_a_stopped_ghost_goes_around(
    in_battle: Callable[..., Page],
) -> None:
    page = in_battle(m22=(350, 1750), m23=(950, 1850), m26=(1600, 1800), m27=(2000, 1800))
    drag(page, (3.5, 17.5), (12, 17.5))
    wait_until_allowed(page)
    assert ghost(page, "C1") == (950, 1750)
    drag(page, (9.5, 18.5), (12, 18.5))
    wait_until_allowed(page)
    assert ghost(page, "C2") == (1200, 1850)
    drag(page, (16, 18), (22, 18))
    wait_until_allowed(page)
    assert ghost(page, "C5") == (1900, 1800)
    drag(page, (19, 18), (19, 17.4))
    wait_until_allowed(page)
    assert ghost(page, "C5") == (1900, 1740)
    assert lines(page) == [
        "C1 towards 12, 17.5",
        "C2 towards 12, 18.5",
        "C5 towards 19, 18; 19, 17.4",
    ]


def test_a_group_line_is_split_when_one_of_the_group_is_dragged(
    in_battle: Callable[..., Page],
) -> None:
    page = in_battle(m22=(350, 1750), m23=(450, 1750), m24=(350, 1850))
    page.get_by_label("Movement orders").fill("C1-C3 by 1, 0")
    page.get_by_label("Movement orders").blur()
    wait_until_allowed(page)
    drag(page, (5.5, 17.5), (7.5, 17.5))
    wait_until_allowed(page)
    assert ghost(page, "C2") == (750, 1750)
    assert sorted(lines(page)) == [
        "C1 towards 4.5, 17.5",
        "C2 towards 5.5, 17.5; 7.5, 17.5",
        "C3 towards 4.5, 18.5",
    ]


def test_keys_continue_after_a_preview_and_the_position_is_announced(
    in_battle: Callable[..., Page],
) -> None:
    page = in_battle(m18=(350, 1750))
    page.locator("[data-window]").focus()

    def hears(sentence: str) -> None:
        page.locator("#announcer", has_text=sentence).wait_for(state="attached", timeout=SOON)

    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    hears("L1 would stand at 4, 17.5, 0.5 of 6 in")
    page.keyboard.press("ArrowRight")
    hears("L1 would stand at 4.5, 17.5, 1 of 6 in")
    for key in ("Enter", "ArrowUp"):
        page.keyboard.press(key)
    hears("L1 would stand at 4.5, 18, 1.5 of 6 in")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    hears("6 of 6 in")
    has_focus(page, "id", "board")
    assert lines(page)[0].startswith("L1 towards 4.5, 17.5; ")


def test_s13_a_captive_dragged_before_his_guard_follows_him(in_battle: Callable[..., Page]) -> None:
    page = in_battle(m0=(450, 1750), m22=(550, 1750), mastermind="captive", guards=(22,))
    drag(page, (4.5, 17.5), (6.5, 17.5))
    caught_up(page)
    page.locator("#menus", has_text="Not possible").wait_for(timeout=SOON)
    drag(page, (5.5, 17.5), (7.5, 17.5))
    wait_until_allowed(page)
    assert lines(page) == ["C1 towards 7.5, 17.5", "M towards 6.5, 17.5"]
    assert ghost(page, "M") == (650, 1750)


def hold_requests(page: Page, path: str) -> list[Route]:
    """Delay the requests sent from now on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(path, hold)
    return held


def test_quick_presses_leave_no_errors_and_no_outdated_board(
    in_battle: Callable[..., Page],
) -> None:
    """Two previews are pending when the march is pressed: nothing is aborted, and a late answer
    changes nothing.
    """
    page = in_battle(m22=(350, 1750))
    ears, held = Ears(page), hold_requests(page, "**/preview/**")
    page.get_by_label("Movement orders").fill("C1 to 5, 17.5")
    page.get_by_role("button", name="Preview on the board", exact=True).dblclick()
    page.get_by_role("button", name="March", exact=True).dblclick()
    page.locator("ol.log", has_text="C1").wait_for(timeout=SOON)
    before = page.locator("#play").inner_html()
    assert held, "the look was asked for before the march"
    assert ears.heard() == []
    for route in held:
        with page.expect_event("requestfinished", lambda request: "/preview/" in request.url):
            route.continue_()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert page.locator("#play").inner_html() == before
    assert ears.heard() == []


def test_a_double_press_marches_once_and_a_preview_waits_for_its_answer(
    in_battle: Callable[..., Page],
) -> None:
    page = in_battle(m22=(350, 1750))
    ears, held = Ears(page), hold_requests(page, "**/move/**")
    page.get_by_label("Movement orders").fill("C1 to 5, 17.5")
    looks: list[str] = []
    page.on(
        "request", lambda request: looks.append(request.url) if "/preview/" in request.url else None
    )
    march = page.get_by_role("button", name="March", exact=True)
    march.click()
    march.click()
    page.get_by_role("button", name="Preview on the board", exact=True).click()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert (len(held), looks) == (1, [])
    held[0].continue_()
    page.locator("ol.log", has_text="C1").wait_for(timeout=SOON)
    assert ears.heard() == []
