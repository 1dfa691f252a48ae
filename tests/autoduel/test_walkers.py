"""People on foot: positions, being led off, run down or shot (V9, V31, V35, V45, V131)."""

from __future__ import annotations

import pytest

from autoduel.game import AUTODUEL
from autoduel.rules.aiming import number_needed
from autoduel.rules.ends import carry_out_flags, take_out_wrecks
from autoduel.rules.events import Avoided, Crippled, Fired, LedOff, RunDown, Suffered
from autoduel.rules.events import OnFoot as StepsOut
from autoduel.rules.geometry import box_meets_disc
from autoduel.rules.ground import Ground
from autoduel.rules.moving import move_cars
from autoduel.rules.record import record_of
from autoduel.rules.samples import HORNET, MAGISTRATE, RAMROD, WASP
from autoduel.rules.shooting import fire, hazards_of_hits
from autoduel.rules.turn import play
from autoduel.rules.values import CarPlan, Extra, FireOrder, Plan, Walker
from autoduel.rules.walkers import OnFoot, lead_off_walkers
from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.values import Seat, changed
from tests.autoduel.garage import make_working_duel, start_duel

SEED = seed_from("walkers")


def make_duel_after_bail_out(*faces, speeds=(10, 0), **more):
    """Return a duel at the end of the turn in which the first car's crew got out."""
    duel = make_working_duel(*faces, speeds=speeds, **more)
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=speeds[0], flag="bail")
    carry_out_flags(duel)
    return duel


def make_duel_with_walker(*faces, spot=(8000, 12_000), until=9, **more):
    """Return a duel with a moving car and a person of the other side on foot."""
    duel = make_working_duel(*faces, **more)
    walker = Walker(car=1, person=1, x=spot[0], y=spot[1], until=until)
    duel.walkers = [walker]
    other = duel.cars[1]
    other.gone[1], other.yielded, other.out = True, True, "yielded"
    return duel


class FullArena(Ground):
    """An arena without free space."""

    def overlaps(self, pose, size):
        return pose is not size


def events_of(duel, kind):
    return [event for event in duel.film if isinstance(event, kind)]


def test_v45_v131_people_who_bail_out_stand_on_either_side_of_the_car():
    duel = make_duel_after_bail_out()
    car = duel.cars[0]
    assert [(one.car, one.person, one.until) for one in duel.walkers] == [(0, 0, 2), (0, 1, 2)]
    left, right = duel.walkers
    assert (left.x, left.y) == (car.x - 250, car.y + 500)
    assert (right.x, right.y) == (car.x + 250, car.y - 500)
    assert not any(box_meets_disc(car.pose, car.size, (one.x, one.y), 125) for one in duel.walkers)
    assert [(one.person, one.x, one.y) for one in events_of(duel, StepsOut)] == [
        (0, left.x, left.y),
        (1, right.x, right.y),
    ]


@pytest.mark.parametrize("spec", [MAGISTRATE, WASP])
def test_v131_people_do_not_step_into_a_wall_or_another_car(spec):
    duel = make_duel_after_bail_out(
        one=(8000, 375, 0), other=(8000, 1125, 0), specs=(spec, RAMROD), speeds=(0, 0)
    )
    for one in duel.walkers:
        assert not duel.ground.overlaps((one.x, one.y, 0), (125, 125))
        for car in duel.cars:
            assert not box_meets_disc(car.pose, car.size, (one.x, one.y), 125)


def test_v131_people_without_room_to_stand_are_led_off_immediately():
    duel = make_working_duel(speeds=(0, 0))
    duel.ground = FullArena(duel.table.arena)
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=0, flag="bail")
    carry_out_flags(duel)
    assert duel.walkers == []
    assert [one.person for one in events_of(duel, LedOff)] == [0, 1]


def test_v132_ejected_people_leave_the_arena_immediately():
    seats = Extra(key="accessory:1", name="Ejection seats", location="", dp=1, ejects=True)
    duel = make_duel_after_bail_out(
        specs=(changed(MAGISTRATE, extras=(seats,)), RAMROD), speeds=(90, 0)
    )
    assert duel.cars[0].gone == [True, True]
    assert duel.walkers == []
    assert events_of(duel, StepsOut) == []


