"""A whole duel: plans, turns, private knowledge and endings (V4 to V6, V47 to V56, V77)."""

from __future__ import annotations

from typing import Any

import pytest

from autoduel.doctrine.driver import plan_of
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import FOUNDRY_FLOOR
from autoduel.rules.ends import places
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.samples import HORNET, MAGISTRATE, TRAPPER, WASP
from autoduel.rules.values import Autopilot, CarPlan, DropOrder, FireOrder, Plan, Setup, Side
from engine.codec import encode
from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.match import heard_by
from engine.values import Seat, changed, swap
from tests.autoduel.garage import make_working_duel, start_duel

SEED = seed_from("autoduel")


def straight_plan(state, seat, **more):
    """Return a plan straight ahead for all cars of a side."""
    cars = [car for car in state.table.cars if car.side == seat and not car.out]
    return Plan(cars=tuple([CarPlan(car=car.number, speed=car.speed, **more) for car in cars]))


def play_moves(state, moves, ply=1):
    """Return state and events after these moves, one for each seat in turn."""
    told: list[Any] = []
    for seat, move in enumerate(moves):
        AUTODUEL.check(AUTODUEL.view(state, Seat(seat)), move)
        state, more = AUTODUEL.apply(state, Seat(seat), move, SeededDice(SEED, ply + seat))
        told += more
    return state, told


def play_doctrine_duel(setup, seed):
    """Play a duel of doctrines to its end."""
    state, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
    ply = 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        state, _ = AUTODUEL.apply(state, seats[0], Autopilot(), SeededDice(seed, ply))
    return state


def test_v5_car_that_can_neither_move_nor_fire_is_out_before_the_start():
    wreck = changed(MAGISTRATE, plant=0, weapons=())
    table = start_duel(wreck, MAGISTRATE, HORNET).table
    assert [car.out for car in table.cars] == ["could-not-start", "", ""]


@pytest.mark.parametrize(
    ("cars", "sentence"),
    [
        (((MAGISTRATE,),), "two to eight sides, not 1"),
        (((MAGISTRATE,),) * 9, "two to eight sides, not 9"),
        (((MAGISTRATE,) * 5, (MAGISTRATE,) * 4), "9 cars are too many"),
        (((MAGISTRATE,), ()), "every side of a duel needs a car"),
    ],
)
def test_v3_duel_has_two_to_eight_sides_and_at_most_eight_cars(cars, sentence):
    sides = tuple([Side(name="Side", cars=specs) for specs in cars])
    with pytest.raises(ValueError, match=sentence):
        Setup(arena=FOUNDRY_FLOOR, sides=sides)


def test_v3_duel_has_at_most_as_many_cars_as_the_arena_has_gates():
    small = changed(FOUNDRY_FLOOR, gates=FOUNDRY_FLOOR.gates[:2])
    sides = tuple([Side(name="Side", cars=(MAGISTRATE,)) for _ in range(3)])
    with pytest.raises(ValueError, match="Foundry Floor has 2 gates"):
        Setup(arena=small, sides=sides)


def test_v52_turn_is_played_when_the_last_plan_is_sealed():
    state = start_duel(MAGISTRATE, HORNET)
    after, told = play_moves(state, [straight_plan(state, 0)])
    assert after.table == state.table
    assert [each.to for each in told] == [(0,)]
    assert AUTODUEL.to_act(after) == (1,)
    after, _ = play_moves(state, [straight_plan(state, 0), straight_plan(state, 1)])
    assert after.table.turn == 2
    assert AUTODUEL.to_act(after) == (0, 1)
    assert [car.pose[0] for car in after.table.cars] == [7500, 28_500]


