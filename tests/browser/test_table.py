"""A duel's table on two phones: ticks offline, merged later; public rolls; the record by one press
(C41–C44).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django_scopes import scopes_disabled

from campaign.duels.models import DuelDraft, DuelResult, TableMark
from tests.factories import Club

from .looking import NARROW, axe, see, too_wide, unfold

if TYPE_CHECKING:
    from playwright.sync_api import Page


pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
Opener = Callable[..., "Page"]


def at_table(club: Club, page: Page) -> Page:
    page.set_default_timeout(30_000)
    page.goto(f"/c/{club.campaign.slug}/weeks/1/duels/0/table/")
    return page


def tick(page: Page, part: str, times: int = 1) -> None:
    for _ in range(times):
        page.locator(f"[data-part='{part}']").click()


def points_left(page: Page, part: str) -> int:
    return int(page.locator(f"[data-part='{part}'] [data-left]").inner_text())


def wait_for_text(page: Page, words: str) -> None:
    """Wait until the page shows this text."""
    page.get_by_text(words).first.wait_for()


def test_c132_a_hit_of_nine_points_takes_one_tap_on_its_side(
    club: Club, open_page: Callable[..., Page]
) -> None:
    page = at_table(club, open_page("phone-light", user=club.players[0]))
    before = points_left(page, "armour:front")
    page.locator(".live-hit label", has_text="9").click()
    tick(page, "armour:front")
    assert points_left(page, "armour:front") == before - 9
    tick(page, "armour:front")
    assert points_left(page, "armour:front") == before - 10
    wait_for_text(page, "All sent")


def test_c41_two_phones_tick_one_car_and_merge_after_an_outage(
    club: Club, open_page: Opener
) -> None:
    one = at_table(club, open_page("phone-light", user=club.players[0]))
    two = at_table(club, open_page("phone-dark", user=club.players[0]))
    had = {part: points_left(one, part) for part in ("armour:front", "armour:left")}
    wait_for_text(two, "All sent")
    two.context.set_offline(True)
    tick(two, "armour:front", 3)
    two.get_by_role("button", name="Undo: Front armour").first.click()
    two.get_by_role("button", name="5 mph faster").click()
    wait_for_text(two, "5 changes not sent yet")
    tick(one, "armour:front")
    tick(one, "armour:left")
    wait_for_text(one, "All sent")
    address = two.url
    two.close()
    again = two.context.new_page()
    two.context.set_offline(False)
    again.set_default_timeout(30_000)
    again.goto(address)
    wait_for_text(again, "All sent")
    for page in (one, again):
        page.wait_for_function(
            "want => document.querySelector(`[data-part='armour:front'] [data-left]`).textContent"
            " == want",
            arg=str(had["armour:front"] - 3),
        )
        assert points_left(page, "armour:left") == had["armour:left"] - 1
        assert page.locator("[data-register=speed]").inner_text() == "5"
    with scopes_disabled():
        assert TableMark.objects.count() == 7
    for page in (one, again):
        box = page.locator("[data-part='armour:front']").bounding_box()
        bar = page.locator("[data-undo-last]").bounding_box()
        assert box is not None and bar is not None
        assert min(box["height"], bar["height"]) >= 44
        assert box["y"] + box["height"] < 844 and bar["y"] + bar["height"] <= 844


def test_c43_the_record_is_written_by_one_press_without_typing_numbers(
    club: Club, open_page: Opener
) -> None:
    one = at_table(club, open_page("phone-light", user=club.players[0]))
    two = at_table(club, open_page("phone-light", user=club.players[1]))
    two.get_by_role("link", name="Dice").click()
    one.get_by_role("link", name="Dice").click()
    one.get_by_role("button", name="Roll").click()
    wait_for_text(two, ", Control:")
    one.get_by_role("link", name=club.car(0).name).click()
    tick(one, "armour:front", 2)
    one.get_by_role("button", name="Out of action").click()
    one.get_by_text("Record kills").click()
    one.get_by_label("was taken out by").select_option(index=1)
    one.get_by_role("button", name="Save").first.click()
    wait_for_text(one, "All sent")
    one.get_by_role("link", name="All cars").click()
    wait_for_text(one, "Taken out by")
    one.get_by_role("button", name="Create record").click()
    wait_for_text(one, "Record created from the sheets")
    with scopes_disabled():
        assert DuelDraft.objects.count() == 1
    two.goto(one.url)
    two.get_by_role("button", name="Sign for").click()
    wait_for_text(two, "The result is booked")
    with scopes_disabled():
        assert DuelResult.objects.count() == 1
    two.goto(f"/c/{club.campaign.slug}/weeks/1/duels/0/table/?show=dice")
    wait_for_text(two, "Verified: all rolls match the seed")


def test_c41_the_table_fits_phone_and_desktop_for_drivers_and_spectators(
    club: Club, open_page: Opener
) -> None:
    found = []
    for look, user in (("phone-dark", club.players[0]), ("desktop-light", club.players[0])):
        page = at_table(club, open_page(look, user=user))
        wait_for_text(page, "All sent")
        for tab in ("", "?show=dice", "?show=table"):
            page.goto(f"/c/{club.campaign.slug}/weeks/1/duels/0/table/{tab}")
            unfold(page)
            found += [(look, tab, each) for each in axe(page)]
        page.get_by_role("button", name="Create record").click()
        wait_for_text(page, "Complete the record")
        found += [(look, "asked", each) for each in axe(page)]
        see(page, NARROW)
        for tab in ("", "?show=dice", "?show=table"):
            page.goto(f"/c/{club.campaign.slug}/weeks/1/duels/0/table/{tab}")
            found += [(look, tab, each) for each in too_wide(page)]
    assert not found, found
