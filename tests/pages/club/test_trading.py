"""Offers of vehicles, used by seller, buyer, rival and GM."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from campaign.garage.models import Offer, Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.services import garage
from campaign.ledger.services.posting import Book
from tests.factories import duel_of

from .conftest import CAST, NOT_FOUND, House, words


@pytest.fixture
def house(at_club: Callable[..., House]) -> House:
    """Return three teams: the owner's Anvil sells, the rival's Basilisk buys, Cobra ("third")
    watches. The GM has no team.
    """
    house = at_club(teams=3)
    house.people["third"] = house.club.players[2]
    return house


def buyer_path(house: House, name: str, **named: Any) -> str:
    """Return the address of a page of the buyer's team."""
    return house.path(name, team=house.club.teams[1].slug, **named)


def make_offer(house: House, price: int = 9_000) -> Offer:
    """Offer the owner's vehicle on its page."""
    page = house.done(
        house.own("vehicle-offer", pk=house.club.car(0).pk), {"to": "basilisk", "price": str(price)}
    )
    assert "Anvil 1 was offered to Basilisk." in page
    with house.club.scope():
        return Offer.objects.get(closed_at=None)


def test_c20_a_vehicle_is_offered_viewed_and_bought(house: House) -> None:
    car = house.club.car(0).pk
    garage.assign_crew(vehicle=house.club.car(0), crew={"driver": house.club.who(0, "Rook").pk})
    house.done(
        house.own("vehicle-edit", pk=car),
        {"name": "Anvil 1", "colour": "rust red", "notes": "Pulls to the left."},
    )
    house.book(Book.DAMAGE, car, "armour:front", 9)
    offer = make_offer(house)
    assert "Offered to Basilisk for $9,000" in house.read(house.own("vehicle", pk=car))
    assert "Offered to Basilisk" in house.read(house.own("garage"))
    listed = house.read(buyer_path(house, "garage"), "rival")
    assert "Offers for you Anvil 1 Damaged" in listed
    assert "Anvil asks $9,000" in listed
    look = house.read(buyer_path(house, "offer", pk=offer.pk), "rival")
    assert "Rust red, mid-sized" in look
    assert "16 of 25" in look
    assert "Rook" not in look and "Pulls to the left" not in look and "Sale price" not in look
    path = buyer_path(house, "offer-accept", pk=offer.pk)
    assert "Basilisk pays Anvil $9,000 for Anvil 1 in its current condition." in house.read(
        path, "rival"
    )
    bought = house.done(path, {"confirmed": "1"}, "rival")
    assert "Anvil 1 is yours." in bought
    assert "No regular crew" in bought
    assert "Pulls to the left" not in bought
    assert "front armour" not in bought.partition("Damage and repairs")[2], (
        "what befell it before is its seller's story"
    )
    assert "The garage is empty" in house.read(house.own("garage"))
    assert house.get(house.own("vehicle", pk=car)).status_code == NOT_FOUND
    assert "Trade with another team" in house.read(house.own("money"))
    for who in ("owner", "rival"):
        assert "Basilisk bought Anvil 1 from Anvil for $9,000." in house.read("/me/notices/", who)


