"""Two people fight a week's ambush in two browsers, one by mouse and one by keyboard and text; then
the week settles.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django_scopes import scopes_disabled

from ambush.rules.call import AmbushResult
from campaign.league.models import Week
from campaign.ledger.models import SkillPoint, Wound
from engine.codec import Reader
from espionage.models import AmbushFight
from play.models import Table
from tests.espionage.ambushes import PLAYED, save_sheets_with_ambush
from tests.factories import found_club

from .steady import answered

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

TURNS = 34
WAY_OUT = re.compile(r"The shortest way off the map is (\d+) steps?, starting ([a-z-]+)\.")


def is_over() -> bool:
    with scopes_disabled():
        return Table.objects.get(fight__isnull=False).status == Table.Status.OVER


def go_to_the_fight(page: Page, slug: str) -> None:
    page.goto(f"/c/{slug}/")
    page.get_by_role("link", name="Go to ambush").first.click()
    page.wait_for_url("**/play/**")


def press_ready_plan(page: Page) -> None:
    """Place by doctrine or take the first suggested plan by mouse; the page shows the result."""
    answered(page, page.locator("button[value^='place.'], button[value^='ready.']").first.click)


def run_by_keys(page: Page) -> None:
    """Open the text board by keyboard, find the direction of the exit, plan steps that way and
    seal. Every second diagonal costs two squares; if something blocks the way, take one step.
    """
    twin = page.locator("#twin")
    if twin.get_attribute("open") is None:
        page.locator("#twin summary").focus()
        page.keyboard.press("Enter")
        page.locator("#twin[open]").wait_for()
    found = WAY_OUT.search(twin.inner_text())
    assert found, twin.inner_text()
    way = found[2].capitalize()
    seal_steps(page, way, 3 if "-" in way else 5)
    if my_move(page):
        seal_steps(page, way, 1)


def seal_steps(page: Page, way: str, steps: int) -> None:
    """Plan this number of steps in one direction, stand still afterwards, and seal."""
    for phase in range(1, 6):
        page.get_by_label(f"Phase {phase}", exact=True).focus()
        page.keyboard.type(way if phase <= steps else "Stand still")
    page.get_by_role("button", name="Seal this plan").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def my_move(page: Page) -> bool:
    return page.locator("#turn.mine").count() == 1


def test_two_people_fight_an_ambush_and_the_week_settles(
    site_clock: Clock, open_page: Callable[..., Page]
) -> None:
    club = found_club(teams=3, options=PLAYED)
    site_clock.put(club.at)
    save_sheets_with_ambush(club)
    site_clock.put(club.open_week.due_at)
    with scopes_disabled():
        fight = AmbushFight.objects.select_related("table").get()
        players = [
            next(at for at, team in enumerate(club.teams) if team.pk == chair.party)
            for chair in fight.table.chairs.order_by("seat")
        ]
    mouse = open_page("desktop-light", user=club.players[players[0]])
    keys = open_page("phone-dark", user=club.players[players[1]], java_script_enabled=False)
    for page in (mouse, keys):
        go_to_the_fight(page, club.campaign.slug)
    for _ in range(TURNS):
        mouse.reload()
        if my_move(mouse):
            press_ready_plan(mouse)
        keys.reload()
        if my_move(keys):
            run_by_keys(keys)
        if is_over():
            break
    assert is_over()
    mouse.reload()
    assert mouse.locator("#turn.over").count() == 1
    site_clock.put(club.open_week.settle_at)
    with scopes_disabled():
        week = Week.objects.get(pk=club.open_week.pk)
        assert week.status == Week.Status.SETTLED
        fight.refresh_from_db()
        assert fight.told_at is not None
        result: AmbushResult = Reader[AmbushResult](AmbushResult).decode(fight.result)
        for at, fighter in zip(players, (result.ambusher, result.ambushed), strict=True):
            team = club.teams[at]
            earned = sum(
                SkillPoint.objects.filter(
                    week=week, character__team=team, item=SkillPoint.GENERAL
                ).values_list("amount", flat=True)
            )
            escaped = bool(fighter.left) and (fighter is result.ambushed or fighter.hits > 0)
            assert earned == 1 + escaped, (
                "P13: a general point for having been in it, one for escaping"
            )
            lost = sum(
                Wound.objects.filter(week=week, character__team=team).values_list(
                    "amount", flat=True
                )
            )
            assert lost == fighter.hits
