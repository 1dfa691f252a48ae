"""Drivers by doctrine: path finding, and knowledge limited to their side's view (V57)."""

from __future__ import annotations

import pytest

from autoduel.doctrine.driver import plan_of
from autoduel.doctrine.roads import BRUSH_DISTANCE, CELL, PathFinder
from autoduel.doctrine.weigh import (
    MIN_SEARCH_SPEED,
    PRESSING_PREFERENCES,
    QUIET_TURNS_TO_WAIT,
    ForecastCar,
    PlanWeigher,
    numbers_to_fire_at,
)
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import ARENAS, FOUNDRY_FLOOR, KESSEL_OVAL, SALTMARKET
from autoduel.rules.dropping import passed_markers
from autoduel.rules.duel import Duel
from autoduel.rules.geometry import box_meets_disc, distance, vector
from autoduel.rules.ghost import Leg, forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.plans import own_cars
from autoduel.rules.samples import HORNET, MAGISTRATE, RAMROD, TRAPPER
from autoduel.rules.values import KINDS, CarPlan, Marker, Orders, Plan, Walker
from engine.dice import SeededDice, seed_from
from engine.values import Seat, changed
from tests.autoduel.garage import start_duel

AHEAD = changed(
    MAGISTRATE,
    weapons=tuple([changed(gun, facing="front") for gun in MAGISTRATE.weapons]),
    extras=(),
)
"""A Magistrate without a turret."""


def with_poses(state, *poses, speed=30, markers=()):
    """Return the state with its cars in these poses."""
    cars = tuple(
        [
            changed(car, x=x, y=y, heading=heading, course=heading, speed=speed)
            for car, (x, y, heading) in zip(state.table.cars, poses, strict=True)
        ]
    )
    return changed(state, table=changed(state.table, cars=cars, markers=tuple(markers)))


def plan_and_ghost(state, seat=0, kind=""):
    """Return the plan of a side's first car and its ghost."""
    view = AUTODUEL.view(state, Seat(seat))
    plan = plan_of(view, kind).cars[0]
    car = next(own_cars(view))
    return plan, forecast_plan(state.table.numbers, ground_of(state.table.arena), car, plan)


def second_inch(legs):
    """Return the pose of a ghost after its second inch."""
    return [leg.poses[-1] for leg in legs if leg.poses][1]


@pytest.mark.parametrize("arena", ARENAS.values(), ids=lambda arena: arena.name)
def test_v148_every_gate_is_connected_to_every_other(arena):
    """A path followed from point to point ends at the other gate."""
    for one in arena.gates:
        roads = PathFinder(arena, (one.x, one.y))
        for other in arena.gates:
            here, left = (other.x, other.y), None
            while left != 0:
                way = roads.find_path(here)
                assert (
                    roads.is_clear(here, way.point) or distance(here, way.point) <= BRUSH_DISTANCE
                )
                assert left is None or way.length_left < left
                here, left = way.point, way.length_left
            assert distance(here, (one.x, one.y)) < CELL


def test_v148_driver_goes_straight_to_a_visible_goal():
    assert PathFinder(FOUNDRY_FLOOR, (14_500, 8500)).find_path((3500, 8500)) == ((14_500, 8500), 0)


def test_v148_driver_goes_to_a_visible_corner_if_the_goal_is_hidden():
    roads = PathFinder(KESSEL_OVAL, (16_500, 18_500))
    point, rest = roads.find_path((16_500, 7500))
    assert roads.is_clear((16_500, 7500), point)
    assert rest > 8000


def test_v148_path_leaves_room_for_half_a_car_at_corners():
    """A car's flank can hit what the line of its centre passes."""
    (wall, *_) = ARENAS["saltmarket"].walls
    right, top = max(x for x, _ in wall), max(y for _, y in wall)
    roads = PathFinder(SALTMARKET, (right + 200, top + 4000))
    start, end = (right + 200, top - 1000), (right + 200, top + 2500)
    assert not ground_of(SALTMARKET).is_line_blocked(start, end)
    assert not roads.is_clear(start, end)


