"""Friends in real browsers: a challenge by link that starts by itself, the key for the next table,
shared matches, featured matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from play.services import seating, sharing, tables
from tests.pages.play.parlour import Parlour, add_bids, set_table

from .looking import too_wide
from .steady import SOON, reads, rested

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]


@pytest.fixture
def parlour(site: object, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Parlour]:
    add_bids(monkeypatch)
    return set_table


@pytest.mark.everyday
def test_a_friend_joins_by_link_and_the_hosts_page_starts_by_itself(
    parlour: Callable[..., Parlour],
    open_page: Callable[..., Page],
    axe: Callable[[Page], None],
) -> None:
    at = parlour()
    host = open_page("phone-light", user=at.people["watcher"])
    host.goto("/play/games/bids/")
    axe(host)
    host.get_by_role("button", name="Challenge a friend").click()
    expect(host.get_by_role("heading", name="Send this link to your friend")).to_be_in_viewport()
    expect(host.locator("#invite-link")).to_be_in_viewport()
    assert not too_wide(host)
    axe(host)
    link = str(host.locator("#invite-link").text_content()).strip()
    friend = open_page("desktop-light")
    friend.goto(link)
    axe(friend)
    friend.get_by_role("button", name="Join as a guest").click()
    reads(friend.locator("#turn h2"), "Round 1 of 3: seal a bid.")
    host.locator("#turn h2", has_text="Round 1 of 3").wait_for(timeout=SOON)


def test_the_key_n_goes_to_the_next_table_and_can_be_turned_off(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    at = parlour()
    other = tables.open_table(
        user=at.people["first"], game="bids", options={}, seats=("me", "open")
    )
    seating.sit_down(table_id=other.pk, user=at.people["second"])
    page = open_page("desktop-light", user=at.people["first"])
    page.set_viewport_size({"width": 1280, "height": 1600})  # nothing scrolls under the buttons
    page.goto(at.path())
    page.get_by_text("Menu", exact=True).click()
    axe(page)
    key = page.get_by_label("Press N for the next table")
    key.uncheck()
    page.keyboard.press("Escape")
    page.locator("#turn").focus()
    page.keyboard.press("n")
    rested(page)
    assert page.url.endswith(at.path())
    key.check()
    page.locator("#turn").focus()
    page.keyboard.press("n")
    page.wait_for_url(f"**/play/{other.pk}/")


def test_anyone_can_view_a_shared_match(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    at = parlour(visibility="invited")
    at.play_out()
    sharing.set_sharing(table_id=at.table.pk, user=at.people["second"], is_on=True)
    page = open_page("phone-light", user=at.people["first"])
    page.goto(at.path())
    page.get_by_role("button", name="Share match", exact=True).click()
    link = page.locator("#share-link")
    expect(link).to_be_visible(timeout=SOON)
    axe(page)
    address = str(link.text_content()).strip()
    for screen in ("phone-light", "desktop-light"):
        visitor = open_page(screen)
        visitor.goto(address)
        assert not too_wide(visitor)
        axe(visitor)
        visitor.get_by_role("link", name="Step through the match").click()
        reads(visitor.locator("main label").first, "Step 1 of")


def test_the_featured_match_is_redrawn_after_new_events(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    at = parlour()
    page = open_page("phone-light", user=at.people["watcher"])
    page.goto("/play/")
    axe(page)
    assert not too_wide(page)
    before = page.locator("#featured article").get_attribute("data-version")
    at.bid("first", 5)
    at.bid("second", 2)
    shown = page.locator("#featured article")
    expect(shown).not_to_have_attribute("data-version", str(before), timeout=SOON)
