"""The order form as everybody can use it: by keyboard alone, without scripts, on the narrowest
phone, and when htmx does not answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from espionage.models import OrderSheet
from espionage.selectors.sheets import read
from tests.factories import Club, found_club

from .looking import NARROW, Ears, axe, too_wide
from .people import BUSY, Player
from .steady import has_focus

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from espionage.rules.orders import Sheet

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Opener = Callable[..., "Page"]
MOST_TABS = 150


@pytest.fixture
def club() -> Club:
    """Two teams of four in an open week, by the real clock."""
    return found_club(teams=2, at=timezone.now())


def address(club: Club) -> str:
    return f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/orders/"


def saved(club: Club) -> tuple[OrderSheet, Sheet]:
    """The newest version, and what is on it."""
    with club.scope():
        row = OrderSheet.objects.filter(team=club.teams[0]).latest("version")
    return row, read(row)


def who(club: Club, sheet: Sheet) -> list[tuple[str, str]]:
    """Names and actions, from the top."""
    names = {str(one.pk): name for name, one in club.characters[club.teams[0].pk].items()}
    return [(names[order.spy], order.action) for order in sheet.orders]


# --- by keyboard alone ----------------------------------------------------------------------------


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until this has the focus; everything that has it on the way can be seen."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        here, seen = page.evaluate(
            """wanted => { const here = document.activeElement, box = here.getBoundingClientRect();
            const drawn = getComputedStyle(here).outlineStyle !== "none";
            const large = box.width > 0 && box.height > 0;
            return [here.matches(wanted), here === document.body || large && drawn] }""",
            wanted,
        )
        assert seen, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if here:
            return
    raise AssertionError(f"{wanted} cannot be reached by Tab")


def choose(page: Page, field: str, words: str, *, follow: str = "", shows: str = "") -> None:
    """Go to a select and type the beginning of a choice; the focus stays there, although fields
    follow and the select may be a new one.
    """
    tab_to(page, f"#id_{field}")
    page.keyboard.type(words)
    if follow:
        page.wait_for_selector(f"#id_{follow}")
    page.wait_for_selector(BUSY, state="detached")
    has_focus(page, "id", f"id_{field}")
    expect(page.locator(f"#id_{field} option:checked")).to_have_text(
        re.compile(rf"^\s*{re.escape(shows or words)}")
    )


def press(page: Page, button: str) -> None:
    """Go to a button and press Enter on it."""
    tab_to(page, button)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_sheet_is_written_put_in_order_and_sealed_by_keyboard_alone(
    club: Club, open_page: Opener
) -> None:
    page = open_page("desktop-dark", user=club.players[0])
    page.goto(address(club))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"
    page.keyboard.press("Enter")
    choose(page, "r1-spy", "Vesper")
    choose(page, "r1-action", "Infiltrate", follow="r1-target_team")
    choose(page, "r1-target_team", "Basilisk")
    press(page, "button[value=add]")
    choose(page, "r2-spy", "Wrench")
    choose(page, "r2-action", "Blow Up", follow="r2-bricks")
    choose(page, "r2-target_team", "Basilisk")
    tab_to(page, "#kit-r2 summary")
    page.keyboard.press("Enter")
    choose(page, "r2-gear", "Heavy pistol", follow="r2-count-1", shows="Add another piece")
    tab_to(page, "li:has(#id_r2-spy) [data-handle]")
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#announcer")).to_have_text("Wrench stays here.")
    tab_to(page, "li:has(#id_r1-spy) [data-move=down]")
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_have_text("Vesper is already last.")
    press(page, "button[value=final]")
    row, sheet = saved(club)
    assert (row.state, row.version) == ("final", 1)
    assert who(club, sheet) == [("Wrench", "blow_up"), ("Vesper", "infiltrate")]
    assert [item.gear for item in sheet.orders[0].kit.items] == ["heavy_pistol"]


# --- without scripts, on the narrowest phone ------------------------------------------------------


def test_a_sheet_is_refused_mended_passed_and_reopened_without_scripts_on_the_narrowest_phone(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-dark", user=club.players[0], java_script_enabled=False)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    player = Player("anvil", page)

    def choose(field: str, words: str) -> None:
        page.select_option(f"#id_{field}", player.option(field, words))

    page.goto(address(club))
    choose("r1-spy", "Vesper")
    choose("r1-action", "Assassinate")
    player.press("Show fields and odds")
    assert player.reads("Not saved yet.") and not too_wide(page)
    player.press("Seal as final")
    assert (
        player.reads("Please put this right")
        and page.locator("#id_r1-target_team[aria-invalid=true]").count() == 1
    )
    assert not too_wide(page)
    choose("r1-target_team", "Basilisk")
    player.press("Add an order")
    choose("r2-spy", "Rook")
    choose("r2-action", "Infiltrate")
    player.press("Show fields and odds")
    choose("r2-target_team", "Basilisk")
    player.press("Move Rook up")
    assert player.names_in_order() == ["Rook", "Vesper"]
    player.press("Save as a draft")
    assert player.reads("Saved as a draft, version 1.") and not too_wide(page)
    assert who(club, saved(club)[1]) == [("Rook", "infiltrate"), ("Vesper", "assassinate")]
    page.goto(address(club))
    player.press("Pass on purpose")
    assert player.reads("Pass with orders on the form?") and saved(club)[0].version == 1
    player.press("Yes, send nobody")
    assert saved(club)[0].state == "passed"
    page.goto(address(club))
    assert player.reads("Nobody goes out this week") and not too_wide(page)
    player.press("Write orders after all")
    row, sheet = saved(club)
    assert (row.state, row.version, len(sheet.orders)) == ("draft", 3, 2)


# --- when the net is bad --------------------------------------------------------------------------


def test_htmx_only_improves_without_its_answers_a_sheet_is_saved_all_the_same(
    club: Club, open_page: Opener
) -> None:
    page = open_page("desktop-light", user=club.players[0])
    page.route("**/orders/row/**", lambda route: route.abort())
    player = Player("anvil", page)
    page.goto(address(club))
    page.select_option("#id_r1-spy", player.option("r1-spy", "Vesper"))
    page.select_option("#id_r1-action", "infiltrate")
    player.press("Save as a draft")
    assert player.reads("Please put this right")
    page.select_option("#id_r1-target_team", player.option("r1-target_team", "Basilisk"))
    player.press("Save as a draft")
    assert who(club, saved(club)[1]) == [("Vesper", "infiltrate")]


def test_a_double_click_saves_once(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    player = Player("anvil", page)
    page.goto(address(club))
    player.order(1, "Rook", "Counterspy")
    with page.expect_navigation():
        player.main.get_by_role("button", name="Save as a draft").dblclick()
    page.wait_for_url("**/receipt/")
    assert saved(club)[0].version == 1


def test_the_form_with_everything_open_and_everything_wrong_keeps_wcag(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-dark", user=club.players[0])
    ears, player = Ears(page), Player("anvil", page)
    page.goto(address(club))
    player.order(1, "Vesper", "Blow Up")
    player.pack(1, "Heavy pistol")
    player.press("Add an order")
    player.order(2, "Vesper", "Assassinate")
    player.press("Seal as final")
    page.evaluate(
        "document.querySelectorAll('#main details').forEach(each => { each.open = true })"
    )
    assert page.locator("[aria-invalid=true]").count() >= 2
    assert not [*axe(page), *too_wide(page), *ears.heard(refused=True)]