@pytest.mark.parametrize("kind", ["mine", "spikes", "oil", "burning-oil", "obstacle"])
def test_v148_path_avoids_dangerous_markers(kind):
    start, goal = (3500, 8500), (13_500, 8500)
    lying = Marker(kind=kind, pose=(8500, 8500, 0), by=1)

    def squares(markers):
        roads, here, found = PathFinder(FOUNDRY_FLOOR, goal, markers), start, []
        while here != goal:
            ahead = [(here[0] + CELL, here[1] + CELL * step) for step in (-1, 0, 1)]
            lengths = {
                spot: length + distance(here, spot)
                for spot in ahead
                if (length := roads.path_length(spot)) is not None
            }
            here = min(lengths, key=lengths.__getitem__)
            found.append(here)
        return found

    assert lying.pose[:2] in squares(())
    assert lying.pose[:2] not in squares([lying])
    assert squares([changed(lying, kind="smoke")]) == squares(())


def test_v148_fully_mined_path_is_still_driven():
    start, goal = (3500, 8500), (13_500, 8500)
    mines = [Marker(kind="mine", pose=(8500, y, 0), by=1) for y in range(500, 24_000, 500)]
    roads = PathFinder(FOUNDRY_FLOOR, goal, mines)
    assert roads.path_length(start) is None
    assert roads.find_path(start).point[0] > 8500


@pytest.mark.slow("walks a whole arena")
@pytest.mark.parametrize("arena", ARENAS.values(), ids=lambda arena: arena.name)
def test_v150_every_reachable_position_has_a_path_in_and_out(arena):
    """Every path starts and ends at a square inch with room and a clear line."""
    ground, at_walls = ground_of(arena), 0
    gate = arena.gates[0].x, arena.gates[0].y
    for x in range(250, arena.width, 500):
        for y in range(250, arena.height, 500):
            if all(ground.overlaps((x, y, heading), (500, 250)) for heading in (0, 6)):
                continue
            at_walls += PathFinder(arena, (x, y)).path_length((x, y)) is None
            for start, end in (((x, y), gate), (gate, (x, y))):
                here, left = start, None
                while (way := PathFinder(arena, end).find_path(here)).point != here:
                    straight = not ground.is_line_blocked(here, way.point)
                    assert straight or distance(here, way.point) < 2500
                    assert left is None or way.length_left < left
                    here, left = way.point, way.length_left
                assert not ground.is_line_blocked(here, end)
    assert at_walls


def test_v150_enemy_is_predicted_in_front_of_a_wall_not_inside_it():
    (left, bottom), *_ = FOUNDRY_FLOOR.walls[0]
    state = start_duel(MAGISTRATE, HORNET, arena=FOUNDRY_FLOOR)
    state = with_poses(state, (6000, bottom + 500, 0), (left - 2500, bottom + 500, 0), speed=50)
    view = AUTODUEL.view(state, Seat(0))
    weigher = PlanWeigher(view, next(own_cars(view)), view.table.cars[1], "duellist")
    poses = weigher.enemy_poses
    assert len(poses) == 5
    assert poses[0][0] > left - 2500
    assert left - 1500 < poses[-1][0] < left
    assert not ground_of(FOUNDRY_FLOOR).overlaps(poses[-1], view.table.cars[1].size)


def weighers_out_of_sight(quiet, points=(0, 0), speed=30):
    """Return the weighers of both sides with the oval's middle between them."""
    state = start_duel(MAGISTRATE, HORNET, arena=KESSEL_OVAL)
    state = with_poses(state, (16_500, 7500, 0), (16_500, 18_500, 0), speed=speed)
    cars = [changed(car, points=at) for car, at in zip(state.table.cars, points, strict=True)]
    table = changed(state.table, quiet=quiet, cars=tuple(cars))
    found = []
    for seat in (0, 1):
        view = AUTODUEL.view(changed(state, table=table), Seat(seat))
        foe = view.table.cars[1 - seat]
        found.append(PlanWeigher(view, next(own_cars(view)), foe, "duellist"))
    return found


