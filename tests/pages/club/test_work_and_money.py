"""Workshop, store, money."""

from __future__ import annotations

import pytest

from campaign.garage.models import WorkOrder
from campaign.ledger.models import Hold, Money
from campaign.ledger.services import treasury
from campaign.ledger.services.posting import Book
from espionage.services.tick import tick

from .conftest import House


def damage_car(house: House) -> House:
    house.book(Book.DAMAGE, house.club.car(0).pk, "armour:front", 6)
    house.book(Book.DAMAGE, house.club.car(0).pk, "ammo:weapon:1", 4)
    house.book(Book.WOUND, house.club.who(0, "Rook").pk, "dp", 1)
    return house


def test_a_workshop_without_damage_says_so(house: House) -> None:
    assert "Nothing is damaged" in house.read(house.own("workshop"))


def test_the_workshop_repairs_the_ticked_parts(house: House) -> None:
    damage_car(house)
    page = house.read(house.own("workshop"))
    assert "Front armour: 6 lost, $192" in page
    assert "Shots of machine gun 1: 4 lost, $100" in page
    page = house.done(
        house.own("workshop-repair", pk=house.club.car(0).pk), {"parts": ["armour:front"]}
    )
    assert "Repaired for $192." in page
    assert "Front armour" not in page


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([], "This field is required."),
        (["plant"], "Select a valid choice"),
        (["x"], "Select a valid choice"),
    ],
)
def test_undamaged_parts_are_not_repaired(parts: list[str], sentence: str, house: House) -> None:
    damage_car(house)
    assert sentence in house.refused(
        house.own("workshop-repair", pk=house.club.car(0).pk), {"parts": parts}
    )


def test_a_double_click_pays_the_workshop_once(house: House) -> None:
    damage_car(house)
    for _ in range(2):
        answer = house.send(
            house.own("workshop-repair", pk=house.club.car(0).pk),
            {"parts": ["armour:front"]},
            key="once",
        )
        assert answer.status_code == 303
    with house.club.scope():
        assert Money.objects.filter(item="repair").count() == 1


def test_a_mechanic_is_assigned_and_removed(house: House) -> None:
    damage_car(house)
    said = {
        "worker": house.club.who(0, "Wrench").pk,
        "vehicle": house.club.car(0).pk,
        "budget": "500",
    }
    page = house.done(house.own("workshop-mechanic"), said)
    assert "Wrench was assigned to Anvil 1." in page
    assert "at most $500" in page
    with house.club.scope():
        order = WorkOrder.objects.get()
    assert "Wrench is no longer assigned." in house.done(house.own("work-cancel", pk=order.pk))


def test_an_untrained_mechanic_is_refused_at_the_field(house: House) -> None:
    damage_car(house)
    said = {
        "worker": house.club.who(0, "Vesper").pk,
        "vehicle": house.club.car(0).pk,
        "budget": "500",
    }
    assert "Repairs need the mechanic skill" in house.refused(house.own("workshop-mechanic"), said)
    theirs = {**said, "worker": house.club.who(1, "Wrench").pk}
    assert "Select a valid choice" in house.refused(house.own("workshop-mechanic"), theirs)
    assert "greater than or equal to 0" in house.refused(
        house.own("workshop-mechanic"), {**said, "budget": "-1"}
    )


def test_a_paramedic_is_assigned_to_a_patient(house: House) -> None:
    damage_car(house)
    house.book(Book.SKILL, house.club.who(0, "Sable").pk, "paramedic", 40)
    said = {"worker": house.club.who(0, "Sable").pk, "patient": house.club.who(0, "Rook").pk}
    assert "Sable was assigned to Rook." in house.done(house.own("workshop-care"), said)
    assert "Choose another character" in house.refused(
        house.own("workshop-care"), {**said, "patient": said["worker"]}
    )


def test_e20_the_result_of_repairs_is_shown_after_the_close(house: House) -> None:
    damage_car(house)
    week = house.club.open_week
    house.done(
        house.own("workshop-mechanic"),
        {
            "worker": house.club.who(0, "Wrench").pk,
            "vehicle": house.club.car(0).pk,
            "budget": "500",
        },
    )
    for moment in (week.due_at, week.settle_at, week.closes_at):
        tick(now=moment)
        house.go_to(moment)
    page = house.read(house.own("workshop"))
    assert "repaired for $" in page or "No success." in page


def test_gear_is_bought_and_sold(house: House) -> None:
    page = house.done(house.own("store"), {"act": "buy", "knife": "2", "plastique": "1"})
    assert "Bought for $3,100." in page
    assert "Knife 2 pieces" in page
    assert "Sold for $25." in house.done(house.own("store"), {"act": "sell", "knife": "1"})


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"act": "buy"}, "Choose at least one item."),
        ({"act": "buy", "knife": "-1"}, "greater than or equal to 0"),
        ({"act": "buy", "knife": "many"}, "Enter a whole number"),
        ({"act": "buy", "knife": "1000"}, "less than or equal to 999"),
        ({"act": "buy", "plastique": "100"}, "This costs $300,000"),
        ({"act": "sell", "knife": "1"}, "Choose at least one item."),
    ],
)
def test_an_invalid_order_of_gear_is_refused_with_its_reason(
    said: dict[str, str], sentence: str, house: House
) -> None:
    assert sentence in house.refused(house.own("store"), said)


def test_a_double_click_buys_once(house: House) -> None:
    for _ in range(2):
        assert (
            house.send(house.own("store"), {"act": "buy", "knife": "2"}, key="once").status_code
            == 303
        )
    with house.club.scope():
        assert Money.objects.filter(item="gear").count() == 1


def test_e26_only_owners_see_holds(house: House) -> None:
    club, team = house.club, house.club.teams[0]
    house.book(Book.STOCK, team.pk, "knife", 3)
    before = {name: house.get(house.own(name), "gm").content for name in ("money", "store")}
    with club.scope():
        treasury.reserve(team=team, week=club.open_week, amounts={Hold.MONEY: 9000, "knife": 1})
    assert "$9,000" in house.read(house.own("money"))
    assert "1 reserved for orders" in house.read(house.own("store"))
    for name, page in before.items():
        now = house.get(house.own(name), "gm").content
        assert [line for line in now.splitlines() if b"csrf" not in line] == [
            line for line in page.splitlines() if b"csrf" not in line
        ]


def test_held_money_cannot_be_spent(house: House) -> None:
    with house.club.scope():
        treasury.reserve(
            team=house.club.teams[0], week=house.club.open_week, amounts={Hold.MONEY: 200_000}
        )
    assert "more is reserved for orders" in house.refused(
        house.own("store"), {"act": "buy", "plastique": "20"}
    )


def test_the_money_ledger_is_paged(house: House) -> None:
    team = house.club.teams[0].pk
    for number in range(45):
        house.book(Book.MONEY, team, "purse", 10, f"purse:{number}")
    first, second = house.read(house.own("money")), house.read(house.own("money") + "?page=2")
    assert "Page 1 of 2" in first
    assert "Starting capital +$250,000 $250,000" in second
    assert "Starting capital" not in first
