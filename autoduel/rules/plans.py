"""Checks of orders (V52, V53).

Orders are checked against a side's own view, as if nothing happened to its cars during the turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalMove

from .car import Car
from .driving import reachable_speed
from .manoeuvres import MANOEUVRES
from .values import KINDS, LAST_HIT_ME, NOBODY, Autopilot, CarPlan, DropOrder, FireOrder, Move, View

MAX_AUTOPILOT_TURNS = 5
MAX_ORDERS = 3


def can_order(view: View) -> bool:
    """Return whether this side can give orders now."""
    own_part = view.own
    if (
        own_part is None
        or view.table.is_over
        or own_part.plan is not None
        or own_part.autopilot is not None
    ):
        return False
    return any(not view.table.cars[sheet.car].out for sheet in own_part.sheets)


def own_cars(view: View) -> Iterator[Car]:
    """Yield the side's cars that are still in the duel."""
    if view.own is not None:
        for sheet, spec in zip(view.own.sheets, view.own.specs, strict=True):
            public_car = view.table.cars[sheet.car]
            if not public_car.out:
                yield Car(public_car, sheet, spec)


def check_orders(view: View, move: Move) -> None:
    """Raise IllegalMove unless the orders are legal. The error says how to correct them."""
    if isinstance(move, Autopilot):
        if not 1 <= move.turns <= MAX_AUTOPILOT_TURNS or not 0 <= move.near <= 100_000:
            raise IllegalMove("Doctrine drives for one to five turns, or until an enemy is near.")
        if move.kind and move.kind not in KINDS:
            raise IllegalMove("This doctrine does not exist.")
        return
    cars = list(own_cars(view))
    if [row.car for row in move.cars] != [car.number for car in cars]:
        raise IllegalMove("A plan needs one row for each of your cars still in the duel, in order.")
    for car, plan in zip(cars, move.cars, strict=True):
        _check_car(view, car, plan)


def _check_car(view: View, car: Car, plan: CarPlan) -> None:
    name, cars = car.spec.name, view.table.cars
    if not 1 <= plan.at <= 5:
        raise IllegalMove(f"{name} can change speed only at the start of phase 1 to 5.")
    if plan.speed % 5 or reachable_speed(car, plan.speed) != plan.speed:
        raise IllegalMove(f"{name} cannot change from {car.speed} to {plan.speed} mph in one turn.")
    if len(plan.manoeuvres) != 5 or any(
        manoeuvre not in MANOEUVRES for manoeuvre in plan.manoeuvres
    ):
        raise IllegalMove(f"{name} needs five manoeuvres from the list, S for straight on.")
    if plan.ram != NOBODY and not (0 <= plan.ram < len(cars) and cars[plan.ram].side != car.side):
        raise IllegalMove(f"{name} can only ram another side's car.")
    for person in (NOBODY, *range(len(car.dp))):
        if sum(order.crew == person for order in plan.fires) > MAX_ORDERS:
            raise IllegalMove(
                "A person can have at most three orders to fire, and so can automatic fire."
            )
    for order in plan.fires:
        _check_fire(view, car, order)
    for drop in plan.drops:
        _check_drop(car, drop)
    if len(plan.drops) > MAX_ORDERS:
        raise IllegalMove("A car can have at most three orders to drop.")


def _check_fire(view: View, car: Car, order: FireOrder) -> None:
    if not (NOBODY <= order.crew < len(car.dp) and 0 <= order.weapon < len(car.weapons)):
        raise IllegalMove(f"{car.spec.name} does not have this person or weapon.")
    if car.spec.weapons[order.weapon].drops:
        raise IllegalMove(f"{car.spec.weapons[order.weapon].name} is dropped, not fired.")
    cars = view.table.cars
    if not LAST_HIT_ME <= order.target < len(cars):
        raise IllegalMove("This target does not exist.")
    if order.target >= 0 and cars[order.target].side == car.side:
        raise IllegalMove("That car is on your own side.")
    is_identified = order.on_foot == NOBODY or (
        order.target >= 0 and 0 <= order.on_foot < len(cars[order.target].crew)
    )
    if not is_identified:
        raise IllegalMove("Identify a person on foot by the car they left and their place in it.")
    if not 1 <= order.first <= order.last <= 5:
        raise IllegalMove("The phases of an order to fire must be 1 to 5.")
    if not (2 <= order.most <= 12 and 2 <= order.late <= 12):
        raise IllegalMove("Enter a number from 2 to 12.")


def _check_drop(car: Car, order: DropOrder) -> None:
    if not (0 <= order.crew < len(car.dp) and 0 <= order.weapon < len(car.weapons)):
        raise IllegalMove(f"{car.spec.name} does not have this person or weapon.")
    if not car.spec.weapons[order.weapon].drops:
        raise IllegalMove(f"{car.spec.weapons[order.weapon].name} is fired, not dropped.")
    if not 0 <= order.phase <= 5 or not 0 <= order.within <= 100_000:
        raise IllegalMove("Things are dropped in a phase, 1 to 5, or automatically (0).")