def test_v148_driver_without_a_visible_enemy_drives_forward_at_40():
    weigher = weighers_out_of_sight(quiet=3)[0]
    pose = weigher.car.pose
    there = weigher._position_value(pose, MIN_SEARCH_SPEED)
    assert all(
        weigher._position_value(pose, speed) < there for speed in (-10, 0, 10, MIN_SEARCH_SPEED - 5)
    )


@pytest.mark.parametrize(
    ("quiet", "points", "waiting"),
    [
        (QUIET_TURNS_TO_WAIT, (5, 5), [True, False]),
        (QUIET_TURNS_TO_WAIT, (3, 5), [False, True]),
        (QUIET_TURNS_TO_WAIT - 1, (3, 5), [False, False]),
        (QUIET_TURNS_TO_WAIT, (0, 0), [True, False]),
    ],
)
def test_v148_leader_waits_for_the_other_after_eight_quiet_turns(quiet, points, waiting):
    weighers = weighers_out_of_sight(quiet, points)
    assert [weigher.is_waiting for weigher in weighers] == waiting
    for weigher, waits in zip(weighers, waiting, strict=True):
        pose = weigher.car.pose
        assert (weigher._position_value(pose, 0) > weigher._position_value(pose, 30)) == waits


def test_v148_standing_still_loses_value_with_every_quiet_turn():
    """Side by side with front guns, neither can aim, and each quiet turn is worse."""
    state = start_duel(AHEAD, HORNET)
    state = with_poses(state, (8000, 12_000, 6), (10_000, 12_000, 6), speed=0)
    worth = []
    for quiet in (2, 5):
        view = AUTODUEL.view(changed(state, table=changed(state.table, quiet=quiet)), Seat(0))
        weigher = PlanWeigher(view, next(own_cars(view)), view.table.cars[1], "duellist")
        worth.append(weigher.plan_value(CarPlan(car=0, speed=0)))
    assert worth[0] - worth[1] == 3 * 500


def test_v148_shot_that_would_be_held_has_no_value():
    state = with_poses(start_duel(MAGISTRATE, HORNET), (8000, 12_000, 0), (16_000, 12_000, 12))
    me, them = (
        ForecastCar((8000, 12_000, 0), 30, *[False] * 3),
        ForecastCar((28_000, 12_000, 6), 30, *[False] * 3),
    )
    worth = []
    for shots in ((20, 0), (2, 0)):
        view = AUTODUEL.view(with_first(state, shots=shots), Seat(0))
        weigher = PlanWeigher(view, next(own_cars(view)), view.table.cars[1], "duellist")
        worth.append((weigher._expected_damage(me, them, 3), weigher._expected_damage(me, them, 5)))
    assert numbers_to_fire_at(20) == (9, 12)
    assert worth[0][0] == 0 < worth[0][1]
    assert worth[1] == (0, 0)


def test_v148_leaving_driver_does_not_stand_still():
    state = with_poses(
        start_duel(MAGISTRATE, HORNET), (8000, 12_000, 0), (20_500, 12_000, 12), speed=0
    )
    view = AUTODUEL.view(state, Seat(0))
    foe = view.table.cars[1]
    weigher = PlanWeigher(view, next(own_cars(view)), foe, "survivor", is_leaving=True)
    pose = weigher.car.pose
    assert (
        weigher._gate_value(pose, 0) < weigher._gate_value(pose, -5) < weigher._gate_value(pose, 5)
    )


@pytest.mark.parametrize(
    ("tyres", "enemy", "yields", "flag"),
    [
        ((0, 0, 9, 9), (8000, 16_000, 18), "hurt-and-holed", "yield"),
        ((0, 0, 9, 9), (8000, 16_000, 18), "never", ""),
        ((0, 0, 9, 9), (12_000, 12_000, 12), "hurt-and-holed", ""),
        ((9, 9, 9, 9), (8000, 16_000, 18), "hurt-and-holed", ""),
    ],
)
def test_v149_immobile_car_without_a_target_gives_up(tyres, enemy, yields, flag):
    state = with_poses(start_duel(AHEAD, HORNET), (8000, 12_000, 0), enemy, speed=0)
    state = with_first(state, tyres=tyres)
    own = changed(state.own[0], orders=changed(state.own[0].orders, yields=yields))
    assert plan_and_ghost(changed(state, own=(own, *state.own[1:])))[0].flag == flag


