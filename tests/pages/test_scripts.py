"""The small scripts of a page in a real browser, and complete pages without them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow("a browser for each script")]
GUIDE = "/styleguide/"


@pytest.fixture(autouse=True)
def _with_examples(settings: Any) -> None:
    settings.ROOT_URLCONF = "tests.pages.styleguide_urls"


def order_of(page: Page) -> list[str]:
    rows = (
        "[...document.querySelectorAll('.orders [data-row]')].map(row => row.dataset.row + "
        "row.querySelector('[data-position]').value)"
    )
    names: list[str] = page.evaluate(rows)
    return names


def test_every_example_keeps_wcag_on_every_screen(
    open_page: Callable[..., Page], axe: Callable[[Page], None], screen: str
) -> None:
    page = open_page(screen)
    for address in (GUIDE, "/accounts/login/", "/accounts/signup/"):
        page.goto(address)
        axe(page)


def test_no_page_is_wider_than_the_narrowest_phone(open_page: Callable[..., Page]) -> None:
    page = open_page("phone-light")
    page.set_viewport_size({"width": 320, "height": 640})
    for address in (GUIDE, "/accounts/signup/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_orders_are_moved_by_buttons_keys_and_dragging_and_announced(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    page.goto(GUIDE)
    page.click("[data-row=Skidmark] summary")
    page.click("[data-row=Skidmark] [data-move=down]")
    assert order_of(page) == ["Jinx1", "Skidmark2", "Marisol Vane3"]
    assert page.text_content("#announcer") == "Skidmark is now number 2 of 3."
    handle = page.locator("[data-row='Marisol Vane'] [data-handle]")
    handle.focus()
    for key in ("Enter", "ArrowUp", "ArrowUp"):
        handle.press(key)
    assert order_of(page) == ["Marisol Vane1", "Jinx2", "Skidmark3"]
    handle.press("Escape")
    assert order_of(page) == ["Jinx1", "Skidmark2", "Marisol Vane3"]
    page.locator("[data-row=Jinx] [data-handle]").scroll_into_view_if_needed()
    start = page.locator("[data-row=Jinx] [data-handle]").bounding_box()
    end = page.locator("[data-row='Marisol Vane']").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(start["x"] + 9, end["y"] + end["height"] - 2, steps=4)
    page.mouse.up()
    assert order_of(page) == ["Skidmark1", "Marisol Vane2", "Jinx3"]


def test_the_theme_switch_cycles_and_is_saved(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(GUIDE)
    switch = page.locator("[data-theme-switch] button")
    for expected in ("light", "dark"):
        switch.click()
        assert page.locator("html").get_attribute("data-theme") == expected
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    switch.click()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") is None


def test_an_irreversible_action_asks_first(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(GUIDE)
    page.click("text=Withdraw all")
    assert "Withdraw all orders of this week?" in page.inner_text("dialog")
    assert page.evaluate("document.activeElement.textContent") == "Cancel"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_without_scripts_only_working_controls_are_shown(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(GUIDE)
    for hidden in ("[data-handle]", "[data-copy]", "[data-theme-switch]"):
        assert page.locator(hidden).first.is_hidden()
    page.locator(".order summary").first.click()
    assert page.locator("[data-move=up]").first.is_visible()
    assert "left" in page.locator("time.left").first.inner_text()