def test_v52_illegal_order_is_refused_with_a_hint():
    state = start_duel(MAGISTRATE, HORNET)
    view = AUTODUEL.view(state, Seat(0))
    refused: list[tuple[dict[str, Any], str]] = [
        ({"speed": 60}, "cannot change from 40 to 60 mph"),
        ({"speed": 42}, "cannot change from 40 to 42 mph"),
        ({"at": 6}, "phase 1 to 5"),
        ({"manoeuvres": ("S",) * 4}, "five manoeuvres"),
        ({"manoeuvres": ("FLY",) * 5}, "five manoeuvres"),
        ({"ram": 0}, "another side's car"),
        ({"fires": (FireOrder(crew=5, weapon=0),)}, "does not have this person"),
        ({"fires": (FireOrder(crew=0, weapon=0, target=0),)}, "your own side"),
        ({"fires": (FireOrder(crew=0, weapon=0, first=4, last=2),)}, "phases of an order"),
        ({"fires": (FireOrder(crew=0, weapon=0),) * 4}, "at most three orders"),
    ]
    for change, sentence in refused:
        plan = Plan(cars=(changed(straight_plan(state, 0).cars[0], **change),))
        with pytest.raises(IllegalMove, match=sentence):
            AUTODUEL.check(view, plan)
    state = start_duel(TRAPPER, HORNET)
    for change, sentence in [
        ({"drops": (DropOrder(crew=0, weapon=0),)}, "is fired, not dropped"),
        ({"drops": (DropOrder(crew=0, weapon=9),)}, "does not have this person or weapon"),
        ({"drops": (DropOrder(crew=0, weapon=1, phase=6),)}, "dropped in a phase"),
        ({"drops": (DropOrder(crew=0, weapon=1),) * 4}, "at most three orders to drop"),
        ({"fires": (FireOrder(crew=0, weapon=1),)}, "is dropped, not fired"),
    ]:
        plan = Plan(cars=(changed(straight_plan(state, 0).cars[0], **change),))
        with pytest.raises(IllegalMove, match=sentence):
            AUTODUEL.check(AUTODUEL.view(state, Seat(0)), plan)
    view = AUTODUEL.view(start_duel(MAGISTRATE, HORNET), Seat(0))
    with pytest.raises(IllegalMove, match="one row for each"):
        AUTODUEL.check(view, Plan(cars=()))
    with pytest.raises(IllegalMove, match="one to five turns"):
        AUTODUEL.check(view, Autopilot(turns=6))


def test_v55_quiet_turns_are_skipped_while_doctrine_drives_for_everyone():
    state = start_duel(MAGISTRATE, HORNET)
    after, told = play_moves(state, [Autopilot(turns=3), Autopilot(turns=2)])
    assert after.table.turn == 3
    assert [car.speed for car in after.table.cars] != [20, 20]
    begun = [each.event.turn for each in told if each.event.__class__.__name__ == "TurnBegins"]
    assert begun == [1, 2]
    assert AUTODUEL.to_act(after) == (1,)


def test_v55_doctrine_hands_back_control_when_an_enemy_is_near():
    state = start_duel(MAGISTRATE, HORNET)
    after, _ = play_moves(state, [Autopilot(turns=5, near=90_000), Autopilot(turns=5)])
    assert AUTODUEL.to_act(after) == (0,)
    assert after.table.turn == 2


@pytest.mark.parametrize("seat", [Seat(0), None])
def test_v60_v61_rivals_secrets_do_not_change_ones_own_view_until_public(seat):
    """In the other world the rival's armour, skill, shots, orders and plan differ."""
    state = start_duel(MAGISTRATE, HORNET)
    rival = state.own[1]
    armour = tuple([points + 7 for points in rival.sheets[0].armour])
    sheet = changed(rival.sheets[0], armour=armour, shots=(3, 2), hs=5, reflexes=2, dp=(2,))
    spec = changed(rival.specs[0], crew=(changed(rival.specs[0].crew[0], gunnery=3, driving=2),))
    orders = changed(rival.orders, kind="survivor", yields="never")
    other = changed(
        state,
        own=swap(state.own, 1, changed(rival, sheets=(sheet,), specs=(spec,), orders=orders)),
    )
    assert encode(AUTODUEL.view(state, seat)) == encode(AUTODUEL.view(other, seat))
    sealed = {}
    for world, move in ((state, straight_plan(state, 1)), (other, Autopilot(turns=4))):
        after, told = AUTODUEL.apply(world, Seat(1), move, SeededDice(SEED, 1))
        heard = heard_by(seat, told)
        sealed[encode(AUTODUEL.view(after, seat))] = 1
        assert heard == ()
    assert len(sealed) == 1
    played_out = [
        AUTODUEL.view(
            play_moves(world, [straight_plan(world, 0), straight_plan(world, 1)])[0], seat
        )
        for world in (state, other)
    ]
    assert encode(played_out[0]) == encode(played_out[1])


