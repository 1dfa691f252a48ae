"""Two people at the same time on a real database: the row is locked before anything is read."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from campaign.duels.models import DuelEntry
from campaign.duels.services import entries, results
from campaign.garage.models import Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.services import garage, trading
from campaign.league.models import Team
from campaign.league.refusals import InviteSpent, NotEnoughMoney
from campaign.ledger.models import SkillPoint
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting, stores, treasury
from campaign.ledger.services.posting import Book, Line
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.services import roster
from core.web.refusals import AlreadyBooked, BadForm, Refused, WrongTime
from tests.beside import beside
from tests.factories import KILLER, Club, found_club, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=3, vehicles=1)


def run_concurrently(*acts: Callable[[], Any]) -> list[Any]:
    """Run these functions at the same time on separate connections; return their results and
    refusals.
    """
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return act()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def kinds_of(found: list[Any]) -> set[type]:
    return {type(one) for one in found}


def test_concurrent_purchases_cannot_overspend(club: Club) -> None:
    owner, team = club.players[0], club.teams[0]
    posting.post([Line(Book.MONEY, team.pk, "gear", -230_000, "spent", club.at)])
    found = run_concurrently(
        *(
            lambda name=name: garage.build(
                team=team,
                design=KILLER,
                actor=owner,
                now=club.at,
                face=VehicleFace(name=name, colour="red"),
            )
            for name in ("Two", "Three")
        )
    )
    assert sum(isinstance(one, NotEnoughMoney) for one in found) == 1
    with club.scope():
        assert balances.money([team.pk])[team.pk] >= 0


def test_a_purchase_during_sealing_cannot_spend_held_money(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A purchase waits if the money for orders has been counted but not yet held."""
    team = club.teams[0]
    with club.scope():
        posting.post(
            [
                Line(
                    Book.MONEY,
                    team.pk,
                    "gear",
                    100 - balances.money([team.pk])[team.pk],
                    "all but a hundred dollars",
                    club.at,
                )
            ]
        )
    count = treasury.require_money

    with beside() as shopper:

        def counted(team: Team, amount: int) -> None:
            count(team, amount)
            if not shopper.has_begun:
                shopper.begins(
                    lambda: stores.buy(
                        team=team, counts={"knife": 1}, actor=club.players[0], now=club.at
                    )
                )

        monkeypatch.setattr(treasury, "require_money", counted)
        treasury.reserve(team=team, week=club.open_week, amounts={"money": 100})
        assert isinstance(shopper.end(), NotEnoughMoney)
    with club.scope():
        assert treasury.spendable(team) == 0


def test_concurrent_hires_cannot_exceed_the_roster_cap() -> None:
    club = found_club(
        teams=1, characters=2, vehicles=0, options={"roster_cap": 3, "roster_default": 2}
    )
    points = {
        "espionage": 20,
        "stealth": 10,
        "handgunner": 20,
        "explosives": 10,
        "driver": 20,
        "bodybuilding": 20,
    }
    hire: dict[str, Any] = {
        "team": club.teams[0],
        "actor": club.players[0],
        "now": club.at,
    }
    new = [NewCharacter(name=name, role="spy", points=points) for name in ("Three", "Four", "Five")]
    found = run_concurrently(*(lambda one=one: roster.hire(new=one, **hire) for one in new))
    assert sum(isinstance(one, Refused) for one in found) == 2


def test_a_double_click_assigns_points_once(club: Club) -> None:
    rook, key = club.who(0, "Rook"), uuid4()
    posting.post([Line(Book.SKILL, rook.pk, "general", 5, "earned", club.at)])
    by, at = club.players[0], club.at
    assign = partial(
        roster.assign, character=rook, skill="stealth", amount=2, actor=by, now=at, key=key
    )
    assert kinds_of(run_concurrently(assign, assign)) == {type(None), AlreadyBooked}
    with club.scope():
        assert (
            sum(
                SkillPoint.objects.filter(character=rook, item="general").values_list(
                    "amount", flat=True
                )
            )
            == 3
        )


def test_a_single_use_link_admits_one_of_two_people(club: Club) -> None:
    _, token = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at
    )
    people = [person(), person()]
    found = run_concurrently(
        *(lambda user=user: invites.accept(token=token, user=user, now=club.at) for user in people)
    )
    assert kinds_of(found) == {invites.AcceptedInvite, InviteSpent}


