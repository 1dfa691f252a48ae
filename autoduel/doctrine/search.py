"""A driver that plays out its best plans in imagined duels before it chooses one (V157).

For each imagined duel, the other sides' sheets are invented to match what is visible. All plans
are tried against the same imagined duels with the same dice. After the first turn, all cars follow
their doctrines. The driver knows only its own side's view (V57).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import UNSET

from autoduel.rules.car import Car
from autoduel.rules.imagine import imagine
from autoduel.rules.plans import own_cars
from autoduel.rules.turn import play
from autoduel.rules.values import CarPlan, Kind, Orders, Own, Plan, State, View
from engine.dice import Dice, SeededDice
from engine.values import Seat, changed, swap

from .driver import Driver, plan_of

_CREW_VALUE: Final = 10
_PLANT_VALUE: Final = 2
_LOST_CAR: Final = -150
"""Value of a crew's or plant's DP compared to an armour point, and value of a car that is out."""
_MAX_PLANS: Final = 24
"""Maximum number of plans by doctrine that a search makes. With many cars, it plays fewer turns."""
_DECIDED: Final = ("leave", "bail")
"""Flags of a driver who follows doctrine. The driver searches nevertheless, because the time that a
bot thinks could reveal its decision.
"""


class Effort(NamedTuple):
    """Limits of a search: plans for each car, imagined duels for each plan, and turns of a duel."""

    plans: int
    duels: int
    turns: int


class _Imagined(NamedTuple):
    """An imagined state, the other sides' plans for this turn, and the seed of its dice."""

    state: State
    plans: Mapping[int, Plan]
    seed: bytes


def searched_plan(view: View, kind: Kind, dice: Dice, effort: Effort) -> Plan:
    """Return the plan with the best results. `kind` is the driver's own doctrine.

    Cars are planned one after the other, with plans by doctrine for the side's other cars. In a
    race, drivers only follow the way (V169).
    """
    plan = plan_of(view, kind)
    if view.table.race is not UNSET or view.seat is None or view.own is None:
        return plan
    seat, orders, cars = view.seat, changed(view.own.orders, kind=kind), list(own_cars(view))
    driving = sum(not car.out for car in view.table.cars)
    plans_a_turn = max(1, driving * len(cars) * effort.plans * effort.duels)
    turns = 1 + min(effort.turns - 1, _MAX_PLANS // plans_a_turn)
    duels = [_imagine(view, seat, orders, dice) for _ in range(effort.duels)]
    for number, car in enumerate(cars):
        if not car.is_steered:
            continue
        rows = [_fighting_on(row, car) for row in Driver(view, car, kind).best_plans(effort.plans)]
        plans = [changed(plan, cars=swap(plan.cars, number, row)) for row in rows]
        best = max(plans, key=lambda each: sum(_result(duel, seat, each, turns) for duel in duels))
        plan = plan if plan.cars[number].flag in _DECIDED else best
    return plan


def _fighting_on(row: CarPlan, car: Car) -> CarPlan:
    """Return the plan without giving up, as long as the car can fire."""
    return changed(row, flag="") if row.flag == "yield" and car.can_fire else row


def _imagine(view: View, seat: Seat, orders: Orders, dice: Dice) -> _Imagined:
    """Return an imagined duel in which no plan has been sealed. `orders` are the side's own."""
    state = imagine(view, dice)
    own_parts = [changed(part, plan=None, autopilot=None) for part in state.own]
    own_parts[seat] = changed(own_parts[seat], orders=orders)
    state = changed(state, own=tuple(own_parts))
    seed = bytes([face - 1 for face in dice.roll(32, 256)])
    return _Imagined(state, _doctrine_plans(state, besides=seat), seed)


def _doctrine_plans(state: State, besides: Seat | None = None) -> dict[int, Plan]:
    """Return the plans by doctrine of all sides that still drive."""
    driving = {car.side for car in state.table.cars if not car.out} - {besides}
    return {
        side: plan_of(View(seat=Seat(side), table=state.table, own=state.own[side]))
        for side in sorted(driving)
    }


def _result(duel: _Imagined, seat: Seat, plan: Plan, turns: int) -> int:
    """Return the value of a plan's result in an imagined duel after some turns."""
    state, plans = duel.state, {**duel.plans, seat: plan}
    for turn in range(turns):
        if turn:
            plans = _doctrine_plans(state)
        state, _ = play(state, plans, SeededDice(duel.seed, turn))
        if state.table.is_over:
            break
    return sum(
        _side_value(state, own_part) * (1 if side == seat else -1)
        for side, own_part in enumerate(state.own)
    )


def _side_value(state: State, own_part: Own) -> int:
    """Return the value of a side's remaining cars, in armour points."""
    return sum(
        _LOST_CAR
        if state.table.cars[sheet.car].out
        else sum(sheet.armour)
        + sum(sheet.tyres)
        + _PLANT_VALUE * sheet.plant
        + _CREW_VALUE * sum(sheet.dp)
        for sheet in own_part.sheets
    )
