"""After years of play: pages have a limited number of rows, older ones are on later pages, and the
dossier shows one season.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.db import connection
from django.test import Client
from django_scopes import scopes_disabled

from campaign.league.models import Week
from campaign.ledger.models import SkillPoint
from core.web import clock
from engine.values import Seat
from espionage.models import AmbushHeard, Seal
from espionage.rules.orders import Standing
from espionage.rules.values import AmbushOver
from espionage.services import reconcile
from espionage.services.tick import tick
from play.selectors import heard_events
from tests.espionage.ambushes import save_sheets_with_ambush
from tests.factories import Club, found_club, signed_in
from tests.seasons import club_that_met, grow

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

FEW = 14
SEASON = 10
"""Weeks per season of these clubs."""


class Cost(NamedTuple):
    """The cost of an answer: statements, fetched rows, sent bytes."""

    queries: int
    rows: int
    bytes: int


def cost(browser: Client, path: str) -> Cost:
    queries = rows = 0

    def note(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        nonlocal queries, rows
        result = execute(sql, params, many, context)
        queries, rows = queries + 1, rows + max(0, context["cursor"].rowcount)
        return result

    browser.get(path)
    with connection.execute_wrapper(note):
        answer = browser.get(path)
    assert answer.status_code == 200, path
    return Cost(queries, rows, len(answer.content))


@pytest.fixture
def club() -> Club:
    """Return three teams with thirty weeks behind them, in which a spy of the first met a
    counterspy of the second.
    """
    there = club_that_met()
    grow(there, seasons=3, weeks=SEASON)
    return there


@pytest.fixture
def browser(club: Club) -> Client:
    return signed_in(club.players[0])


def page_of(club: Club, tail: str) -> str:
    return f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/{tail}"


def api_of(club: Club, tail: str) -> str:
    return f"/api/v1/campaigns/{club.campaign.slug}/teams/{club.teams[0].slug}/{tail}"


def met_in(browser: Client, path: str) -> list[dict[str, Any]]:
    return [met for rival in browser.get(path).json()["rivals"] for met in rival["met"]]


# --- what it costs --------------------------------------------------------------------------------


@pytest.mark.slow("fills sixty weeks")
def test_reports_and_histories_cost_the_same_after_sixty_weeks(club: Club, browser: Client) -> None:
    who = busiest(club)
    sheet = page_of(club, f"roster/{who}/")
    paths = (
        page_of(club, "reports/"),
        sheet,
        api_of(club, "reports/?page_size=20"),
        api_of(club, f"characters/{who}/history/?page_size=20"),
    )
    thirty = [cost(browser, path) for path in paths]
    grow(club, seasons=3, weeks=SEASON)
    for path, before in zip(paths, thirty, strict=True):
        after = cost(browser, path)
        assert after[:2] == before[:2], path
        assert after.bytes <= before.bytes * 1.02, path
        assert after.queries <= FEW, path
    newest, older = cost(browser, sheet), cost(browser, f"{sheet}?page=2")
    assert older.queries == newest.queries
    assert older.rows <= newest.rows + 1


@pytest.mark.slow("fills six seasons")
def test_the_dossier_costs_the_same_after_six_seasons(club: Club, browser: Client) -> None:
    paths = [
        where(club, f"dossier/{query}")
        for where in (page_of, api_of)
        for query in ("", "?season=1")
    ]
    three = [cost(browser, path) for path in paths]
    grow(club, seasons=3, weeks=SEASON)
    for path, before in zip(paths, three, strict=True):
        after = cost(browser, path)
        assert (after.queries, after.rows) == (before.queries, before.rows + 3), path
        assert after.bytes <= before.bytes + 3 * 80, path
        assert after.queries <= FEW, path


def busiest(club: Club) -> str:
    """Return the first team's character with the most ledger rows."""
    with club.scope():
        rows = list(
            SkillPoint.objects.filter(
                character__team=club.teams[0], week__isnull=False
            ).values_list("character", flat=True)
        )
    return str(max(set(rows), key=rows.count))


# --- what it shows --------------------------------------------------------------------------------


def test_older_reports_are_on_later_pages_and_shown_once(club: Club, browser: Client) -> None:
    shown, number = [], 1
    while number:
        answer = browser.get(page_of(club, f"reports/?page={number}"))
        lines, page = answer.context["lines"], answer.context["page"]
        assert len(lines) <= 50
        shown += [(line.week.season.number, line.week.number) for line in lines]
        number = page.next_page_number() if page.has_next() else 0
        assert (f'href="?page={number}"' in answer.content.decode()) is bool(number)
    assert shown == sorted(shown, reverse=True)
    assert len(set(shown)) == len(shown) == 3 * SEASON + 1


