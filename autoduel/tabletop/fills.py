"""Buttons that fill in the plan: straight on, as last turn, or by doctrine (V70, V104)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from autoduel.doctrine.driver import plan_of
from autoduel.rules.car import Car
from autoduel.rules.driving import reachable_speed
from autoduel.rules.events import Moved, TurnBegins
from autoduel.rules.manoeuvres import MANOEUVRES
from autoduel.rules.plans import own_cars
from autoduel.rules.values import KINDS, NOBODY, CarPlan, Plan, View
from engine.values import changed
from play.tabletop.board import Answer, Draft

STRAIGHT: Final = "straight"
LAST: Final = "last"
DOCTRINE: Final = "doctrine"
FILLS: Final = (
    Answer(value=DOCTRINE, label="Fill in by doctrine", hotkey="d"),
    Answer(value=LAST, label="Repeat last turn", hotkey="l"),
    Answer(value=STRAIGHT, label="Straight on", hotkey="g"),
)


def fill_draft(view: View, draft: Draft) -> Draft:
    """Return the draft with the fields filled in as the "fill" field requests.

    A doctrine also fills in fire, drops and rams as far as the form supports them.
    """
    fill = draft.value("fill")
    if fill in (DOCTRINE, *KINDS):
        plan = plan_of(view, "" if fill == DOCTRINE else fill)
    elif fill == LAST:
        plan = Plan(cars=tuple([_as_driven(view, car) for car in own_cars(view)]))
    elif fill == STRAIGHT:
        plan = Plan(
            cars=tuple([CarPlan(car=car.number, speed=car.speed) for car in own_cars(view)])
        )
    else:
        return draft
    answers = {name: values for name, values in draft.answers if name != "fill"}
    for row in plan.cars:
        answers |= {
            name: (value,) for name, value in _fields(row, doctrine=fill not in (LAST, STRAIGHT))
        }
    return changed(draft, answers=tuple(answers.items()))


def _fields(row: CarPlan, *, doctrine: bool) -> Iterator[tuple[str, str]]:
    number = row.car
    yield f"speed{number}", str(row.speed)
    yield f"at{number}", str(row.at)
    for phase, manoeuvre in enumerate(row.manoeuvres, start=1):
        yield f"way{number}_{phase}", manoeuvre
    if not doctrine:
        return
    yield f"ram{number}", str(row.ram)
    yield f"flag{number}", row.flag
    yield f"auto{number}", str(NOBODY)
    for drop in row.drops:
        yield f"drop{number}_{drop.weapon}", "behind" if drop.within else "always"
    for order in row.fires:
        end = f"{number}_{order.crew}"
        yield f"gun{end}", "best"
        yield f"target{end}", str(order.target)
        yield f"aim{end}", order.aim
        yield f"first{end}", str(order.first)
        yield f"last{end}", str(order.last)
        yield f"most{end}", str(order.most)
        yield f"late{end}", str(order.late)


def _as_driven(view: View, car: Car) -> CarPlan:
    """Return a plan at the car's current speed, with the last turn's visible manoeuvres."""
    manoeuvres = ["S"] * 5
    for event in view.table.film:
        if isinstance(event, TurnBegins):
            manoeuvres = ["S"] * 5
        elif isinstance(event, Moved) and event.car == car.number and event.manoeuvre != "S":
            manoeuvres[event.phase - 1] = event.manoeuvre
    valid_manoeuvres = tuple(
        [manoeuvre if manoeuvre in MANOEUVRES else "S" for manoeuvre in manoeuvres]
    )
    return CarPlan(
        car=car.number, speed=reachable_speed(car, car.speed), manoeuvres=valid_manoeuvres
    )
