"""Rams, walls, and what they leave behind (V28 to V30)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from .damage import strike
from .driving import roll_control, set_speed
from .events import Ram
from .geometry import HEADINGS, UNIT, apart, quarter
from .ground import parallel
from .tables import full_5, ram_dice, temporary_speed, weight_factor
from .values import NOBODY

if TYPE_CHECKING:
    from .car import Car
    from .duel import Duel
    from .geometry import Point
    from .ground import Hit

Contact = Literal["head-on", "rear-end", "t-bone", "sideswipe"]


class Meeting(NamedTuple):
    """How two cars meet: the kind, and which facing of each is struck."""

    kind: Contact
    mine: str
    theirs: str


def meeting(car: Car, other: Car) -> Meeting:
    """V28: by the facings that meet and the courses; doubt goes to the milder kind."""
    mine, theirs = quarter(car.pose, other.pose[:2]), quarter(other.pose, car.pose[:2])
    between = apart(car.course, other.course if other.speed else other.heading)
    ends = {mine, theirs}
    if ends == {"front"} and between >= 9:
        return Meeting("head-on", mine, theirs)
    if ends == {"front", "back"} and between <= 3:
        return Meeting("rear-end", mine, theirs)
    if ends <= {"left", "right"} or between <= 3 or between >= 9:
        return Meeting("sideswipe", mine, theirs)
    return Meeting("t-bone", mine, theirs)


def collision_speed(kind: Contact, rammer: int, other: int, between: int) -> int:
    """V29: sum, difference, the rammer's own, or a quarter of what a swipe comes to."""
    rammer, other = abs(rammer), abs(other)
    if kind == "head-on":
        return rammer + other
    if kind == "rear-end":
        return abs(rammer - other)
    if kind == "t-bone":
        return rammer
    return full_5(abs(rammer - other) if between <= 6 else rammer + other)


def speeds_after(kind: Contact, rammer: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Both speeds after a ram (V29); each car is its speed and its weight factor."""
    (fast, mine), (slow, theirs) = rammer, other
    fast, slow = abs(fast), abs(slow)
    if kind == "sideswipe":
        return fast, slow
    if kind == "t-bone":
        return temporary_speed(fast, mine, theirs), slow
    one, two = temporary_speed(fast, mine, theirs), temporary_speed(slow, theirs, mine)
    if kind == "head-on":
        return max(0, one - two), max(0, two - one)
    both = min(one + two, max(fast, slow))
    return both, both


def ram(duel: Duel, car: Car, other: Car) -> None:
    """Two cars meet for the first time (V28, V29)."""
    duel.touching.add((min(car.number, other.number), max(car.number, other.number)))
    kind, mine, theirs = meeting(car, other)
    between = apart(car.course, other.course)
    speed = collision_speed(kind, car.speed, other.speed, between)
    ours, others = weight_factor(car.spec.weight), weight_factor(other.spec.weight)
    dice, plus = ram_dice(speed)
    faces = duel.d6(dice)
    total = max(0, sum(faces) + plus)
    dealt = (total * others // 3, total * ours // 3)
    duel.public(
        Ram(car=car.number, other=other.number, kind=kind, speed=speed, faces=faces, dealt=dealt)
    )
    if car.side != other.side and total:
        duel.clash = True
    before = (car.speed, other.speed)
    after = speeds_after(kind, (car.speed, ours), (other.speed, others))
    for one, new in ((car, after[0]), (other, after[1])):
        set_speed(duel, one, new if one.speed >= 0 else -new)
        if one.speed == 0:
            one.now.left = 0
    strike(duel, car, mine, dealt[0], faces, by=(other.number, max(0, other.driver)), ram=True)
    strike(duel, other, theirs, dealt[1], faces, by=(car.number, max(0, car.driver)), ram=True)
    for one, old in ((car, before[0]), (other, before[1])):
        change = speed if kind == "sideswipe" else abs(old) - abs(one.speed)
        one.now.busy = True
        rival = other if one is car else car
        roll_control(
            duel,
            one,
            max(1, (abs(change) + 9) // 10),
            table=2,
            speed=abs(old),
            away=_away_from(one, rival.pose[:2]),
        )


def meet_wall(duel: Duel, car: Car, hit: Hit) -> None:
    """V30: within 45° a swipe, and the car is turned along the wall; else it stops dead."""
    along = parallel(car.course, hit.along)
    before = abs(car.speed)
    speed = before if along is None else full_5(before)
    dice, plus = ram_dice(speed)
    faces = duel.d6(dice)
    total = max(0, sum(faces) + plus) * weight_factor(car.spec.weight) // 3
    duel.public(
        Ram(
            car=car.number,
            other=NOBODY,
            kind="wall" if along is None else "wall-swipe",
            speed=speed,
            faces=faces,
            dealt=(total, 0),
        )
    )
    strike(duel, car, quarter(car.pose, hit.point), total, faces, ram=True)
    car.now.busy = True
    if along is None:
        set_speed(duel, car, 0)
        car.now.left, car.skid = 0, ()
        roll_control(duel, car, max(1, (before + 9) // 10), table=2, speed=0)
        return
    if car.motion == "driving":
        _turn_along(duel, car, along if car.speed >= 0 else (along + 12) % HEADINGS)
    away = _away_from(car, hit.point)
    roll_control(duel, car, max(1, (speed + 9) // 10), table=2, speed=before, away=away)


def _away_from(car: Car, point: Point) -> int:
    """The side to which a tail swings away from a point: left (1) or right (−1) (V29)."""
    ux, uy = UNIT[car.heading]
    return -1 if (point[1] - car.y) * ux - (point[0] - car.x) * uy > 0 else 1


def _turn_along(duel: Duel, car: Car, wanted: int) -> None:
    while car.heading != wanted:
        step = 1 if (wanted - car.heading) % HEADINGS <= 12 else -1
        pose = (car.x, car.y, (car.heading + step) % HEADINGS)
        if not duel.free(car, pose):
            break
        car.pose = pose
    car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
