"""A driver that imagines the enemy's answers before it chooses a plan (V157).

The driver imagines how its enemies drive, by one or more doctrines, and ranks its plans against
each answer. It compares the best plans by their value and, at half weight, by the position that
they lead to. It knows only its own side's view (V57).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import UNSET

from autoduel.rules.car import Car
from autoduel.rules.geometry import Pose
from autoduel.rules.ghost import Leg, forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.imagine import imagine
from autoduel.rules.plans import own_cars
from autoduel.rules.tables import PHASES
from autoduel.rules.values import CarPlan, Kind, Plan, View
from engine.dice import Dice
from engine.values import Seat, changed

from .driver import Driver, plan_of
from .weigh import PlanWeigher

ANSWERS: Final[tuple[Kind, ...]] = ("duellist", "charger", "circler")
"""Doctrines by which enemies are expected to drive, most usual first."""
_NEXT_PATHS: Final = (
    ("S",) * 5,
    *[(turn, *["S"] * 4) for turn in ("L30", "R30", "L60", "R60", "L90", "R90")],
)
"""Paths of the following turn, which decide the value of a position."""


class Effort(NamedTuple):
    """Number of imagined answers, and number of plans to compare for each of them."""

    answers: int
    plans: int


class _Answer(NamedTuple):
    """The imagined plans of all other sides: their cars' poses after each phase, and speeds."""

    poses: dict[int, list[Pose]]
    speeds: dict[int, int]


def searched_plan(view: View, kind: Kind, dice: Dice, effort: Effort) -> Plan:
    """Return the best plan against all imagined answers. `kind` is the driver's own doctrine.

    In a race, drivers only follow the way (V169).
    """
    if view.table.race is not UNSET:
        return plan_of(view, kind)
    answers = [_imagine_answer(view, ANSWERS[nth], dice) for nth in range(effort.answers)]
    rows = [
        _best_row(view, car, kind, answers, effort.plans) or row
        for car, row in zip(own_cars(view), plan_of(view, kind).cars, strict=True)
    ]
    return Plan(cars=tuple(rows))


def _imagine_answer(view: View, kind: Kind, dice: Dice) -> _Answer:
    """Return the answer of all other sides if they drive by this doctrine."""
    table, state, answer = view.table, imagine(view, dice), _Answer({}, {})
    for side, own_part in enumerate(state.own):
        if side == view.seat:
            continue
        seat_view = View(seat=Seat(side), table=table, own=own_part)
        for car in own_cars(seat_view):
            if car.is_steered:
                (plan,) = Driver(seat_view, car, kind).best_plans(1)
                legs = forecast_plan(table.numbers, ground_of(table.arena), car, plan)
                answer.poses[car.number] = _poses_by_phase(car, legs)
                answer.speeds[car.number] = plan.speed
    return answer


def _poses_by_phase(car: Car, legs: list[Leg]) -> list[Pose]:
    poses = [car.pose]
    for phase in PHASES:
        moved = [pose for leg in legs if leg.phase == phase for pose in leg.poses]
        poses.append(moved[-1] if moved else poses[-1])
    return poses[1:]


def _best_row(
    view: View, car: Car, kind: Kind, answers: list[_Answer], count: int
) -> CarPlan | None:
    """Return the best plan of a car, or None if there is nothing to decide."""
    drivers = [Driver(view, car, kind, answer.poses) for answer in answers]
    if not car.is_steered or drivers[0].weigher is None or drivers[0].flag in ("leave", "bail"):
        return None
    rows = {
        (row.speed, row.manoeuvres): row for driver in drivers for row in driver.best_plans(count)
    }
    values = {
        key: sum(
            driver.weigher.plan_value(row)
            + _next_value(view, car, row, driver.weigher, answer) // 2
            for driver, answer in zip(drivers, answers, strict=True)
            if driver.weigher
        )
        for key, row in rows.items()
    }
    best = rows[max(values, key=lambda key: values[key])]
    return changed(best, flag="") if best.flag == "yield" and car.can_fire else best


def _next_value(view: View, car: Car, row: CarPlan, weigher: PlanWeigher, answer: _Answer) -> int:
    """Return the value of the best path of the turn after a plan and an answer."""
    _, ends, legs = weigher.forecast_drive(row)
    (x, y, heading), speed = ends[-1]
    hc = car.hc(view.table.numbers)
    hs = min(hc, (legs[-1].hs if legs else car.hs) + max(1, hc))
    cars = list(view.table.cars)
    for number, poses in answer.poses.items():
        east, north, course = poses[-1]
        cars[number] = changed(
            cars[number], x=east, y=north, heading=course, course=course,
            speed=answer.speeds[number],
        )  # fmt: skip
    own_car = cars[car.number] = changed(
        cars[car.number], x=x, y=y, heading=heading, course=heading, speed=speed
    )
    next_view = changed(view, table=changed(view.table, cars=tuple(cars)))
    next_car = Car(own_car, changed(car.sheet, hs=hs), car.spec)
    next_weigher = PlanWeigher(
        next_view, next_car, cars[weigher.enemy.number], weigher.kind,
    )  # fmt: skip
    return max(
        next_weigher.plan_value(CarPlan(car=car.number, speed=speed, manoeuvres=path))
        for path in _NEXT_PATHS
    )
