"""The small scripts on real pages: countdown, theme, copying, confirmation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from django_scopes import scope
from playwright.sync_api import expect

from campaign.members.models import Invite
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites
from core.web.pictures.words import time_left
from tests.factories import Club, found_club

from .steady import reads

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Opener = Callable[..., "Page"]
SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture
def club() -> Club:
    """Return a club with two teams in an open week at the real time."""
    return found_club(teams=2, characters=2, at=timezone.now())


@pytest.mark.everyday
def test_the_countdown_runs_to_the_deadline_and_says_when_it_has_passed(
    club: Club, open_page: Opener
) -> None:
    page = open_page("phone-dark", user=club.players[0])
    page.clock.install()
    page.goto(f"/c/{club.campaign.slug}/weeks/1/")
    left = club.open_week.due_at - timezone.now()
    clock = page.locator("#main time[data-countdown]").first
    a_minute_ago = left + timedelta(minutes=1)
    assert clock.inner_text() in {
        f"{time_left(each.total_seconds())} left" for each in (left, a_minute_ago)
    }
    page.clock.fast_forward(int((left - timedelta(minutes=90)).total_seconds()) * 1000)
    assert clock.inner_text() in {f"1{SPACE}h {minutes}{SPACE}min left" for minutes in (29, 30)}
    assert "close" in (clock.get_attribute("class") or "")
    page.clock.fast_forward(int(timedelta(minutes=88).total_seconds()) * 1000)
    page.clock.run_for("01:15")
    before = clock.inner_text()
    assert before.endswith(f"{SPACE}s left")
    page.clock.run_for(1000)
    seconds = [int(words.partition(SPACE)[0]) for words in (before, clock.inner_text())]
    assert seconds[0] - seconds[1] == 1
    assert "urgent" not in (clock.get_attribute("class") or "")
    page.clock.run_for((seconds[1] - 15) * 1000)
    assert "urgent" in (clock.get_attribute("class") or "")
    page.clock.fast_forward("02:00:00")
    assert clock.inner_text() == "Deadline passed"
    reload = page.get_by_role("link", name="Reload page")
    expect(reload).to_have_count(1)
    page.reload()
    expect(reload).to_have_count(0)


def test_at_the_deadline_the_page_offers_to_reload_and_keeps_the_input(
    club: Club, open_page: Opener
) -> None:
    team = club.teams[0]
    page = open_page("phone-light", user=club.players[0])
    page.clock.install()
    page.goto(f"/c/{club.campaign.slug}/teams/{team.slug}/orders/#sheet")
    left = club.open_week.due_at - timezone.now()
    field = page.locator("form#sheet input[type=text], form#sheet textarea").first
    page.locator("form#sheet details").evaluate_all(
        "each => each.forEach((one) => one.open = true)"
    )
    field.fill("typed")
    page.clock.fast_forward(int((left + timedelta(minutes=1)).total_seconds()) * 1000)
    reload = page.get_by_role("link", name="Reload page")
    expect(reload).to_have_count(1)
    expect(field).to_have_value("typed")
    page.evaluate("window.isOld = true")
    reload.click()
    page.wait_for_load_state()
    assert page.evaluate("window.isOld") is None


def test_the_chosen_theme_is_applied_on_the_next_page_before_scripts_run(
    club: Club, open_page: Opener
) -> None:
    page = open_page("desktop-light", user=club.players[0])
    page.goto("/me/")
    switch = page.get_by_role("button", name="Light: automatic. Change")
    switch.click()
    page.get_by_role("button", name="Light: light. Change").click()
    answer = page.goto(f"/c/{club.campaign.slug}/")
    assert answer is not None and '<html lang="en" data-theme="dark">' in answer.text()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.get_by_role("button", name="Light: dark. Change").click()
    answer = page.reload()
    assert answer is not None and '<html lang="en">' in answer.text()


def test_a_seal_is_copied_and_announced(club: Club, open_page: Opener) -> None:
    page = open_page("desktop-light", user=club.players[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/c/{club.campaign.slug}/weeks/1/")
    page.get_by_text("Verify this week").click()
    button = page.locator("button[data-copy]").first
    source = page.locator(f"#{button.get_attribute('data-copy')}").inner_text().strip()
    button.click()
    page.get_by_text("Copied", exact=True).wait_for()
    expect(page.locator("#announcer")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == source


def test_a_link_is_revoked_after_confirmation_and_escape_cancels(
    club: Club, open_page: Opener
) -> None:
    invite, _ = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=timezone.now()
    )

    def revoked() -> bool:
        with scope(campaign=club.campaign.pk):
            return Invite.objects.get(pk=invite.pk).revoked_at is not None

    page = open_page("phone-light", user=club.gm)
    page.goto(f"/c/{club.campaign.slug}/desk/invites/")
    button = page.get_by_role("button", name="Revoke link")
    for leave in ("Escape", "Enter"):  # the harmless button has the focus
        button.click()
        dialog = page.get_by_role("dialog")
        reads(dialog, "Revoke this link?")
        page.keyboard.press(leave)
        dialog.wait_for(state="detached")
        assert not revoked()
    button.click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    assert revoked()


def test_a_link_is_revoked_without_scripts_after_a_confirmation_page(
    club: Club, open_page: Opener
) -> None:
    invite, _ = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=timezone.now()
    )
    page = open_page("phone-light", user=club.gm, java_script_enabled=False)
    page.goto(f"/c/{club.campaign.slug}/desk/invites/")
    page.get_by_role("button", name="Revoke link").click()
    expect(page.locator("h1")).to_have_text("Revoke this link?")
    with page.expect_navigation():
        page.get_by_role("button", name="Revoke link").click()
    with scope(campaign=club.campaign.pk):
        assert Invite.objects.get(pk=invite.pk).revoked_at is not None


def test_a_progress_bar_is_shown_while_a_workbook_is_read(open_page: Opener) -> None:
    club = found_club(teams=0, week="planned", at=timezone.now())
    page = open_page("phone-dark", user=club.gm)
    page.goto(f"/c/{club.campaign.slug}/desk/moving/")
    rows = b"Team,Name,Role\nRed Kites,Ada,driver\n"
    page.locator("#main input[type=file]").set_input_files(
        {"name": "people.csv", "mimeType": "text/csv", "buffer": rows}
    )
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    page.get_by_role("button", name="Preview import").click()
    sentence = "Reading the workbook. This takes a few seconds."
    bar = page.get_by_role("progressbar", name=sentence)
    expect(bar).to_be_visible()
    expect(page.locator("#announcer")).to_have_text(sentence)
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    expect(bar).to_have_count(0)