@pytest.mark.parametrize(
    ("turn", "quiet", "flag"), [(10, 0, "leave"), (57, 0, "yield"), (10, 10, "yield")]
)
def test_v149_unarmed_driver_gives_up_if_there_is_no_time_to_leave(turn, quiet, flag):
    state = with_poses(start_duel(MAGISTRATE, HORNET), (16_000, 8000, 0), (20_000, 8000, 12))
    state = with_first(state, shots=(0, 0))
    state = changed(state, table=changed(state.table, turn=turn, quiet=quiet))
    assert plan_and_ghost(state)[0].flag == flag


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
def test_v57_driver_heading_for_a_wall_plans_around_it(kind, arena, pose):
    state = start_duel(MAGISTRATE, HORNET, arena=arena)
    gate = arena.gates[1].pose
    _, legs = plan_and_ghost(with_poses(state, pose, gate), kind=kind)
    ground = ground_of(arena)
    assert not any(ground.overlaps(each, (500, 250)) for leg in legs for each in leg.poses)


def test_v57_driver_facing_a_wall_backs_away():
    state = with_poses(
        start_duel(MAGISTRATE, HORNET), (16_000, 12_000, 0), (20_500, 12_000, 0), speed=0
    )
    car = changed(state.table.cars[0], stood=1)
    state = changed(state, table=changed(state.table, cars=(car, *state.table.cars[1:])))
    plan, _ = plan_and_ghost(state)
    assert plan.speed == -5


def test_v57_driver_avoids_a_mine_in_its_way():
    poses = (6000, 12_000, 0), (14_000, 12_000, 0)
    state = with_poses(start_duel(MAGISTRATE, TRAPPER), *poses)
    _, legs = plan_and_ghost(state)
    mine = Marker(kind="mine", pose=second_inch(legs), by=1)

    def over(state):
        ends = [leg.poses[-1] for leg in plan_and_ghost(state)[1] if leg.poses]
        return [one.is_over for one in passed_markers([mine], ends, (500, 250))]

    assert True in over(state)
    assert True not in over(with_poses(state, *poses, markers=[mine]))


def test_v57_driver_without_a_turret_turns_to_an_enemy_behind():
    state = with_poses(start_duel(HORNET, HORNET), (8000, 12_000, 12), (14_000, 12_000, 12))
    plan, legs = plan_and_ghost(state)
    assert legs[-1].poses[-1][2] != 12
    assert any(each != "S" for each in plan.manoeuvres)


def test_v57_v138_unarmed_driver_rams_or_leaves_unless_ahead():
    state = with_poses(start_duel(MAGISTRATE, HORNET), (8000, 12_000, 0), (12_500, 12_000, 12))
    own = state.own[0]
    empty = changed(own, sheets=(changed(own.sheets[0], shots=(0, 0)),))
    state = changed(state, own=(empty, *state.own[1:]))
    assert plan_and_ghost(state, kind="charger")[0].ram == 1
    stuck = changed(empty, sheets=(changed(empty.sheets[0], plant=0),))
    fierce = changed(empty, orders=Orders(yields="never"))
    for kind in ("duellist", "circler", "survivor", "layer"):
        found, _ = plan_and_ghost(state, kind=kind)
        assert (found.ram, found.flag) == (-1, "leave")
        found, _ = plan_and_ghost(changed(state, own=(stuck, *state.own[1:])), kind=kind)
        assert found.flag == "yield"
        ahead = changed(state.table.cars[0], points=5)
        table = changed(state.table, cars=(ahead, *state.table.cars[1:]))
        found, _ = plan_and_ghost(changed(state, table=table), kind=kind)
        assert (found.ram, found.flag) == (-1, "")
        found, _ = plan_and_ghost(changed(state, own=(fierce, *state.own[1:])), kind=kind)
        assert (found.ram, found.flag) == (1, "")