def test_a_characters_history_is_paged_and_adds_up(club: Club, browser: Client) -> None:
    who = busiest(club)
    page = browser.get(api_of(club, f"characters/{who}/history/?page_size=7")).json()
    booked = page["results"]
    while page["next"]:
        page = browser.get(page["next"]).json()
        booked += page["results"]
    assert len(booked) == page["count"] > 3 * SEASON
    assert [row["at"] for row in booked] == sorted((row["at"] for row in booked), reverse=True)
    character = browser.get(api_of(club, f"characters/{who}/")).json()
    assert (
        sum(row["amount"] for row in booked if row["ledger"] == "wound")
        == character["full_dp"] - character["dp"]
    )
    first, second = (
        browser.get(page_of(club, f"roster/{who}/?page={number}")) for number in (1, 2)
    )
    shown = [row.booked_at for answer in (first, second) for row in answer.context["rows"]]
    assert shown == sorted(shown, reverse=True)
    assert len(first.context["rows"]) == 40
    assert 'rel="next"' in first.content.decode()
    assert 'rel="prev"' in second.content.decode()
    assert first.context["sheet"].general == second.context["sheet"].general == character["general"]


@pytest.mark.everyday
def test_the_dossier_shows_one_season_at_a_time(club: Club, browser: Client) -> None:
    now, first = (browser.get(page_of(club, f"dossier/{query}")) for query in ("", "?season=1"))
    for answer, seasons_ago, weeks in ((now, 0, 1), (first, 3, SEASON)):
        (folder, _) = answer.context["folders"]
        assert len(folder.ambushes) == weeks
        assert {fact.url.partition("?")[2] for fact in folder.ambushes} == {
            f"season={4 - seasons_ago}"
        }
        assert 'href="?season=2"' in answer.content.decode()
        assert bool(answer.context["fresh"]) is (not seasons_ago)
    assert [fact.weeks for fact in first.context["folders"][0].ambushes] == list(
        range(2 * SEASON + 1, 3 * SEASON + 1)
    )
    assert browser.get(first.context["folders"][0].ambushes[0].url).status_code == 200
    assert [met["week"] for met in met_in(browser, api_of(club, "dossier/?season=1"))] == list(
        range(SEASON, 0, -1)
    )
    for where in (page_of, api_of):
        assert browser.get(where(club, "dossier/?season=9")).status_code == 404


# --- where it comes from --------------------------------------------------------------------------


def test_dossier_rows_are_written_at_settlement() -> None:
    """For a week played long before, they are derived from its events."""
    club = found_club(teams=3, options={"settle_hours": 24})
    with clock.set_to(club.at):
        save_sheets_with_ambush(club, Standing(), Standing())
        tick(now=club.open_week.due_at)
    browser = signed_in(club.players[0])
    with scopes_disabled():
        assert Week.objects.get(pk=club.open_week.pk).status == Week.Status.PLAYING
        assert not AmbushHeard.objects.exists()
        assert met_in(browser, api_of(club, "dossier/")) == []
        with clock.set_to(club.open_week.settle_at):
            tick(now=club.open_week.settle_at)
        match = Seal.objects.select_related("match").get(week=club.open_week).match
        assert match is not None
        for seat, team in enumerate(club.teams):
            told = [
                event for event in heard_events(match, Seat(seat)) if isinstance(event, AmbushOver)
            ]
            assert AmbushHeard.objects.filter(team=team).count() == len(told) == (seat < 2)
        assert len(met_in(browser, api_of(club, "dossier/"))) == 1
        assert not list(reconcile.findings())


def test_missing_or_wrong_dossier_rows_are_found_and_repaired() -> None:
    club = club_that_met()
    with scopes_disabled():
        assert not list(reconcile.findings())
        for spoil in (
            lambda rows: rows.delete(),
            lambda rows: rows.update(over="{}"),
            lambda rows: rows.update(about=club.teams[2].pk),
        ):
            spoil(AmbushHeard.objects.all())
            assert {finding.code for finding in reconcile.findings()} == {"dossier"}
            reconcile.repair(club.open_week.pk)
            assert not list(reconcile.findings())