def test_v47_v115_quiet_turns_end_the_duel():
    state = start_duel(MAGISTRATE, HORNET)
    for turn in range(NUMBERS.quiet_turns):
        assert not state.table.is_over
        moves = [
            Plan(cars=(changed(straight_plan(state, seat).cars[0], speed=max(0, car.speed - 10)),))
            for seat, car in enumerate(state.table.cars)
        ]
        state, _ = play_moves(state, moves, ply=2 * turn + 1)
    assert (state.table.ending, state.table.places) == ("quiet", (1, 1))


def test_v45_v48_side_that_yields_ranks_below_side_that_stays():
    state = start_duel(MAGISTRATE, HORNET, WASP)
    moves = [
        straight_plan(state, 0),
        straight_plan(state, 1, flag="yield"),
        straight_plan(state, 2),
    ]
    state, _ = play_moves(state, moves)
    assert state.table.cars[1].out == "yielded"
    assert AUTODUEL.to_act(state) == (0, 2)


def test_v48_later_exits_rank_higher_and_voluntary_leavers_last():
    duel = make_working_duel()
    one, other = duel.cars
    one.out, one.out_at, other.out, other.out_at = "wrecked", 40, "wrecked", 41
    assert places(duel.cars, 2) == (2, 1)
    other.out = "left"
    assert places(duel.cars, 2) == (1, 2)
    other.out, other.out_at = "wrecked", 40
    assert places(duel.cars, 2) == (1, 1)


def test_v57_mine_layer_drops_on_a_car_that_follows():
    setup, kinds = AUTODUEL.setups()[3], set()
    for number in range(4):
        seed, ply = seed_from(f"followed {number}"), 0
        state, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
        while seats := AUTODUEL.to_act(state):
            ply += 1
            state, _ = AUTODUEL.apply(state, seats[0], Autopilot(), SeededDice(seed, ply))
            kinds |= {marker.kind for marker in state.table.markers if marker.by == 0}
    assert {"mine", "smoke"} & kinds


def test_v57_doctrine_sees_only_its_sides_view_and_plans_legally():
    for setup in AUTODUEL.setups():
        state, _ = AUTODUEL.start(setup, SeededDice(SEED, 0))
        for seat in AUTODUEL.seats(setup):
            view = AUTODUEL.view(state, seat)
            twin = AUTODUEL.view(AUTODUEL.imagine(view, SeededDice(SEED, 1)), seat)
            plan = plan_of(view)
            AUTODUEL.check(view, plan)
            assert plan_of(twin) == plan


def test_v57_every_plan_of_a_doctrine_duel_is_legal():
    state, ply = AUTODUEL.start(AUTODUEL.setups()[2], SeededDice(SEED, 0))[0], 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        view = AUTODUEL.view(state, seats[0])
        plan = plan_of(view)
        AUTODUEL.check(view, plan)
        state, _ = AUTODUEL.apply(state, seats[0], plan, SeededDice(SEED, ply))


def test_v58_quick_duel_is_reproducible():
    setup = AUTODUEL.setups()[0]
    one, again = play_doctrine_duel(setup, SEED), play_doctrine_duel(setup, SEED)
    assert one == again
    assert encode(one) != encode(play_doctrine_duel(setup, seed_from("another")))


def test_v6_v159_duel_ends_at_its_turn_limit():
    setup = changed(AUTODUEL.setups()[2], numbers=changed(NUMBERS, turn_limit=3))
    state = play_doctrine_duel(setup, SEED)
    assert state.table.turn == 4
    assert AUTODUEL.outcome(state).ending == "turn-limit"


def test_v79_state_and_turn_events_stay_small():
    setup = AUTODUEL.setups()[2]
    state, ply = AUTODUEL.start(setup, SeededDice(SEED, 0))[0], 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        state, told = AUTODUEL.apply(state, seats[0], Autopilot(), SeededDice(SEED, ply))
        assert len(encode(state)) <= 40 * 1024
        assert sum(len(encode(each)) for each in told) <= 30 * 1024
