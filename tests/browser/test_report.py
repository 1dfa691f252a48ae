"""A report on a phone: the story fits two screens, folded parts open, dice animate at most once,
and it can be read aloud.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.espionage.spying import spy_on
from tests.factories import Club, found_club

from .looking import axe, too_wide

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
Opener = Callable[..., "Page"]

ONE_SCREEN: Final = 844
TWO_SCREENS: Final = 2 * ONE_SCREEN
LONGEST: Final = 1700
"""Maximum position of the last line of a busy, folded report."""
SPEAKS: Final = """
globalThis.spoken = [];
Object.defineProperty(globalThis, "speechSynthesis", {value: {
  speak: (line) => spoken.push(line.text), cancel: () => spoken.push("(silence)"),
}});
"""
MUTE: Final = "Object.defineProperty(globalThis, 'speechSynthesis', {value: undefined});"


@pytest.fixture
def club(site_clock: Clock) -> Club:
    """Return a club with two teams of six that did everything to each other, a minute after the
    reports.
    """
    club = found_club(teams=2, characters=6)
    site_clock.put(club.at)
    spy_on(club, 0, 1)
    spy_on(club, 1, 0)
    site_clock.put(club.open_week.due_at)
    site_clock.put(club.open_week.settle_at)
    site_clock.pass_(minutes=1)
    return club


def address(club: Club) -> str:
    return f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/reports/1/"


def bottom_of(part: Locator) -> float:
    """Return the position of the element's lower edge on the page."""
    box = part.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def unfold_ours(page: Page) -> None:
    """Open the first mission of a folded story."""
    page.locator(".mission:has(.roll) > summary").first.click()


def animation(roll: Locator) -> str:
    """Return the animation of the first die of a roll."""
    name: str = roll.locator(".die").first.evaluate("die => getComputedStyle(die).animationName")
    return name


@pytest.mark.everyday
def test_the_important_parts_of_a_report_fit_two_phone_screens(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-light", user=club.players[0])
    page.goto(address(club))
    main = page.locator("main")
    head, chips, done = (main.locator(part) for part in ("#headline", ".chips", ".card:has(#done)"))
    assert bottom_of(head) < bottom_of(chips) < bottom_of(done) < TWO_SCREENS
    missions = main.locator(".mission")
    assert missions.count() >= 6
    assert main.locator(".mission[open]").count() == 0, "each of so many is a line that unfolds"
    assert bottom_of(missions.last) < TWO_SCREENS
    for folded in ("Skill points, cost", "Checked: fair", "Text version"):
        assert bottom_of(main.locator("summary").filter(has_text=folded)) <= LONGEST
    assert not too_wide(page)
    assert not axe(page)


def test_a_folded_mission_and_the_verdict_can_be_opened(club: Club, open_page: Opener) -> None:
    page = open_page("phone-dark", user=club.players[0], java_script_enabled=False)
    page.goto(address(club))
    theirs = page.locator(".mission.theirs").first
    expect(theirs.locator("summary .came")).to_be_visible()
    expect(theirs.locator(".came-of")).to_be_hidden()
    theirs.locator("summary").click()
    expect(theirs.locator(".came-of")).to_be_visible()
    expect(theirs.locator("summary .came")).to_be_hidden()
    order = page.get_by_role("heading", name="The order of play")
    transcript = page.get_by_role("link", name="Your transcript")
    expect(order).to_be_hidden()
    expect(transcript).to_be_hidden()
    page.get_by_text("Checked: fair").click()
    expect(order).to_be_visible()
    expect(transcript).to_be_visible()


def test_dice_animate_once_per_report_and_browser(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    page.add_init_script(SPEAKS)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(address(club))
    falling, first = page.locator(".mission .roll.falls"), page.locator(".mission .roll").first
    unfold_ours(page)
    first.scroll_into_view_if_needed()
    expect(falling.first).to_be_attached()
    assert falling.first.locator(".die").first.evaluate(
        "die => getComputedStyle(die).animationName"
    )
    kept = page.evaluate("localStorage.getItem('dice-fell')")
    page.reload()
    expect(page.get_by_role("button", name="Read aloud")).to_be_visible()
    unfold_ours(page)
    first.scroll_into_view_if_needed()
    expect(first).to_be_in_viewport()
    assert animation(first) == "none"
    expect(falling).to_have_count(0)
    assert page.evaluate("localStorage.getItem('dice-fell')") == kept


def test_dice_do_not_move_with_reduced_motion(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    page.add_init_script(SPEAKS)
    page.goto(address(club))
    expect(page.get_by_role("button", name="Read aloud")).to_be_visible()
    expect(page.locator(".roll.falls")).to_have_count(0)
    unfold_ours(page)
    assert page.evaluate("localStorage.getItem('dice-fell')") is None
    assert animation(page.locator(".mission .roll").first) == "none"


def test_a_report_is_read_aloud_and_can_be_stopped(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    page.add_init_script(SPEAKS)
    page.goto(address(club))
    head = page.locator("#headline").inner_text()
    page.get_by_role("button", name="Read aloud").click()
    said = page.evaluate("spoken")
    assert said[:2] == ["(silence)", f"Report, week 1. {head}."]
    assert any(line.startswith("Missions against us") for line in said)
    assert any(line.startswith("Our mission 1.") for line in said)
    page.get_by_role("button", name="Stop reading").click()
    assert page.evaluate("spoken").count("(silence)") == 2
    expect(page.get_by_role("button", name="Read aloud")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_without_speech_the_same_text_can_be_read(
    club: Club, open_page: Opener, scripts: bool
) -> None:
    page = open_page("phone-light", user=club.players[0], java_script_enabled=scripts)
    if scripts:
        page.add_init_script(MUTE)
    page.goto(address(club))
    page.get_by_text("Text version").click()
    expect(page.locator("#aloud p").first).to_contain_text("Report, week 1.")
    expect(page.locator("button[data-speak]")).to_be_hidden()


def test_the_seal_of_a_week_is_folded_and_can_be_opened(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    page.goto(f"/c/{club.campaign.slug}/weeks/1/")
    seed = page.get_by_text("Hash of the seed, published when the week opened")
    expect(seed).to_be_hidden()
    page.locator("summary").filter(has_text="Verify this week").click()
    expect(seed).to_be_visible()
    assert not axe(page)


def test_a_bot_can_be_enabled_on_the_first_phone_screen(club: Club, open_page: Opener) -> None:
    page = open_page("phone-light", user=club.players[0])
    page.goto(f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/bot/")
    assert bottom_of(page.get_by_role("button", name="Use stand-in bot")) <= ONE_SCREEN
    expect(page.get_by_text("If no one has sent orders by the deadline")).to_be_visible()
    assert not axe(page)
