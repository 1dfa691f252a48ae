"""Offers of vehicles between two teams (C20); each team learns only its own part."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.desk.services.reconcile import findings
from campaign.duels.selectors.duels import season_vehicles
from campaign.duels.services import entries, results
from campaign.garage.models import Offer, Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.vehicles import compute_totals
from campaign.garage.selectors import offers
from campaign.garage.selectors.garage import current_vehicles as parked
from campaign.garage.selectors.offers import (
    buyers,
    offers_by_vehicle,
    offers_of,
    vehicles_and_offers,
)
from campaign.garage.services import garage, trading
from campaign.league.models import Week
from campaign.league.refusals import NotEnoughMoney, NotFit
from campaign.ledger.models import Hold, Money
from campaign.ledger.selectors import books
from campaign.ledger.services import posting, treasury
from campaign.ledger.services.posting import Book, Line
from campaign.teams.services import teams
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import BadForm, NameTaken, WrongTime
from espionage.models import Charge
from espionage.selectors import rival_vehicles
from tests.campaign.duels.test_duels import record
from tests.factories import KILLER, Club, add_team, duel_of, found_club

pytestmark = pytest.mark.django_db
PRICE = compute_totals(KILLER).cost


@pytest.fixture
def club() -> Club:
    return found_club(teams=3, characters=2, vehicles=1)


def make_offer(club: Club, price: int = 9_000, to: int = 1) -> Offer:
    """Offer Anvil's vehicle."""
    return trading.offer(vehicle=club.car(0), to=club.teams[to], price=price, now=club.at)


def spendable_money(club: Club, team: int) -> int:
    with club.scope():
        return books.purse(club.teams[team]).free


def cars(club: Club, team: int) -> list[str]:
    with club.scope():
        return [car.name for car in parked(club.teams[team])]


def notices_of(user: User | None) -> list[str]:
    return list(
        Notice._base_manager.filter(user=user, kind__startswith="offer-")
        .order_by("at", "kind")
        .values_list("text", flat=True)
    )


def enter(club: Club, team: int, vehicle: Vehicle) -> Any:
    with club.scope():
        return club.enter(team, vehicle=vehicle)


def outcome(offer: Offer) -> tuple[str, bool]:
    row = Offer._base_manager.get(pk=offer.pk)
    return row.outcome, row.closed_at is not None


# --- buying ---------------------------------------------------------------------------------------


def test_c20_accepting_transfers_vehicle_and_money_at_once(club: Club) -> None:
    garage.assign_crew(vehicle=club.car(0), crew={"driver": club.who(0, "Rook").pk})
    garage.rename(
        vehicle=club.car(0),
        face=VehicleFace(name="Anvil 1", colour="red", notes="The brakes are ours to know."),
    )
    offer = make_offer(club)
    assert (cars(club, 0), spendable_money(club, 0)) == (["Anvil 1"], 250_000 - PRICE), (
        "an offer alone moves nothing"
    )
    trading.accept(offer=offer, actor=club.players[1], now=club.at)
    assert (spendable_money(club, 0), spendable_money(club, 1)) == (
        250_000 - PRICE + 9_000,
        250_000 - PRICE - 9_000,
    )
    with club.scope():
        assert parked(club.teams[0]) == ()
        bought = parked(club.teams[1])[0]
        rows = (
            Money.objects.filter(item="trade")
            .order_by("amount")
            .values_list("team", "amount", "cause", "note", "by")
        )
        cause = f"trade:{offer.pk}"
        buyer = club.players[1].pk
        assert list(rows) == [
            (club.teams[1].pk, -9_000, cause, "Anvil 1", buyer),
            (club.teams[0].pk, 9_000, cause, "Anvil 1", buyer),
        ]
    assert (bought.name, bought.record.crew, bought.notes) == ("Anvil 1", (), "")
    assert outcome(offer) == ("accepted", True)
    assert list(findings([club.campaign.pk])) == []


def test_c20_a_vehicle_can_be_a_gift(club: Club) -> None:
    trading.accept(offer=make_offer(club, price=0), actor=club.players[1], now=club.at)
    assert spendable_money(club, 0) == spendable_money(club, 1) == 250_000 - PRICE
    assert cars(club, 1) == ["Anvil 1", "Basilisk 1"]


