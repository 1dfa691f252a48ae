"""An evening of Achtung, Spy! in real browsers: four people and four bots, whispers, votes, sealed
actions and the reveal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from core.web import clock
from engine.dice import SeededDice, seed_from
from engine.values import Seat
from minigames.achtung.rules.values import ROUNDS
from minigames.achtung.tabletop import ACHTUNG_TABLE
from play.models import Match, Table
from play.selectors.matches import current_match
from play.services import tables, thinking
from play.services.clock_scheduling import start_clocks
from play.services.matches import save_played
from play.services.seating import sit_down
from play.services.starting import count_heard
from play.services.table_lock import lock_table
from tests.factories import person

from .looking import too_wide
from .steady import answered, reads

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from play.running import Running

pytestmark = [pytest.mark.browser]

OPTIONS: Final = {
    "teams": "as_they_sit",
    "removals": "who",
    "matches": "from_a_list",
    "pool_shown": True,
}
PEOPLE: Final = {0: "anna", 1: "bert", 4: "carla", 5: "dora"}
"""Seats of two people per team; the others are bots."""
SCREENS: Final = ("phone-light", "desktop-dark", "phone-dark", "desktop-light")


class Evening:
    """The table, its players and their pages."""

    def __init__(self, open_page: Callable[..., Page]) -> None:
        self.users = {seat: person(name) for seat, name in PEOPLE.items()}
        words = [
            "me" if seat == 0 else "open" if seat in PEOPLE else "bot:doctrine" for seat in range(8)
        ]
        self.table = tables.open_table(
            user=self.users[0], game="achtung", options=OPTIONS, seats=words, coached=True
        )
        for seat, user in self.users.items():
            sit_down(table_id=self.table.pk, user=user, seat=seat)
        self.pages = {
            seat: open_page(screen, user=user)
            for (seat, user), screen in zip(self.users.items(), SCREENS, strict=True)
        }

    @property
    def running(self) -> Running:
        match = Table.objects.values_list("match", flat=True).get(pk=self.table.pk)
        return current_match(Match.objects.select_related("snapshot").get(pk=match))

    @property
    def asked(self) -> list[int]:
        """Return the people to act, once all bots have acted."""
        while thinking.think(limit=50):
            pass
        return [seat for seat in self.running.to_act() if seat in PEOPLE]

    def page(self, seat: int) -> Page:
        """Return this person's current page."""
        self.pages[seat].goto(f"/play/{self.table.pk}/")
        return self.pages[seat]

    def press(self, seat: int) -> None:
        """Do what the page asks: nominate the first candidates, vote yes, stand by."""
        page, view = self.page(seat), self.running.view(Seat(seat))
        if view.table.phase == "actions":
            button = page.get_by_role("button", name="Stand by")
        elif view.team.stage == "vote":
            button = page.get_by_role("button", name="Yes", exact=False).first
        else:
            for box in page.locator("input[name='nominate.squad']").all()[: view.table.terms.squad]:
                box.check()
            button = page.get_by_role("button", name="Nominate this squad")
        answered(page, button.click)

    def hurry(self) -> None:
        """Let the host play for everyone up to the actions of the last match."""
        with lock_table(self.table.pk) as locked_table:
            running, at = locked_table.running(), clock.now()
            before = len(running.audience_events)
            while (running.state.table.round, running.state.table.phase) != (ROUNDS, "actions"):
                seat = running.to_act()[0]
                move = ACHTUNG_TABLE.default_move(
                    running.view(seat), SeededDice(seed_from("hurry"), len(running.audience_events))
                )
                running.submit(seat=seat, move=move, now=at)
            save_played([running])
            count_heard(locked_table, running, before, at)
            locked_table.publish("heard", "spoke_at")
            start_clocks(locked_table, running, at)


def test_four_people_and_four_bots_play_an_evening(
    open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    at = Evening(open_page)
    whisper = at.page(0)
    whisper.get_by_role("radio", name="Talk").check()
    whisper.get_by_label("To", exact=True).select_option(label="Team RED")
    whisper.get_by_label("Write a message").fill("I am good at this one")
    whisper.get_by_role("button", name="Send").click()
    whisper.locator("#talk-lines", has_text="I am good at this one").wait_for()
    assert "I am good at this one" in (at.page(1).text_content("#talk-lines") or "")
    assert "I am good at this one" not in (at.page(4).text_content("#talk-lines") or "")

    while at.running.state.table.round == 1:
        for seat in at.asked:
            at.press(seat)
    assert "Match 2 of 5, Capture the Flag" in at.page(0).inner_text("#turn h2")
    axe(at.pages[0])
    assert not too_wide(at.pages[0])
    assert "1 · Payload" in at.pages[0].inner_text(".match-card")

    at.hurry()
    for seat in at.asked:
        at.press(seat)
    for page in (at.page(4), at.page(5)):
        assert page.inner_text("#turn .label").casefold() == "over"
        assert page.locator(".match-card").count() == ROUNDS
        assert "Everything is revealed" in page.inner_text(".log")
        assert not too_wide(page)


def test_a_preset_opens_a_table_and_contradicting_options_are_refused(
    open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    page = open_page("phone-light", user=person("anna"))
    page.goto("/play/new/achtung/")
    with page.expect_navigation():
        page.get_by_role("link", name="First evening").click()
    assert page.locator("select[name^=seat_]").count() == 10
    axe(page)
    assert not too_wide(page)
    page.get_by_label("Disguise").check()
    page.get_by_role("button", name="Open table").click()
    reads(page.locator(".error-summary"), "Disguise requires announced points")
    page.get_by_label("Points are announced").check()
    page.get_by_role("button", name="Open table").click()
    reads(page.locator("#turn h2"), "Match 1 of 5")
    assert not too_wide(page)
