"""Collisions with cars and walls, and their effects (V28 to V30)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .car import Car
from .damage import strike
from .driving import roll_control, set_speed
from .duel import Duel
from .events import Ram
from .geometry import HEADINGS, UNIT, Point, heading_difference, quarter
from .ground import Hit, heading_along_wall
from .tables import quarter_speed, ram_dice, temporary_speed, weight_factor
from .values import NOBODY

Contact = Literal["head-on", "rear-end", "t-bone", "sideswipe"]


class RamKind(NamedTuple):
    """The kind of a ram, and the facing on which each car is struck."""

    kind: Contact
    own_facing: str
    other_facing: str


def ram_kind(car: Car, other: Car) -> RamKind:
    """Return the kind of ram by facings and courses (V28). In doubt, return the milder kind."""
    own_facing, other_facing = quarter(car.pose, other.pose[:2]), quarter(other.pose, car.pose[:2])
    angle = heading_difference(car.course, other.course if other.speed else other.heading)
    ends = {own_facing, other_facing}
    if ends == {"front"} and angle >= 9:
        return RamKind("head-on", own_facing, other_facing)
    if ends == {"front", "back"} and angle <= 3:
        return RamKind("rear-end", own_facing, other_facing)
    if ends <= {"left", "right"} or angle <= 3 or angle >= 9:
        return RamKind("sideswipe", own_facing, other_facing)
    return RamKind("t-bone", own_facing, other_facing)


def collision_speed(kind: Contact, speed: int, other_speed: int, angle: int) -> int:
    """Return the collision speed (V29).

    It is the sum of both speeds for a head-on ram, their difference for a rear-end ram, and the
    rammer's speed for a T-bone. For a sideswipe, it is a quarter of the sum or difference.
    """
    speed, other_speed = abs(speed), abs(other_speed)
    if kind == "head-on":
        return speed + other_speed
    if kind == "rear-end":
        return abs(speed - other_speed)
    if kind == "t-bone":
        return speed
    return quarter_speed(abs(speed - other_speed) if angle <= 6 else speed + other_speed)


def speeds_after(kind: Contact, rammer: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Return both cars' speeds after a ram (V29).

    Each argument has the speed and the weight factor of a car.
    """
    (fast, own_factor), (slow, other_factor) = rammer, other
    fast, slow = abs(fast), abs(slow)
    if kind == "sideswipe":
        return fast, slow
    if kind == "t-bone":
        return temporary_speed(fast, own_factor, other_factor), slow
    first, second = (
        temporary_speed(fast, own_factor, other_factor),
        temporary_speed(slow, other_factor, own_factor),
    )
    if kind == "head-on":
        return max(0, first - second), max(0, second - first)
    common_speed = min(first + second, max(fast, slow))
    return common_speed, common_speed


def resolve_ram(duel: Duel, car: Car, other: Car) -> None:
    """Resolve the first contact of two cars (V28, V29)."""
    duel.touching.add((min(car.number, other.number), max(car.number, other.number)))
    kind, own_facing, other_facing = ram_kind(car, other)
    angle = heading_difference(car.course, other.course)
    speed = collision_speed(kind, car.speed, other.speed, angle)
    own_factor, other_factor = weight_factor(car.spec.weight), weight_factor(other.spec.weight)
    dice, modifier = ram_dice(speed)
    faces = duel.roll(dice)
    total = max(0, sum(faces) + modifier)
    damage = (total * other_factor // 3, total * own_factor // 3)
    duel.announce(
        Ram(car=car.number, other=other.number, kind=kind, speed=speed, faces=faces, dealt=damage)
    )
    if car.side != other.side and total:
        duel.had_clash = True
    before = (car.speed, other.speed)
    after = speeds_after(kind, (car.speed, own_factor), (other.speed, other_factor))
    for each_car, new_speed in ((car, after[0]), (other, after[1])):
        set_speed(duel, each_car, new_speed if each_car.speed >= 0 else -new_speed)
        if each_car.speed == 0:
            each_car.turn_state.halves_left = 0
    strike(
        duel,
        car,
        own_facing,
        damage[0],
        faces,
        attacker=(other.number, max(0, other.driver)),
        is_ram=True,
    )
    strike(
        duel,
        other,
        other_facing,
        damage[1],
        faces,
        attacker=(car.number, max(0, car.driver)),
        is_ram=True,
    )
    for each_car, old_speed in ((car, before[0]), (other, before[1])):
        change = speed if kind == "sideswipe" else abs(old_speed) - abs(each_car.speed)
        each_car.turn_state.is_busy = True
        rival = other if each_car is car else car
        roll_control(
            duel,
            each_car,
            max(1, (abs(change) + 9) // 10),
            table=2,
            speed=abs(old_speed),
            away_side=_away_from(each_car, rival.pose[:2]),
        )


def meet_wall(duel: Duel, car: Car, hit: Hit) -> None:
    """Resolve contact with a wall (V30).

    A contact within 45° of the wall is a swipe, which turns the car along the wall. Any other
    contact stops the car.
    """
    wall_heading = heading_along_wall(car.course, hit.wall_heading)
    before = abs(car.speed)
    speed = before if wall_heading is None else quarter_speed(before)
    dice, modifier = ram_dice(speed)
    faces = duel.roll(dice)
    total = max(0, sum(faces) + modifier) * weight_factor(car.spec.weight) // 3
    duel.announce(
        Ram(
            car=car.number,
            other=NOBODY,
            kind="wall" if wall_heading is None else "wall-swipe",
            speed=speed,
            faces=faces,
            dealt=(total, 0),
        )
    )
    strike(duel, car, quarter(car.pose, hit.point), total, faces, is_ram=True)
    car.turn_state.is_busy = True
    if wall_heading is None:
        set_speed(duel, car, 0)
        car.turn_state.halves_left, car.skid = 0, ()
        roll_control(duel, car, max(1, (before + 9) // 10), table=2, speed=0)
        return
    if car.motion == "driving":
        _turn_along(duel, car, wall_heading if car.speed >= 0 else (wall_heading + 12) % HEADINGS)
    away_side = _away_from(car, hit.point)
    roll_control(duel, car, max(1, (speed + 9) // 10), table=2, speed=before, away_side=away_side)


def _away_from(car: Car, point: Point) -> int:
    """Return the side to which a car's tail swings from a point (V29): left (1) or right (−1)."""
    ux, uy = UNIT[car.heading]
    return -1 if (point[1] - car.y) * ux - (point[0] - car.x) * uy > 0 else 1


def _turn_along(duel: Duel, car: Car, wall_heading: int) -> None:
    while car.heading != wall_heading:
        step = 1 if (wall_heading - car.heading) % HEADINGS <= 12 else -1
        pose = (car.x, car.y, (car.heading + step) % HEADINGS)
        if not duel.is_free(car, pose):
            break
        car.pose = pose
    car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
