"""Running and past ambushes: links and pages for the two teams only (P14, P19)."""

from __future__ import annotations

from datetime import datetime
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from django.utils.html import escape

from campaign.league.models import Week
from core.notifications.models import Notice
from core.web.moments import in_text
from core.web.templatetags.house import portrait
from espionage.models import AmbushFight
from espionage.rules.orders import Standing
from tests.espionage.ambushes import save_sheets_with_ambush

from .conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Stage

pytestmark = pytest.mark.django_db

FEW = 15
SPIES, GUARDS = ("Vesper", "Sable"), ("Rook", "Wrench")
"""Names of Anvil's spies and Basilisk's guards in `save_sheets_with_ambush`."""


@pytest.mark.everyday
def test_p19_both_teams_get_a_link_to_the_fight(
    met: Stage, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with met.club.scope():
        table = AmbushFight.objects.get().table_id
    for team in (0, 1):
        assert met.get("ambush/", who=team, team=team).headers["Location"] == f"/play/{table}/"
        browser = met.browser(team)
        with django_assert_max_num_queries(FEW):
            home = text(browser.get(f"/c/{met.club.campaign.slug}/"))
        assert "Ambush in progress" in home
        sides = (SPIES, GUARDS) if team == 0 else (GUARDS, SPIES)
        rival = met.club.teams[1 - team].name
        assert any(f"{own} met {enemy} of {rival}." in home for own, enemy in product(*sides))
        with django_assert_max_num_queries(FEW):
            own = text(browser.get("/me/"))
        assert f"Ambush in progress: {met.club.teams[team].name}" in own
        assert met.url("ambush/", team) in own


def test_p19_both_teams_see_the_deadline_and_the_way_back(
    met: Stage, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    club = met.club
    until = in_text(club.open_week.settle_at)
    with club.scope():
        table = AmbushFight.objects.get().table_id
        told = list(Notice.objects.filter(kind="ambush").values_list("text", flat=True))
    assert len(told) == 2
    assert all(line.endswith(f" in an ambush. Fight it by {until}.") for line in told)
    assert {line.partition(" in an ambush")[0] for line in told} in [
        {f"{spy} met {guard} of Basilisk", f"{guard} met {spy} of Anvil"}
        for spy in SPIES
        for guard in GUARDS
    ]
    for team in (0, 1):
        browser = met.browser(team)
        with django_assert_max_num_queries(FEW):
            page = browser.get(f"/play/{table}/")
        assert "After that, doctrine finishes the fight." in text(page)
        assert (
            f'<a href="/c/{club.campaign.slug}/">Back to {club.campaign.name}, week 1</a>'
            in text(page)
        )
        seen = browser.get(f"/api/v1/play/tables/{table}/").json()
        assert datetime.fromisoformat(seen["ends_by"]) == club.open_week.settle_at


def test_p19_the_api_returns_a_fight_and_afterwards_its_course(
    met: Stage, make_stage: Callable[..., Stage], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    def address(stage: Stage, page: str, team: int = 0) -> str:
        club, team_of = stage.club.campaign, stage.club.teams[team]
        return f"/api/v1/campaigns/{club.slug}/teams/{team_of.slug}/{page}"

    with met.club.scope():
        table = AmbushFight.objects.get().table_id
    now = met.browser(0).get(address(met, "ambush/")).json()["fight"]
    assert (now["table"], datetime.fromisoformat(now["ends_by"])) == (
        str(table),
        met.club.open_week.settle_at,
    )
    assert met.browser(2).get(address(met, "ambush/", 2)).json() == {"fight": None}
    assert met.browser(0).get(address(met, "reports/1/ambushes/1/")).status_code == 404
    by_doctrine = make_stage()
    save_sheets_with_ambush(by_doctrine.club, Standing(), Standing())
    by_doctrine.play()
    assert by_doctrine.browser(0).get(address(by_doctrine, "ambush/")).status_code == 404
    for team in (0, 1):
        browser = by_doctrine.browser(team)
        with django_assert_max_num_queries(FEW):
            told = browser.get(address(by_doctrine, "reports/1/ambushes/1/", team)).json()
        assert told["table"] is None
        assert {type(each["event"]) for each in told["events"]} == {dict}
        page = text(browser.get(by_doctrine.url("reports/1/ambush/1/", team)))
        assert all(escape(each["words"]) in page for each in told["events"] if each["words"])
        assert page.count('<img class="portrait"') == 2
    assert (
        by_doctrine.browser(1).get(address(by_doctrine, "reports/1/ambushes/1/", 0)).status_code
        == 404
    )
    assert (
        by_doctrine.browser(2).get(address(by_doctrine, "reports/1/ambushes/1/", 2)).status_code
        == 404
    )


def test_p19_both_teams_see_the_faces_of_both_fighters(met: Stage) -> None:
    with met.club.scope():
        table = AmbushFight.objects.get().table_id
    for team, (own, enemies) in enumerate(((SPIES, GUARDS), (GUARDS, SPIES))):
        page = met.browser(team).get(f"/play/{table}/").content.decode()
        chairs = page.partition('class="table-who')[2].partition("</section>")[0]
        assert sum(portrait(name) in chairs for name in own) == 1
        assert sum(portrait(name) in chairs for name in enemies) == 1
        moves = '<p class="label">' + portrait(next(name for name in own if name in chairs))
        assert (moves in page) is ("Your move" in page)


def test_p14_nobody_else_can_tell_that_a_fight_exists(met: Stage) -> None:
    assert "None of your characters is in an ambush" in text(met.get("ambush/", who=2, team=2))
    for page in (f"/c/{met.club.campaign.slug}/", "/me/", "/me/notices/"):
        assert "ambush" not in text(met.browser(2).get(page)).lower()
    with met.club.scope():
        table = AmbushFight.objects.get().table_id
    for browser in (met.browser(2), met.browser(met.club.gm)):
        assert browser.get(f"/play/{table}/").status_code == 404
        assert browser.get(met.url("ambush/", 0)).status_code == 404


def test_clubs_with_automatic_ambushes_have_no_ambush_page(stage: Stage) -> None:
    assert stage.get("ambush/").status_code == 404


@pytest.mark.everyday
def test_e30_an_automatic_ambush_can_be_read_turn_by_turn(
    make_stage: Callable[..., Stage], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    stage = make_stage()
    save_sheets_with_ambush(stage.club, Standing(), Standing())
    stage.play()
    number = stage.club.open_week.number
    page = f"reports/{number}/ambush/1/"
    assert stage.url(page) in text(stage.get(f"reports/{number}/"))
    for team in (0, 1):
        browser = stage.browser(team)
        with django_assert_max_num_queries(FEW):
            told = browser.get(stage.url(page, team))
        assert told.status_code == 200
        assert "ambushed" in text(told)
        assert told.content.decode().count("<h1") == 1
    assert stage.get(page, who=2, team=2).status_code == 404
    assert stage.get(f"reports/{number}/ambush/99/").status_code == 404


def test_the_card_of_an_ambush_names_both_fighters_to_both_teams_only(
    make_stage: Callable[..., Stage],
) -> None:
    stage = make_stage()
    save_sheets_with_ambush(stage.club, Standing(), Standing())
    stage.play()

    def titles(team: int) -> list[str]:
        cards = stage.get("reports/1/", who=team, team=team).context["cards"]
        return [card.scene.title for card, *_ in cards if card.scene.label == "Ambush"]

    ((met_by_spy,), (met_by_guard,)) = titles(0), titles(1)
    spy, guard = met_by_spy.split()[0], met_by_guard.split()[0]
    assert spy in SPIES and guard in GUARDS
    assert met_by_spy == f"{spy} met {guard} of Basilisk"
    assert met_by_guard == f"{guard} met {spy} of Anvil"
    assert titles(2) == []
    report = text(stage.get("reports/1/"))
    assert f">{spy} against {guard}, turn by turn</a>" in report
    assert f"<p>{spy} ambushed {guard} " in report or f"{spy} was ambushed by {guard} " in report
    assert f"{guard} of Basilisk" not in text(stage.get("reports/1/", who=2, team=2))


def test_there_is_no_story_before_the_week_is_published(met: Stage) -> None:
    assert met.club.open_week.status == Week.Status.PLAYING
    assert met.get(f"reports/{met.club.open_week.number}/ambush/1/").status_code == 404
