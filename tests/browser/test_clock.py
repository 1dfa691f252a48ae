"""Time zones: a reader far from the club sees local times, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from campaign.league.models import Campaign
from core.accounts.models import User
from core.accounts.services import own_clock
from core.web.moments import day_and_time, zone_named
from tests.factories import Club, found_club

from .looking import axe, too_wide

if TYPE_CHECKING:
    from datetime import datetime

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Opener = Callable[..., "Page"]
ANGELES = "America/Los_Angeles"


@pytest.fixture
def club() -> Club:
    """Return a club in Berlin whose first week is open."""
    club = found_club(teams=2, characters=2, at=timezone.now())
    Campaign.objects.filter(pk=club.campaign.pk).update(timezone="Europe/Berlin")
    return club


def shown_in(zone: str, at: datetime) -> str:
    """Return a time as shown in a time zone."""
    found = zone_named(zone)
    assert found
    return day_and_time(at.astimezone(found))


def test_a_reader_in_another_zone_sees_local_times_without_scripts(
    club: Club, open_page: Opener
) -> None:
    due = club.open_week.due_at
    page = open_page("phone-dark", user=club.players[0], java_script_enabled=False)
    weeks = f"/c/{club.campaign.slug}/weeks/"
    page.goto(weeks)
    expect(page.locator("#main")).to_contain_text(shown_in("Europe/Berlin", due))
    page.goto("/me/clock/")
    page.get_by_role("combobox", name="Time zone").fill(ANGELES)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your local time is")).to_be_visible()
    page.goto(weeks)
    expect(page.locator("#main")).to_contain_text(shown_in(ANGELES, due))
    expect(page.locator("#main")).not_to_contain_text(shown_in("Europe/Berlin", due))
    own = page.locator("#main time", has_text=shown_in(ANGELES, due)).first
    assert "club time" in (own.get_attribute("title") or "")


def test_the_browsers_time_zone_is_used_at_once_and_saved(club: Club, open_page: Opener) -> None:
    reader, due = club.players[1], club.open_week.due_at
    page = open_page("desktop-light", user=reader, timezone_id=ANGELES)
    page.goto(f"/c/{club.campaign.slug}/weeks/")
    expect(page.locator("#main")).to_contain_text(shown_in(ANGELES, due))
    expect(page.locator("#main")).not_to_contain_text(shown_in("Europe/Berlin", due))
    page.goto("/me/")
    expect(page.get_by_role("link", name=f"Times: {ANGELES}")).to_be_visible()
    assert User.objects.get(pk=reader.pk).timezone == ANGELES


def test_a_chosen_time_zone_applies_in_every_browser(club: Club, open_page: Opener) -> None:
    due = club.open_week.due_at
    own_clock.choose(user=club.players[0], timezone="Asia/Tokyo")
    page = open_page("desktop-light", user=club.players[0], timezone_id=ANGELES)
    for _ in range(2):
        page.goto(f"/c/{club.campaign.slug}/weeks/")
        expect(page.locator("#main")).to_contain_text(shown_in("Asia/Tokyo", due))


def test_the_time_zone_page_fits_a_phone_and_is_accessible(club: Club, open_page: Opener) -> None:
    page = open_page("phone-dark", user=club.players[0])
    page.goto("/me/clock/")
    assert too_wide(page) == []
    assert axe(page) == []
