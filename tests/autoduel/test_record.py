"""The record of a duel, which a club can book (V49, V78)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoduel.game import AUTODUEL
from autoduel.rules.ends import carry_out_flags
from autoduel.rules.record import record_of
from autoduel.rules.samples import HORNET, MAGISTRATE, WASP
from autoduel.rules.shooting import fire, hazards_of_hits
from autoduel.rules.values import FACINGS, KINDS, Autopilot, CarPlan, FireOrder, Orders, State
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult, check_form, evaluate
from campaign.duels.rules.duel_record import lost_by
from engine.dice import SeededDice, seed_from
from engine.values import Seat, changed
from tests.autoduel.garage import make_working_duel, start_duel
from tests.siege import examples


def end_duel(state, **cars):
    """Return the duel as if it were over, with changes to the first car's public state."""
    first = changed(state.table.cars[0], **cars)
    table = changed(
        state.table, ending="last-side", places=(2, 1), cars=(first, *state.table.cars[1:])
    )
    return changed(state, table=table)


def with_sheet(state, **sheet):
    """Return the state with these changes to the first car's sheet."""
    own = state.own[0]
    mine = changed(own, sheets=(changed(own.sheets[0], **sheet),))
    return changed(state, own=(mine, *state.own[1:]))


def person_row(state, person=0):
    """Return the record's row of a person in the first car."""
    return record_of(state).people[person]


def make_form(record):
    """Return the club's form, filled from the record as the campaign does."""
    return DuelForm(
        teams=tuple(
            [
                TeamResult(
                    team=f"team {one.side}",
                    place=one.place,
                    vehicles=one.cars,
                    vehicles_lost=one.lost,
                )
                for one in record.sides
            ]
        ),
        people=tuple(
            [
                Deeds(
                    character=f"{one.side}/{one.car}/{one.person}",
                    team=f"team {one.side}",
                    state=one.state,
                    kills=one.kills,
                    kills_on_foot=one.kills_on_foot,
                    awards=one.awards,
                )
                for one in record.people
            ]
        ),
    )


def test_v49_unfinished_duel_has_no_record():
    with pytest.raises(ValueError, match="not over"):
        record_of(start_duel(MAGISTRATE, HORNET))


def test_v49_damage_is_start_minus_end_by_the_keys_of_the_record():
    state = with_sheet(
        end_duel(start_duel(MAGISTRATE, HORNET)),
        armour=(25, 20, 20, 19, 10, 8),
        tyres=(9, 0, 9, 9),
        weapons=(4, 1),
        shots=(7, 20),
        extras=(3, 0, 1),
        plant=6,
    )
    assert {each.part: each.lost for each in record_of(state).cars[0].damage} == {
        "armour:front": 5,
        "armour:right": 1,
        "tyre:front_right": 9,
        "weapon:2": 2,
        "ammo:weapon:1": 3,
        "accessory:2": 1,
        "plant": 4,
    }


def test_v49_cycle_has_front_and_back_tyres_and_a_laser_no_shots():
    state = with_sheet(end_duel(start_duel(WASP, HORNET)), tyres=(4, 8))
    assert {each.part: each.lost for each in record_of(state).cars[0].damage} == {
        "tyre:front": 5,
        "tyre:back": 1,
    }


@pytest.mark.parametrize(
    ("out", "sheet", "fate"),
    [
        ("exploded", {}, "destroyed"),
        ("burnt-out", {}, "destroyed"),
        ("wrecked", {"plant": 0, "weapons": (0, 0)}, "destroyed"),
        ("wrecked", {"plant": 0}, "survived"),
        ("wrecked", {"weapons": (0, 0)}, "survived"),
        ("yielded", {}, "survived"),
        ("left", {}, "survived"),
    ],
)
def test_v49_fate_of_each_car(out, sheet, fate):
    state = with_sheet(end_duel(start_duel(MAGISTRATE, HORNET), out=out), **sheet)
    assert record_of(state).cars[0].fate == fate


def test_v49_car_that_entered_as_a_wreck_was_not_destroyed_in_the_duel():
    wreck = changed(MAGISTRATE, plant=0, weapons=())
    state = end_duel(start_duel(wreck, HORNET))
    assert state.table.cars[0].out == "could-not-start"
    record = record_of(state)
    assert (record.cars[0].fate, record.sides[0].cars, record.sides[0].lost) == ("survived", 1, 0)


@pytest.mark.parametrize(
    ("out", "lost"),
    [
        ("", 0), ("left", 0), ("could-not-start", 0), ("yielded", 1), ("wrecked", 1),
        ("abandoned", 1), ("exploded", 1), ("burnt-out", 1),
    ],
)  # fmt: skip
def test_v49_cars_that_count_as_lost(out, lost):
    assert record_of(end_duel(start_duel(MAGISTRATE, HORNET), out=out)).sides[0].lost == lost


