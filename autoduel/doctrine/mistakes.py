"""Mistakes that people make at the wheel, for weaker bots (V158).

A mistake changes either what a driver sees or the plan that follows from it. Both stay legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from autoduel.rules.manoeuvres import MANOEUVRES
from autoduel.rules.values import CarPlan, Plan, SeenCar, View
from engine.dice import Dice
from engine.values import changed

from .weigh import HIGHEST_NUMBER

_LAST_PHASE: Final = 5
_MAX_STEPS: Final = 6
"""Largest bend, in steps of 15°."""


class Habits(NamedTuple):
    """The frequency of each mistake, in sixths of all turns."""

    misjudges_distance: int = 0
    forgets_arc: int = 0
    brakes_late: int = 0
    fires_hastily: int = 0
    steers_too_hard: int = 0


NO_MISTAKES: Final = Habits()
CLUB_HABITS: Final = Habits(1, 1, 1, 1, 1)
NEWCOMER_HABITS: Final = Habits(4, 3, 4, 5, 3)


def drive_with_mistakes(
    view: View, dice: Dice, habits: Habits, choose: Callable[[View], Plan]
) -> Plan:
    """Return the plan that `choose` makes from a view, with the mistakes of these habits."""
    known_view = view
    if dice.die(6) <= habits.misjudges_distance:
        known_view = misjudge_distances(known_view, dice)
    if dice.die(6) <= habits.forgets_arc:
        known_view = forget_arcs(known_view, dice)
    plan = choose(known_view)
    if dice.die(6) <= habits.brakes_late:
        plan = _each_car(plan, lambda row: brake_late(view, row))
    if dice.die(6) <= habits.fires_hastily:
        plan = _each_car(plan, fire_hastily)
    if dice.die(6) <= habits.steers_too_hard:
        plan = _each_car(plan, steer_too_hard)
    return plan


def _each_car(plan: Plan, change: Callable[[CarPlan], CarPlan]) -> Plan:
    return changed(plan, cars=tuple([change(row) for row in plan.cars]))


def _with_enemies(view: View, change: Callable[[SeenCar], SeenCar]) -> View:
    cars = [car if car.side == view.seat else change(car) for car in view.table.cars]
    return changed(view, table=changed(view.table, cars=tuple(cars)))


def misjudge_distances(view: View, dice: Dice) -> View:
    """Return the view with enemies up to a third nearer or farther than they are."""
    own_car = next((car for car in view.table.cars if car.side == view.seat), None)
    if own_car is None:
        return view
    thirds = (2, 4)[dice.die(2) - 1]

    def move(car: SeenCar) -> SeenCar:
        x, y = (
            own_car.x + (car.x - own_car.x) * thirds // 3,
            own_car.y + (car.y - own_car.y) * thirds // 3,
        )
        arena = view.table.arena
        return changed(car, x=max(0, min(arena.width, x)), y=max(0, min(arena.height, y)))

    return _with_enemies(view, move)


def forget_arcs(view: View, dice: Dice) -> View:
    """Return the view without the guns on one side of the enemies' cars."""
    facing = dice.pick(("front", "back", "left", "right", "turret"))
    return _with_enemies(
        view,
        lambda car: changed(
            car,
            weapons=tuple(
                [changed(gun, wrecked=gun.wrecked or gun.facing == facing) for gun in car.weapons]
            ),
        ),
    )


def brake_late(view: View, row: CarPlan) -> CarPlan:
    """Return the plan with braking in the last phase."""
    return changed(row, at=_LAST_PHASE) if row.speed < view.table.cars[row.car].speed else row


def fire_hastily(row: CarPlan) -> CarPlan:
    """Return the plan with shots at the first opportunity, whatever the chance."""
    fires = [changed(order, most=HIGHEST_NUMBER, late=HIGHEST_NUMBER) for order in row.fires]
    return changed(row, fires=tuple(fires))


def steer_too_hard(row: CarPlan) -> CarPlan:
    """Return the plan with each bend sharper by 30°."""
    return changed(row, manoeuvres=tuple([_sharpen(turn) for turn in row.manoeuvres]))


def _sharpen(manoeuvre: str) -> str:
    row = MANOEUVRES[manoeuvre]
    if row.kind != "bend":
        return manoeuvre
    return f"{manoeuvre[0]}{15 * min(_MAX_STEPS, row.amount + 2)}"