def test_c20_a_double_click_buys_once_with_the_same_answer(house: House) -> None:
    path = buyer_path(house, "offer-accept", pk=make_offer(house).pk)
    answers = [house.send(path, {"confirmed": "1"}, "rival", key="once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0]["Location"] == answers[1]["Location"]
    again = house.send(path, {"confirmed": "1"}, "rival")
    assert again.status_code == NOT_FOUND, "an offer that is closed is not there"


def test_c20_a_double_click_offers_once(house: House) -> None:
    path = house.own("vehicle-offer", pk=house.club.car(0).pk)
    for _ in range(2):
        assert house.send(path, {"to": "basilisk", "price": "1"}, key="once").status_code == 303
    assert "is offered to Basilisk. Withdraw the offer first" in house.refused(
        path, {"to": "cobra", "price": "1"}
    )
    with house.club.scope():
        assert Offer.objects.count() == 1


def test_c20_a_declined_or_withdrawn_offer_is_shown_to_both_teams(house: House) -> None:
    first = make_offer(house)
    assert "Offer declined." in house.done(
        buyer_path(house, "offer-decline", pk=first.pk), {"confirmed": "1"}, "rival"
    )
    assert "Offers for you" not in house.read(buyer_path(house, "garage"), "rival")
    second = make_offer(house)
    assert "Offer withdrawn." in house.done(
        house.own("offer-withdraw", pk=second.pk), {"confirmed": "1"}
    )
    for who in ("owner", "rival"):
        page = house.read("/me/notices/", who)
        assert "Basilisk declined Anvil’s offer of Anvil 1." in page
        assert "Anvil withdrew its offer of Anvil 1 to Basilisk." in page


def test_c20_a_closed_offer_reveals_nothing_of_the_vehicles_later_fate(house: House) -> None:
    offer = make_offer(house)
    house.done(buyer_path(house, "offer-decline", pk=offer.pk), {"confirmed": "1"}, "rival")
    names = ("offer", "offer-accept", "offer-decline")
    before = [house.get(buyer_path(house, name, pk=offer.pk), "rival").content for name in names]
    garage.scrap(vehicle=house.club.car(0), now=house.club.at)
    after = [house.get(buyer_path(house, name, pk=offer.pk), "rival") for name in names]
    assert {answer.status_code for answer in after} == {NOT_FOUND}
    assert [re.sub(rb"\d+ unread", b"", answer.content) for answer in after] == [
        re.sub(rb"\d+ unread", b"", body) for body in before
    ]


def test_c20_an_obstacle_is_explained_to_the_acting_team(house: House) -> None:
    club, car = house.club, house.club.car(0)
    offer = make_offer(house, price=900_000)
    accept = buyer_path(house, "offer-accept", pk=offer.pk)
    assert "Basilisk has $" in house.refused(accept, {"confirmed": "1"}, "rival")
    for name in ("vehicle-sell", "vehicle-scrap"):
        assert "Withdraw the offer first" in house.refused(
            house.own(name, pk=car.pk), {"confirmed": "1"}
        )
    entry = {"vehicle": str(car.pk), "driver": str(club.who(0, "Rook").pk)}
    assert "Withdraw the offer first" in house.refused(house.path("duel-enter", number=1), entry)
    house.done(house.own("offer-withdraw", pk=offer.pk), {"confirmed": "1"})
    house.done(house.path("duel-enter", number=1), entry)
    assert "is entered for the duel" in house.refused(
        house.own("vehicle-offer", pk=car.pk), {"to": "basilisk", "price": "1"}
    )
    page = house.read(house.own("vehicle", pk=car.pk))
    assert "Offer to a team" not in page


@pytest.mark.parametrize(
    ("price", "sentence"),
    [("-1", "greater than or equal to 0"), ("1.5", "Enter a whole number"), ("", "required")],
)
def test_c20_a_price_is_in_whole_dollars(price: str, sentence: str, house: House) -> None:
    assert sentence in house.refused(
        house.own("vehicle-offer", pk=house.club.car(0).pk), {"to": "basilisk", "price": price}
    )


def test_c20_only_other_teams_of_the_league_can_be_chosen(house: House) -> None:
    path = house.own("vehicle-offer", pk=house.club.car(0).pk)
    body = house.get(path).content.decode()
    assert re.findall(r'<option value="(\w+)"', body) == ["basilisk", "cobra"]
    assert "Select a valid choice" in house.refused(path, {"to": "anvil", "price": "1"})


@pytest.mark.everyday
def test_c20_only_the_two_teams_find_the_offer(house: House) -> None:
    offer = make_offer(house)
    pages = {
        house.own("vehicle-offer", pk=house.club.car(0).pk): "owner",
        house.own("offer-withdraw", pk=offer.pk): "owner",
        **{
            buyer_path(house, name, pk=offer.pk): "rival"
            for name in ("offer", "offer-accept", "offer-decline")
        },
    }
    for path, insider in pages.items():
        for who in (*CAST, "third"):
            expected = 200 if who == insider else 302 if who == "anonymous" else NOT_FOUND
            assert house.get(path, who).status_code == expected, (path, who)
    # the addresses of each team show it to no other team
    assert house.get(house.own("offer", pk=offer.pk)).status_code == NOT_FOUND
    assert (
        house.get(buyer_path(house, "offer-withdraw", pk=offer.pk), "rival").status_code
        == NOT_FOUND
    )
    assert (
        house.send(
            buyer_path(house, "offer-withdraw", pk=offer.pk), {"confirmed": "1"}, "rival"
        ).status_code
        == NOT_FOUND
    )
    with house.club.scope():
        assert Offer.objects.get(pk=offer.pk).closed_at is None


@pytest.mark.slow("reads every page of two worlds")
def test_c20_an_offer_changes_no_page_of_anyone_else(house: House) -> None:
    """Neither for the GM, who reads both teams' books, nor for a third team and a spectator."""
    club = house.club

    def everything() -> dict[tuple[str, str], str]:
        asked = [
            house.path("club"),
            house.path("teams"),
            house.path("news"),
            house.path("desk-log"),
            "/me/notices/",
            "/me/",
        ]
        books = [
            page
            for side in (house.own, lambda name, **named: buyer_path(house, name, **named))
            for page in (side("team"), side("garage"), side("money"), side("workshop"))
        ]
        books += [house.own("vehicle", pk=club.car(0).pk), house.path("desk")]
        return {
            (who, path): words(house.get(path, who))
            for who in ("gm", "third", "spectator")
            for path in [*asked, *books]
        }

    everything()  # what is new here, they have read
    before = everything()
    make_offer(house)
    assert everything() == before


def test_c20_a_playing_gm_sees_as_much_as_a_rival(at_club: Callable[..., House]) -> None:
    house = at_club(teams=3, gm_plays=True)
    club = house.club
    from campaign.garage.services import trading

    seller, buyer = (
        next(team for team in club.teams if team.name == name) for name in ("Basilisk", "Cobra")
    )
    car = club.vehicles[seller.pk][0]
    offer = trading.offer(vehicle=car, to=buyer, price=5, now=club.at)
    for path in (
        house.path("offer", team=buyer.slug, pk=offer.pk),
        house.path("garage", team=buyer.slug),
        house.path("vehicle", team=seller.slug, pk=car.pk),
    ):
        assert house.get(path, "gm").status_code == NOT_FOUND
    assert "Offered" not in house.read("/me/notices/", "gm")


def test_c20_public_pages_show_a_sold_vehicle_with_the_team_it_drove_for(house: House) -> None:
    club = house.club
    with club.scope():
        club.enter(0)
    from campaign.duels.rules.duel_record import DuelRecord
    from campaign.duels.services import results
    from engine.values import changed
    from espionage.services.tick import tick

    week = club.open_week
    tick(now=week.due_at)
    tick(now=week.settle_at)
    with club.scope():
        week.refresh_from_db()
        form = results.form_for(duel_of(week))
        placed = changed(
            form, teams=tuple(changed(row, place=place) for place, row in enumerate(form.teams, 1))
        )
        results.record(
            duel=duel_of(week), result=DuelRecord(form=placed), actor=club.gm, now=week.duel_at
        )
    tick(now=week.closes_at)
    house.go_to(week.closes_at)
    offer = make_offer(house)
    for who in ("third", "spectator"):
        assert "Anvil 1" in house.read(house.own("team"), who)
        assert "Anvil 1" not in house.read(buyer_path(house, "team"), who)
    house.done(buyer_path(house, "offer-accept", pk=offer.pk), {"confirmed": "1"}, "rival")
    for who in ("third", "spectator"):
        assert "Anvil 1" in house.read(house.own("team"), who)
        assert "Anvil 1" not in house.read(buyer_path(house, "team"), who)
    with club.scope():
        assert Vehicle.objects.get(pk=club.car(0).pk).team_id == club.teams[1].pk


def test_the_garage_with_offers_stays_within_its_query_limit(
    house: House, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    offer = make_offer(house)
    house.read(buyer_path(house, "garage"), "rival")
    with django_assert_max_num_queries(13):
        house.read(buyer_path(house, "garage"), "rival")
    with django_assert_max_num_queries(13):
        house.read(buyer_path(house, "offer", pk=offer.pk), "rival")
    with django_assert_max_num_queries(13):
        house.read(house.own("vehicle", pk=house.club.car(0).pk))


def test_the_garage_pages_former_vehicles(
    house: House, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    owner, at = house.club.players[1], house.club.at
    design = house.club.car(1).design
    cars = [
        garage.build(
            team=house.club.teams[1],
            design=design,
            actor=owner,
            now=at,
            face=VehicleFace(name=f"Scrap {number:02}", colour="red"),
        )
        for number in range(2)
    ]
    for number, car in enumerate(cars):
        garage.scrap(vehicle=car, now=at + timedelta(minutes=number))
    make_offer(house)
    house.read(buyer_path(house, "garage"), "rival")
    with django_assert_max_num_queries(13):
        page = house.read(buyer_path(house, "garage"), "rival")
    assert page.index("Scrap 01") < page.index("Scrap 00")