def test_v45_people_on_foot_are_led_off_at_the_end_of_the_next_turn():
    state = start_duel(MAGISTRATE, HORNET, WASP)
    bail = CarPlan(car=0, speed=20, flag="bail")
    straight = [CarPlan(car=at, speed=20) for at in (1, 2)]
    plans = {at + 1: Plan(cars=(row,)) for at, row in enumerate(straight)}
    state, _ = play(state, {0: Plan(cars=(bail,)), **plans}, SeededDice(SEED, 1))
    assert [one.person for one in state.table.walkers] == [0, 1]
    state, told = play(state, plans, SeededDice(SEED, 2))
    assert state.table.walkers == ()
    assert [each.event.person for each in told if isinstance(each.event, LedOff)] == [0, 1]


def test_v45_people_who_got_out_this_turn_are_not_led_off_yet():
    duel = make_duel_after_bail_out()
    lead_off_walkers(duel)
    assert len(duel.walkers) == 2
    duel.turn = 2
    lead_off_walkers(duel)
    assert duel.walkers == []


def test_v31_running_someone_down_does_a_fifth_and_is_a_hazard_of_three():
    """One die at 30 mph. The heavy car does full damage and takes a fifth."""
    duel = make_duel_with_walker(6, 6, speeds=(30, 0), other=(30_000, 20_000, 0))
    car, victim = duel.cars
    car.turn_state.plan = CarPlan(car=0, speed=30, avoid=False)
    car.hs = 3
    for phase in (1, 2, 3):
        duel.phase = phase
        move_cars(duel)
    (event,) = events_of(duel, RunDown)
    assert (event.whose, event.person, event.faces, event.dealt) == (1, 1, (6,), (1, 6))
    assert (victim.suits[1], victim.dp[1]) == (0, 0)
    assert car.armour[0] == 29
    assert car.hs == 0
    assert car.turn_state.is_busy
    assert car.merciless == [1, 0]
    assert duel.walkers[0].down


def test_v31_fallen_person_is_not_run_down_again():
    duel = make_duel_with_walker(speeds=(30, 0), other=(30_000, 20_000, 0))
    duel.walkers = [changed(duel.walkers[0], down=True)]
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, avoid=False)
    for phase in (1, 2, 3):
        duel.phase = phase
        move_cars(duel)
    assert events_of(duel, RunDown) == []
    assert duel.cars[0].x == 8000


def test_v31_v29_light_car_hits_a_person_with_a_third():
    duel = make_duel_with_walker(
        6, 6, specs=(WASP, RAMROD), speeds=(30, 0), other=(30_000, 20_000, 0)
    )
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, avoid=False)
    for phase in (1, 2, 3):
        duel.phase = phase
        move_cars(duel)
    assert events_of(duel, RunDown)[0].dealt == (1, 2)
    assert duel.cars[1].suits[1] == 1
    assert duel.cars[0].merciless == [0]


def test_v26_driver_steers_around_a_person_on_foot():
    duel = make_duel_with_walker(spot=(8000, 12_260), speeds=(30, 0), other=(30_000, 20_000, 0))
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30)
    for phase in (1, 2, 3):
        duel.phase = phase
        move_cars(duel)
    assert events_of(duel, RunDown) == []
    assert [one.manoeuvre for one in events_of(duel, Avoided)] == ["DR"]


def test_v31_running_down_ones_own_crew_is_not_recorded():
    duel = make_working_duel(6, 6, speeds=(30, 0), other=(30_000, 20_000, 0))
    duel.walkers = [Walker(car=0, person=1, x=8000, y=12_000, until=9)]
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, avoid=False)
    for phase in (1, 2, 3):
        duel.phase = phase
        move_cars(duel)
    assert duel.cars[0].dp[1] == 0
    assert duel.cars[0].merciless == [0, 0]


def fire_orders(duel, *orders):
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, fires=orders)
    hazards_of_hits(duel, fire(duel))


def test_v45_v49_shooting_a_person_on_foot_dead_is_recorded():
    duel = make_duel_with_walker(6, 6, 6, 6, spot=(9000, 12_000), other=(30_000, 20_000, 0))
    fire_orders(duel, FireOrder(crew=1, weapon=0, target=1, on_foot=1))
    (shot,) = events_of(duel, Fired)
    assert (shot.hit, shot.on_foot, shot.facing, shot.points) == (True, 1, "", 12)
    assert duel.cars[1].dp == [3, 0]
    assert duel.walkers[0].down
    assert duel.cars[0].merciless == [0, 1]
    assert duel.cars[0].points == 0
    assert not duel.had_clash
    state, _ = duel.finish()
    first = changed(state.table, ending="last-side", places=(1, 2))
    record = record_of(changed(state, table=first))
    shooter = next(one for one in record.people if (one.side, one.person) == (0, 1))
    assert (shooter.awards, shooter.kills) == (("killed_surrendered",), 0)


