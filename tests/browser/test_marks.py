"""The grid of marks at a table of Achtung, Spy!: private marks, public claims by one press, and
bots that answer them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from play.selectors import notes
from play.selectors.participants import place
from play.services import tables, thinking
from tests.factories import person

from .looking import DESKTOP, PHONE, see, too_wide

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]


def test_players_are_marked_and_accused_by_one_press_and_a_bot_answers(
    open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    me = person("nora")
    table = tables.open_table(
        user=me, game="achtung", options={}, coached=False, seats=("me", *["bot:mixer:club"] * 9)
    )
    while thinking.think(limit=50):
        pass
    page = open_page("desktop-light", user=me)
    page.goto(f"/play/{table.pk}/")
    grid = page.locator("#marks")
    grid.wait_for()
    assert page.locator("#talk-lines").is_visible(), "talk is open beside the board"

    row = grid.locator("li").first
    row.get_by_role("button", name="Doubted").click()
    page.locator("#marks [aria-pressed=true]").wait_for()
    ((seat, mark),) = notes.marks(place(table.pk, me)).items()
    assert mark == "doubted"

    said = f"I do not trust number {seat + 1}."
    page.get_by_role("button", name=f"Say: {said}").click()
    page.locator("#talk-lines", has_text=said).wait_for()
    lines = page.locator("#talk-lines li").all_text_contents()
    assert any("Not me" in line for line in lines), lines
    for size, light in ((DESKTOP, "dark"), (PHONE, "light")):
        see(page, size, light)
        assert not too_wide(page)
        page.locator("#talk").scroll_into_view_if_needed()
        if folder := os.environ.get("LOOK"):
            page.screenshot(path=f"{folder}/marks-{size[0]}-{light}.png")
    for tall in ((1280, 1900), (390, 3200)):
        see(page, tall, "light")
        page.goto(f"/play/{table.pk}/")
        axe(page)