def test_c20_a_hidden_charge_is_sold_with_the_car_unnoticed(club: Club) -> None:
    def run(charged: bool) -> list[str]:
        fresh = found_club(teams=3, characters=2, vehicles=1)
        with fresh.scope():
            if charged:
                Charge.objects.create(
                    week=fresh.open_week,
                    vehicle=fresh.car(0),
                    planted_by=fresh.teams[2],
                    due="after",
                    cause="a mission",
                    at=fresh.at,
                    payload={"faces": [6, 5, 4], "location": 1, "halves": 2},
                )
        trading.accept(offer=make_offer(fresh), actor=fresh.players[1], now=fresh.at)
        with fresh.scope():
            assert (
                Charge.objects.filter(
                    vehicle__team=fresh.teams[1], fired_at=None, lost_at=None
                ).count()
                == charged
            )
        return [line for user in fresh.players for line in notices_of(user)]

    assert run(charged=True) == run(charged=False)


def test_c20_damage_history_before_the_sale_stays_with_the_seller(club: Club) -> None:
    posting.post(
        [Line(Book.DAMAGE, club.car(0).pk, "armour:front", 9, "week/1/explosion", club.at)]
    )
    later = club.at.replace(minute=30)
    trading.accept(offer=make_offer(club), actor=club.players[1], now=later)
    posting.post(
        [Line(Book.DAMAGE, club.car(0).pk, "plant", 1, "a wall", later.replace(minute=40))]
    )
    with club.scope():
        car = Vehicle.objects.get(pk=club.car(0).pk)
        assert [row.item for row in offers.history(car)] == ["plant"]
        assert parked(club.teams[1])[0].record.lost("armour:front") == 9, (
            "the wear itself is the buyer's now"
        )


def test_c20_only_the_two_teams_know_who_owns_a_sold_vehicle() -> None:
    club = found_club(teams=3, characters=3, vehicles=1)
    record(club)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status="closed")
    trading.accept(offer=make_offer(club), actor=club.players[1], now=club.at)

    def seen_with(team: int) -> list[str]:
        with club.scope():
            standing = rival_vehicles.targets(club.teams[team]).targetable.values()
            listed = rival_vehicles.known_vehicles(club.teams[team], club.season).values()
            names = {found.pk: found.name for found in club.teams}
            assert [names[one.team] for one in standing] == [
                names[rows[0].team] for rows in listed if not rows[0].destroyed
            ]
            return [names[one.team] for one in standing]

    assert seen_with(2) == ["Anvil"], "who is not of the trade goes by what everybody saw"
    assert seen_with(0) == ["Basilisk"], "its seller knows better"
    assert seen_with(1) == [], "and for its buyer it is no rival's"
    with club.scope():
        (facts,) = [one for one in season_vehicles(club.campaign) if not one.destroyed]
        assert facts.team_id == club.teams[0].pk


# --- what the two teams see -----------------------------------------------------------------------


def test_c20_the_buyer_sees_design_and_damage_but_not_crew_or_notes(club: Club) -> None:
    garage.assign_crew(vehicle=club.car(0), crew={"driver": club.who(0, "Rook").pk})
    garage.rename(
        vehicle=club.car(0),
        face=VehicleFace(name="Anvil 1", colour="red", notes="The brakes are ours to know."),
    )
    posting.post([Line(Book.DAMAGE, club.car(0).pk, "armour:front", 9, "a blow", club.at)])
    make_offer(club)
    with club.scope():
        (shown,) = vehicles_and_offers(club.teams[1]).offers_received
        assert (
            shown.offer.price,
            shown.vehicle.record.design,
            shown.vehicle.record.lost("armour:front"),
        ) == (9_000, KILLER, 9)
        assert (shown.vehicle.record.crew, shown.vehicle.sheet.crew, shown.vehicle.notes) == (
            (),
            (),
            "",
        )
        assert [one.offer.pk for one in offers_of(club.teams[0])] == [shown.offer.pk]
        assert list(offers_by_vehicle(club.teams[0])) == [club.car(0).pk]
        assert vehicles_and_offers(club.teams[0]).offers_received == offers_of(club.teams[2]) == ()


