"""The fire of a phase: who fires at whom, and what becomes of it (V11 d, V34 to V39)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .aiming import (
    Standing,
    automatic_shot,
    bears,
    dimmed,
    number_needed,
    reaches,
    skill,
)
from .damage import hurt_tyre, strike
from .driving import lose_control, roll_control
from .dropping import clouded
from .events import Aimed, Fired
from .geometry import (
    Point,
    corners,
    distance,
    line_meets_polygon,
    quarter,
)
from .values import EASIEST, LAST_HIT_ME, MOST_HOLED, NOBODY
from .walkers import OnFoot, hurt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .car import Car
    from .duel import Duel
    from .values import FireOrder, Walker, Weapon


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


def limit_in(order: FireOrder, phase: int) -> int | None:
    """The highest number needed at which an order is fired in a phase; None where it is not
    (V53).
    """
    if not order.first <= phase <= order.last:
        return None
    return order.late if phase == order.last else order.most


def linked(weapons: Sequence[Weapon], weapon: int) -> list[int]:
    """The weapons that fire as one with this one, itself among them (V37)."""
    link = weapons[weapon].link
    return [at for at, one in enumerate(weapons) if at == weapon or (link and one.link == link)]


def _by_order(duel: Duel, car: Car, order: FireOrder) -> list[Shot]:
    """The shots of an order if it holds now: of all weapons in the link (V37, V53)."""
    limit = limit_in(order, duel.phase)
    if limit is None:
        return []
    group = linked(car.spec.weapons, order.weapon)
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
    """V38, V130: by itself, at whoever stands there. The driver's is the kill."""
    there = [
        Standing(one, duel.table.pole[one.number], one.spec.sloped, one)
        for one in duel.present
        if one is not car and not one.out
    ]
    shots = []
    for at in ready:
        found = automatic_shot(
            duel.numbers,
            duel.markers,
            car,
            car.spec.weapons[at],
            there,
            lambda one: clear_line(duel, car, one),
        )
        if found is not None:
            target, number = found
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
