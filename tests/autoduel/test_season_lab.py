"""Seasons with driven duels are reproducible, and their books stay valid."""

from __future__ import annotations

import pytest

from autoduel.season_lab import (
    AT_HOME,
    BOMBERS,
    INFILTRATORS,
    SEASON_CHARTS,
    DrivenClub,
    SeasonSetup,
    house_pair,
    play_driven_season,
    season_pair,
    with_seasons,
)
from campaign.duels.rules.duel import DuelForm, TeamResult
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import Wear
from campaign.house_rules.rules.presets import RECOMMENDED
from engine.dice import seed_from
from engine.values import Seat, changed
from espionage.lab.season import ClubSetup, DuelPlayed, Extras
from espionage.lab.sweeps import LAB
from espionage.rules.effects import Effects, Intelligence
from espionage.rules.report import Snapshot

SEED = "one"
SHORT = SeasonSetup(temper=AT_HOME, weeks=2)


def make_club() -> DrivenClub:
    """Return a club before its first week, with one entry for each team."""
    club = DrivenClub(ClubSetup(house_rules=RECOMMENDED.house, entries=1), SEED)
    for team in club.teams:
        team.entered = team.best_vehicles()
    return club


def test_a_driven_season_follows_from_its_seed() -> None:
    weeks = play_driven_season(SHORT, SEED)
    play_driven_season.cache_clear()
    assert play_driven_season(SHORT, SEED) == weeks != play_driven_season(SHORT, "two")


def test_money_wounds_and_garages_stay_valid_in_driven_seasons() -> None:
    club = make_club()
    for _ in range(2):
        club.play_week()
        for team in club.teams:
            assert team.money >= 0
            assert all(member.dp_lost >= 0 for member in team.people)
            assert all(member.character(club.house).alive for member in team.people)
            assert len(team.file().garage) - sum(row.entered for row in team.file().garage) <= 1


def test_a_team_drives_the_vehicle_it_entered_unless_it_can_exchange_it_e47() -> None:
    club = make_club()
    team = club.teams[0]
    (entered,) = team.entered
    team.wear(entered, [Wear(part="armour:front", lost=15)])
    other = next(key for key in team.garage if key != entered)
    sighting = Intelligence(seat=Seat(0), snapshot=Snapshot(about=Seat(1), vehicle="x", name="X"))
    assert club.entered_vehicle(Seat(0), Effects()) == entered
    assert club.entered_vehicle(Seat(0), Effects(intelligence=(sighting,))) == other
    club.house = changed(club.house, exchange_after_infiltration=False)
    assert club.entered_vehicle(Seat(0), Effects(intelligence=(sighting,))) == entered


def test_a_better_crew_wins_more_driven_duels() -> None:
    club = make_club()
    del club.teams[2:]
    for member in club.teams[1].people:
        member.points.update(
            {"driver": -member.points["driver"], "gunner": -member.points["gunner"]}
        )
    duels = [club.drive(Effects(), seed_from(f"{number}")) for number in range(6)]
    wins = [duel.form.teams[0].place for duel in duels]
    assert sum(place == 1 for place in wins) > 3


def test_a_duel_with_one_entry_does_not_take_place() -> None:
    club = make_club()
    del club.teams[1:]
    duel = club.drive(Effects(), seed_from("alone"))
    assert (duel.form.teams, duel.crews) == ((), {})


@pytest.mark.parametrize(
    ("temper", "missions"),
    [(AT_HOME, set()), (INFILTRATORS, {"infiltrate"}), (BOMBERS, {"blow_up"})],
    ids=["at home", "infiltrators", "bombers"],
)
def test_a_strategy_only_orders_its_kind_of_mission(temper, missions) -> None:
    weeks = play_driven_season(changed(SHORT, temper=temper), SEED)
    own = {record.mission for week in weeks for record in week.records if record.by == 0}
    assert own == missions


def test_a_season_at_home_ties_with_itself() -> None:
    readings = list(season_pair(SHORT, SEED))
    assert [row.halves for row in readings if row.chart == "pairs"] == [1]
    assert {row.chart for row in readings} <= {chart.key for chart in SEASON_CHARTS}


def test_c135_living_costs_leave_a_club_less_money() -> None:
    house = changed(RECOMMENDED.house, living_costs=2_000)
    readings = list(house_pair(ClubSetup(house_rules=house, weeks=2), SEED))
    (money,) = [row for row in readings if row.chart == "club-money"]
    assert 0 < money.halves < money.chances, "less than half of the money of both seasons"
    plain = list(house_pair(ClubSetup(house_rules=RECOMMENDED.house, weeks=2), SEED))
    (same,) = [row for row in plain if row.chart == "club-money"]
    assert same.halves == same.chances


class WreckingClub(DrivenClub):
    """A club in whose duels the first team wins and the second team's first car is destroyed."""

    def drive(self, week: Effects, seed: bytes) -> DuelPlayed:
        teams = [TeamResult(team=team.id, place=at) for at, team in enumerate(self.teams, 1)]
        wreck = next(iter(self.teams[1].garage))
        return DuelPlayed(DuelForm(teams=tuple(teams)), {}, lost=frozenset([wreck]))


def test_c134_salvage_is_paid_for_the_cars_that_a_duel_destroys() -> None:
    def winners_money(percent: int) -> int:
        house = changed(RECOMMENDED.house, salvage_percent=percent)
        return WreckingClub(ClubSetup(house_rules=house, entries=1), SEED).play_week().money[0]

    cost = compute_totals(next(iter(make_club().teams[1].garage.values())).design).cost
    assert 0 < winners_money(50) - winners_money(0) <= cost // 2


def paid(extras: Extras, weeks: int = 1) -> list[int]:
    """Return the dollars that the rules pay each team within these weeks."""
    clubs = [
        WreckingClub(ClubSetup(house_rules=RECOMMENDED.house, entries=1, extras=row), SEED)
        for row in (extras, Extras())
    ]
    for _ in range(weeks - 1):
        for club in clubs:
            club.play_week()
    with_extras, without = (club.play_week().money for club in clubs)
    return [one - other for one, other in zip(with_extras, without, strict=True)]


def test_sponsors_pay_the_first_places() -> None:
    assert paid(Extras(sponsors=(500, 300))) == [500, 300, 0, 0]


def test_insurance_pays_the_price_of_the_destroyed_car() -> None:
    cost = compute_totals(next(iter(make_club().teams[1].garage.values())).design).cost
    premium = cost // 10
    assert paid(Extras(insurance_percent=10))[:3] == [-premium, cost - premium, -premium]


def test_c138_a_prize_car_is_given_every_four_weeks() -> None:
    assert paid(Extras(prize=1_000), weeks=3) == [0, 0, 0, 0]
    assert paid(Extras(prize=1_000), weeks=4) == [10 * RECOMMENDED.house.resale_percent, 0, 0, 0]


def test_the_weeks_lab_has_the_sweep_of_driven_seasons() -> None:
    lab = with_seasons(LAB)
    for key in ("season", "house"):
        assert all(lab.chart(chart) for chart in lab.sweep(key).charts)
    assert lab.sweep("season").cases[0].setup.temper == AT_HOME
