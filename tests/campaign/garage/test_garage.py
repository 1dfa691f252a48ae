from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

import pytest

from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.vehicles import compute_totals
from campaign.garage.selectors.garage import current_vehicles as parked
from campaign.garage.selectors.garage import former_vehicles
from campaign.garage.services import garage, workshop
from campaign.league.refusals import NotEnoughMoney, NotEnoughStock, NotFit
from campaign.ledger.models import Damage, Hold, Money, Stock
from campaign.ledger.selectors.books import purse, store
from campaign.ledger.services import posting, stores, treasury
from campaign.ledger.services.posting import Book, Line
from core.web.refusals import BadForm, NameTaken, WrongTime
from engine.dice import Dice, ScriptedDice
from engine.values import changed
from tests.factories import KILLER, Club, found_club

pytestmark = pytest.mark.django_db
PRICE = compute_totals(KILLER).cost


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=5, vehicles=1)


def hit(club: Club, part: str, lost: int, cause: str = "a blow") -> None:
    posting.post([Line(Book.DAMAGE, club.car(0).pk, part, lost, cause, club.at)])


def spendable_money(club: Club, team: int = 0) -> int:
    with club.scope():
        return purse(club.teams[team]).free


def close_week(club: Club, *, busy: Collection[UUID], dice: Dice) -> None:
    """Close the week's repair work."""
    workshop.perform_all([workshop.Shift(club.open_week, dice, club.at)], busy=busy)


def test_building_a_vehicle_books_its_price(club: Club) -> None:
    assert spendable_money(club) == 250_000 - PRICE
    with club.scope():
        car = parked(club.teams[0])[0]
    assert (car.name, car.value, car.sheet.condition) == ("Anvil 1", PRICE, "sound")


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"body": "spaceship", "plant": "large"}, "body"),
        ({"body": "subcompact", "plant": "thundercat"}, "spaces"),
        ({"body": "sedan"}, "plant"),
        ({"body": "sedan", "plant": "large", "wings": 2}, "wings"),
        ({"body": "sedan", "plant": "large", "armour": {"front": -1}}, "armour.front"),
    ],
)
def test_an_invalid_design_is_refused_by_field(
    said: dict[str, object], field: str, club: Club
) -> None:
    with pytest.raises(BadForm) as refused:
        garage.build(
            team=club.teams[0],
            design=said,
            actor=club.players[0],
            now=club.at,
            face=VehicleFace(name="Two", colour="red"),
        )
    assert field in {problem.field for problem in refused.value.problems}


def test_a_duplicate_name_or_missing_money_prevents_building(club: Club) -> None:
    build: dict[str, Any] = {
        "team": club.teams[0],
        "design": KILLER,
        "actor": club.players[0],
        "now": club.at,
    }
    with pytest.raises(NameTaken):
        garage.build(face=VehicleFace(name="ANVIL 1", colour="red"), **build)
    posting.post(
        [Line(Book.MONEY, club.teams[0].pk, "gear", 1 - spendable_money(club), "spent", club.at)]
    )
    with pytest.raises(NotEnoughMoney, match="has \\$1"):
        garage.build(face=VehicleFace(name="Two", colour="red"), **build)
    with club.scope():
        assert len(parked(club.teams[0])) == 1, "nothing stays of a car that was not paid"


def test_a_refit_pays_for_new_parts_and_removes_damage_with_old_ones(club: Club) -> None:
    hit(club, "weapon:1", 2)
    hit(club, "plant", 3)
    before = spendable_money(club)
    better = changed(
        KILLER, weapons=(changed(KILLER.weapons[0], weapon="vulcan"), KILLER.weapons[1])
    )
    garage.refit(vehicle=club.car(0), design=better, actor=club.players[0], now=club.at)
    with club.scope():
        car = parked(club.teams[0])[0]
    assert (car.record.lost("weapon:1"), car.record.lost("plant")) == (0, 3)
    worn_gun = 1000 - 667
    assert before - spendable_money(club) == 2000 + 20 * 35 - worn_gun // 2


def test_a_refit_cannot_change_the_body(club: Club) -> None:
    with pytest.raises(BadForm, match="cannot change the body"):
        garage.refit(
            vehicle=club.car(0),
            design=changed(KILLER, body="luxury"),
            actor=club.players[0],
            now=club.at,
        )