def test_concurrent_entries_use_a_car_and_a_driver_once(club: Club) -> None:
    rook = club.who(0, "Rook").pk
    second = garage.build(
        team=club.teams[0],
        design=KILLER,
        actor=club.players[0],
        now=club.at,
        face=VehicleFace(name="Two", colour="red"),
    )
    found = run_concurrently(
        *(
            lambda car=car: entries.enter(
                duel=club.duel,
                team=club.teams[0],
                vehicle=car,
                crew={"driver": rook},
                now=club.at,
            )
            for car in (club.car(0), second)
        )
    )
    assert kinds_of(found) == {DuelEntry, BadForm}


def test_two_concurrent_results_are_recorded_once(club: Club) -> None:
    from tests.campaign.duels.test_duels import came, form

    came(club)
    with club.scope():
        type(club.open_week).objects.filter(pk=club.open_week.pk).update(
            status="settled", settled_at=club.open_week.settle_at
        )
    at = club.open_week.duel_at + timedelta(hours=1)
    found = run_concurrently(
        *(
            lambda: results.record(duel=club.duel, result=form(club), actor=club.gm, now=at)
            for _ in range(2)
        )
    )
    assert sum(isinstance(one, WrongTime) for one in found) == 1


def test_two_workers_book_the_same_rows_once(club: Club) -> None:
    lines = [
        Line(Book.MONEY, team.pk, "purse", 10, f"week/{n}", club.at)
        for team in club.teams
        for n in range(60)
    ]
    found = run_concurrently(*(lambda: posting.post(lines) for _ in range(2)))
    assert min(map(str, found), key=len) == "120"
    assert kinds_of(found) == {int, AlreadyBooked}


def test_gear_cannot_be_sold_twice(club: Club) -> None:
    owner, team = club.players[0], club.teams[0]
    stores.buy(team=team, counts={"knife": 1}, actor=owner, now=club.at)
    found = run_concurrently(
        *(
            lambda: stores.sell(team=team, counts={"knife": 1}, actor=owner, now=club.at)
            for _ in range(2)
        )
    )
    assert sum(isinstance(one, Refused) for one in found) == 1


def test_c20_concurrent_answers_end_an_offer_once(club: Club) -> None:
    offer = trading.offer(vehicle=club.car(0), to=club.teams[1], price=9_000, now=club.at)
    found = run_concurrently(
        lambda: trading.accept(offer=offer, actor=club.players[1], now=club.at),
        lambda: trading.accept(offer=offer, actor=club.players[1], now=club.at),
        lambda: trading.decline(offer=offer, now=club.at),
        lambda: trading.withdraw(offer=offer, now=club.at),
    )
    assert sum(isinstance(one, WrongTime) for one in found) == 3
    with club.scope():
        sold = Vehicle.objects.get(pk=club.car(0).pk).team_id == club.teams[1].pk
        now = balances.money([team.pk for team in club.teams])
    assert now[club.teams[0].pk] - now[club.teams[1].pk] == (18_000 if sold else 0)


def test_c20_two_teams_buying_from_each_other_do_not_deadlock(club: Club) -> None:
    offers = [
        trading.offer(vehicle=club.car(team), to=club.teams[1 - team], price=1, now=club.at)
        for team in (0, 1)
    ]
    found = run_concurrently(
        *(
            lambda team=team: trading.accept(
                offer=offers[team], actor=club.players[1 - team], now=club.at
            )
            for team in (0, 1)
        )
    )
    assert kinds_of(found) == {Vehicle}
    with club.scope():
        assert [Vehicle.objects.get(pk=club.car(team).pk).team_id for team in (0, 1)] == [
            club.teams[1].pk,
            club.teams[0].pk,
        ]


def test_c90_two_gms_importing_at_the_same_time_import_once() -> None:
    from campaign.moving.services.moving_in import move_in

    club = found_club(teams=0, week="planned")
    sheets = {"People": [["Team", "Name", "Role"], ["Red Kites", "Ada Marsh", "driver"]]}
    act = partial(move_in, campaign=club.campaign, sheets=sheets, actor=club.gm, now=club.at)
    came = run_concurrently(act, act)
    assert sorted(type(one).__name__ for one in came) == ["MoveIn", "WrongTime"]
    with club.scope():
        assert Team.objects.count() == 1
