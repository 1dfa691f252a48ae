"""What can be hit from where, with which number, by a person or by itself (V32 to V38, V130)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

from .dropping import clouded
from .geometry import Point, Pose, apart, distance, in_line, quarter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .car import Car
    from .numbers import DuelNumbers
    from .values import Marker, Weapon

AXIS: Final = {"front": 0, "turret": 0, "left": 6, "back": 12, "right": 18}
"""Where a gun on automatic points, in steps of 15° from the nose: a turret ahead (V130)."""
_WAYS: Final = (0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)


def chance(number: int) -> int:
    """In how many of 36 throws two dice hit: 2 misses, 12 hits (V35)."""
    return _WAYS[13 - max(3, min(12, number))]


CarT = TypeVar("CarT")


class Seen(Protocol):
    """What has to be seen of a car to aim at it, or from it."""

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


def bears(pose: Pose, facing: str, point: Point) -> bool:
    """Whether a mount bears on a point (V32)."""
    return facing == "turret" or (facing not in ("top", "under") and quarter(pose, point) == facing)


def range_between(one: Pose, other: Pose) -> int:
    """Between centres less half an inch, never below 0: the same both ways (V33)."""
    return max(0, distance(one[:2], other[:2]) - 500)


def movement_counts(firer: Seen, target: Seen) -> int:
    """Speed as the movement modifier counts it (V35)."""
    mine, theirs = abs(firer.speed), abs(target.speed)
    sees, seen = (
        quarter(firer.pose, target.pose[:2]),
        quarter(target.pose, firer.pose[:2]),
    )
    gap = abs(theirs - mine)
    if seen == "front":
        return gap // 2 if sees == "back" else theirs // 2
    if seen == "back":
        return gap // 2 if sees == "front" else theirs // 2
    if sees in ("front", "back"):
        return theirs
    return gap if apart(firer.pose[2], target.pose[2]) <= 6 else theirs


def number_needed(
    numbers: DuelNumbers, firer: Seen, to_hit: int, target: Seen, aim: str, bonus: int
) -> int:
    """V35: what two dice have to show, all modifiers in it."""
    away = range_between(firer.pose, target.pose)
    plus = bonus
    if away <= numbers.point_blank_range:
        plus += numbers.point_blank
    plus -= away // numbers.range_step
    plus += numbers.still * ((target.speed == 0) + (firer.speed == 0))
    counts = movement_counts(firer, target)
    if counts >= numbers.fast_from:
        plus += max(numbers.fast_most, -1 - (counts - numbers.fast_from) // numbers.fast_step)
    end_on = quarter(target.pose, firer.pose[:2]) in ("front", "back")
    if target.cycle:
        plus += numbers.cycle_end if end_on else numbers.cycle_side
    else:
        plus += numbers.small if target.small else 0
        plus += numbers.end_on if end_on and not target.blunt else 0
    plus += {"tyre": numbers.at_tyre, "turret": numbers.at_turret}.get(aim, 0)
    return to_hit - plus


def skill(car: Car, person: int, numbers: DuelNumbers) -> int:
    """A gunner's level, wounds and computer (V35)."""
    who = car.spec.crew[person]
    plus = numbers.unskilled if who.gunnery is None else who.gunnery
    if car.dp[person] < who.whole:
        plus += numbers.wounded
    gunner = any(one.place == "gunner" for one in car.spec.crew)
    if who.place == "gunner" or not gunner:
        plus += max([0, *[each.to_hit for each in car.working_extras()]])
    return plus


def dimmed(car: Car, clouds: int, *, radarproof: bool = False) -> int:
    """What clouds take off who aims: nothing with a radar, unless what is aimed at is proof against
    it (V34).
    """
    if clouds and not radarproof and any(each.sees for each in car.working_extras()):
        return 0
    return clouds


def reaches(numbers: DuelNumbers, weapon: Weapon, one: Pose, other: Pose) -> bool:
    """Flamethrowers reach so far and no farther (V33)."""
    return weapon.look != "flamethrower" or range_between(one, other) <= numbers.flame_range


# --- on automatic ---------------------------------------------------------------------------------


class Standing(NamedTuple, Generic[CarT]):
    """A car that a gun on automatic could meet: as it stands, its place in `pole`, what its armour
    is sloped by, and which it is.
    """

    seen: Seen
    pole: int
    sloped: int
    car: CarT


def automatic_shot(
    numbers: DuelNumbers,
    markers: Iterable[Marker],
    firer: Seen,
    weapon: Weapon,
    there: Iterable[Standing[CarT]],
    clear: Callable[[CarT], bool],
) -> tuple[CarT, int] | None:
    """V38, V130: at which of these cars a gun on automatic fires, and what it needs to hit it:
    straight along its axis, at the nearest in the line that is `clear`, whosever it is, without
    skill, computer or aim. None where nobody stands there, or it neither reaches nor sees.
    """
    if weapon.drops or weapon.facing not in AXIS:
        return None
    found = [
        (distance(firer.pose[:2], one.seen.pose[:2]), one.pole, one)
        for one in there
        if in_line(firer.pose, AXIS[weapon.facing], one.seen.pose[:2]) and clear(one.car)
    ]
    if not found:
        return None
    target = min(found, key=lambda row: row[:2])[2]
    clouds = clouded(markers, firer.pose[:2], target.seen.pose[:2])
    blind = clouds and weapon.look == "laser"
    if blind or not reaches(numbers, weapon, firer.pose, target.seen.pose):
        return None
    bonus = target.sloped - clouds
    needs = number_needed(numbers, firer, weapon.to_hit, target.seen, "body", bonus)
    return target.car, needs
