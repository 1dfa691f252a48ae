"""The drivers by doctrine: the ways they find, and that they see no more than their side (V57)."""

from __future__ import annotations

import pytest

from autoduel.doctrine.driver import plan_of
from autoduel.doctrine.roads import way_to
from autoduel.rules.arenas import ARENAS, FOUNDRY_FLOOR, KESSEL_OVAL, SALTMARKET
from autoduel.rules.dropping import passed
from autoduel.rules.duel import Duel
from autoduel.rules.game import AUTODUEL
from autoduel.rules.ghost import ghost
from autoduel.rules.ground import ground_of
from autoduel.rules.plans import own_cars
from autoduel.rules.samples import HORNET, MAGISTRATE, TRAPPER
from autoduel.rules.values import KINDS, Marker
from engine.dice import SeededDice, seed_from
from engine.values import Seat, changed
from tests.autoduel.garage import opened


def placed(state, *poses, speed=30, markers=()):
    """The state with its cars in these poses."""
    cars = tuple(
        [
            changed(car, x=x, y=y, heading=heading, course=heading, speed=speed)
            for car, (x, y, heading) in zip(state.table.cars, poses, strict=True)
        ]
    )
    return changed(state, table=changed(state.table, cars=cars, markers=tuple(markers)))


def planned(state, seat=0, kind=""):
    """The plan of a side's first car, and its ghost."""
    view = AUTODUEL.view(state, Seat(seat))
    plan = plan_of(view, kind).cars[0]
    car = next(own_cars(view))
    return plan, ghost(state.table.numbers, ground_of(state.table.arena), car, plan)


@pytest.mark.parametrize("arena", ARENAS.values(), ids=lambda arena: arena.name)
def test_there_is_a_way_from_every_gate_to_every_other(arena):
    ground = ground_of(arena)
    for one in arena.gates:
        for other in arena.gates:
            point, rest = way_to(arena, (one.x, one.y), (other.x, other.y))
            assert not ground.blocks((one.x, one.y), point) or rest >= 0
            if one != other:
                assert rest < 80_000


def test_who_sees_its_goal_makes_straight_for_it():
    assert way_to(FOUNDRY_FLOOR, (3500, 8500), (14_500, 8500)) == ((14_500, 8500), 0)


def test_who_does_not_see_its_goal_makes_for_a_corner_that_it_sees():
    point, rest = way_to(KESSEL_OVAL, (16_500, 7500), (16_500, 18_500))
    assert not ground_of(KESSEL_OVAL).blocks((16_500, 7500), point)
    assert rest > 8000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("arena", "pose"),
    [
        (FOUNDRY_FLOOR, (13_500, 12_000, 0)),
        (KESSEL_OVAL, (9000, 12_500, 0)),
        (SALTMARKET, (12_000, 22_000, 12)),
        (SALTMARKET, (1500, 12_000, 12)),
    ],
)
def test_v57_a_driver_who_heads_for_a_wall_plans_round_it(kind, arena, pose):
    state = opened(MAGISTRATE, HORNET, arena=arena)
    gate = arena.gates[1].pose
    _, legs = planned(placed(state, pose, gate), kind=kind)
    ground = ground_of(arena)
    assert not any(ground.meets(each, (500, 250)) for leg in legs for each in leg.poses)


def test_v57_a_driver_who_stands_before_a_wall_backs_away_from_it():
    state = placed(opened(MAGISTRATE, HORNET), (16_000, 12_000, 0), (20_500, 12_000, 0), speed=0)
    car = changed(state.table.cars[0], stood=1)
    state = changed(state, table=changed(state.table, cars=(car, *state.table.cars[1:])))
    plan, _ = planned(state)
    assert plan.speed == -5


def test_v57_a_driver_goes_round_a_mine_in_its_way():
    poses = (6000, 12_000, 0), (14_000, 12_000, 0)
    state = placed(opened(MAGISTRATE, TRAPPER), *poses)
    _, legs = planned(state)
    mine = Marker(kind="mine", pose=legs[1].poses[-1], by=1)

    def over(state):
        ends = [leg.poses[-1] for leg in planned(state)[1] if leg.poses]
        return [one.over for one in passed([mine], ends, (500, 250))]

    assert True in over(state)
    assert True not in over(placed(state, *poses, markers=[mine]))


def test_v57_a_driver_turns_to_an_enemy_behind():
    state = placed(opened(MAGISTRATE, HORNET), (8000, 12_000, 12), (14_000, 12_000, 12))
    plan, legs = planned(state)
    assert legs[-1].poses[-1][2] != 12
    assert any(each != "S" for each in plan.manoeuvres)


def test_v57_who_has_nothing_left_to_fire_with_rams_and_a_survivor_gives_up():
    state = placed(opened(MAGISTRATE, HORNET), (8000, 12_000, 0), (12_500, 12_000, 12))
    own = state.own[0]
    empty = changed(own, sheets=(changed(own.sheets[0], shots=(0, 0)),))
    state = changed(state, own=(empty, *state.own[1:]))
    assert planned(state, kind="duellist")[0].ram == 1
    survivor, _ = planned(state, kind="survivor")
    assert (survivor.ram, survivor.flag) == (-1, "yield")


def test_v57_a_charger_wants_to_meet_and_a_duellist_does_not():
    state = placed(opened(MAGISTRATE, HORNET), (8000, 12_000, 0), (12_500, 12_000, 12), speed=20)
    assert planned(state, kind="charger")[0].ram == 1
    assert planned(state, kind="duellist")[0].ram == -1


def test_v79_a_plan_of_a_driver_by_doctrine_drives_without_losing_what_it_has():
    """None of the plans of a duel of doctrines has a manoeuvre that is lost for sure."""
    setup = AUTODUEL.setups()[0]
    state, ply = AUTODUEL.start(setup, SeededDice(seed_from("sure"), 0))[0], 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        for car in Duel(state, SeededDice(seed_from("none"), 0)).cars:
            if car.side == seats[0] and car.steers and not car.out and car.hs >= 0:
                plan = plan_of(AUTODUEL.view(state, seats[0])).cars[0]
                legs = ghost(setup.numbers, ground_of(setup.arena), car, plan)
                assert all(leg.number < 7 for leg in legs)
        move = plan_of(AUTODUEL.view(state, seats[0]))
        state, _ = AUTODUEL.apply(state, seats[0], move, SeededDice(seed_from("sure"), ply))


def test_v57_the_longest_odds_are_taken_only_where_shots_are_plenty():
    state = opened(MAGISTRATE, HORNET)
    own = state.own[0]
    for shots, late in (((10, 20), {12}), ((8, 20), {11, 12}), ((8, 8), {11})):
        mine = changed(own, sheets=(changed(own.sheets[0], shots=shots),))
        plan, _ = planned(changed(state, own=(mine, *state.own[1:])))
        assert {order.late for order in plan.fires} == late