def test_the_workshop_repairs_for_money(club: Club) -> None:
    hit(club, "armour:front", 10)
    hit(club, "ammo:weapon:1", 4)
    before = spendable_money(club)
    cost = garage.repair(
        vehicle=club.car(0),
        parts=["armour:front", "ammo:weapon:1"],
        actor=club.players[0],
        now=club.at,
    )
    assert cost == 2 * 10 * 16 + 4 * 25 == before - spendable_money(club)
    with club.scope():
        assert parked(club.teams[0])[0].sheet.condition == "sound"
    with pytest.raises(BadForm, match="is not damaged"):
        garage.repair(vehicle=club.car(0), parts=["plant"], actor=club.players[0], now=club.at)


def test_a_vehicle_sells_for_half_its_value(club: Club) -> None:
    hit(club, "armour:front", 10)
    before = spendable_money(club)
    assert (
        garage.sell(vehicle=club.car(0), actor=club.players[0], now=club.at)
        == (PRICE - 160) // 2
        == spendable_money(club) - before
    )
    with pytest.raises(BadForm, match="no longer in the garage"):
        garage.sell(vehicle=club.car(0), actor=club.players[0], now=club.at)
    with club.scope():
        assert parked(club.teams[0]) == ()
        assert former_vehicles(club.teams[0])[0].gone_how == "sold"


def test_crew_places_come_from_the_design_and_people_from_the_team(club: Club) -> None:
    rook, sable, rival = club.who(0, "Rook").pk, club.who(0, "Sable").pk, club.who(1, "Rook").pk
    garage.assign_crew(vehicle=club.car(0), crew={"gunner": sable, "driver": rook})
    with club.scope():
        assert [(one.place, one.name) for one in parked(club.teams[0])[0].record.crew] == [
            ("driver", "Rook"),
            ("gunner", "Sable"),
        ]
    for crew, code in (
        ({"driver": rival}, "no-such-character"),
        ({"driver": rook, "gunner": rook}, "named-twice"),
        ({"passenger:1": rook}, "no-such-place"),
    ):
        with pytest.raises(BadForm) as refused:
            garage.assign_crew(vehicle=club.car(0), crew=crew)
        assert code in {problem.code for problem in refused.value.problems}


# --- stores, holds --------------------------------------------------------------------------------


def test_gear_is_bought_into_the_store_and_sold_for_half(club: Club) -> None:
    before = spendable_money(club)
    assert (
        stores.buy(
            team=club.teams[0],
            counts={"heavy_pistol": 2, "plastique": 1},
            actor=club.players[0],
            now=club.at,
        )
        == 3_200
    )
    with club.scope():
        assert {shelf.gear.key: shelf.count for shelf in store(club.teams[0])} == {
            "heavy_pistol": 2,
            "plastique": 1,
        }
    assert (
        stores.sell(
            team=club.teams[0], counts={"heavy_pistol": 1}, actor=club.players[0], now=club.at
        )
        == 50
    )
    assert spendable_money(club) == before - 3_150
    with pytest.raises(NotEnoughStock, match="has 1 available, not 2"):
        stores.sell(
            team=club.teams[0], counts={"heavy_pistol": 2}, actor=club.players[0], now=club.at
        )


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({}, "nothing"),
        ({"sofa": 1}, "no-such-gear"),
        ({"knife": 0}, "out-of-bounds"),
        ({"laser_rifle": 1}, "not-on-sale"),
    ],
)
def test_unavailable_gear_is_refused(wanted: dict[str, int], code: str, club: Club) -> None:
    with pytest.raises(BadForm) as refused:
        stores.buy(team=club.teams[0], counts=wanted, actor=club.players[0], now=club.at)
    assert refused.value.problems[0].code == code


def test_e26_money_and_gear_held_for_orders_cannot_be_spent(club: Club) -> None:
    stores.buy(team=club.teams[0], counts={"knife": 2}, actor=club.players[0], now=club.at)
    before = spendable_money(club)
    treasury.reserve(
        team=club.teams[0], week=club.open_week, amounts={Hold.MONEY: before - 100, "knife": 1}
    )
    with club.scope():
        assert (purse(club.teams[0]).balance, purse(club.teams[0]).free) == (before, 100)
    with pytest.raises(NotEnoughMoney, match="is reserved for orders"):
        stores.buy(team=club.teams[0], counts={"plastique": 1}, actor=club.players[0], now=club.at)
    with pytest.raises(NotEnoughStock):
        stores.sell(team=club.teams[0], counts={"knife": 2}, actor=club.players[0], now=club.at)
    treasury.reserve(team=club.teams[0], week=club.open_week, amounts={Hold.MONEY: before})
    with pytest.raises(NotEnoughMoney):
        treasury.reserve(team=club.teams[0], week=club.open_week, amounts={Hold.MONEY: before + 1})
    assert spendable_money(club) == 0, "a refused sheet leaves the former holds in place"
    treasury.release(weeks=[club.open_week.pk])
    assert spendable_money(club) == before