def test_v57_charger_rams_and_duellist_avoids_ramming():
    state = with_poses(
        start_duel(MAGISTRATE, HORNET), (8000, 12_000, 0), (12_500, 12_000, 12), speed=20
    )
    assert plan_and_ghost(state, kind="charger")[0].ram == 1
    assert plan_and_ghost(state, kind="duellist")[0].ram == -1


def test_v79_doctrine_plans_avoid_certain_loss_of_control():
    """No plan in a duel of doctrines contains a manoeuvre that certainly fails."""
    setup = AUTODUEL.setups()[0]
    state, ply = AUTODUEL.start(setup, SeededDice(seed_from("sure"), 0))[0], 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        for car in Duel(state, SeededDice(seed_from("none"), 0)).cars:
            if car.side == seats[0] and car.is_steered and not car.out and car.hs >= 0:
                plan = plan_of(AUTODUEL.view(state, seats[0])).cars[0]
                legs = forecast_plan(setup.numbers, ground_of(setup.arena), car, plan)
                assert all(leg.number < 7 for leg in legs)
        move = plan_of(AUTODUEL.view(state, seats[0]))
        state, _ = AUTODUEL.apply(state, seats[0], move, SeededDice(seed_from("sure"), ply))


def test_v57_long_odds_are_taken_only_with_plenty_of_shots():
    state = start_duel(MAGISTRATE, HORNET)
    own = state.own[0]
    for shots, ordered in (
        ((13, 20), {(9, 12)}),
        ((12, 20), {(8, 10), (9, 12)}),
        ((6, 7), {(8, 9), (8, 10)}),
        ((6, 6), {(8, 9)}),
    ):
        mine = changed(own, sheets=(changed(own.sheets[0], shots=shots),))
        plan, _ = plan_and_ghost(changed(state, own=(mine, *state.own[1:])))
        assert {(order.most, order.late) for order in plan.fires} == ordered


def with_first(state, **sheet):
    """Return the state with these changes to the first car's sheet."""
    own = state.own[0]
    mine = changed(own, sheets=(changed(own.sheets[0], **sheet),))
    return changed(state, own=(mine, *state.own[1:]))


def drive_by_doctrine(state, turns, kind):
    """Drive the first side by doctrine for some turns while the others stand still."""
    for turn in range(turns):
        if state.table.is_over:
            break
        for seat in AUTODUEL.to_act(state):
            view = AUTODUEL.view(state, seat)
            move = plan_of(view, kind) if seat == 0 else Plan(cars=(standing_plan(view),))
            state, _ = AUTODUEL.apply(state, seat, move, SeededDice(seed_from(f"{kind}{turn}"), 1))
    return state


def standing_plan(view):
    """Return a plan that brakes to a stop and fires nothing."""
    car = next(own_cars(view))
    return CarPlan(car=car.number, speed=max(0, car.speed - 10))


@pytest.mark.parametrize("arena", ARENAS.values(), ids=lambda arena: arena.name)
def test_v57_v136_survivor_with_breached_armour_leaves_by_its_gate(arena):
    holed = changed(MAGISTRATE, armour=(20, 20, 0, 20, 8, 8))
    state = start_duel(holed, HORNET, arena=arena)
    gate, other = arena.gates[0], arena.gates[1]
    ahead = vector(6000, gate.heading)
    start = (gate.x + ahead[0], gate.y + ahead[1], gate.heading)
    state = drive_by_doctrine(with_poses(state, start, other.pose, speed=20), 14, "survivor")
    assert state.table.cars[0].out == "left"


def test_v57_v136_survivor_with_whole_armour_stays():
    state = start_duel(MAGISTRATE, HORNET)
    assert plan_and_ghost(state, kind="survivor")[0].flag == ""


def test_v133_driver_closes_in_after_two_turns_without_fighting():
    state = with_poses(
        start_duel(MAGISTRATE, HORNET), (8000, 12_000, 0), (13_500, 12_000, 12), speed=20
    )
    own = next(own_cars(AUTODUEL.view(state, Seat(0))))
    for kind in KINDS:
        for quiet, closes in ((1, False), (2, True)):
            view = AUTODUEL.view(changed(state, table=changed(state.table, quiet=quiet)), Seat(0))
            weigher = PlanWeigher(view, own, view.table.cars[1], kind)
            assert (weigher.preferences is PRESSING_PREFERENCES) == closes


