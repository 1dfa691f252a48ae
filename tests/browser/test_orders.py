"""The order form is usable by keyboard alone, without scripts, on the narrowest phone, and when
htmx requests fail.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from espionage.models import OrderSheet
from espionage.rules.orders import Order, Sheet
from espionage.selectors.sheets import read_sheet
from espionage.services.sheets import save_sheet
from tests.factories import Club, found_club

from .conftest import SUNDAY
from .looking import DESKTOP, NARROW, PHONE, Ears, axe, see, too_wide, unfold
from .people import BUSY, Player
from .steady import has_focus, tab_to

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Opener = Callable[..., "Page"]
TRIES = 4
FORGOTTEN = 1200
"""Milliseconds after which a browser forgets the letters typed into a select."""


@pytest.fixture
def club() -> Club:
    """Return a club with three teams of four in an open week at the real time."""
    return found_club(teams=3, at=timezone.now())


def address(club: Club) -> str:
    return f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/orders/"


def saved_sheet(club: Club) -> tuple[OrderSheet, Sheet]:
    """Return the newest version and its sheet."""
    with club.scope():
        row = OrderSheet.objects.filter(team=club.teams[0]).latest("week__number", "version")
    return row, read_sheet(row)


def listed_orders(club: Club, sheet: Sheet) -> list[tuple[str, str]]:
    """Return names and actions from the top."""
    names = {str(one.pk): name for name, one in club.characters[club.teams[0].pk].items()}
    return [(names[order.spy], order.action) for order in sheet.orders]


# --- in a minute ----------------------------------------------------------------------------------

IN_SIGHT = """wanted => { const box = document.querySelector(wanted).getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.height >= 44 && box.top >= 0 && box.bottom <= innerHeight
        && !!at && at.closest(wanted) !== null }"""
SEAL = "button[value=final]"
TALLEST, MOST_PRESSES = 2600, 12


@dataclass
class Thumb:
    """A person who counts their presses and selections."""

    player: Player
    presses: int = 0

    def pick(self, field: str, words: str) -> None:
        assert self.player.main.locator(f"[name='{field}']").is_visible(), f"{field} is folded"
        self.presses += 1
        self.player.pick(field, words)

    def press(self, words: str, role: Literal["button", "link"] = "button") -> None:
        self.presses += 1
        with self.player.page.expect_navigation():
            self.player.main.get_by_role(role, name=words).first.click()


FIRST_CHOICE: Final = (".order select:visible", ".order-bar")
"""The first field of the first order, and the bar at the lower edge of the page."""


def test_a_typical_sheet_is_sealed_in_twelve_presses(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    thumb = Thumb(Player("anvil", page))
    page.goto(address(club))
    for row, (name, action, against) in enumerate(
        [
            ("Wrench", "Infiltrate", "Basilisk"),
            ("Vesper", "Assassinate", "Cobra"),
            ("Sable", "Counterspy", ""),
        ],
        1,
    ):
        if row > 1:
            thumb.press("Add an order")
        thumb.pick(f"r{row}-spy", name)
        thumb.pick(f"r{row}-action", action)
        if against:
            thumb.pick(f"r{row}-target_team", against)
    thumb.press("Seal orders")
    assert thumb.presses <= MOST_PRESSES
    row, sheet = saved_sheet(club)
    assert (row.state, len(sheet.orders)) == ("final", 3)


@pytest.mark.everyday
def test_last_weeks_orders_are_sealed_again_in_two_presses(
    site_clock: Clock, open_page: Opener
) -> None:
    club = found_club(teams=2, at=SUNDAY)
    site_clock.put(club.at)
    watch = Order(spy=str(club.who(0, "Rook").pk), action="counterspy")
    with club.scope():
        save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[0],
            sheet=Sheet(orders=(watch,)),
            state=OrderSheet.State.FINAL,
            seen_version=0,
            saved_by=club.players[0],
        )
    site_clock.put(club.open_week.due_at)
    site_clock.put(club.open_week.closes_at + timedelta(days=2))
    page = open_page("phone-light", user=club.players[0])
    thumb = Thumb(Player("anvil", page))
    page.goto(address(club))
    thumb.press("Same as in week 1", "link")
    thumb.press("Seal orders")
    row, sheet = saved_sheet(club)
    assert (thumb.presses, row.state, sheet.orders) == (2, "final", (watch,))
    assert row.week_id != club.open_week.pk


def test_four_orders_are_four_lines_on_a_phone_and_seal_stays_visible(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-dark", user=club.players[0])
    player = Player("anvil", page)
    page.goto(address(club))
    for size in (NARROW, DESKTOP, PHONE):
        see(page, size)
        assert page.evaluate(IN_SIGHT, SEAL), f"with nothing on the form, on {size}"
    player.order(1, "Vesper", "Blow Up", "Basilisk")
    player.pack(1, "Heavy pistol")
    for row, who in enumerate(["Wrench", "Sable"], 2):
        player.press("Add an order")
        player.order(row, who, "Infiltrate", "Basilisk")
    player.press("Add an order")
    player.order(4, "Rook", "Counterspy")
    lines = [" ".join(words.split()) for words in page.locator(".order-words").all_inner_texts()]
    assert lines[0] == "Vesper: blow up any vehicle of Basilisk, 1 brick with heavy pistol"
    assert lines[1] == "Wrench: infiltrate Basilisk with heavy pistol"
    assert page.locator(".order-body[open]").count() == 1
    heights = [page.evaluate("document.documentElement.scrollHeight")]
    page.locator(".order summary").first.click()
    assert page.locator(".order-body[open]").count() == 1, "one is open at a time"
    heights.append(page.evaluate("document.documentElement.scrollHeight"))
    assert max(heights) <= TALLEST, heights
    for down in range(0, max(heights), PHONE[1] // 2):
        page.evaluate("down => scrollTo({top: down, behavior: 'instant'})", down)
        assert page.evaluate(IN_SIGHT, SEAL), f"{down} pixels down"
    assert not too_wide(page)


def test_a_new_sheet_on_a_phone_shows_its_first_choice_without_overlaps(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-light", user=club.players[0])
    page.goto(address(club))
    choice, bar = (page.locator(where).first.bounding_box() for where in FIRST_CHOICE)
    assert choice and bar and choice["y"] + choice["height"] <= bar["y"]
    lesson, away = (page.locator(f".coach > {each}").bounding_box() for each in ("a", "button"))
    assert lesson and away
    beside = lesson["x"] + lesson["width"] <= away["x"]
    assert beside or lesson["y"] + lesson["height"] <= away["y"]


def test_the_coach_leads_to_a_sealed_sheet_and_is_dismissed_without_scripts(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-light", user=club.players[0], java_script_enabled=False)
    player = Player("anvil", page)
    page.goto(address(club))
    for step, field, words in [
        (1, "r1-action", "Infiltrate"),
        (2, "r1-target_team", "Basilisk"),
    ]:
        assert player.reads(f"Coach, step {step} of 5".upper())
        page.select_option(f"#id_{field}", player.option(field, words))
        player.press("Update fields and odds")
    assert player.reads("COACH, STEP 4 OF 5")
    player.press("Add an order")
    page.select_option("#id_r2-action", "counterspy")
    player.press("Update fields and odds")
    assert player.reads("COACH, STEP 5 OF 5")
    player.press("Hide coach")
    assert not player.reads("COACH") and len(player.names_in_order()) == 2
    page.goto(address(club))
    assert not player.reads("COACH"), "sent away once, it stays away"
    player.press("Show coach")
    assert player.reads("COACH, STEP 1 OF 5")


def test_the_coach_follows_the_selected_options(club: Club, open_page: Opener) -> None:
    page = open_page("desktop-light", user=club.players[0])
    player = Player("anvil", page)
    page.goto(address(club))
    player.pick("r1-action", "Infiltrate")
    expect(page.locator("#advice")).to_contain_text("step 2 of 5")
    player.pick("r1-action", "Counterspy")
    expect(page.locator("#advice")).to_contain_text("step 3 of 5")


# --- by keyboard alone ----------------------------------------------------------------------------


def choose(page: Page, field: str, words: str, *, follow: str = "", shows: str = "") -> None:
    """Focus a select and type the beginning of an option until it is unique. The focus stays there
    although the select may be replaced.

    After a second a browser takes the next letter for a new beginning, so the letters are typed
    again if the machine was too slow.
    """
    tab_to(page, f"#id_{field}")
    chosen = page.locator(f"#id_{field} option:checked")
    texts = page.locator(f"#id_{field} option").all_text_contents()
    begun = words
    while (
        begun[1:]
        and sum(text.strip().lower().startswith(begun[:-1].lower()) for text in texts) == 1
    ):
        begun = begun[:-1]
    for _ in range(TRIES):
        page.keyboard.type(begun)
        page.wait_for_selector(BUSY, state="detached")
        if (chosen.text_content() or "").strip().startswith(shows or words):
            break
        page.wait_for_timeout(FORGOTTEN)
    if follow:
        page.wait_for_selector(f"#id_{follow}")
    page.wait_for_selector(BUSY, state="detached")
    has_focus(page, "id", f"id_{field}")
    expect(chosen).to_have_text(re.compile(rf"^\s*{re.escape(shows or words)}"))


def press(page: Page, button: str) -> None:
    """Focus a button and press Enter."""
    tab_to(page, button)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_sheet_is_written_reordered_and_sealed_by_keyboard_alone(
    club: Club, open_page: Opener
) -> None:
    page = open_page("desktop-dark", user=club.players[0])
    page.goto(address(club))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to main content"
    page.keyboard.press("Enter")
    choose(page, "r1-spy", "Vesper")
    choose(page, "r1-action", "Infiltrate", follow="r1-target_team")
    choose(page, "r1-target_team", "Basilisk")
    press(page, "button[value=add]")
    choose(page, "r2-spy", "Wrench")
    choose(page, "r2-action", "Blow Up", follow="r2-target_team")
    choose(page, "r2-target_team", "Basilisk")
    tab_to(page, ".order[data-row] .more summary")
    page.keyboard.press("Enter")
    choose(page, "r2-gear", "Heavy pistol", follow="r2-count-1", shows="Add another item")
    tab_to(page, "li:has(#id_r2-spy) [data-handle]")
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#announcer")).to_have_text("Wrench stays here.")
    tab_to(page, "li:has(#id_r1-spy) summary")
    page.keyboard.press("Enter")
    tab_to(page, "li:has(#id_r1-spy) [data-move=down]")
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_have_text("Vesper is already last.")
    press(page, "button[value=final]")
    row, sheet = saved_sheet(club)
    assert (row.state, row.version) == ("final", 1)
    assert listed_orders(club, sheet) == [("Wrench", "blow_up"), ("Vesper", "infiltrate")]
    assert [item.gear for item in sheet.orders[0].kit.items] == ["heavy_pistol"]


# --- without scripts, on the narrowest phone ------------------------------------------------------


def test_a_sheet_is_refused_fixed_passed_and_reopened_without_scripts(
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
    player.press("Update fields and odds")
    assert player.reads("Not saved yet.") and not too_wide(page)
    player.press("Seal orders")
    assert (
        player.reads("There is a problem")
        and page.locator("#id_r1-target_team[aria-invalid=true]").count() == 1
    )
    assert not too_wide(page)
    choose("r1-target_team", "Basilisk")
    player.press("Add an order")
    choose("r2-spy", "Rook")
    choose("r2-action", "Infiltrate")
    player.press("Update fields and odds")
    choose("r2-target_team", "Basilisk")
    player.press("Move Rook up")
    assert player.names_in_order() == ["Rook", "Vesper"]
    player.press("Save draft")
    assert player.reads("Draft saved, version 1.") and not too_wide(page)
    assert listed_orders(club, saved_sheet(club)[1]) == [
        ("Rook", "infiltrate"),
        ("Vesper", "assassinate"),
    ]
    page.goto(address(club))
    player.press("Pass this week")
    assert player.reads("Pass with orders on the form?") and saved_sheet(club)[0].version == 1
    player.press("Pass this week")
    assert saved_sheet(club)[0].state == "passed"
    page.goto(address(club))
    assert player.reads("No one goes out this week") and not too_wide(page)
    player.press("Write orders instead")
    row, sheet = saved_sheet(club)
    assert (row.state, row.version, len(sheet.orders)) == ("draft", 3, 2)


# --- when the net is bad --------------------------------------------------------------------------


def test_a_sheet_is_saved_when_htmx_requests_fail(club: Club, open_page: Opener) -> None:
    page = open_page("desktop-light", user=club.players[0])
    page.route("**/orders/row/**", lambda route: route.abort())
    player = Player("anvil", page)
    page.goto(address(club))
    page.select_option("#id_r1-spy", player.option("r1-spy", "Vesper"))
    page.select_option("#id_r1-action", "infiltrate")
    player.press("Save draft")
    assert player.reads("There is a problem")
    page.select_option("#id_r1-target_team", player.option("r1-target_team", "Basilisk"))
    player.press("Save draft")
    assert listed_orders(club, saved_sheet(club)[1]) == [("Vesper", "infiltrate")]


def test_a_double_click_saves_once(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    player = Player("anvil", page)
    page.goto(address(club))
    player.order(1, "Rook", "Counterspy")
    with page.expect_navigation():
        player.main.get_by_role("button", name="Save draft").dblclick()
    page.wait_for_url("**/receipt/")
    assert saved_sheet(club)[0].version == 1


def test_the_form_with_all_fields_open_and_invalid_keeps_wcag(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-dark", user=club.players[0])
    ears, player = Ears(page), Player("anvil", page)
    page.goto(address(club))
    player.order(1, "Vesper", "Blow Up")
    player.pack(1, "Heavy pistol")
    player.press("Add an order")
    player.order(2, "Vesper", "Assassinate")
    player.press("Seal orders")
    unfold(page)
    assert page.locator("[aria-invalid=true]").count() >= 2
    assert not [*axe(page), *too_wide(page), *ears.heard(refused=True)]
