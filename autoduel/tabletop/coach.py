"""Hints for beginners in their first duel."""

from __future__ import annotations

from typing import Final

from autoduel.rules.car import Car
from autoduel.rules.geometry import distance
from autoduel.rules.plans import can_order, own_cars
from autoduel.rules.values import View

FIRST: Final = (
    "A turn is one second, and you plan all of it in advance. Press a point in the arena to steer "
    "there, or “Fill in by doctrine”. The ghosts show where your car would be after each of five "
    "phases. Then seal the plan."
)
SPEED: Final = (
    "You are fast enough when the ghosts end where you want to be. Braking by 15 mph or more, "
    "bends and drifts reduce your handling by their D. At the end of the turn, you recover as "
    "much as your handling class."
)
NEAR: Final = (
    "The enemy is near. A driver can fire only in a phase without steering, so leave a phase "
    "straight on for the shot. The line in the picture shows the number you need on two dice."
)
LOW: Final = (
    "Your handling is low, so you could lose control in the next bend. Drive straight on for a "
    "turn, or slow down. Slow cars are safe at a handling that is dangerous for fast ones."
)
SKID: Final = (
    "You have lost control, and the car goes its own way until it is caught. Your plan applies "
    "as soon as someone can steer again."
)
HOLED: Final = (
    "One side of your car has no armour left, so hits there now damage the inside. Turn another "
    "side to the enemy, or give up in time. Doctrine does not shoot at cars that have given up."
)
STANDING: Final = (
    "Your car is at rest. It is easier to hit, but also hits more easily. After a whole turn at "
    "rest, you can reverse."
)
NEAR_DISTANCE: Final = 9000


def coach(view: View) -> str:
    """Return two or three sentences of advice for the side's first car.

    Return "" if the side has no orders to give.
    """
    car = next(own_cars(view), None)
    if car is None or not can_order(view):
        return ""
    if view.table.turn == 1:
        return FIRST
    if not car.is_steered:
        return SKID
    if 0 in car.armour[:4]:
        return HOLED
    if car.hs < 0:
        return LOW
    if _is_enemy_near(view, car):
        return NEAR
    return STANDING if car.speed == 0 else SPEED


def _is_enemy_near(view: View, car: Car) -> bool:
    return any(
        enemy.side != car.side
        and not enemy.out
        and distance(enemy.pose[:2], car.pose[:2]) < NEAR_DISTANCE
        for enemy in view.table.cars
    )
