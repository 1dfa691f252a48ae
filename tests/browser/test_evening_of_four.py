"""Four friends play two whole weeks from an empty site within an hour of their evening, in browsers
only.

Their actions take time on the site's clock: two minutes for a press that needs thought, more for an
order sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pytest
from django.utils import timezone
from django_scopes import scopes_disabled

from campaign.duels.models import DuelResult
from campaign.league.models import Team, TeamOwner, Week
from espionage.models import OrderSheet

from .conftest import SUNDAY
from .people import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
Opener = Callable[..., "Page"]
FRIENDS: Final = ("anna", "bo", "cleo", "dan")
LOOKS: Final = ("desktop-light", "phone-light", "phone-dark", "phone-light")


class Evening:
    """The four people, their club and its clock. Anna founds the club and plays, too."""

    def __init__(self, open_page: Opener, clock: Clock) -> None:
        self.clock = clock
        self.players = [
            Player(name, open_page(look)) for name, look in zip(FRIENDS, LOOKS, strict=True)
        ]
        self.anna, *self.others = self.players
        self.club = ""

    def found(self) -> None:
        """Let Anna found the club and share the link."""
        self.anna.go("/accounts/signup/")
        self.anna.sign_up()
        self.anna.go("/me/")
        self.anna.follow("Create a club")
        self.anna.type(name="Back Room")
        self.anna.main.get_by_label("Tonight, at one table").check()
        self.anna.press("Preview dates")
        self.anna.press("Create club")
        self.club = self.anna.page.url.partition("desk/")[0]
        self.anna.go(f"{self.club}desk/invites/")
        self.anna.press("Create link")
        link = self.anna.main.locator(".copy .code").inner_text().strip()
        self.clock.pass_(minutes=4)
        for friend in self.others:
            friend.go(link)
            friend.follow("Sign up and join")
            friend.sign_up()
            friend.press("Join Back Room")
        for player in self.players:
            player.go(f"{self.club}teams/new/")
            player.press("Create this team")
            assert player.reads("approved")
            player.home = f"{self.club}teams/{team_of(player.name).slug}/"
        self.anna.go(self.club)
        self.anna.follow("View house rules")
        self.clock.pass_(minutes=4)

    def play(self, number: int) -> None:
        """Play a week: start, orders, reports, duel, record."""
        self.anna.go(self.club)
        self.anna.follow("Start")
        self.anna.press("Start week")
        assert self.anna.reads(f"Week {number} is open for orders.")
        for at, player in enumerate(self.players):
            player.go(f"{player.home}orders/")
            self.order(player, number, team_of(FRIENDS[at - 1]).name)
            self.clock.pass_(minutes=1)
        self.clock.pass_(minutes=1, seconds=30)
        for player in self.players:
            player.go(f"{player.home}reports/{number}/")
            assert player.reads("Checked"), player.main.inner_text()[:400]
        self.clock.pass_(minutes=3)
        with scopes_disabled():
            week = Week.objects.get(number=number)
        assert week.status == Week.Status.SETTLED
        self.clock.put(max(week.duel_at, timezone.now()))
        self.anna.go(f"{self.club}desk/week/{number}/duels/0/")
        for place, card in enumerate(self.anna.main.locator("section.card").all(), 1):
            card.get_by_label("Place").select_option(str(place))
        self.anna.press("Preview result")
        self.anna.press("Record result")
        assert self.anna.reads(f"The duel of week {number} was recorded.")
        self.clock.pass_(minutes=2)

    def order(self, player: Player, number: int, rival: str) -> None:
        """Send one character to a rival, keep one as counterspy, enter the car and seal."""
        spy, guard = self.two_who_can(player)
        player.order(1, spy, "Infiltrate", rival)
        player.press("Add an order")
        player.order(2, guard, "Counterspy")
        player.press("Seal orders")
        assert player.reads("Orders sealed, version 1.")
        player.go(f"{self.club}weeks/{number}/duels/0/")
        player.press("Enter ")

    def two_who_can(self, player: Player) -> list[str]:
        """Return the names of the first two characters fit for orders."""
        people = player.main.locator("[name='r1-spy'] option:not([disabled])").evaluate_all(
            "all => all.filter(one => one.value).map(one => one.textContent.trim())"
        )
        return [words.partition(",")[0] for words in people[:2]]


def team_of(name: str) -> Team:
    """Return this person's team."""
    with scopes_disabled():
        return TeamOwner.objects.select_related("team").get(user__username=name).team


def test_four_friends_play_two_whole_weeks_within_an_hour(
    site_clock: Clock, open_page: Opener
) -> None:
    evening = Evening(open_page, site_clock)
    evening.found()
    evening.play(1)
    evening.play(2)
    took = timezone.now() - SUNDAY
    assert took.total_seconds() < 60 * 60, took
    with scopes_disabled():
        assert DuelResult.objects.count() == 2
        assert OrderSheet.objects.filter(state=OrderSheet.State.FINAL).count() == 8