def test_v53_people_on_foot_are_targets_only_by_name():
    duel = make_duel_with_walker(spot=(9000, 12_000), other=(30_000, 20_000, 0))
    fire_orders(duel, FireOrder(crew=1, weapon=0), FireOrder(crew=0, weapon=1, target=-3))
    assert events_of(duel, Fired) == []


def test_v53_fallen_hidden_or_departed_people_cannot_be_targeted():
    for change in ({"down": True}, {"x": 19_900, "y": 12_000}, {"person": 0}):
        duel = make_duel_with_walker(spot=(9000, 12_000), other=(30_000, 20_000, 0))
        duel.walkers = [changed(duel.walkers[0], **change)]
        fire_orders(duel, FireOrder(crew=1, weapon=0, target=1, on_foot=1))
        assert events_of(duel, Fired) == []


def test_v35_person_on_foot_is_three_harder_to_hit_and_stands_still():
    """The driver's front machine gun: 7, +1 for a standing target, −3 for a person."""
    duel = make_duel_with_walker(6, 5, 1, spot=(9000, 12_000), other=(30_000, 20_000, 0))
    fire_orders(duel, FireOrder(crew=0, weapon=1, target=1, on_foot=1))
    aimed = duel.heard[0][0]
    assert aimed.number == 9
    assert number_needed(duel.numbers, duel.cars[0], 7, OnFoot((9000, 12_000, 0)), "body", -3) == 9


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"target": 1, "on_foot": 1}, ""),
        ({"target": 1, "on_foot": 7}, "Identify a person on foot"),
        ({"target": -1, "on_foot": 0}, "Identify a person on foot"),
        ({"target": 1, "on_foot": -2}, "Identify a person on foot"),
    ],
)
def test_v53_person_on_foot_is_named_by_car_and_position(change, sentence):
    view = AUTODUEL.view(start_duel(MAGISTRATE, RAMROD), Seat(0))
    order = FireOrder(crew=0, weapon=1, **change)
    plan = Plan(cars=(CarPlan(car=0, speed=20, fires=(order,)),))
    if not sentence:
        AUTODUEL.check(view, plan)
        return
    with pytest.raises(IllegalMove, match=sentence):
        AUTODUEL.check(view, plan)


def test_v131_imagined_states_keep_the_people_on_foot():
    duel = make_duel_after_bail_out()
    state, _ = duel.finish()
    view = AUTODUEL.view(state, Seat(1))
    twin = AUTODUEL.imagine(view, SeededDice(SEED, 1))
    assert twin.table.walkers == state.table.walkers
    assert all(left > 1 for left in twin.own[0].sheets[0].dp)


@pytest.mark.parametrize(
    ("change", "what"), [({"plant": 0}, "mobility"), ({"weapons": [0, 0]}, "firepower")]
)
def test_v46_mobility_or_firepower_kill_is_announced_once_and_earns_nothing(change, what):
    duel = make_working_duel()
    car, foe = duel.cars
    for name, value in change.items():
        setattr(car, name, value)
    take_out_wrecks(duel)
    take_out_wrecks(duel)
    assert [(one.car, one.what) for one in events_of(duel, Crippled)] == [(0, what)]
    assert (car.out, foe.kills) == ("", [0, 0])


def test_v131_person_killed_by_the_jump_lies_there_and_their_side_is_told():
    duel = make_duel_after_bail_out(*[6] * 8, speeds=(70, 0))
    assert duel.cars[0].dp == [0, 0]
    assert [one.down for one in duel.walkers] == [True, True]
    told = [event for event in duel.heard[0] if isinstance(event, Suffered)]
    assert [event.parts for event in told] == [
        (("suit:0", 3), ("dp:0", 3)),
        (("suit:1", 3), ("dp:1", 3)),
    ]


def test_v31_driverless_car_kills_are_not_recorded():
    duel = make_duel_with_walker(6, 6, speeds=(30, 0), other=(30_000, 20_000, 0))
    car, victim = duel.cars
    car.gone = [True, True]
    car.turn_state.plan = CarPlan(car=0, speed=30, avoid=False)
    for phase in (1, 2, 3):
        duel.phase = phase
        move_cars(duel)
    assert victim.dp[1] == 0
    assert car.merciless == [0, 0]
