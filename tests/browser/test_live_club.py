"""Club pages that follow events in several browsers at once, without reloading, and without taking
away what their readers are doing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from tests.espionage.services.test_life_of_a_week import counterspy_order, give
from tests.factories import found_club

from .steady import SOON, has_focus, reads

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.factories import Club

    from .conftest import Clock

pytestmark = [pytest.mark.browser]
TOP: Final = "each => each.getBoundingClientRect().top"
"""Returns where the top of an element is in the window, in pixels."""


def make_club(site_clock: Clock) -> Club:
    club = found_club(teams=2, spectator=True, options={"show_sealed": True})
    site_clock.put(club.at)
    return club


def opened(page: Page, path: str) -> Page:
    """Open a page of a club that can learn of events by its stream only, and wait for the
    stream.
    """
    page.route("**/pulse/", lambda route: route.abort())
    with page.expect_response(lambda answer: "/live/" in answer.url):
        page.goto(path)
    page.evaluate("() => { globalThis.isSamePage = true; }")
    return page


def extend(club: Club) -> None:
    week = club.open_week
    with club.scope():
        week.refresh_from_db()
        change = Extending(due_at=week.due_at + timedelta(days=1), reason="Trains are late.")
        calendar.extend(week=week, change=change, actor=club.gm, now=timezone.now())


def test_an_order_sheet_shows_a_new_deadline_and_keeps_what_is_typed(
    site_clock: Clock, open_page: Callable[..., Page]
) -> None:
    club = make_club(site_clock)
    orders = f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/orders/"
    page = opened(open_page("desktop-light", user=club.players[0]), orders)
    due = page.locator(".orders-line").inner_text()
    spy = page.locator("[name='r1-spy']")
    value = spy.locator("option:not([disabled])").last.get_attribute("value")
    assert value
    with page.expect_response("**/orders/row/**"):
        spy.select_option(value)
    extend(club)
    expect(page.locator(".orders-line")).not_to_have_text(due, timeout=SOON)
    assert page.evaluate("() => isSamePage"), "the page was not reloaded"
    expect(spy).to_have_value(value)


def test_two_readers_see_an_event_without_reloading_and_keep_focus_and_scroll_position(
    site_clock: Clock, open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    club = make_club(site_clock)
    home = f"/c/{club.campaign.slug}/"
    player = opened(open_page("desktop-light", user=club.players[0]), home)
    phone = opened(open_page("phone-dark", user=club.players[1]), home)
    player.get_by_role("link", name="View full standings").focus()
    news = phone.locator("#news")
    news.evaluate("each => each.scrollIntoView({ behavior: 'instant' })")
    top = news.evaluate(TOP)
    assert phone.evaluate("() => scrollY") > 100
    extend(club)
    for page in (player, phone):
        reads(page.locator("main"), "The deadline of week 1 was extended.")
        assert page.evaluate("() => isSamePage"), "the page was not reloaded"
    has_focus(player, "textContent", "View full standings")
    assert abs(news.evaluate(TOP) - top) < 2, "what the reader looks at stays where it is"
    axe(player)


def test_week_page_shows_whose_orders_are_in_as_they_are_sealed(
    site_clock: Clock, open_page: Callable[..., Page]
) -> None:
    club = make_club(site_clock)
    page = opened(open_page(user=club.players[1]), f"/c/{club.campaign.slug}/weeks/1/")
    reads(page.locator("section[aria-labelledby=orders-in]"), "Not yet")
    give(club, 0, counterspy_order(club, 0, "Rook"))
    expect(page.locator("section[aria-labelledby=orders-in] .tag.good")).to_have_count(1)
    assert page.evaluate("() => isSamePage")


def test_duel_page_follows_events_and_keeps_what_is_typed(
    site_clock: Clock, open_page: Callable[..., Page]
) -> None:
    club = make_club(site_clock)
    page = opened(open_page(user=club.players[0]), f"/c/{club.campaign.slug}/weeks/1/duels/0/")
    crew = page.locator("main form select").first
    options = crew.locator("option").evaluate_all("all => all.map((each) => each.value)")
    crew.select_option(options[-1])
    entry_end = page.locator("dl.facts time[data-countdown]")
    before = entry_end.get_attribute("datetime")
    extend(club)
    expect(entry_end).not_to_have_attribute("datetime", str(before), timeout=SOON)
    expect(crew).to_have_value(options[-1])
    assert page.evaluate("() => isSamePage")


def test_desk_follows_events(site_clock: Clock, open_page: Callable[..., Page]) -> None:
    club = make_club(site_clock)
    page = opened(open_page(user=club.gm), f"/c/{club.campaign.slug}/desk/")
    due = page.locator(".strip-next time[data-countdown]")
    before = due.get_attribute("datetime")
    extend(club)
    expect(due).not_to_have_attribute("datetime", str(before), timeout=SOON)
    assert page.evaluate("() => isSamePage")