def test_v134_driver_prefers_a_damaged_enemy_even_if_farther():
    state = start_duel(RAMROD, HORNET, MAGISTRATE)
    state = with_poses(state, (18_000, 8000, 0), (22_000, 8000, 12), (13_000, 8000, 0))
    cars = list(state.table.cars)
    assert plan_and_ghost(state, kind="charger")[0].ram == 1
    cars[2] = changed(cars[2], dealt=(8, 4, 0, 0, 0, 0))
    state = changed(state, table=changed(state.table, cars=tuple(cars)))
    assert plan_and_ghost(state, kind="charger")[0].ram == 2


@pytest.mark.parametrize(
    ("spec", "flag"),
    [
        ({}, ""),
        ({"extras": ()}, "bail"),
        ({"gas": True}, "bail"),
        ({"plant": 2}, "bail"),
    ],
)
def test_v135_crew_leaves_a_fire_that_cannot_be_put_out_or_could_explode(spec, flag):
    state = start_duel(changed(MAGISTRATE, **spec), HORNET)
    burning = changed(state.table.cars[0], burning=True)
    cars = (burning, *state.table.cars[1:])
    state = changed(state, table=changed(state.table, cars=cars))
    assert plan_and_ghost(state)[0].flag == flag


def test_v131_driver_avoids_people_on_foot():
    poses = (6000, 12_000, 0), (14_000, 12_000, 0)
    state = with_poses(start_duel(MAGISTRATE, TRAPPER), *poses)
    _, legs = plan_and_ghost(state)
    x, y, _ = second_inch(legs)
    walker = Walker(car=1, person=0, x=x, y=y, until=9)
    state = changed(state, table=changed(state.table, walkers=(walker,)))
    ends = [leg.poses[-1] for leg in plan_and_ghost(state)[1] if leg.poses]
    assert not any(box_meets_disc(pose, (500, 250), (x, y), 125) for pose in ends)


def test_v139_driver_prefers_a_side_that_was_hit_before():
    state = with_poses(start_duel(MAGISTRATE, HORNET), (8000, 12_000, 0), (12_000, 12_000, 12))
    view = AUTODUEL.view(state, Seat(0))
    own, foe = next(own_cars(view)), view.table.cars[1]
    me, them = (
        ForecastCar((0, 0, 0), 30, False, False, False),
        ForecastCar((5000, 0, 12), 30, *[False] * 3),
    )
    side = ForecastCar((5000, 0, 6), 30, *[False] * 3)
    weigher = PlanWeigher(view, own, foe, "duellist")
    assert weigher._side_value(me, them, foe) == 8
    assert weigher._side_value(me, side, foe) == 9
    assert weigher._side_value(me, them, changed(foe, dealt=(12, 0, 0, 0, 0, 0))) == 11
    assert weigher._side_value(me, them, changed(foe, holed=(True, *[False] * 5))) == 16


@pytest.mark.parametrize(
    ("armour", "enemy", "flag"),
    [
        ((0, 20, 20, 20, 8, 8), (14_000, 12_000, 12), "yield"),
        ((20, 0, 20, 20, 8, 8), (14_000, 12_000, 12), ""),
        ((0, 20, 20, 20, 8, 8), (30_000, 12_000, 12), ""),
    ],
)
def test_v141_wounded_driver_yields_if_a_breach_faces_an_enemy(armour, enemy, flag):
    state = with_poses(start_duel(MAGISTRATE, HORNET), (8000, 12_000, 0), enemy)
    assert plan_and_ghost(with_first(state, armour=armour, dp=(2, 3)))[0].flag == flag
    assert plan_and_ghost(with_first(state, armour=armour))[0].flag == ""
    other = changed(state.table.cars[1], dealt=(1, 0, 0, 0, 0, 0))
    ahead = changed(state, table=changed(state.table, cars=(state.table.cars[0], other)))
    assert plan_and_ghost(with_first(ahead, armour=armour, dp=(2, 3)))[0].flag == ""


