"""A turn on a phone against a bot, in a game that has only rules and the default page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from play.services import tables
from play.services.tick import tick
from tests.examples.lobby import add_checkpoint
from tests.factories import person

from .looking import too_wide
from .steady import SOON, answered, reads, rested

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]


def test_a_turn_is_played_on_a_phone_against_a_bot(
    site: object,
    open_page: Callable[..., Page],
    axe: Callable[[Page], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_checkpoint(monkeypatch)
    me = person("anna")
    table = tables.open_table(
        user=me, game="checkpoint", options={"papers": 3}, seats=("me", "bot:random")
    )
    page = open_page("phone-dark", user=me)
    page.goto(reverse("play-table", kwargs={"table": table.pk}))
    reads(page.locator("#turn h2"), "Pack a paper")
    expect(page.locator(".playing-card")).to_have_count(3)
    assert not too_wide(page)
    axe(page)

    paper = page.get_by_label("Paper", exact=True)
    held = paper.locator("option").last.inner_text()
    paper.select_option(label=held)
    page.get_by_label("Worth", exact=True).select_option("6")
    carry = page.locator("#menus").get_by_role("button", name="Carry a paper and declare a worth")
    answered(page, carry.click)
    reads(page.locator("#turn h2"), "Waiting for")
    reads(page.locator(".log"), f"You pack {held.replace('A', 'a')}.")
    expect(page.locator(".playing-card")).to_have_count(2)

    while sum(tick().values()):
        pass
    page.locator("#turn").get_by_text("Do you open the bag?").wait_for(timeout=SOON)
    rested(page)
    assert not too_wide(page)
    page.locator("#twin summary").click()
    reads(page.locator("#twin"), "You hold")
    axe(page)
    answered(page, page.locator("#menus").get_by_role("button", name="Open the bag").click)
    reads(page.locator(".log"), "You open")
    reads(page.locator("#turn h2"), "Pack a paper")
