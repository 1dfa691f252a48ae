"""Results of selectors, and a number of queries that does not grow with the rows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django_scopes import scopes_disabled

from campaign.duels.models import DuelResult
from campaign.duels.selectors.standings import standings
from campaign.garage.selectors.garage import current_vehicles
from campaign.league.models import Team, Week
from campaign.league.selectors import people
from campaign.ledger.selectors import balances
from campaign.ledger.selectors.books import (
    balance_after,
    history_of_character,
    money_rows,
    purse,
    with_balance,
)
from campaign.ledger.services import posting, stores
from campaign.ledger.services.posting import Book, Line
from campaign.news.selectors.news import news
from campaign.roster.selectors.roster import public_roster, roster
from tests.factories import Club, duel_of, found_club

pytestmark = pytest.mark.django_db
Counted = Callable[[int], AbstractContextManager[None]]


@pytest.fixture
def club() -> Club:
    return found_club(teams=3, characters=4, vehicles=2)


def test_a_team_is_read_in_a_handful_of_queries(
    club: Club, django_assert_max_num_queries: Counted
) -> None:
    with club.scope():
        team = Team.objects.select_related("campaign").get(pk=club.teams[0].pk)
        with django_assert_max_num_queries(4):
            assert len(roster(team)) == 4
        with django_assert_max_num_queries(3):
            assert [car.sheet.condition for car in current_vehicles(team)] == ["sound", "sound"]
        with django_assert_max_num_queries(4):
            assert {
                len(some)
                for some in public_roster([one.pk for one in club.teams], club.campaign).values()
            } == {4}
        with django_assert_max_num_queries(4):
            assert len(standings(club.season).rows) == 3


def test_balances_of_many_teams_take_one_query_per_ledger(
    club: Club, django_assert_max_num_queries: Counted
) -> None:
    clubs = [
        club,
        found_club(teams=2, characters=1, vehicles=1),
        found_club(teams=2, characters=1, vehicles=1),
    ]
    teams = [team.pk for one in clubs for team in one.teams]
    with scopes_disabled(), django_assert_max_num_queries(3):
        assert set(balances.money(teams)) == set(teams)
        assert balances.stock(teams) == {}
        assert len(people.owners(teams)) == len(teams)


def test_items_with_a_sum_of_zero_are_left_out(club: Club) -> None:
    stores.buy(team=club.teams[0], counts={"knife": 1}, actor=club.players[0], now=club.at)
    stores.sell(team=club.teams[0], counts={"knife": 1}, actor=club.players[0], now=club.at)
    with club.scope():
        assert balances.stock([club.teams[0].pk]) == {}


def test_every_money_row_shows_the_balance_after_it(club: Club) -> None:
    team = club.teams[0]
    posting.post([Line(Book.MONEY, team.pk, "purse", 100, "later", club.at + timedelta(days=1))])
    with club.scope():
        rows, now = money_rows(team), purse(team).balance
        told = with_balance(rows, now)
        assert told[0][1] == now
        assert told[-1][1] == told[-1][0].amount, "before the first row there was nothing"
        assert balance_after(rows, 1, now) == told[1][1] == now - 100


def record_result(club: Club, week: Week, *teams: int) -> None:
    """Record a result of this week's duel with these teams present."""
    form = {"teams": [{"team": str(club.teams[team].pk)} for team in teams], "people": []}
    payload = {"record": {"form": form, "vehicles": []}, "drove": {}}
    DuelResult.objects.create(
        duel=duel_of(week), revision=1, payload=payload, recorded_by=club.gm, recorded_at=club.at
    )


def test_o7_a_correction_of_the_standings_is_not_counted_as_a_duel(club: Club) -> None:
    with club.scope():
        weeks = {week.number: week for week in Week.objects.all()}
    posting.post(
        [
            Line(
                Book.STANDING,
                club.teams[0].pk,
                "correction",
                23,
                "a start",
                club.at,
                week=weeks[2].pk,
            )
        ]
    )
    with club.scope():
        table = standings(club.season)
        assert [(row.team.name, row.points, row.duels, row.history) for row in table.rows][:2] == [
            ("Anvil", 23, 0, ()),
            ("Basilisk", 0, 0, ()),
        ]
        assert table.weeks == ()
        record_result(club, weeks[1], 1)
        row = standings(club.season).rows[0]
        assert (row.team.name, row.duels, row.history) == ("Anvil", 0, (23,)), (
            "the chart ends where the table is"
        )


def test_a_duel_worth_no_points_counts_as_driven(club: Club) -> None:
    """House rules may give 0 points for the last place."""
    with club.scope():
        record_result(club, Week.objects.get(number=1), 0, 1)
        assert {row.team.name: (row.points, row.duels) for row in standings(club.season).rows} == {
            "Anvil": (0, 1),
            "Basilisk": (0, 1),
            "Cobra": (0, 0),
        }


def test_ties_share_a_place_and_the_chart_shows_every_recorded_duel(club: Club) -> None:
    with club.scope():
        weeks = {week.number: week.pk for week in Week.objects.all()}
        record_result(club, Week.objects.get(number=1), 0, 1, 2)
        record_result(club, Week.objects.get(number=3), 1, 2)
    for number, points in ((1, (5, 3, 2)), (3, (0, 2, 5))):
        posting.post(
            Line(
                Book.STANDING, team.pk, "duel", each, f"duel {number}", club.at, week=weeks[number]
            )
            for team, each in zip(club.teams, points, strict=True)
        )
    with club.scope():
        table = standings(club.season)
    assert table.weeks == (1, 3)
    assert [
        (row.place, row.team.name, row.points, row.history, row.duels) for row in table.rows
    ] == [(1, "Cobra", 7, (2, 7), 2), (2, "Anvil", 5, (5, 5), 1), (2, "Basilisk", 5, (3, 5), 2)]


def test_histories_are_listed_newest_first(club: Club) -> None:
    with club.scope():
        rows = history_of_character(club.who(0, "Vesper").pk)
    assert {row.cause for row in rows} == {"hire"}
    assert sum(row.amount for row in rows) == 100


def test_simultaneous_news_keep_their_order(club: Club) -> None:
    with club.scope():
        kinds = [item.kind for item in news(club.campaign)]
    assert kinds[0] == "week-opened"
    assert kinds.count("team-approved") == 3