def test_v137_circler_keeps_its_front_gun_on_the_enemy():
    state = start_duel(HORNET, MAGISTRATE)
    angles = []
    for seat in (0, 1):
        view = AUTODUEL.view(state, Seat(seat))
        foe = view.table.cars[1 - seat]
        angles.append(PlanWeigher(view, next(own_cars(view)), foe, "circler").angle)
    assert angles == [2, 6]


def test_v142_driver_does_not_follow_a_mine_layer_closely():
    """The position behind a Trapper is worth less than the same behind a Hornet."""
    worth = []
    for other in (TRAPPER, HORNET):
        state = with_poses(start_duel(HORNET, other), (8000, 12_000, 0), (11_000, 12_000, 0))
        view = AUTODUEL.view(state, Seat(0))
        weigher = PlanWeigher(view, next(own_cars(view)), view.table.cars[1], "duellist")
        pose = (weigher.enemy_poses[-1][0] - 4500, 12_000, 0)
        worth.append((weigher.enemy_has_dropper, weigher._position_value(pose, 30)))
    assert [laid for laid, _ in worth] == [True, False]
    assert worth[1][1] - worth[0][1] == 400


def test_v142_driver_keeps_half_an_inch_from_a_mine():
    poses = (6000, 12_000, 0), (14_000, 12_000, 0)
    state = with_poses(start_duel(MAGISTRATE, TRAPPER), *poses)
    _, legs = plan_and_ghost(state)
    x, y, heading = next(leg.poses[1] for leg in legs if leg.poses)
    mine = Marker(kind="mine", pose=(x, y + 800, heading), by=1)
    weighers = []
    for markers in ((), (mine,)):
        view = AUTODUEL.view(with_poses(state, *poses, markers=markers), Seat(0))
        weighers.append(PlanWeigher(view, next(own_cars(view)), view.table.cars[1], "duellist"))
    assert [weigher._marker_penalty(legs) for weigher in weighers] == [0, 3000]


def test_v151_cars_start_two_inches_in_front_of_their_gates_at_40():
    state = start_duel(MAGISTRATE, HORNET)
    for car, gate in zip(state.table.cars, FOUNDRY_FLOOR.gates, strict=False):
        ahead = vector(2000, gate.heading)
        assert (car.pose[:2], car.speed) == ((gate.x + ahead[0], gate.y + ahead[1]), 40)


@pytest.mark.parametrize(("rule", "steps"), [(1, 6), (2, 0)])
def test_v152_v154_expected_number_includes_the_penalty_of_a_steering_driver(rule, steps):
    """A lone driver that bends by 90° shoots at a number that is higher by the D of the bend."""
    lone = changed(MAGISTRATE, crew=MAGISTRATE.crew[:1])
    numbers = changed(NUMBERS, driver_fire=rule)
    state = with_poses(
        start_duel(lone, HORNET, numbers=numbers), (8000, 9000, 0), (14_000, 9000, 12), speed=10
    )
    view = AUTODUEL.view(state, Seat(0))
    weigher = PlanWeigher(view, next(own_cars(view)), view.table.cars[1], "duellist")
    plan = CarPlan(car=0, speed=10, manoeuvres=("S", "S", "L90", "S", "S"))
    legs = weigher.forecast_drive(plan)[2]
    assert weigher._fire_penalties(plan, legs) == {2: 0, 3: steps, 4: 0, 5: 0}


def test_v155_handling_that_is_missing_in_the_next_turn_costs_more_at_speed():
    view = AUTODUEL.view(start_duel(MAGISTRATE, HORNET), Seat(0))
    car = next(own_cars(view))
    weigher = PlanWeigher(view, car, view.table.cars[1], "duellist")
    slow, fast = (
        [weigher._exposure_penalty([Leg(1, [], speed, hs, 0)]) for hs in (car.hc(NUMBERS), -6)]
        for speed in (20, 60)
    )
    assert slow[0] == fast[0] == 0 < slow[1] < fast[1]
