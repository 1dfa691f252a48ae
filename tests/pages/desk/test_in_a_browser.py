"""The desk in a real browser: a week's tasks are done without scripts. The tour
(tests/browser/tour.py) checks the look of the pages.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaign.duels.models import DuelResult
from campaign.league.models import Week
from campaign.members.models import Invite
from campaign.news.models import Hook
from campaign.teams.services import teams
from tests.factories import Club, add_team, found_club

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club(live_server: Any) -> Club:
    """Return a club whose first duel was driven an hour ago in real time."""
    now = timezone.now()
    club = found_club(at=now - timedelta(days=14), spectator=True)
    for number in range(len(club.teams)):
        club.enter(number, gunner="Sable")
    with club.scope():
        past = {"opens_at": now - timedelta(days=6), "closes_at": now + timedelta(days=1)}
        past |= dict.fromkeys(("due_at", "settle_at", "settled_at"), now - timedelta(days=2)) | {
            "duel_at": now - timedelta(hours=1)
        }
        Week.objects.filter(number=1).update(status="settled", **past)
        for number in (2, 3, 4):
            start = now + timedelta(days=7 * number - 12)
            days = {"opens_at": 0, "due_at": 3, "settle_at": 3, "duel_at": 5, "closes_at": 6}
            Week.objects.filter(number=number).update(
                **{name: start + timedelta(days=day) for name, day in days.items()}
            )
    teams.ask_approval(team=add_team(club, "Newcomers", approved=False), now=now)
    return club


@pytest.mark.slow("opens a browser")
def test_a_gm_invites_approves_and_records_without_scripts(
    club: Club, open_page: Callable[..., Page]
) -> None:
    page = open_page("phone-light", user=club.gm, java_script_enabled=False)
    slug = club.campaign.slug
    page.goto(reverse("desk-invites", kwargs={"slug": slug}))
    page.get_by_text("Number of people, expiry").click()
    page.get_by_label("Note").fill("Tuesday group")
    page.get_by_role("button", name="Create link").click()
    assert "/join/" in page.locator(".copy .code").inner_text()
    page.get_by_label("GM: runs the club").check()
    page.get_by_role("button", name="Create link").click()
    assert "/join/" in page.locator("#link").inner_text()
    page.get_by_role("link", name="Done").click()
    page.get_by_role("button", name="Revoke link Tuesday group").click()
    page.get_by_role("button", name="Revoke link").click()
    page.get_by_text("The link was revoked.").wait_for()

    page.goto(reverse("desk", kwargs={"slug": slug}))
    page.get_by_role("link", name="View roster").click()
    page.get_by_role("button", name="Approve roster").click()
    page.get_by_text("Newcomers can play").wait_for()

    page.goto(reverse("desk-week", kwargs={"slug": slug, "number": 1}))
    page.get_by_role("link", name="Record result").click()
    for position, place in enumerate(page.get_by_label("Place").all(), 1):
        place.select_option(str(position))
    page.get_by_role("button", name="Preview result").click()
    page.get_by_text("Total prize money: $100,000").wait_for()
    page.get_by_role("button", name="Record result").click()
    page.get_by_text("was recorded. The club has been notified.").wait_for()
    with club.scope():
        assert Invite.objects.get(note="Tuesday group").revoked_at
        assert DuelResult.objects.count() == 1


@pytest.mark.slow("opens a browser")
def test_a_gm_adds_a_hook_without_scripts(
    club: Club, open_page: Callable[..., Page], settings: Any
) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]
    page = open_page("phone-dark", user=club.gm, java_script_enabled=False)
    page.goto(reverse("desk", kwargs={"slug": club.campaign.slug}))
    page.get_by_role("link", name="News webhooks").click()
    page.get_by_label("Name").fill("Our tool")
    page.get_by_label("Webhook URL").fill("https://tools.example.org/dead-drop")
    page.get_by_role("button", name="Add webhook").click()
    assert len(page.locator("#secret").inner_text()) == 64
    page.get_by_role("link", name="Done").click()
    page.get_by_role("button", name="Send a test to Our tool").click()
    page.get_by_text("Test sent to Our tool.").wait_for()
    page.get_by_role("button", name="Remove Our tool").click()
    page.get_by_role("button", name="Remove webhook").click()
    page.get_by_text("Our tool was removed.").wait_for()
    with club.scope():
        assert Hook.objects.get().address == ""


def test_a_double_click_makes_one_link(club: Club, open_page: Callable[..., Page]) -> None:
    page = open_page("desktop-light", user=club.gm, java_script_enabled=False)
    page.goto(reverse("desk-invites", kwargs={"slug": club.campaign.slug}))
    page.get_by_role("button", name="Create link").dblclick()
    page.locator(".copy .code").wait_for()
    with club.scope():
        assert Invite.objects.count() == 1
