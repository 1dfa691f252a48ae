"""A visitor plays a try-out using only what the screen says: orders, deadline, ambush, report,
driving in the duel, podium, and keeping the club (C25).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django_scopes import scopes_disabled

from autoduel.rules.numbers import SHORT_DUEL
from campaign.duels.models import DuelResult
from campaign.league.models import Campaign, Membership
from play.services import thinking

from .looking import too_wide
from .people import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
Opener = Callable[..., "Page"]
GUIDE = ".tryout"
ABOVE_THE_BAR = """() => {
    const box = where => document.querySelector(where).getBoundingClientRect();
    return box(".orders .order summary").bottom <= box(".order-bar").top;
}"""
"""A script that tells whether the first order is above the bar when the page opens."""


class Visitor:
    """A visitor who follows the guide and presses what it offers."""

    def __init__(self, page: Page) -> None:
        self.player = Player("visitor", page)
        self.page = page

    def press(self, words: str) -> None:
        with self.page.expect_navigation():
            self.page.locator("#main").get_by_role("button", name=words).first.click()

    def follow(self, words: str) -> None:
        with self.page.expect_navigation():
            links = self.page.locator("#main").get_by_role("link", name=words)
            links.locator("visible=true").first.click()

    def is_at(self, part: int) -> None:
        self.page.locator(GUIDE).get_by_text(f"Try-out: step {part} of 5").wait_for()

    def drive(self) -> int:
        """Plan each turn of the duel with one press, and return the number of turns."""
        for turn in range(SHORT_DUEL + 1):
            while thinking.think():
                pass
            self.page.reload()
            plan = self.page.locator("#menus").get_by_role("button", name="Duellist")
            if not plan.count():
                self.page.locator("#turn").get_by_text("The duel is over").wait_for()
                return turn
            box, screen = plan.bounding_box(), self.page.viewport_size
            assert box and screen and box["y"] + box["height"] <= screen["height"]
            with self.page.expect_response(lambda one: one.request.method == "POST"):
                plan.click()
            self.page.wait_for_load_state()
        raise AssertionError("the duel has too many turns")

    def play(self) -> None:
        """Play the whole week with the fight left to doctrine."""
        self.player.go("/")
        self.follow("Try a week now")
        self.press("Start try-out")
        self.is_at(1)
        self.follow("View orders")
        assert self.page.evaluate(ABOVE_THE_BAR), "the first order is in sight"
        self.press("Seal orders")
        self.press("End order phase")
        self.follow("Back to Try-out club")
        self.is_at(2)
        self.press("Finish by doctrine")
        self.is_at(3)
        self.press("Drive the duel")
        assert self.drive() > 1
        self.follow("Back to Try-out club")
        self.is_at(4)
        self.press("Show the podium")
        self.is_at(5)
        self.page.locator("svg.podium").wait_for()


@pytest.mark.parametrize(
    ("look", "scripts"),
    [
        pytest.param("phone-light", True, id="scripts", marks=pytest.mark.everyday),
        pytest.param("phone-dark", False, id="none"),
    ],
)
def test_a_visitor_plays_a_whole_week_and_keeps_the_club(
    look: str, scripts: bool, site_clock: Clock, open_page: Opener
) -> None:
    page = open_page(look, java_script_enabled=scripts)
    visitor = Visitor(page)
    visitor.play()
    assert not too_wide(page)
    visitor.press("Sign up to keep the club")
    secret = "the visitor drops dead letters"
    visitor.player.type(
        username="visitor", email="visitor@league.example", password1=secret, password2=secret
    )
    visitor.press("Sign up")
    assert page.locator(GUIDE).count() == 0
    with scopes_disabled():
        club = Campaign.objects.get()
        assert not club.tryout
        assert DuelResult.objects.filter(duel__week__season__campaign=club).count() == 1
        (part,) = Membership.objects.select_related("user").filter(campaign=club)
    assert (part.user.username, part.role) == ("visitor", "gm")


def test_try_out_pages_pass_axe(
    site_clock: Clock, open_page: Opener, axe: Callable[[Page], None]
) -> None:
    page = open_page("desktop-light")
    visitor = Visitor(page)
    visitor.player.go("/try/")
    axe(page)
    visitor.press("Start try-out")
    axe(page)
    visitor.follow("View orders")
    axe(page)
