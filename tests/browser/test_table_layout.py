"""The layout of tables: board, usual move and own hand fit one screen at every size.

Each game is checked in the middle of a match, on four screens and in both themes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from engine.values import Seat
from tests.middles import GAMES, middle

from .looking import see, too_wide
from .steady import SOON

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]

SIZES: Final = ((1280, 800), (1440, 900), (820, 1180), (390, 844))
"""Desktop, large desktop, tablet, phone."""


SHOWN: Final = """selector => {
    const seen = each => {
        const box = each.getBoundingClientRect();
        const inside = box.width > 0 && box.top >= 0 && box.left >= 0
            && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
        if (!inside) return false;
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return top !== null && (each.contains(top) || top.contains(each));
    };
    return [...document.querySelectorAll(selector)].some(seen);
}"""
"""A script that tells whether an element is completely visible with nothing over its middle."""


def hidden_parts(page: Page, own: str) -> list[str]:
    """Return the parts of a table that are not visible on the screen."""
    wide = page.viewport_size is not None and page.viewport_size["width"] >= 1024
    wanted = {
        "the board": ".board-window",
        "whose move it is": "#turn h2",
        "a button of the common move": "#menus button:enabled",
        "what is one's own": own,
    }
    found = [what for what, where in wanted.items() if not page.evaluate(SHOWN, where)]
    tall = page.evaluate("document.documentElement.scrollHeight / innerHeight")
    if wide and tall > 1.01:
        found.append(f"{tall:.2f} screens tall")
    return [*found, *too_wide(page)]


COVERED: Final = """() => {
    const over = (one, other) => one.right > other.left && other.right > one.left
        && one.bottom > other.top && other.bottom > one.top;
    const box = each => each.getBoundingClientRect();
    const all = [...document.querySelectorAll("[data-zoom-by]")];
    const buttons = all.map(box).filter(each => each.width);
    const small = all.filter(each => each.dataset.zoomBy !== "0").map(box);
    const board = box(document.querySelector(".board-window"));
    const found = small.some(each => over(each, board)) ? ["the board"] : [];
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, range = document.createRange();
        const aside = ".zoom, .board-window, .table-action, .unseen";
        if (!text.data.trim() || text.parentElement.closest(aside)) continue;
        if (!text.parentElement.checkVisibility()) continue;
        range.selectNodeContents(text);
        if ([...range.getClientRects()].some(r => r.width > 1 && buttons.some(b => over(b, r))))
            found.push(text.data.trim());
    }
    return buttons.length ? found : ["no zoom buttons"];
}"""
"""What the zoom buttons cover: the board, or text outside it. "Whole board" may cover an enlarged
board, and the bar of moves is fixed above everything.
"""


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("game", ["ambush", "autoduel", "lunacy", "shambattle"])
def test_zoom_buttons_on_a_phone_cover_neither_the_board_nor_text(
    game: str,
    width: int,
    site: object,
    open_page: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = middle(game, monkeypatch)
    page = open_page("phone-light", user=there.me)
    see(page, (width, 844))
    page.goto(there.path)
    page.locator("[data-zoom-by='1.4']").wait_for()
    assert page.evaluate(COVERED) == [] and not too_wide(page)
    page.locator("[data-zoom-by='1.4']").click()
    page.locator("[data-zoom-by='0']").click()
    assert page.evaluate(COVERED) == [], "the board is whole again"


def test_updating_the_page_sets_no_inline_style(
    site: object, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site's CSP refuses inline styles, which fails every `open_page`."""
    there = middle("achtung", monkeypatch)
    page = open_page(user=there.me)
    page.goto(there.path)
    version = page.locator("#play").get_attribute("data-version")
    page.evaluate("document.querySelectorAll('[id]').forEach(one => { one.style.color = ''; })")
    there.move(Seat(0))
    expect(page.locator("#play")).not_to_have_attribute("data-version", version or "", timeout=SOON)


@pytest.mark.parametrize("game", GAMES)
def test_board_usual_move_and_hand_fit_one_screen(
    game: str,
    site: object,
    open_page: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = middle(game, monkeypatch)
    page = open_page(user=there.me)
    found = []
    for size in SIZES:
        for light in ("light", "dark"):
            see(page, size, light)
            if light == "light":
                page.goto(there.path)
            found += [
                f"{size[0]} x {size[1]}, {light}: {each}"
                for each in hidden_parts(page, GAMES[game].own)
            ]
    assert not found, "\n".join(found)
