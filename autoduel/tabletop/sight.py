"""Possible shots from a position, and obstacles, as far as the car's own side can tell (V69).

A rival's sloped armour is not visible, so it is not considered.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from autoduel.doctrine.weigh import ForecastCar
from autoduel.rules.aiming import (
    bears_on,
    cloud_penalty,
    gunnery_modifier,
    is_in_reach,
    number_needed,
)
from autoduel.rules.car import Car
from autoduel.rules.dropping import cloud_modifier
from autoduel.rules.geometry import Point, corners, line_meets_polygon, move_pose
from autoduel.rules.ground import ground_of
from autoduel.rules.numbers import DuelNumbers
from autoduel.rules.values import NOBODY, SeenCar, View

from .words import inches, percent, weapon_names

VIEW_DISTANCE: Final = 10_000
"""Distance that a driver looks straight ahead, in mils."""
VIEW_STEP: Final = 250


class Aim(NamedTuple):
    """A car's best shot at another car, with the weapon, the person and the number needed
    to hit.
    """

    weapon: int
    crew: int
    number: int


def forecast_car(car: SeenCar | Car) -> ForecastCar:
    """Return a car's current position in the form of a forecast."""
    return ForecastCar(car.pose, car.speed, car.cycle, car.small, car.blunt)


def best_aim(
    view: View,
    car: Car,
    own_car: ForecastCar,
    enemy: SeenCar,
    other_car: ForecastCar,
    busy_driver: int = NOBODY,
    automatic_weapons: Collection[int] = (),
    driver_penalty: int = 0,
) -> Aim | None:
    """Return the shot with the lowest number needed to hit, or None if no shot is possible (V32 to
    V36).

    `busy_driver` cannot fire. `automatic_weapons` contains the weapons on automatic.
    `driver_penalty` is the D that is subtracted for a driver who fires while manoeuvring (V154).
    """
    start, end = own_car.pose[:2], other_car.pose[:2]
    if not is_line_clear(view, car.number, enemy.number, start, end):
        return None
    numbers, clouds = view.table.numbers, cloud_modifier(view.table.markers, start, end)
    aims = []
    for weapon_number, weapon in enumerate(car.spec.weapons):
        is_blind = clouds and weapon.look == "laser"
        if (
            is_blind
            or weapon_number in automatic_weapons
            or not _can_bear(numbers, car, weapon_number, own_car, other_car)
        ):
            continue
        weapon_bonus = (
            _sustained_bonus(numbers, car, weapon_number, enemy)
            - cloud_penalty(car, clouds)
            + (numbers.painted if car.painted else 0)
        )
        for person in range(len(car.dp)):
            if person != busy_driver and car.has_firing_action(person):
                bonus = weapon_bonus + gunnery_modifier(car, person, numbers)
                bonus -= driver_penalty if person == car.wheel else 0
                number = number_needed(numbers, own_car, weapon.to_hit, other_car, "body", bonus)
                aims.append(Aim(weapon_number, person, limit_number(number)))
    return min(aims, key=lambda aim: (aim.number, aim.weapon, aim.crew), default=None)


def _can_bear(
    numbers: DuelNumbers,
    car: Car,
    weapon_number: int,
    own_car: ForecastCar,
    other_car: ForecastCar,
) -> bool:
    """Return whether a weapon fires, works, and bears on and reaches the other car."""
    weapon = car.spec.weapons[weapon_number]
    return (
        not weapon.drops
        and car.weapon_works(weapon_number)
        and bears_on(own_car.pose, weapon.facing, other_car.pose[:2])
        and is_in_reach(numbers, weapon, own_car.pose, other_car.pose)
    )


def _sustained_bonus(numbers: DuelNumbers, car: Car, weapon_number: int, enemy: SeenCar) -> int:
    """Return the bonus of a weapon that has fired at the same enemy in earlier turns."""
    return sum(
        numbers.sustained * min(turns, numbers.sustained_most)
        for fired_weapon, fired_at, turns in car.trail
        if fired_weapon == weapon_number and fired_at == enemy.number
    )


def limit_number(number: int) -> int:
    """Return the number that two dice must show. A 2 always misses and a 12 always hits (V35)."""
    return max(3, min(12, number))


def is_line_clear(view: View, own_number: int, other_number: int, start: Point, end: Point) -> bool:
    """Return whether no obstacle and no other car blocks the line of fire (V34)."""
    if ground_of(view.table.arena).is_line_blocked(start, end):
        return False
    return not any(
        line_meets_polygon(start, end, corners(other.pose, other.size))
        for other in view.table.cars
        if other.out != "left" and other.number not in (own_number, other_number)
    )


def aim_words(car: Car, aim: Aim) -> str:
    """Return a description of a shot and its chance, such as "machine gun needs 9 (28 %)"."""
    name = weapon_names(car.spec.weapons)[aim.weapon].lower()
    return f"{name} needs {aim.number} ({percent(aim.number)})"


def shots_words(view: View, car: Car, enemy: SeenCar) -> str:
    """Return a sentence about the best shot at another car from the current position."""
    aim = best_aim(view, car, forecast_car(car), enemy, forecast_car(enemy))
    if aim is None:
        return f"At {enemy.name}: nothing bears."
    return f"At {enemy.name}: {aim_words(car, aim)}."


def obstacle_words(view: View, car: Car) -> str:
    """Return a sentence about the next obstacle straight ahead."""
    ground = ground_of(view.table.arena)
    for distance_ahead in range(VIEW_STEP, VIEW_DISTANCE + 1, VIEW_STEP):
        if ground.overlaps(move_pose(car.pose, distance_ahead, car.course), car.size):
            return f"There is a fixed obstacle {inches(distance_ahead - VIEW_STEP)} straight ahead."
    return f"There is no fixed obstacle within {inches(VIEW_DISTANCE)} straight ahead."
