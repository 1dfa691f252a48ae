"""The desk in a real browser: every page fits a phone and keeps WCAG, and a week's chores are done without scripts."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaign.models import Character, Invite, Membership, Week
from campaign.services import duels, teams
from tests.factories import Club, add_team, found_club

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club(live_server: Any) -> Club:
    """A club whose first duel was driven an hour ago, by the real clock."""
    now = timezone.now()
    club = found_club(at=now - timedelta(days=14), spectator=True)
    for number, team in enumerate(club.teams):
        crew = {"driver": club.who(number, "Rook").pk, "gunner": club.who(number, "Sable").pk}
        duels.enter(week=club.open_week, team=team, vehicle=club.car(number), crew=crew, at=club.at)
    with club.scope():
        past = {"opens_at": now - timedelta(days=6), "closes_at": now + timedelta(days=1)}
        past |= dict.fromkeys(("due_at", "settle_at", "settled_at"), now - timedelta(days=2)) | {"duel_at": now - timedelta(hours=1)}
        Week.objects.filter(number=1).update(status="settled", **past)
        for number in (2, 3, 4):
            start = now + timedelta(days=7 * number - 12)
            days = {"opens_at": 0, "due_at": 3, "settle_at": 3, "duel_at": 5, "closes_at": 6}
            Week.objects.filter(number=number).update(**{name: start + timedelta(days=day) for name, day in days.items()})
    teams.ask_approval(team=add_team(club, "Newcomers", approved=False), at=now)
    return club


def addresses(club: Club) -> list[str]:
    with club.scope():
        member, vesper = Membership.objects.filter(role="player")[0], Character.objects.filter(name="Vesper")[0]
    plain = (
        "",
        "-club",
        "-invites",
        "-people",
        "-teams",
        "-calendar",
        "-plan",
        "-house-rules",
        "-corrections",
        "-season",
        "-log",
        "-sealed",
    )
    named: list[tuple[str, dict[str, Any]]] = [(f"desk{name}", {}) for name in plain]
    named += [("desk-role", {"member": member.pk}), ("desk-approval", {"team": "newcomers"}), ("desk-hand-over", {"team": "anvil"})]
    named += [("desk-week", {"number": 1}), ("desk-week", {"number": 2}), ("desk-extend", {"number": 2}), ("desk-duel", {"number": 1})]
    named += [("desk-house-group", {"group": group}) for group in ("skills", "ambush", "calendar")]
    named += [("desk-corrections-team", {"team": "anvil"}), ("desk-correct", {"team": "anvil", "book": "skills", "owner": vesper.pk})]
    return [reverse(name, kwargs={"slug": club.campaign.slug, **more}) for name, more in named] + [reverse("campaign-new")]


@pytest.mark.parametrize("screen", ["phone-light", "desktop-dark"])
def test_every_page_fits_the_screen_and_keeps_wcag(
    club: Club, open_page: Callable[..., Page], axe: Callable[[Page], None], screen: str
) -> None:
    page = open_page(screen, user=club.gm)
    for address in addresses(club):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
        page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true })")
        axe(page)


def test_a_gm_without_scripts_invites_approves_and_records(club: Club, open_page: Callable[..., Page]) -> None:
    page = open_page("phone-light", user=club.gm, java_script_enabled=False)
    slug = club.campaign.slug
    page.goto(reverse("desk-invites", kwargs={"slug": slug}))
    page.get_by_label("Note").fill("Tuesday group")
    page.get_by_role("button", name="Make the link").click()
    assert "/join/" in page.locator("#link").inner_text()
    page.get_by_role("link", name="I have copied it").click()
    page.get_by_role("button", name="Revoke the link Tuesday group").click()
    page.get_by_role("button", name="Revoke the link").click()
    page.get_by_text("The link does not work any more.").wait_for()

    page.goto(reverse("desk", kwargs={"slug": slug}))
    page.get_by_role("link", name="Look at the roster").click()
    page.get_by_role("button", name="Approve the roster").click()
    page.get_by_text("Newcomers may play").wait_for()

    page.goto(reverse("desk", kwargs={"slug": slug}))
    page.get_by_role("link", name="Record the result").click()
    page.get_by_role("button", name="Look at what it is worth").click()
    page.get_by_text("A pot of $100,000").wait_for()
    page.get_by_role("button", name="Record the result").click()
    page.get_by_text("is recorded. The club has been told.").wait_for()
    with club.scope():
        assert Invite.objects.get().revoked_at
        assert Week.objects.get(number=1).results.count() == 1


def test_a_double_click_makes_one_link(club: Club, open_page: Callable[..., Page]) -> None:
    page = open_page("desktop-light", user=club.gm, java_script_enabled=False)
    page.goto(reverse("desk-invites", kwargs={"slug": club.campaign.slug}))
    page.get_by_role("button", name="Make the link").dblclick()
    page.get_by_role("link", name="I have copied it").wait_for()
    with club.scope():
        assert Invite.objects.count() == 1