def test_c20_only_the_two_teams_learn_the_outcome_of_an_offer(club: Club) -> None:
    first = make_offer(club)
    assert notices_of(club.players[1]) == ["Anvil offers you Anvil 1 for $9,000."]
    assert notices_of(club.players[0]) == []
    trading.decline(offer=first, now=club.at)
    trading.withdraw(offer=make_offer(club), now=club.at)
    trading.accept(offer=make_offer(club, price=8_000), actor=club.players[1], now=club.at)
    ends = {
        "Basilisk declined Anvil’s offer of Anvil 1.",
        "Anvil withdrew its offer of Anvil 1 to Basilisk.",
        "Basilisk bought Anvil 1 from Anvil for $8,000.",
    }
    assert set(notices_of(club.players[0])) == ends
    assert set(notices_of(club.players[1])) > ends
    assert notices_of(club.players[2]) == notices_of(club.gm) == []


# --- refusals to the seller -----------------------------------------------------------------------


def test_c20_an_offered_vehicle_cannot_be_used_otherwise(club: Club) -> None:
    offer = make_offer(club)
    car, by = club.car(0), club.players[0]
    for act in (
        lambda: enter(club, 0, car),
        lambda: garage.refit(vehicle=car, design=KILLER, actor=by, now=club.at),
        lambda: garage.sell(vehicle=car, actor=by, now=club.at),
        lambda: garage.scrap(vehicle=car, now=club.at),
        lambda: make_offer(club, to=2),
    ):
        with pytest.raises(NotFit, match="Anvil 1 is offered to Basilisk"):
            act()
    trading.withdraw(offer=offer, now=club.at)
    enter(club, 0, car)


def test_c20_an_entered_vehicle_cannot_be_offered(club: Club) -> None:
    entry = enter(club, 0, club.car(0))
    with pytest.raises(NotFit, match="is entered for the duel"):
        make_offer(club)
    entries.withdraw(entry=entry, now=club.at)
    make_offer(club)


def test_c20_offers_go_to_other_teams_of_the_league_for_zero_or_more(club: Club) -> None:
    draft = add_team(club, "Draft", approved=False, characters=1, vehicles=1)
    elsewhere = found_club(teams=1)
    for to, price, field in (
        (club.teams[0], 1, "to"),
        (draft, 1, "to"),
        (elsewhere.teams[0], 1, "to"),
        (club.teams[1], -1, "price"),
        (club.teams[1], 10**9 + 1, "price"),
    ):
        with pytest.raises(BadForm) as refused:
            trading.offer(vehicle=club.car(0), to=to, price=price, now=club.at)
        assert [problem.field for problem in refused.value.problems] == [field]
    with pytest.raises(NotFit, match="not in the league yet"):
        trading.offer(vehicle=club.vehicles[draft.pk][0], to=club.teams[1], price=1, now=club.at)
    with club.scope():
        assert [team.name for team in buyers(club.teams[0])] == ["Basilisk", "Cobra"]
        assert not Offer.objects.exists()


# --- refusals to the buyer ------------------------------------------------------------------------


def test_c20_only_the_buyer_learns_of_missing_money_and_the_offer_stays(club: Club) -> None:
    offer = make_offer(club)
    treasury.reserve(
        team=club.teams[1],
        week=club.open_week,
        amounts={Hold.MONEY: spendable_money(club, 1) - 100},
    )
    with pytest.raises(NotEnoughMoney, match=r"Basilisk has \$100.*reserved for orders"):
        trading.accept(offer=offer, actor=club.players[1], now=club.at)
    assert outcome(offer) == ("", False)
    assert notices_of(club.players[0]) == [], "the seller hears nothing of a try"
    assert cars(club, 0) == ["Anvil 1"]
    treasury.release(weeks=[club.open_week.pk])
    trading.accept(offer=offer, actor=club.players[1], now=club.at)


def test_c20_the_buyer_must_rename_a_car_of_the_same_name(club: Club) -> None:
    offer = make_offer(club)
    garage.rename(vehicle=club.car(1), face=VehicleFace(name="ANVIL 1", colour="red", notes=""))
    with pytest.raises(NameTaken, match="rename yours first"):
        trading.accept(offer=offer, actor=club.players[1], now=club.at)
    garage.rename(vehicle=club.car(1), face=VehicleFace(name="Basilisk 1", colour="red", notes=""))
    trading.accept(offer=offer, actor=club.players[1], now=club.at)


