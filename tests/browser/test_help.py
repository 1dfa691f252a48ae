"""Help on a phone: linked from each page to the matching section."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import found_club
from tests.siege import each_in_one

from .looking import NARROW, axe, see, too_wide

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Opener = Callable[..., "Page"]


@pytest.mark.everyday
def test_the_help_link_of_the_order_page_opens_the_order_sheet_section(open_page: Opener) -> None:
    club = found_club(teams=2, characters=2, at=timezone.now())
    page = open_page("phone-dark", user=club.players[0])
    page.goto(f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/orders/")
    page.get_by_role("link", name="Help with this page").click()
    heading = page.get_by_role("heading", name="The order sheet in a minute")
    expect(heading).to_be_in_viewport()


def test_help_on_a_phone_starts_with_the_readers_role(open_page: Opener) -> None:
    page = open_page("phone-light")
    page.goto("/help/")
    expect(page.get_by_role("heading", name="Start here")).to_be_in_viewport()
    page.get_by_role("link", name="For players", exact=True).click()
    expect(page.get_by_role("heading", name="For players")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Your first ten minutes")).to_be_visible()


PAGES: Final = (
    "", "first-week/", "running-a-club/", "player/", "gm/", "tool-writer/", "operator/",
    "contributor/", "contributing/", "operating-running/",
)  # fmt: skip


@each_in_one("path, screen", PAGES, ("phone-dark", "desktop-light"))
def test_help_pages_fit_and_are_accessible(path: str, screen: str, open_page: Opener) -> None:
    """A usual run checks each page on one screen, drawn by the day's seed."""
    page = open_page(screen)
    page.goto(f"/help/{path}")
    assert axe(page) == []
    assert too_wide(page) == []
    see(page, NARROW)
    assert too_wide(page) == []
