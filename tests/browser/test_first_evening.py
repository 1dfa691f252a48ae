"""A first evening: from an invite link to a sealed order sheet, counted in presses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

import pytest
from django_scopes import scopes_disabled

from campaign.league.models import Week
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites
from espionage.models import OrderSheet
from espionage.selectors.sheets import read_sheet
from tests.factories import Club, found_club

from .conftest import SUNDAY
from .people import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
Opener = Callable[..., "Page"]
MOST_PRESSES, MOST_TYPED = 12, 4
"""Maximum number of presses and selections, and of filled fields."""


@dataclass
class Newcomer:
    """A person who counts every press, selection and filled field."""

    player: Player
    pressed: list[str] = field(default_factory=list)

    def press(self, words: str, role: Literal["button", "link"] = "button") -> None:
        self.pressed.append(words)
        with self.player.page.expect_navigation():
            self.player.main.get_by_role(role, name=words).first.click()

    def pick(self, name: str, words: str) -> None:
        self.pressed.append(words)
        self.player.pick(name, words)


@pytest.fixture
def club(site_clock: Clock) -> Club:
    """Return a club of two teams with automatic approval, whose first week opens tomorrow."""
    return found_club(teams=2, week="planned", at=SUNDAY, options={"approve_legal_rosters": True})


@pytest.fixture
def link(club: Club) -> str:
    """Return the link that the GM shared with the group."""
    _, token = invites.make(campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=SUNDAY)
    return f"/join/{token}/"


def sign_up(newcomer: Newcomer) -> None:
    """Create an account with four fields and a press."""
    secret = "the newcomer drops dead letters"
    typed = {
        "username": "newcomer",
        "email": "newcomer@league.example",
        "password1": secret,
        "password2": secret,
    }
    assert len(typed) <= MOST_TYPED
    newcomer.player.type(**typed)
    newcomer.press("Sign up")


@pytest.mark.parametrize(
    "scripts",
    [
        pytest.param(True, id="scripts"),
        pytest.param(False, id="no-scripts", marks=pytest.mark.everyday),
    ],
)
def test_a_new_user_gets_from_invite_to_approved_team_in_five_presses(
    scripts: bool, club: Club, link: str, open_page: Opener
) -> None:
    page = open_page("phone-light", java_script_enabled=scripts)
    newcomer = Newcomer(Player("newcomer", page))
    newcomer.player.go(link)
    newcomer.press("Sign up and join", "link")
    sign_up(newcomer)
    newcomer.press(f"Join {club.campaign.name}")
    newcomer.press("Create team", "link")
    newcomer.press("Create this team")
    assert newcomer.player.reads("It is approved and can play from the next week that opens.")
    assert len(newcomer.pressed) == 5
    with scopes_disabled():
        assert club.campaign.teams.exclude(approved_at=None).count() == 3


def test_a_new_user_seals_their_first_orders_in_twelve_presses(
    club: Club, link: str, open_page: Opener, site_clock: Clock
) -> None:
    page = open_page("phone-light")
    newcomer = Newcomer(Player("newcomer", page))
    newcomer.player.go(link)
    newcomer.press("Sign up and join", "link")
    sign_up(newcomer)
    newcomer.press(f"Join {club.campaign.name}")
    newcomer.press("Create team", "link")
    newcomer.press("Create this team")
    home = page.url
    with scopes_disabled():
        week = Week.objects.get(season=club.season, number=1)
    site_clock.put(week.opens_at + timedelta(hours=1))
    newcomer.player.go(home)
    newcomer.press("Open order sheet", "link")
    newcomer.pick("r1-spy", spy_of(club))
    newcomer.pick("r1-action", "Infiltrate")
    newcomer.pick("r1-target_team", "Anvil")
    newcomer.press("Seal orders")
    assert newcomer.player.reads("Orders sealed, version 1.")
    assert len(newcomer.pressed) <= MOST_PRESSES, newcomer.pressed
    with scopes_disabled():
        row = OrderSheet.objects.get(week=week)
        assert [order.action for order in read_sheet(row).orders] == ["infiltrate"]


def spy_of(club: Club) -> str:
    """Return the first of the new team's spies by name."""
    with scopes_disabled():
        team = club.campaign.teams.latest("founded_at", "approved_at")
        found: str = team.characters.filter(role="spy").order_by("name")[0].name
    return found