@pytest.mark.parametrize("end", ["accept", "decline", "withdraw"])
def test_c20_an_offer_ends_once(end: str, club: Club) -> None:
    acts: dict[str, Any] = {
        "accept": lambda offer: trading.accept(offer=offer, actor=club.players[1], now=club.at),
        "decline": lambda offer: trading.decline(offer=offer, now=club.at),
        "withdraw": lambda offer: trading.withdraw(offer=offer, now=club.at),
    }
    offer = make_offer(club)
    acts[end](offer)
    ended, money = outcome(offer), spendable_money(club, 1)
    for act in acts.values():
        with pytest.raises(WrongTime, match="no longer available"):
            act(offer)
    assert (outcome(offer), spendable_money(club, 1)) == (ended, money)


def test_c20_the_former_owner_cannot_change_a_sold_vehicle(club: Club) -> None:
    """The vehicle was read before the buyer accepted and is used afterwards."""
    with club.scope():
        stale = Vehicle.objects.select_related("team__campaign").get(pk=club.car(0).pk)
    trading.accept(offer=make_offer(club), actor=club.players[1], now=club.at)
    by, at = club.players[0], club.at
    for act in (
        lambda: garage.sell(vehicle=stale, actor=by, now=at),
        lambda: garage.scrap(vehicle=stale, now=at),
        lambda: garage.refit(vehicle=stale, design=KILLER, actor=by, now=at),
        lambda: garage.rename(vehicle=stale, face=VehicleFace(name="Mine", colour="red", notes="")),
        lambda: garage.assign_crew(vehicle=stale, crew={"driver": club.who(0, "Rook").pk}),
        lambda: trading.offer(vehicle=stale, to=club.teams[2], price=1, now=at),
        lambda: enter(club, 0, stale),
    ):
        with pytest.raises(BadForm):
            act()
    assert cars(club, 1) == ["Anvil 1", "Basilisk 1"]


# --- the end of an offer --------------------------------------------------------------------------


@pytest.mark.parametrize("leaver", [0, 1])
def test_c20_offers_lapse_when_either_team_leaves(leaver: int) -> None:
    club = found_club(teams=3, characters=2, vehicles=1, week="planned")
    offer = make_offer(club)
    teams.withdraw(team=club.teams[leaver], actor=club.players[leaver], now=club.at)
    assert outcome(offer) == ("lapsed", True)
    name = club.teams[leaver].name
    assert (
        f"{name} has left the league. The offer of Anvil 1 is no longer available."
        in notices_of(club.players[1 - leaver])
    )
    with pytest.raises(WrongTime):
        trading.accept(offer=offer, actor=club.players[1], now=club.at)
    assert notices_of(club.players[2]) == []


def test_c20_an_offer_survives_the_end_of_the_week(club: Club) -> None:
    from espionage.services.tick import tick

    offer = make_offer(club)
    for at in (club.open_week.due_at, club.open_week.settle_at, club.open_week.closes_at):
        tick(now=at)
    with club.scope():
        assert [one.offer.pk for one in vehicles_and_offers(club.teams[1]).offers_received] == [
            offer.pk
        ]
    trading.accept(offer=offer, actor=club.players[1], now=club.open_week.closes_at)


def test_a_duel_can_be_recorded_after_one_of_its_vehicles_was_sold(club: Club) -> None:
    """The result names the vehicles present, whoever owns them now."""
    from espionage.services.tick import tick

    enter(club, 0, club.car(0))
    week = club.open_week
    for at in (week.due_at, week.settle_at, week.closes_at):
        tick(now=at)
    trading.accept(offer=make_offer(club, to=2), actor=club.players[2], now=week.closes_at)
    with club.scope():
        week.refresh_from_db()
        from campaign.duels.rules.duel_record import DuelRecord
        from engine.values import changed

        form = results.form_for(duel_of(week))
        placed = changed(
            form, teams=tuple(changed(row, place=place) for place, row in enumerate(form.teams, 1))
        )
        recorded = results.record(
            duel=duel_of(week),
            result=DuelRecord(form=placed),
            actor=club.gm,
            now=week.closes_at,
        )
    assert recorded.revision == 1


def test_reconcile_finds_an_offer_of_a_foreign_vehicle(club: Club) -> None:
    make_offer(club)
    with club.scope():
        Vehicle.objects.filter(pk=club.car(0).pk).update(team=club.teams[2])
    assert [found.code for found in findings([club.campaign.pk])] == ["wrong-offer"]