@pytest.mark.parametrize(
    ("dp", "state", "lost"), [(3, "fit", 0), (2, "fit", 1), (1, "unconscious", 2), (0, "dead", 3)]
)
def test_v49_v43_state_of_people_depends_on_their_dp(dp, state, lost):
    found = person_row(with_sheet(end_duel(start_duel(MAGISTRATE, HORNET)), dp=(dp, 3)))
    assert (found.state, found.lost) == (state, lost)


@pytest.mark.parametrize(
    ("out", "dp", "awards"),
    [
        ("", 3, ()),
        ("left", 3, ("left_arena",)),
        ("yielded", 3, ()),
        ("wrecked", 3, ("vehicle_lost_unhurt",)),
        ("abandoned", 1, ("vehicle_lost_injured",)),
        ("exploded", 0, ("death",)),
        ("", 0, ("death",)),
    ],
)
def test_v49_v93_match_fills_the_check_boxes(out, dp, awards):
    state = with_sheet(end_duel(start_duel(MAGISTRATE, HORNET), out=out), dp=(dp, 3))
    assert person_row(state).awards == awards


def test_v49_bailing_out_of_a_working_car_counts_as_leaving_it():
    duel = make_working_duel(speeds=(10, 0))
    car = duel.cars[0]
    car.turn_state.plan = CarPlan(car=0, speed=10, flag="bail")
    carry_out_flags(duel)
    state, _ = duel.finish()
    assert person_row(end_duel(state)).awards == ("left_working_vehicle",)


def test_v49_killing_a_yielded_person_is_on_the_record():
    duel = make_working_duel(6, 6, 6, 6, 1, 1, 1)
    car, foe = duel.cars
    foe.yielded, foe.out = True, "yielded"
    foe.armour, foe.weapons, foe.extras, foe.plant = [0] * 6, [0], [0], 0
    foe.suits, foe.dp = [0, 0], [3, 3]
    car.turn_state.plan = CarPlan(car=0, speed=30, fires=(FireOrder(crew=1, weapon=0, target=1),))
    hazards_of_hits(duel, fire(duel))
    state, _ = duel.finish()
    assert person_row(end_duel(state), 1).awards == ("killed_surrendered",)
    assert person_row(end_duel(state), 1).kills == 0


def play_doctrine_duel(setup, seed, kinds):
    """Play a duel of these doctrines to its end. Return its state and its setup."""
    sides = [
        changed(side, orders=Orders(kind=kind, yields="never"))
        for side, kind in zip(setup.sides, kinds, strict=False)
    ]
    setup = changed(setup, sides=tuple(sides))
    state, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
    ply = 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        move = AUTODUEL.propose(AUTODUEL.view(state, seats[0]), SeededDice(seed, 1000 + ply))
        if ply % 3:
            move = Autopilot()
        state, _ = AUTODUEL.apply(state, seats[0], move, SeededDice(seed, ply))
    return state


@pytest.mark.slow("drives many duels")
@given(
    st.sampled_from(range(4)),
    st.integers(0, 10_000),
    st.lists(st.sampled_from(KINDS), min_size=3, max_size=3),
)
@examples(12)
def test_v78_every_record_can_be_booked_and_adds_up(number, seed, kinds):
    state = play_doctrine_duel(AUTODUEL.setups()[number], seed_from(str(seed)), kinds)
    record = record_of(state)
    form = make_form(record)
    assert check_form(form) == ()
    assert {each.team for each in evaluate(form).placings} == {one.team for one in form.teams}
    assert_sums(state, record)


def assert_sums(state: State, record):
    """Assert that damage and remaining points add up to the start for each part."""
    worn = {
        (one.side, one.car): Counter({each.part: each.lost for each in one.damage})
        for one in record.cars
    }
    for one in record.cars:
        assert all(each.lost > 0 for each in one.damage)
    for side, own in enumerate(state.own):
        for at, (spec, sheet) in enumerate(zip(own.specs, own.sheets, strict=True)):
            lost = worn[Seat(side), at]
            for facing, start, end in zip(FACINGS, spec.armour, sheet.armour, strict=True):
                assert lost[f"armour:{facing}"] + end == start
            for weapon, end, shots in zip(spec.weapons, sheet.weapons, sheet.shots, strict=True):
                assert lost[weapon.key] + end == weapon.dp
                assert lost[f"ammo:{weapon.key}"] + shots == weapon.shots
            assert lost["plant"] + sheet.plant == spec.plant
    for one in record.people:
        before = state.own[one.side].specs[one.car].crew[one.person].dp
        assert lost_by(one.state, before, one.lost) == one.lost


def test_v46_v49_no_side_has_more_kills_than_others_lost_cars():
    record = record_of(play_doctrine_duel(AUTODUEL.setups()[2], seed_from("kills"), KINDS))
    for side in record.sides:
        kills = sum(one.kills for one in record.people if one.side == side.side)
        assert kills <= sum(one.lost for one in record.sides if one.side != side.side)
