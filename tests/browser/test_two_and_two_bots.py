"""Two people and two bots play two whole weeks in browsers.

They play with the recommended preset, and with the original rules, in which weeks wait for people's
decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.utils import timezone
from django_scopes import scopes_disabled

from campaign.house_rules.rules.presets import find_preset
from campaign.league.models import Team, TeamOwner, Week
from espionage.models import OrderSheet
from tests.browser.test_evening_of_four import Evening, team_of

from .people import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
Opener = Callable[..., "Page"]
ASKED_EVERY: Final = timedelta(hours=2)
"""Interval at which the people check their club while a week is being played."""


class Season:
    """Anna, who founds the club and plays, Bo, and two teams of bots."""

    def __init__(self, open_page: Opener, clock: Clock, preset: str) -> None:
        self.clock, self.preset = clock, find_preset(preset)
        self.anna = Player("anna", open_page("desktop-light"))
        self.bo = Player("bo", open_page("phone-dark"))
        self.players = (self.anna, self.bo)
        self.answers = 0
        self.club = ""

    def found(self) -> None:
        """Let Anna found the club, Bo join it, and two bots fill it."""
        assert self.preset is not None
        self.anna.go("/accounts/signup/")
        self.anna.sign_up()
        self.anna.go("/me/")
        self.anna.follow("Create a club")
        self.anna.type(name="Back Room")
        self.anna.main.get_by_text("More presets for weekly clubs").click()
        self.anna.main.get_by_label(self.preset.title).check()
        self.anna.press("Preview dates")
        self.anna.press("Create club")
        self.club = self.anna.page.url.partition("desk/")[0]
        self.anna.go(f"{self.club}desk/invites/")
        self.anna.press("Create link")
        link = self.anna.main.locator(".copy .code").inner_text().strip()
        self.bo.go(link)
        self.bo.follow("Sign up and join")
        self.bo.sign_up()
        self.bo.press("Join Back Room")
        for player in self.players:
            player.go(f"{self.club}teams/new/")
            player.press("Create this team")
            player.home = f"{self.club}teams/{team_of(player.name).slug}/"
        for temper in ("greedy", "vengeful"):
            self.anna.go(f"{self.club}desk/teams/add-a-bot/")
            self.anna.main.locator(f"[value='{temper}']").check()
            self.anna.press("Add")
        with scopes_disabled():
            assert Team.objects.exclude(approved_at=None).count() == 4

    def play(self, number: int) -> None:
        """Play a week: orders, decisions and fights, reports, duel, record."""
        self.clock.put(week(number).opens_at + timedelta(hours=1))
        rival = self.rival(number)
        for player in self.players:
            player.go(f"{player.home}orders/")
            Evening.order(self, player, number, rival)  # type: ignore[arg-type]
        self.clock.put(week(number).due_at + timedelta(minutes=1))
        while week(number).status == Week.Status.PLAYING:
            assert timezone.now() < week(number).settle_at + ASKED_EVERY, "the week is stuck"
            for player in self.players:
                self.answer(player)
            self.clock.put(timezone.now() + ASKED_EVERY)
        for player in self.players:
            player.go(f"{player.home}reports/{number}/")
            assert player.reads("Checked"), player.main.inner_text()[:400]
        self.clock.put(max(week(number).duel_at, timezone.now()))
        self.anna.go(f"{self.club}desk/week/{number}/duels/0/")
        cards = self.anna.main.locator("section.card").all()
        if self.anna.main.get_by_role("button", name="Preview result").count():
            for place, card in enumerate(cards, 1):
                card.get_by_label("Place").select_option(str(place))
            self.anna.press("Preview result")
            self.anna.press("Record result")
            assert self.anna.reads(f"The duel of week {number} was recorded.")
        else:
            assert self.anna.reads("No participants"), "the bots can wreck both cars"
        self.clock.put(week(number).closes_at + timedelta(minutes=1))
        assert week(number).status == Week.Status.CLOSED

    two_who_can = Evening.two_who_can

    def rival(self, number: int) -> str:
        """Return the name of the bot team against which both people send a spy in this week."""
        with scopes_disabled():
            owned = TeamOwner.objects.values("team")
            bots = Team.objects.exclude(pk__in=owned).order_by("name")
            return bots[(number - 1) % len(bots)].name

    def answer(self, player: Player) -> None:
        """Answer all questions to the person."""
        player.page.goto(f"{player.home}decision/")
        while player.main.get_by_role("button", name="Answer").count():
            player.press("Answer")
            self.answers += 1


def week(number: int) -> Week:
    """Return a week by its number."""
    with scopes_disabled():
        return Week.objects.get(number=number)


@pytest.mark.parametrize("preset", ["club", "printed"])
def test_two_people_and_two_bots_play_two_weeks(
    preset: str, site_clock: Clock, open_page: Opener
) -> None:
    season = Season(open_page, site_clock, preset)
    season.found()
    season.play(1)
    season.play(2)
    with scopes_disabled():
        assert OrderSheet.objects.filter(state=OrderSheet.State.FINAL).count() == 4
    if preset == "printed":
        assert season.answers > 0, "the original rules ask people"