# --- workshop -------------------------------------------------------------------------------------


def test_e20_a_mechanic_repairs_at_the_close_of_the_week(club: Club) -> None:
    hit(club, "armour:front", 5)
    order = workshop.order_repair(
        week=club.open_week,
        worker=club.who(0, "Wrench"),
        vehicle=club.car(0),
        jobs=["armour:front"],
        budget=500,
        now=club.at,
    )
    before = spendable_money(club)
    with club.scope():
        close_week(club, busy=(), dice=ScriptedDice(6, 6, 1, 1, 6, 6))
        close_week(club, busy=(), dice=ScriptedDice())
        assert parked(club.teams[0])[0].record.lost("armour:front") == 0
        order.refresh_from_db()
        assert order.outcome is not None
        assert order.outcome["done"]
        assert len(order.outcome["work"]["tries"]) == 3
    assert before - spendable_money(club) == 5 * 16


def test_e20_a_mechanic_with_a_mission_does_no_repairs(club: Club) -> None:
    hit(club, "armour:front", 5)
    order = workshop.order_repair(
        week=club.open_week,
        worker=club.who(0, "Wrench"),
        vehicle=club.car(0),
        budget=500,
        now=club.at,
    )
    with club.scope():
        close_week(club, busy={club.who(0, "Wrench").pk}, dice=ScriptedDice())
        order.refresh_from_db()
        assert order.outcome == {"done": False, "why": "Wrench was on other business this week."}
        assert Damage.objects.filter(vehicle=club.car(0)).count() == 1


def test_a_paramedic_restores_one_dp(club: Club) -> None:
    posting.post([Line(Book.WOUND, club.who(0, "Vesper").pk, "dp", 2, "a blow", club.at)])
    workshop.order_care(
        week=club.open_week, worker=club.who(0, "Doc"), patient=club.who(0, "Vesper"), now=club.at
    )
    with club.scope():
        close_week(club, busy=(), dice=ScriptedDice(2, 2))
        from campaign.roster.selectors.roster import body_of

        assert body_of(club.who(0, "Vesper")).dp == 3


def test_repair_work_needs_the_skill_the_people_and_the_time(club: Club) -> None:
    hit(club, "armour:front", 5)
    for worker, vehicle in (
        (club.who(0, "Rook"), club.car(0)),
        (club.who(0, "Wrench"), club.car(1)),
    ):
        with pytest.raises(BadForm):
            workshop.order_repair(week=club.open_week, worker=worker, vehicle=vehicle, now=club.at)
    with pytest.raises(BadForm, match="is not damaged"):
        workshop.order_repair(
            week=club.open_week,
            worker=club.who(0, "Wrench"),
            vehicle=club.car(0),
            jobs=["plant"],
            now=club.at,
        )
    with pytest.raises(BadForm):
        workshop.order_care(
            week=club.open_week,
            worker=club.who(0, "Doc"),
            patient=club.who(1, "Vesper"),
            now=club.at,
        )
    posting.post([Line(Book.WOUND, club.who(0, "Doc").pk, "dp", 2, "a blow", club.at)])
    with pytest.raises(NotFit):
        workshop.order_care(
            week=club.open_week,
            worker=club.who(0, "Doc"),
            patient=club.who(0, "Vesper"),
            now=club.at,
        )
    planned = found_club(teams=1, characters=5, vehicles=1, week="planned")
    with pytest.raises(WrongTime):
        workshop.order_repair(
            week=planned.open_week,
            worker=planned.who(0, "Wrench"),
            vehicle=planned.car(0),
            now=planned.at,
        )


def test_money_and_stock_equal_the_sum_of_their_rows(club: Club) -> None:
    stores.buy(team=club.teams[0], counts={"knife": 2}, actor=club.players[0], now=club.at)
    with club.scope():
        assert sum(
            Money.objects.filter(team=club.teams[0]).values_list("amount", flat=True)
        ) == spendable_money(club)
        assert list(Stock.objects.filter(team=club.teams[0]).values_list("item", "amount")) == [
            ("knife", 2)
        ]
