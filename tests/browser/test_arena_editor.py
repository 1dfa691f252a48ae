"""The editor of a club's arenas in a browser: a press on the plan places a piece (C130)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.factories import Club

if TYPE_CHECKING:
    from playwright.sync_api import Page


pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def test_c130_a_press_on_the_plan_places_a_pillar_and_the_arena_is_saved(
    club: Club, open_page: Callable[..., Page]
) -> None:
    page = open_page("desktop-light", user=club.gm)
    page.goto(f"/c/{club.campaign.slug}/desk/arenas/edit/")
    page.get_by_label("Name").fill("Yard")
    page.get_by_label("Piece to place").select_option("pillar")
    plan = page.locator("[data-place] svg")
    assert plan.locator("circle").count() == 0
    box = plan.bounding_box()
    assert box is not None
    plan.click(position={"x": box["width"] * 3 / 4, "y": box["height"] / 4})
    plan.locator("circle").wait_for(state="attached")
    row = page.locator(".piece").filter(has=page.locator("option[value=pillar]:checked"))
    assert [row.locator("input").nth(nth).input_value() for nth in range(3)] == [
        "24.0",
        "18.0",
        "2.0",
    ]
    page.get_by_role("button", name="Save arena").click()
    page.wait_for_url("**/arenas/own-yard/")
    assert page.locator("svg.printed circle").count() == 1
