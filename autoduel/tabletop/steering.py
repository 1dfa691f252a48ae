"""Steering to a point: the manoeuvres that bring a car closest to it (V54)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import hypot
from typing import Final

from autoduel.rules.car import Car
from autoduel.rules.geometry import Point, Pose, distance
from autoduel.rules.ghost import Leg, forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.manoeuvres import MANOEUVRES, difficulty, is_possible
from autoduel.rules.plans import own_cars
from autoduel.rules.tables import PHASES, chart
from autoduel.rules.values import CarPlan, View
from engine.values import changed
from play.tabletop.board import Draft

from .arena_picture import Scale
from .plan_form import drafted_speed, manoeuvre_field

PREFIX: Final = "steer:"
PATTERN: Final = re.compile(
    PREFIX + r"(?P<x>-?\d{1,5}),(?P<y>-?\d{1,5}):(?:(?P<car>\d{1,2}),(?P<phase>[1-5]))?"
)
STEERING_KINDS: Final = ("straight", "bend", "drift", "pivot")
"""Kinds of manoeuvres that steering uses."""
DIFFICULTY_COST: Final = 120
"""Cost of each point of difficulty, in mils of distance from the point."""
CONTROL_COST: Final = 1500
"""Cost of each face of a control roll that loses control, in mils."""
WALL_COST: Final = 20_000
"""Cost of driving into a wall or another fixed object, in mils."""


def is_steering(draft: Draft) -> bool:
    """Return whether the "fill" field names a point to steer to."""
    return draft.value("fill").startswith(PREFIX)


def steer_draft(view: View, draft: Draft) -> Draft:
    """Return the draft with the manoeuvres that steer to the point in the "fill" field.

    The field has the form "steer:x,y:" for the reader's nearest car, or "steer:x,y:car,phase" for
    the ghost of a phase. The point is in drawing units. An invalid field changes nothing.
    """
    match = PATTERN.fullmatch(draft.value("fill"))
    if match is None:
        return draft
    point = Scale(view.table.arena).to_mils((int(match["x"]), int(match["y"])))
    cars = [car for car in own_cars(view) if str(car.number) == match["car"]]
    car = cars[0] if cars else nearest_car(view, point)
    if car is None:
        return draft
    speed, at = drafted_speed(car, draft)
    fields = [manoeuvre_field(car.number, phase) for phase in PHASES]
    manoeuvres = [draft.value(name, "S") for name in fields]
    plan = CarPlan(
        car=car.number,
        speed=speed,
        at=at,
        manoeuvres=tuple([name if name in MANOEUVRES else "S" for name in manoeuvres]),
    )
    steered = steer(view, car, plan, point, int(match["phase"] or 0)).manoeuvres
    answers = {name: values for name, values in draft.answers if name != "fill"}
    answers |= {name: (value,) for name, value in zip(fields, steered, strict=True)}
    return changed(draft, answers=tuple(answers.items()))


def nearest_car(view: View, point: Point) -> Car | None:
    """Return the reader's car that is nearest to a point, among those that someone steers."""
    cars = [car for car in own_cars(view) if car.is_steered]
    return min(cars, key=lambda car: distance(car.pose[:2], point), default=None)


def steer(view: View, car: Car, plan: CarPlan, point: Point, phase: int = 0) -> CarPlan:
    """Return the plan with the manoeuvres that bring one of its ghosts closest to a point.

    If a phase is given, this is the ghost of that phase, and later manoeuvres do not change. The
    manoeuvre of each phase is the best one if the car drives straight on afterwards.
    """
    last = phase or PHASES[-1]
    best = changed(plan, manoeuvres=("S",) * last + plan.manoeuvres[last:])
    for number in PHASES[:last]:
        best = min(
            _variants(car, best, number),
            key=lambda variant: _cost(view, car, variant, point, phase),
        )
    return best


def _variants(car: Car, plan: CarPlan, phase: int) -> Iterator[CarPlan]:
    """Yield the plan with each possible manoeuvre in a phase."""
    speed = plan.speed if phase >= plan.at else car.speed
    halves = chart(speed)[phase - 1]
    for name, manoeuvre in MANOEUVRES.items():
        has_room = halves >= (1 if manoeuvre.kind == "pivot" else 2)
        if name == "S" or (
            has_room
            and manoeuvre.kind in STEERING_KINDS
            and is_possible(name, speed, cycle=car.cycle)
        ):
            manoeuvres = (*plan.manoeuvres[: phase - 1], name, *plan.manoeuvres[phase:])
            yield changed(plan, manoeuvres=manoeuvres)


def _cost(view: View, car: Car, plan: CarPlan, point: Point, phase: int) -> float:
    """Return the car's smallest distance from the point, in mils, plus the plan's costs."""
    ground = ground_of(view.table.arena)
    legs = forecast_plan(view.table.numbers, ground, car, plan)
    ends = _ends(car, legs)
    compared_poses = [ends[phase]] if phase else [ends[number] for number in PHASES]
    nearest = min(hypot(x - point[0], y - point[1]) for x, y, _ in compared_poses)
    total_d = sum(difficulty(name, plan.speed) for name in plan.manoeuvres)
    losing_faces = sum(max(0, leg.number - 1) for leg in legs)
    hits = any(ground.overlaps(pose, car.size) for leg in legs for pose in leg.poses)
    return (
        nearest
        + DIFFICULTY_COST * total_d
        + CONTROL_COST * losing_faces
        + (WALL_COST if hits else 0)
    )


def _ends(car: Car, legs: list[Leg]) -> dict[int, Pose]:
    """Return the car's pose after each phase."""
    pose, ends = car.pose, {}
    for phase in PHASES:
        moved = [leg.poses for leg in legs if leg.phase == phase and leg.poses]
        pose = moved[-1][-1] if moved else pose
        ends[phase] = pose
    return ends
