"""Four people in four browsers drive eight cars to the end: live with each turn planned, and by
correspondence with autopilot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from django.urls import reverse

from autoduel.game import AUTODUEL
from play.clocking import Clock
from play.selectors.matches import current_match
from play.services import seating, tables
from tests.factories import person

from .steady import answered, rested

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.siege,
    pytest.mark.timeout(3000),
]
LOOKS: Final = ("desktop-light", "phone-light", "desktop-dark", "phone-dark")
LIVE: Final = Clock(kind="live", seconds=600)
"""A clock of more than the usual minute, because the four plan one after the other on a busy
machine.
"""
PATIENCE: Final = 120_000
"""Milliseconds for eight cars to be driven and drawn on a busy machine."""
BY_POST: Final = Clock(kind="correspondence", seconds=24 * 3600)


class Evening:
    """A table of four people with two cars and a browser each."""

    def __init__(self, open_page: Callable[..., Page], clock: Clock) -> None:
        people = [person(name) for name in ("ann", "bob", "cleo", "dan")]
        self.table = tables.open_table(
            user=people[0],
            game="autoduel",
            options={"cars": 2, "mixed": True},
            seats=("me", "open", "open", "open"),
            clock=clock,
        )
        for seat, one in enumerate(people[1:], start=1):
            self.table = seating.sit_down(table_id=self.table.pk, user=one, seat=seat)
        self.path = reverse("play-table", kwargs={"table": self.table.pk})
        self.pages = [open_page(look, user=one) for look, one in zip(LOOKS, people, strict=True)]
        for page in self.pages:
            page.set_default_timeout(PATIENCE)
            page.goto(self.path)

    @property
    def state(self) -> Any:
        self.table.refresh_from_db()
        assert self.table.match is not None
        return current_match(self.table.match).state

    def drive(self, seal: Callable[[Page], None]) -> int:
        """Let everyone seal on their own page while they have orders to give, and return the number
        of turns.
        """
        assert len(self.state.table.cars) == 8
        while seats := AUTODUEL.to_act(self.state):
            turn = self.state.table.turn
            for seat in seats:
                page = self.pages[seat]
                page.locator("#turn", has_text=f"Turn {turn} of ").filter(
                    has_text="give your orders"
                ).wait_for(timeout=PATIENCE)
                seal(page)
        return int(self.state.table.turn)

    def is_over(self) -> None:
        """Expect every page to show the end."""
        for page in self.pages:
            page.goto(self.path)
            assert "The duel is over" in page.locator("#turn").inner_text()


def plan_turn(page: Page) -> None:
    """Fill in the plan by doctrine, preview and seal it."""
    with page.expect_response(lambda one: "/preview/" in one.url, timeout=PATIENCE):
        page.get_by_role("button", name="Fill in by doctrine").click()
    rested(page)
    answered(page, lambda: page.get_by_role("button", name="Seal this plan").click(), PATIENCE)


def use_autopilot(page: Page) -> None:
    """Press autopilot for up to three turns."""
    button = page.get_by_role("button", name="Doctrine until something happens")
    answered(page, button.first.click, PATIENCE)


def test_four_people_plan_each_turn_of_a_live_duel_with_eight_cars(
    site: object, open_page: Callable[..., Page]
) -> None:
    evening = Evening(open_page, LIVE)
    turns = evening.drive(plan_turn)
    assert turns > 3
    evening.is_over()


def test_v55_four_people_drive_eight_cars_by_correspondence_with_autopilot(
    site: object, open_page: Callable[..., Page]
) -> None:
    evening = Evening(open_page, BY_POST)
    turns = evening.drive(use_autopilot)
    assert turns > 3
    evening.is_over()
