"""Reachable targets and the numbers needed to hit them, for people and automatic fire (V32 to V38,
V130).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from .car import Car
from .dropping import cloud_modifier
from .geometry import Point, Pose, distance, heading_difference, is_in_line, quarter
from .numbers import DuelNumbers
from .values import Marker, Weapon

AXIS: Final = {"front": 0, "turret": 0, "left": 6, "back": 12, "right": 18}
"""Direction in which a gun on automatic fires, in steps of 15° from the nose.

A gun in a turret fires straight ahead (V130).
"""
_THROWS_THAT_HIT: Final = (0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)


def throws_that_hit(number: int) -> int:
    """Return how many of 36 rolls of two dice hit. A 2 always misses, a 12 always hits (V35)."""
    return _THROWS_THAT_HIT[13 - max(3, min(12, number))]


CarT = TypeVar("CarT")


class AimingView(Protocol):
    """The properties of a car that matter when it aims or is aimed at."""

    @property
    def pose(self) -> Pose: ...
    @property
    def speed(self) -> int: ...
    @property
    def cycle(self) -> bool: ...
    @property
    def small(self) -> bool: ...
    @property
    def blunt(self) -> bool: ...


def bears_on(pose: Pose, facing: str, point: Point) -> bool:
    """Return whether a weapon mount bears on a point (V32)."""
    return facing == "turret" or (facing not in ("top", "under") and quarter(pose, point) == facing)


def range_between(pose: Pose, other_pose: Pose) -> int:
    """Return the range between two cars (V33).

    The range is the distance between the centres less half an inch, but never negative. It is the
    same in both directions.
    """
    return max(0, distance(pose[:2], other_pose[:2]) - 500)


def movement_speed(firer: AimingView, target: AimingView) -> int:
    """Return the speed that counts for the movement modifier (V35)."""
    own_speed, target_speed = abs(firer.speed), abs(target.speed)
    target_quarter, firer_quarter = (
        quarter(firer.pose, target.pose[:2]),
        quarter(target.pose, firer.pose[:2]),
    )
    gap = abs(target_speed - own_speed)
    if firer_quarter == "front":
        return gap // 2 if target_quarter == "back" else target_speed // 2
    if firer_quarter == "back":
        return gap // 2 if target_quarter == "front" else target_speed // 2
    if target_quarter in ("front", "back"):
        return target_speed
    return gap if heading_difference(firer.pose[2], target.pose[2]) <= 6 else target_speed


def number_needed(
    numbers: DuelNumbers, firer: AimingView, to_hit: int, target: AimingView, aim: str, bonus: int
) -> int:
    """Return the number needed on two dice, with all modifiers (V35)."""
    distance_away = range_between(firer.pose, target.pose)
    modifier = bonus
    if distance_away <= numbers.point_blank_range:
        modifier += numbers.point_blank
    modifier -= distance_away // numbers.range_step
    modifier += numbers.still * ((target.speed == 0) + (firer.speed == 0))
    speed = movement_speed(firer, target)
    if speed >= numbers.fast_from:
        modifier += max(numbers.fast_most, -1 - (speed - numbers.fast_from) // numbers.fast_step)
    end_on = quarter(target.pose, firer.pose[:2]) in ("front", "back")
    if target.cycle:
        modifier += numbers.cycle_end if end_on else numbers.cycle_side
    else:
        modifier += numbers.small if target.small else 0
        modifier += numbers.end_on if end_on and not target.blunt else 0
    modifier += {"tyre": numbers.at_tyre, "turret": numbers.at_turret}.get(aim, 0)
    return to_hit - modifier


def gunnery_modifier(car: Car, person: int, numbers: DuelNumbers) -> int:
    """Return a gunner's modifier for skill level, wounds and targeting computer (V35)."""
    member = car.spec.crew[person]
    modifier = numbers.unskilled if member.gunnery is None else member.gunnery
    if car.dp[person] < member.whole:
        modifier += numbers.wounded
    has_gunner = any(other.place == "gunner" for other in car.spec.crew)
    if member.place == "gunner" or not has_gunner:
        modifier += max([0, *[extra.to_hit for extra in car.working_extras()]])
    return modifier


def cloud_penalty(car: Car, clouds: int, *, radarproof: bool = False) -> int:
    """Return the penalty for clouds in the line of fire (V34).

    A radar ignores clouds unless the target is proof against radar.
    """
    if clouds and not radarproof and any(extra.sees for extra in car.working_extras()):
        return 0
    return clouds


def is_in_reach(numbers: DuelNumbers, weapon: Weapon, pose: Pose, other_pose: Pose) -> bool:
    """Return whether the target is within the weapon's reach. Only flamethrowers have a limit
    (V33).
    """
    return weapon.look != "flamethrower" or range_between(pose, other_pose) <= numbers.flame_range


# --- automatic fire -------------------------------------------------------------------------------


class AutomaticTarget(NamedTuple, Generic[CarT]):
    """A car that a gun on automatic could hit.

    It has the car's visible properties, its place in the pole order, the slope of its armour and
    its identity.
    """

    view: AimingView
    pole: int
    sloped: int
    car: CarT


def automatic_shot(
    numbers: DuelNumbers,
    markers: Iterable[Marker],
    firer: AimingView,
    weapon: Weapon,
    candidates: Iterable[AutomaticTarget[CarT]],
    is_clear: Callable[[CarT], bool],
) -> tuple[CarT, int] | None:
    """Return the target of a gun on automatic and the number needed to hit (V38, V130).

    The gun fires along its axis at the nearest car in a clear line, even one of its own side. It
    gets no bonus for skill, computer or aim. Return None if no target is in reach and in sight.
    """
    if weapon.drops or weapon.facing not in AXIS:
        return None
    targets = [
        (distance(firer.pose[:2], other.view.pose[:2]), other.pole, other)
        for other in candidates
        if is_in_line(firer.pose, AXIS[weapon.facing], other.view.pose[:2]) and is_clear(other.car)
    ]
    if not targets:
        return None
    target = min(targets, key=lambda row: row[:2])[2]
    clouds = cloud_modifier(markers, firer.pose[:2], target.view.pose[:2])
    is_blocked = clouds and weapon.look == "laser"
    if is_blocked or not is_in_reach(numbers, weapon, firer.pose, target.view.pose):
        return None
    bonus = target.sloped - clouds
    number = number_needed(numbers, firer, weapon.to_hit, target.view, "body", bonus)
    return target.car, number
