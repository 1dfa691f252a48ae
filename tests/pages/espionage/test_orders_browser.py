"""The order form in a real browser: by keyboard, with htmx, and without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from espionage.models import OrderSheet
from espionage.selectors.sheets import read_sheet
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, at=timezone.now())


def address(club: Club) -> str:
    return f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/orders/"


def saved(club: Club) -> OrderSheet:
    with club.scope():
        return OrderSheet.objects.filter(team=club.teams[0]).latest("version")


def pick(page: Page, row: int, name: str, club: Club, action: str) -> None:
    page.select_option(f"#id_r{row}-spy", str(club.who(0, name).pk))
    page.select_option(f"#id_r{row}-action", action)


@pytest.mark.slow("opens a browser")
def test_a_whole_sheet_is_written_without_scripts(
    club: Club, open_page: Callable[..., Page]
) -> None:
    page = open_page("phone-light", user=club.players[0], java_script_enabled=False)
    page.goto(address(club))
    pick(page, 1, "Vesper", club, "assassinate")
    page.get_by_role("button", name="Update fields and odds").click()
    page.select_option("#id_r1-target_team", str(club.teams[1].pk))
    page.select_option("#id_r1-target", str(club.who(1, "Rook").pk))
    page.locator("li:has(#id_r1-spy) .more summary").click()
    page.select_option("#id_r1-gear", "heavy_pistol")
    page.get_by_role("button", name="Add an order").click()
    pick(page, 2, "Sable", club, "infiltrate")
    page.get_by_role("button", name="Update fields and odds").click()
    page.select_option("#id_r2-target_team", str(club.teams[1].pk))
    page.get_by_role("button", name="Move Sable up").click()
    page.get_by_role("button", name="Seal orders").click()
    assert "/orders/receipt/" in page.url
    first, second = read_sheet(saved(club)).orders
    assert (first.action, second.action) == ("infiltrate", "assassinate")
    assert (second.target, second.kit.items[0].gear) == (
        str(club.who(1, "Rook").pk),
        "heavy_pistol",
    )


@pytest.mark.slow("opens a browser")
def test_fields_and_odds_follow_the_choices_and_arrows_move_rows(
    club: Club, open_page: Callable[..., Page], axe: Callable[[Any], None]
) -> None:
    page = open_page("desktop-light", user=club.players[0])
    page.goto(address(club))
    pick(page, 1, "Vesper", club, "blow_up")
    page.locator("#id_r1-bricks").wait_for(state="attached")
    page.select_option("#id_r1-target_team", str(club.teams[1].pk))
    page.locator("li:has(#id_r1-spy) .more summary").click()
    page.select_option("#id_r1-bricks", "2")
    page.get_by_text("$6,000 to buy").wait_for()
    page.select_option("#id_r1-gear", "rifle")
    page.locator("#kit-r1 .kit-lines").wait_for()
    axe(page)
    page.get_by_role("button", name="Add an order").click()
    pick(page, 2, "Sable", club, "infiltrate")
    page.select_option("#id_r2-target_team", str(club.teams[1].pk))
    removes = page.locator("button[name=remove]")
    assert [" ".join(words.split()) for words in removes.all_text_contents()] == [
        "Remove the order of Vesper",
        "Remove the order of Sable",
    ]
    handle = page.get_by_role("button", name="Move Sable: press")
    handle.focus()
    handle.press("ArrowUp")
    page.get_by_role("button", name="Save draft").click()
    page.wait_for_url("**/receipt/")
    first, second = read_sheet(saved(club)).orders
    assert (first.action, second.action, second.bricks) == ("infiltrate", "blow_up", 2)
    axe(page)


def test_pressing_enter_in_a_field_saves_nothing(
    club: Club, open_page: Callable[..., Page]
) -> None:
    page = open_page("desktop-light", user=club.players[0], java_script_enabled=False)
    page.goto(address(club))
    pick(page, 1, "Vesper", club, "counterspy")
    page.locator("summary", has_text="Standing orders, while you are away").click()
    page.locator("summary", has_text="Change standing orders").click()
    page.locator("#id_standing-counterspy_from").press("Enter")
    page.get_by_text("Not saved yet.").wait_for()
    with club.scope():
        assert not OrderSheet.objects.exists()
