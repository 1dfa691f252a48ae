"""Worlds that differ only in facts hidden from a seat look the same to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.garage.rules.design import Facings
from engine.codec import encode
from engine.dice import SeededDice, Taped, domain_name, seed_from
from engine.match import heard_by, submit
from engine.values import HOST, changed, swap
from espionage.rules.decision_moves import simple_results
from espionage.rules.openings import week_domains
from espionage.rules.orders import Sheet
from espionage.rules.samples import sample_setups
from espionage.rules.values import WeekSettled
from espionage.rules.week import WEEK
from tests.espionage.rules.scene import (
    A,
    B,
    C,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)
from tests.siege import examples

SEEDS = st.integers(0, 10**6).map(lambda number: seed_from(f"secrecy {number}"))


def play_week(setup, seed):
    """Play a week to its end and return all events.

    Doctrine fights ambushes, and deadlines make decisions.
    """
    state, told = WEEK.start(setup, SeededDice(seed, 0))
    ply = 0
    while WEEK.to_act(state):
        ply += 1
        dice = SeededDice(seed, ply)
        view = WEEK.view(state, HOST)
        move = (
            dice.in_domain("fight").pick(simple_results(view.ambush))
            if view.ambush
            else WEEK.legal_moves(view)[0]
        )
        state, more = submit(WEEK, state, seat=HOST, move=move, dice=dice)
        told += more
    return told


def heard_bytes(setup, seed, seat):
    """Return what a seat hears except the public news, as bytes."""
    return [
        encode(event)
        for event in heard_by(seat, play_week(setup, seed))
        if not isinstance(event, WeekSettled)
    ]


BOMBS = sheet_of(blow_up("ada", "b1"), assassinate("abe", "bob"), infiltrate("ann"))


def make_setup(alphas=BOMBS, betas=None, gammas=None, files=()):
    """Return an unplayed setup of three teams."""
    setup = sample_setups()[1]
    teams = tuple(files) or tuple(team_file(team) for team in ("alphas", "betas", "gammas"))
    return changed(setup, teams=teams, sheets=(alphas, betas or Sheet(), gammas or Sheet()))


@examples(40)
@given(SEEDS)
def test_third_team_hears_nothing_of_a_mission_between_two_others(seed):
    quiet = make_setup(alphas=sheet_of())
    assert heard_bytes(quiet, seed, C) == heard_bytes(make_setup(), seed, C)


@examples(40)
@given(SEEDS)
def test_spying_team_does_not_notice_another_spy_at_its_target(seed):
    others = sheet_of(
        infiltrate("gil", "betas"), assassinate("gus", "", "betas"), blow_up("gia", "", "betas")
    )
    alone = heard_bytes(make_setup(), seed, A)
    assert alone == heard_bytes(make_setup(gammas=others), seed, A)


@examples(40)
@given(SEEDS)
def test_target_does_not_learn_which_spy_came(seed):
    """Ada and Axl have the same skills. The Betas hear the same unless there is an ambush."""
    first, second = sheet_of(assassinate("ada", "bob")), sheet_of(assassinate("axl", "bob"))
    watch = sheet_of(guard("bea"), on_counterspy_twelve="cancel")
    one, two = (play_week(make_setup(alphas=sheet, betas=watch), seed) for sheet in (first, second))
    names = [type(event).__name__ for event in heard_by(B, one)]
    if "AmbushCalled" not in names:
        assert heard_by(B, one) == heard_by(B, two)


@examples(40)
@given(SEEDS)
def test_exterior_hides_armour_plant_and_damage(seed):
    betas = team_file("betas")
    record = betas.garage[0].record
    other = changed(record, design=changed(record.design, armour=Facings(front=30), plant="large"))
    rebuilt = changed(betas, garage=swap(betas.garage, 0, changed(betas.garage[0], record=other)))
    files = (
        (team_file("alphas"), betas, team_file("gammas")),
        (team_file("alphas"), rebuilt, team_file("gammas")),
    )
    look = sheet_of(infiltrate("ada", on_twelve="infiltrate"))
    one, two = (play_week(make_setup(alphas=look, files=teams), seed) for teams in files)
    saw_sheet = any(
        "sheet" in str(event) and "VehicleSheet" in str(event) for event in heard_by(A, one)
    )
    if not saw_sheet:
        assert heard_by(A, one) == heard_by(A, two)


def test_target_keeps_its_people_kit_money_and_standing_orders_secret():
    betas = team_file("betas", money=1)
    betas = with_person(betas, "bob", skills={"espionage": 4, "handgunner": 4})
    rich = make_setup(
        betas=sheet_of(guard("bob"), counterspy=(), doctrine="aggressive", section=3),
        files=(team_file("alphas"), betas, team_file("gammas")),
    )
    for number in range(20):
        seed = seed_from(f"own {number}")
        assert heard_bytes(make_setup(), seed, A) == heard_bytes(rich, seed, A)


@pytest.mark.parametrize(
    "setup",
    sample_setups(),
    ids=lambda setup: f"{len(setup.teams)} teams, live {setup.house.live_decisions}",
)
def test_rolls_are_told_only_to_the_rolling_team(setup):
    for number in range(5):
        for told in play_week(setup, seed_from(f"rolls {number}")):
            name = type(told.event).__name__
            if name in {
                "SpyRolled",
                "ExplosivesRolled",
                "CounterspyRolled",
                "Debriefed",
                "MissionBegan",
                "MissionDeclared",
                "Asked",
            }:
                assert len(told.to) == 1
            if told.to == "everyone":
                assert name in {"OrderRolled", "WeekSettled"}


@pytest.mark.parametrize(
    "setup",
    sample_setups(),
    ids=lambda setup: f"{len(setup.teams)} teams, live {setup.house.live_decisions}",
)
def test_every_roll_uses_a_domain_with_known_readers(setup):
    for number in range(5):
        seed = seed_from(f"domains {number}")
        dice = Taped(SeededDice(seed, 0))
        state, _ = WEEK.start(setup, dice)
        thrown, ply = {throw.domain for throw in dice.tape}, 0
        while WEEK.to_act(state):
            ply += 1
            dice = Taped(SeededDice(seed, ply))
            move = WEEK.propose(WEEK.view(state, HOST), SeededDice(seed, ply, "choice"))
            state, _ = submit(WEEK, state, seat=HOST, move=move, dice=dice)
            thrown |= {throw.domain for throw in dice.tape}
        assert thrown <= {
            domain_name(domain) for domain in week_domains(len(setup.teams), state.hidden.records)
        }


def test_e25_ids_and_counts_that_a_seat_hears_cover_only_its_own_events():
    """The Betas' first declaration is number 1 for them, whatever the Alphas did before."""
    week = play(
        sheet_of(infiltrate("ada", "gammas"), infiltrate("abe")), sheet_of(), sheet_of(), a=(5, 5)
    )
    declared = [event for event in week.heard(B) if type(event).__name__ == "MissionDeclared"]
    assert [event.number for event in declared] == [1]
    assert "gammas" not in str(
        [event for event in week.heard(B) if type(event).__name__ != "OrderRolled"]
    )
