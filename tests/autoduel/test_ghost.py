"""A plan's ghost equals an undisturbed drive (V69, V76)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from autoduel.game import AUTODUEL
from autoduel.rules.arenas import Arena, Gate
from autoduel.rules.driving import change_speed, reachable_speed
from autoduel.rules.duel import Duel
from autoduel.rules.geometry import Pose
from autoduel.rules.ghost import forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.manoeuvres import MANOEUVRES
from autoduel.rules.moving import move_cars
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.samples import HORNET, MAGISTRATE, RAMROD, WASP
from autoduel.rules.values import CarPlan, Setup, Side
from engine.dice import SeededDice, seed_from
from engine.values import changed
from tests.siege import examples

PLAIN = Arena(
    key="plain",
    name="Plain",
    width=200_000,
    height=200_000,
    walls=(),
    pylons=(),
    gates=(Gate(x=100_000, y=100_000, heading=0), Gate(x=1500, y=1500, heading=0)),
    gravel=(((100_000, 90_000), (110_000, 90_000), (110_000, 110_000), (100_000, 110_000)),),
)
SURE = changed(NUMBERS, control=("." * 14,) * 20)
"""Numbers with which nobody loses control or wears out tyres."""


def drive_turn(duel, car):
    """Return the visible poses after each inch and the remaining handling status."""
    for duel.phase in range(1, 6):
        if car.turn_state.plan.at == duel.phase:
            change_speed(duel, car, car.turn_state.plan.speed)
        move_cars(duel)
    return [
        (event.phase, list(event.poses), event.manoeuvre)
        for event in duel.film
        if event.__class__.__name__ == "Moved" and event.car == car.number
    ]


@given(
    st.sampled_from((HORNET, MAGISTRATE, RAMROD, WASP)),
    st.integers(-3, 40).map(lambda fives: 5 * fives),
    st.integers(-40, 40).map(lambda fives: 5 * fives),
    st.integers(1, 5),
    st.lists(st.sampled_from(sorted(MANOEUVRES)), min_size=5, max_size=5),
    st.integers(0, 23),
)
@examples(300)
def test_v76_ghost_of_a_plan_matches_an_undisturbed_drive(spec, speed, by, at, path, heading):
    spec = changed(spec, tyres=(99,) * len(spec.tyres))
    sides = (Side(name="One", cars=(spec,)), Side(name="Other", cars=(MAGISTRATE,)))
    setup = Setup(arena=PLAIN, sides=sides, numbers=SURE)
    duel = Duel(AUTODUEL.start(setup, SeededDice(seed_from("ghost"), 0))[0],
                SeededDice(seed_from("ghost"), 1))  # fmt: skip
    car, other = duel.cars
    other.speed = 0
    car.speed, car.heading = speed, heading
    car.turn_state.start_speed = speed
    car.course = heading if speed >= 0 else (heading + 12) % 24
    wanted = reachable_speed(car, speed + by)
    car.turn_state.plan = CarPlan(car=0, speed=wanted, at=at, manoeuvres=tuple(path))
    legs = forecast_plan(SURE, ground_of(PLAIN), car, car.turn_state.plan)
    poses: list[Pose] = [pose for leg in legs for pose in leg.poses]
    assert poses == [pose for _, part, _ in drive_turn(duel, car) for pose in part]
    if legs:
        assert (legs[-1].speed, legs[-1].hs) == (car.speed, car.hs)


def test_v69_ghost_tells_the_required_control_roll():
    """At 60 mph from a status of 3: a bend of 90°, then one of 45°."""
    state = AUTODUEL.start(AUTODUEL.setups()[0], SeededDice(seed_from("ghost"), 0))[0]
    car = Duel(state, SeededDice(seed_from("ghost"), 1)).cars[0]
    car.speed, car.hs = 60, 3
    plan = CarPlan(car=0, speed=60, manoeuvres=("L90", "S", "R45", "S", "S"))
    legs = forecast_plan(NUMBERS, ground_of(state.table.arena), car, plan)
    assert [leg.number for leg in legs if leg.phase in (1, 3)] == [3, 5, 0]
    assert legs[-1].hs == -6
