"""Who can be hit by what, with which number; the fire of a phase (V11 d, V32 to V39)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from .damage import hurt_tyre, strike
from .driving import lose_control, roll_control
from .dropping import clouded
from .events import Aimed, Fired
from .geometry import (
    Point,
    Pose,
    apart,
    corners,
    distance,
    in_line,
    line_meets_polygon,
    quarter,
)
from .values import EASIEST, LAST_HIT_ME, MOST_HOLED, NOBODY
from .walkers import OnFoot, hurt

if TYPE_CHECKING:
    from .car import Car
    from .duel import Duel
    from .numbers import DuelNumbers
    from .values import FireOrder, Walker, Weapon

AXIS: Final = {"front": 0, "turret": 0, "left": 6, "back": 12, "right": 18}
"""Where a gun on automatic points, in steps of 15° from the nose: a turret ahead (V130)."""
_WAYS: Final = (0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)


def chance(number: int) -> int:
    """In how many of 36 throws two dice hit: 2 misses, 12 hits (V35)."""
    return _WAYS[13 - max(3, min(12, number))]


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


class Shot(NamedTuple):
    """A shot that was chosen: who, with what, at whom, at which number. `walker` is somebody on
    foot beside the target (V131).
    """

    car: Car
    person: int
    weapon: int
    target: Car
    aim: str
    number: int
    walker: Walker | None = None


def clear_line(duel: Duel, car: Car, target: Car) -> bool:
    """V34: nothing fixed and no other car between the centres."""
    return _clear(duel, car, target.pose[:2], target)


def _clear(duel: Duel, car: Car, end: Point, target: Car | None) -> bool:
    start = car.pose[:2]
    if duel.ground.blocks(start, end):
        return False
    return not any(
        line_meets_polygon(start, end, corners(other.pose, other.size))
        for other in duel.present
        if other is not car and other is not target
    )


def fire(duel: Duel) -> list[tuple[Car, int]]:
    """V11 d: all shots are chosen and rolled, then all damage is dealt. What is hit has hazards."""
    shots = [shot for car in duel.in_order for shot in _chosen(duel, car)]
    blows = [blow for shot in shots if (blow := _rolled(duel, shot))]
    hazards = []
    for shot, facing, faces, points in blows:
        hazards.append((shot.target, _deal(duel, shot, facing, faces, points)))
    return hazards


def _chosen(duel: Duel, car: Car) -> list[Shot]:
    plan = car.now.plan
    if plan is None or car.out or car.yielded or car.motion in ("roll", "lying"):
        return []
    aims = car.motion == "driving" and not car.now.no_aim
    shots: list[Shot] = []
    for order in plan.fires:
        if order.crew == NOBODY:
            shots += _by_order(duel, car, order)
            continue
        if not aims:
            continue
        driver_busy = order.crew == car.wheel and car.now.busy
        if order.crew in car.now.acted or driver_busy or not car.may_shoot(order.crew):
            continue
        found = _by_order(duel, car, order)
        if found:
            car.now.acted.add(order.crew)
            shots += found
    return shots


def _by_order(duel: Duel, car: Car, order: FireOrder) -> list[Shot]:
    """The shots of an order if it holds now: of all weapons in the link (V37, V53)."""
    if not order.first <= duel.phase <= order.last:
        return []
    limit = order.late if duel.phase == order.last else order.most
    link = car.spec.weapons[order.weapon].link
    group = [
        at
        for at, weapon in enumerate(car.spec.weapons)
        if at == order.weapon or (link and weapon.link == link)
    ]
    ready = [at for at in group if at not in car.now.fired and car.works(at)]
    if order.weapon not in ready:
        return []
    if order.crew == NOBODY:
        shots = _automatic(duel, car, ready)
    elif order.on_foot != NOBODY:
        shots = _at_walker(duel, car, order, ready)
    else:
        shots = _at_car(duel, car, order, ready)
    if not shots or min(shot.number for shot in shots) > limit:
        return []
    car.now.fired.update({shot.weapon: shot.target.number for shot in shots})
    return shots


def _at_car(duel: Duel, car: Car, order: FireOrder, ready: list[int]) -> list[Shot]:
    target = _target(duel, car, order)
    if target is None:
        return []
    return [
        Shot(car, order.crew, at, target, order.aim, number)
        for at in ready
        if (number := needed(duel, car, order.crew, at, target, order.aim)) is not None
    ]


def _at_walker(duel: Duel, car: Car, order: FireOrder, ready: list[int]) -> list[Shot]:
    """Somebody on foot who was named, as small as a person is (V35, V45, V131)."""
    named = (order.target, order.on_foot)
    walker = next((one for one in duel.walkers if (one.car, one.person) == named), None)
    if walker is None or walker.down or not _clear(duel, car, (walker.x, walker.y), None):
        return []
    aimed, shots = OnFoot((walker.x, walker.y, 0)), []
    clouds = clouded(duel.markers, car.pose[:2], aimed.pose[:2])
    bonus = skill(car, order.crew, duel.numbers) + car.now.aim + duel.numbers.at_person
    bonus -= dimmed(car, clouds)
    bonus += duel.numbers.painted if car.painted else 0
    for at in ready:
        weapon = car.spec.weapons[at]
        blind = clouds and weapon.look == "laser"
        fits = bears(car.pose, weapon.facing, aimed.pose[:2])
        if fits and not blind and reaches(duel.numbers, weapon, car.pose, aimed.pose):
            number = number_needed(duel.numbers, car, weapon.to_hit, aimed, "body", bonus)
            shots.append(Shot(car, order.crew, at, duel.cars[walker.car], "body", number, walker))
    return shots


def _automatic(duel: Duel, car: Car, ready: list[int]) -> list[Shot]:
    """V38, V130: straight along the axis at the nearest car in the line that is not out, whosever
    it is; without skill, computer or aim. The driver's is the kill.
    """
    shots = []
    for at in ready:
        weapon = car.spec.weapons[at]
        if weapon.drops or weapon.facing not in AXIS:
            continue
        found = [
            (distance(car.pose[:2], one.pose[:2]), duel.table.pole[one.number], one)
            for one in duel.present
            if one is not car
            and not one.out
            and in_line(car.pose, AXIS[weapon.facing], one.pose[:2])
            and clear_line(duel, car, one)
        ]
        if not found:
            continue
        target = min(found, key=lambda row: row[:2])[2]
        clouds = clouded(duel.markers, car.pose[:2], target.pose[:2])
        blind = clouds and weapon.look == "laser"
        if not blind and reaches(duel.numbers, weapon, car.pose, target.pose):
            bonus = target.spec.sloped - clouds
            number = number_needed(duel.numbers, car, weapon.to_hit, target, "body", bonus)
            shots.append(Shot(car, car.wheel, at, target, "body", number))
    return shots


def needed(duel: Duel, car: Car, person: int, at: int, target: Car, aim: str) -> int | None:
    """The number for a weapon that bears and reaches, else None."""
    weapon = car.spec.weapons[at]
    if (
        weapon.drops
        or not bears(car.pose, weapon.facing, target.pose[:2])
        or not clear_line(duel, car, target)
    ):
        return None
    if not reaches(duel.numbers, weapon, car.pose, target.pose):
        return None
    clouds = clouded(duel.markers, car.pose[:2], target.pose[:2])
    if clouds and weapon.look == "laser":
        return None
    bonus = skill(car, person, duel.numbers) + car.now.aim + target.spec.sloped
    bonus -= dimmed(car, clouds, radarproof=target.spec.radarproof)
    bonus += duel.numbers.painted if car.painted else 0
    for used, whom, turns in car.trail:
        if used == at and whom == target.number:
            bonus += duel.numbers.sustained * min(turns, duel.numbers.sustained_most)
    return number_needed(duel.numbers, car, weapon.to_hit, target, aim, bonus)


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


def _target(duel: Duel, car: Car, order: FireOrder) -> Car | None:
    """V53: never at allies, the yielded or the out, unless named."""
    if order.target >= 0:
        named = duel.cars[order.target]
        return named if named is not car and named.out != "left" else None
    foes = [one for one in duel.present if one.side != car.side and not one.out and not one.yielded]
    if order.target == LAST_HIT_ME:
        return next((one for one in foes if one.number == car.last_hit_by), None)
    near = [
        (distance(car.pose[:2], one.pose[:2]), duel.table.pole[one.number], one)
        for one in foes
        if bears(car.pose, car.spec.weapons[order.weapon].facing, one.pose[:2])
        and clear_line(duel, car, one)
    ]
    if order.target == EASIEST:
        near = [
            (needed(duel, car, order.crew, order.weapon, one, order.aim) or 99, pole, one)
            for _, pole, one in near
        ]
    elif order.target == MOST_HOLED:
        near = [(one.seen.holed.count(False), pole, one) for _, pole, one in near]
    return min(near, key=lambda row: row[:2])[2] if near else None


Blow = tuple[Shot, str, tuple[int, ...], int]


def _rolled(duel: Duel, shot: Shot) -> Blow | None:
    """To hit, and the damage of a hit (V35). An order is one action, each weapon one roll."""
    car, weapon = shot.car, shot.car.spec.weapons[shot.weapon]
    if car.shots[shot.weapon] > 0:
        car.shots[shot.weapon] -= 1
    faces = duel.own_d6(car, "aim", 2)
    total = sum(faces)
    numbers = duel.numbers
    hit = total != numbers.always_misses and (total >= shot.number or total == numbers.always_hits)
    duel.private(
        car,
        Aimed(
            car=car.number,
            weapon=shot.weapon,
            target=shot.target.number,
            number=shot.number,
            faces=faces,
        ),
    )
    duel.clash = duel.clash or (car.side != shot.target.side and shot.walker is None)
    if weapon.hazard:
        car.now.hazards.append(weapon.hazard)
    facing: str = quarter(shot.target.pose, car.pose[:2])
    if shot.walker or shot.aim == "turret":
        facing = "" if shot.walker else "top"
    dice = duel.d6(weapon.dice) if hit else ()
    points = sum(dice) + weapon.plus if hit else 0
    duel.public(
        Fired(
            car=car.number,
            phase=duel.phase,
            look=weapon.look,
            target=shot.target.number,
            hit=hit,
            points=points,
            facing=facing if hit else "",
            faces=dice,
            aim=shot.aim,
            on_foot=shot.walker.person if shot.walker else NOBODY,
        )
    )
    return (shot, facing, dice, points) if hit else None


def _deal(duel: Duel, shot: Shot, facing: str, faces: tuple[int, ...], points: int) -> int:
    """The damage of one hit, and its hazard."""
    weapon, target = shot.car.spec.weapons[shot.weapon], shot.target
    by = (shot.car.number, shot.person)
    if shot.walker:
        hurt(duel, shot.walker, points, by)
        return 0
    if shot.aim == "tyre":
        at = _tyre_towards(target, shot.car)
        target.now.hit = True
        return max(1, hurt_tyre(duel, target, at, points, shot=True)) if at >= 0 else 1
    dead = target.dp.count(0)
    hazard = strike(
        duel,
        target,
        facing,
        points,
        faces,
        by=by,
        laser=weapon.look == "laser",
        fire=weapon.fire,
        lasts=2 if weapon.look == "flamethrower" else 1,
    )
    if target.yielded:
        shot.car.merciless[shot.person] += target.dp.count(0) - dead
    return hazard


def _tyre_towards(target: Car, firer: Car) -> int:
    """The nearest tyre that is left, towards whoever fires."""
    spots = corners(target.pose, target.size)
    order = (0, 1, 3, 2) if len(target.tyres) == 4 else (0, 2)
    left = [
        (distance(spots[order[at]], firer.pose[:2]), at)
        for at, points in enumerate(target.tyres)
        if points
    ]
    return min(left)[1] if left else NOBODY


def hazards_of_hits(duel: Duel, hazards: list[tuple[Car, int]]) -> None:
    """V11 e: control rolls for hits, attack by attack, in the order of movement (V39)."""
    for car in duel.in_order:
        for d in [d for hit, d in hazards if hit is car] + car.now.hazards:
            car.now.busy = True
            if car.cycle and car.driver == NOBODY and car.speed and car.motion == "driving":
                lose_control(duel, car, d, table=1, speed=car.speed, plus=4)
            else:
                roll_control(duel, car, d, table=2)
        car.now.hazards.clear()
