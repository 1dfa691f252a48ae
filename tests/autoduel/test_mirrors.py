"""A duel in a rotated or mirrored arena is the same duel (V76)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoduel.doctrine.driver import plan_of
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import Gate, Pylon
from autoduel.rules.events import Avoided
from autoduel.rules.geometry import HEADINGS
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.plans import own_cars
from autoduel.rules.values import KINDS, Autopilot, CarPlan, Orders, Plan
from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.values import changed
from tests.siege import examples


def rotate_arena(arena):
    """Return the arena rotated counter-clockwise by 90°."""

    def at(x: int, y: int) -> tuple[int, int]:
        return arena.height - y, x

    return changed(
        arena,
        width=arena.height,
        height=arena.width,
        walls=tuple([tuple([at(*point) for point in wall]) for wall in arena.walls]),
        gravel=tuple([tuple([at(*point) for point in area]) for area in arena.gravel]),
        pylons=tuple([_pylon(*at(one.x, one.y), one.radius) for one in arena.pylons]),
        gates=tuple([_gate(*at(one.x, one.y), one.heading + 6) for one in arena.gates]),
    )


def mirror_arena(arena):
    """Return the arena mirrored along its length."""

    def at(x: int, y: int) -> tuple[int, int]:
        return x, arena.height - y

    return changed(
        arena,
        walls=tuple([tuple([at(*point) for point in wall[::-1]]) for wall in arena.walls]),
        gravel=tuple([tuple([at(*point) for point in area[::-1]]) for area in arena.gravel]),
        pylons=tuple([_pylon(*at(one.x, one.y), one.radius) for one in arena.pylons]),
        gates=tuple([_gate(*at(one.x, one.y), -one.heading) for one in arena.gates]),
    )


def _pylon(x, y, radius):
    return Pylon(x=x, y=y, radius=radius)


def _gate(x, y, heading):
    return Gate(x=x, y=y, heading=heading % HEADINGS)


def rotate_pose(arena, pose):
    return arena.height - pose[1], pose[0], (pose[2] + 6) % HEADINGS


def mirror_pose(arena, pose):
    return pose[0], arena.height - pose[1], -pose[2] % HEADINGS


def with_orders(setup, kinds):
    sides = [
        changed(side, orders=Orders(kind=kind))
        for side, kind in zip(setup.sides, kinds, strict=False)
    ]
    return changed(setup, sides=tuple(sides), numbers=changed(NUMBERS, turn_limit=10))


def without_position(car):
    """Return the visible state of a car without its position and course."""
    return changed(car, x=0, y=0, heading=0, course=0)


@pytest.mark.slow("drives two duels to their ends")
@given(
    st.sampled_from(range(4)),
    st.integers(0, 10_000),
    st.lists(st.sampled_from(KINDS), min_size=3, max_size=3),
)
@examples(8)
def test_v76_duel_is_invariant_under_rotation_of_the_arena(number, word, kinds):
    """Doctrine plans and random plans alternate, with the same dice."""
    seed = seed_from(str(word))
    setup = with_orders(AUTODUEL.setups()[number], kinds)
    arena = setup.arena
    here, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
    there, _ = AUTODUEL.start(changed(setup, arena=rotate_arena(arena)), SeededDice(seed, 0))
    ply = 0
    while seats := AUTODUEL.to_act(here):
        ply += 1
        move = AUTODUEL.propose(AUTODUEL.view(here, seats[0]), SeededDice(seed, 1000 + ply))
        if ply % 2 or isinstance(move, Autopilot):
            move = plan_of(AUTODUEL.view(here, seats[0]))
        here, _ = AUTODUEL.apply(here, seats[0], move, SeededDice(seed, ply))
        there, _ = AUTODUEL.apply(there, seats[0], move, SeededDice(seed, ply))
        for one, other in zip(here.table.cars, there.table.cars, strict=True):
            assert other.pose == rotate_pose(arena, one.pose)
            assert without_position(other) == without_position(one)
    assert there.table.places == here.table.places


_OTHER_WAY = str.maketrans("LR", "RL")


@given(st.sampled_from(range(4)), st.integers(0, 10_000))
@examples(12)
def test_v76_mirrored_plans_give_a_mirrored_drive(number, word):
    """No die chooses a side: control rolls succeed and nobody fires.

    Among equally good ways around an obstacle, drivers choose the left one (V26), also in the
    mirror. There the duels differ.
    """
    seed = seed_from(str(word))
    setup = changed(AUTODUEL.setups()[number], numbers=changed(NUMBERS, control=("." * 14,) * 20))
    arena = setup.arena
    start = [6] * len(setup.sides) * 2
    here, _ = AUTODUEL.start(setup, ScriptedDice(*start))
    there, _ = AUTODUEL.start(changed(setup, arena=mirror_arena(arena)), ScriptedDice(*start))
    for ply in range(1, 13):
        seats = AUTODUEL.to_act(here)
        if not seats:
            break
        dice = SeededDice(seed, 1000 + ply)
        rows = [_random_plan(car, dice) for car in own_cars(AUTODUEL.view(here, seats[0]))]
        back = [
            changed(row, manoeuvres=tuple([one.translate(_OTHER_WAY) for one in row.manoeuvres]))
            for row in rows
        ]
        here, told = AUTODUEL.apply(here, seats[0], Plan(cars=tuple(rows)), SeededDice(seed, ply))
        there, heard = AUTODUEL.apply(
            there, seats[0], Plan(cars=tuple(back)), SeededDice(seed, ply)
        )
        for one, other in zip(
            _avoiding_manoeuvres(told), _avoiding_manoeuvres(heard), strict=False
        ):
            if other != one.translate(_OTHER_WAY):
                assert "L" in one and "L" in other
                return
        for one, other in zip(here.table.cars, there.table.cars, strict=True):
            assert other.pose == mirror_pose(arena, one.pose)
            assert other.speed == one.speed


def _avoiding_manoeuvres(told):
    """Return the manoeuvres around obstacles in their order."""
    return [each.event.manoeuvre for each in told if isinstance(each.event, Avoided)]


def _random_plan(car, dice):
    manoeuvres = tuple([dice.pick(("S", "L15", "R30", "DL", "TDR", "WL45")) for _ in range(5)])
    return CarPlan(car=car.number, speed=car.speed, manoeuvres=manoeuvres, avoid=dice.die(2) == 1)
