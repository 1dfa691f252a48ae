"""The pages around an evening, by keyboard alone and without scripts: readiness, the Courier, a
rivalry, deals, the search of the house rules and the next date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from campaign.deals.models import Deal
from campaign.league.models import DeskAct
from espionage.selectors.evening import ANSWER_ACT, READY_ACT
from espionage.services.starting import start_now
from tests.factories import Club, found_club

from .conftest import SUNDAY
from .steady import reads, tab_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
Hand = Literal["keyboard", "no-scripts"]


@pytest.fixture
def club(site_clock: Clock) -> Club:
    """Return a club of two teams whose evening has just published its reports."""
    club = found_club(teams=2, week=None, at=SUNDAY)
    site_clock.put(SUNDAY)
    club.week = start_now(campaign=club.campaign, actor=club.gm, evening=True, now=SUNDAY)
    site_clock.put(club.open_week.due_at)
    site_clock.put(club.open_week.settle_at)
    return club


class Reader:
    """A player who uses only the keyboard, or a browser without scripts."""

    def __init__(self, page: Page, hand: Hand, home: str) -> None:
        self.page, self.hand, self.home = page, hand, home

    def go(self, path: str) -> None:
        answer = self.page.goto(self.home + path)
        assert answer is not None and answer.ok, path

    def press(self, wanted: str) -> None:
        """Press a link or button, and wait for the next page."""
        if self.hand == "keyboard":
            tab_to(self.page, wanted)
        with self.page.expect_navigation():
            if self.hand == "keyboard":
                self.page.keyboard.press("Enter")
            else:
                self.page.locator(wanted).first.click()

    def type(self, field: str, words: str) -> None:
        """Fill in a text field, or choose an option by its text."""
        wanted = f"main [name='{field}']"
        if self.hand == "keyboard":
            tab_to(self.page, wanted)
            self.page.keyboard.type(words)
        elif self.page.locator(f"select[name='{field}']").count():
            self.page.locator(wanted).select_option(label=words)
        else:
            self.page.locator(wanted).fill(words)

    def reads(self, words: str) -> None:
        reads(self.page.locator("main"), words)


@pytest.mark.parametrize("hand", ["keyboard", "no-scripts"])
def test_a_player_gets_through_the_pages_of_an_evening(
    club: Club, site_clock: Clock, open_page: Callable[..., Page], hand: Hand
) -> None:
    page = open_page(
        "desktop-dark" if hand == "keyboard" else "phone-light",
        user=club.players[0],
        java_script_enabled=hand == "keyboard",
    )
    own, rival = club.teams
    reader = Reader(page, hand, f"/c/{club.campaign.slug}/")

    reader.go("")
    reader.press("form[action$='/evening/ready/'] button")
    reader.reads(f"{own.name} is ready.")
    reader.press("main a[href*='/courier/']")
    reader.reads("The Courier")

    reader.go(f"teams/{rival.slug}/")
    reader.press("main a[href*='/dossier/']")
    reader.reads("The two teams have not met in a recorded duel.")

    reader.go(f"teams/{own.slug}/letters/")
    reader.press("main a[href$='/deals/']")
    reader.press("main a[href$='/deals/new/pact/']")
    reader.type("to", rival.name)
    reader.type("weeks", "2")
    reader.type("amount", "500")
    reader.press("main form[method=post] button[type=submit]")
    reader.reads("Offer made.")

    reader.go("house-rules/")
    reader.type("find", "week starts")
    if hand == "keyboard":
        page.keyboard.press("Enter")
    else:
        reader.press("form.find button")
    expect(page.locator("#rules [role=status]")).to_contain_text("found")

    site_clock.put(club.open_week.duel_at)
    reader.go("")
    reader.press("main button[name=act][value=yes]")
    reader.reads("The GM can see your answer.")
    with club.scope():
        assert Deal.objects.get().amount == 500
        kinds = DeskAct.objects.filter(actor=club.players[0]).values_list("kind", flat=True)
        assert {READY_ACT, ANSWER_ACT} <= set(kinds)
