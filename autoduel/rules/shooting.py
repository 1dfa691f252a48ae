"""Fire in a phase: targets, rolls to hit, and damage (V11 d, V34 to V39)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .aiming import (
    AutomaticTarget,
    automatic_shot,
    bears_on,
    cloud_penalty,
    gunnery_modifier,
    is_in_reach,
    number_needed,
)
from .car import Car
from .damage import hurt_tyre, strike
from .driving import lose_control, roll_control
from .dropping import cloud_modifier
from .duel import Duel
from .events import Aimed, Fired
from .geometry import (
    Point,
    corners,
    distance,
    line_meets_polygon,
    quarter,
)
from .numbers import FIRE_FORBIDDEN, FIRE_MINUS_D
from .values import EASIEST, LAST_HIT_ME, MOST_HOLED, NOBODY, FireOrder, Walker, Weapon
from .walkers import OnFoot, hurt_walker

TYRE_CORNERS: Final = {2: (0, 2), 3: (0, 3, 2), 4: (0, 1, 3, 2)}
"""Corner of the body nearest to each tyre, by the number of tyres."""


class Shot(NamedTuple):
    """A chosen shot with the number needed to hit.

    If the target is a person on foot beside the target's car, `walker` is set (V131).
    """

    car: Car
    person: int
    weapon: int
    target: Car
    aim: str
    number: int
    walker: Walker | None = None


def has_clear_line(duel: Duel, car: Car, target: Car) -> bool:
    """Return whether no obstacle and no other car is between the centres of two cars (V34)."""
    return _is_line_clear(duel, car, target.pose[:2], target)


def _is_line_clear(duel: Duel, car: Car, end: Point, target: Car | None) -> bool:
    start = car.pose[:2]
    if duel.ground.is_line_blocked(start, end):
        return False
    return not any(
        line_meets_polygon(start, end, corners(other.pose, other.size))
        for other in duel.cars_present
        if other is not car and other is not target
    )


def fire(duel: Duel) -> list[tuple[Car, int]]:
    """Choose and roll all shots, then deal all damage (V11 d).

    Return the hazard of each hit, with the car that was hit.
    """
    shots = [shot for car in duel.cars_in_order for shot in _choose_shots(duel, car)]
    blows = [blow for shot in shots if (blow := _roll_to_hit(duel, shot))]
    hazards = []
    for shot, facing, faces, points in blows:
        hazards.append((shot.target, _deal(duel, shot, facing, faces, points)))
    return hazards


def _choose_shots(duel: Duel, car: Car) -> list[Shot]:
    plan = car.turn_state.plan
    if plan is None or car.out or car.yielded or car.motion in ("roll", "lying"):
        return []
    can_aim = car.motion == "driving" and not car.turn_state.cannot_aim
    shots: list[Shot] = []
    for order in plan.fires:
        if order.crew == NOBODY:
            shots += _shots_of_order(duel, car, order)
            continue
        if not can_aim:
            continue
        is_driver_busy = (
            duel.numbers.driver_fire == FIRE_FORBIDDEN
            and order.crew == car.wheel
            and car.turn_state.is_busy
        )
        if (
            order.crew in car.turn_state.people_acted
            or is_driver_busy
            or not car.has_firing_action(order.crew)
        ):
            continue
        order_shots = _shots_of_order(duel, car, order)
        if order_shots:
            car.turn_state.people_acted.add(order.crew)
            shots += order_shots
    return shots


def limit_in_phase(order: FireOrder, phase: int) -> int | None:
    """Return the highest number needed at which an order is carried out in a phase (V53).

    Return None if the order does not apply in that phase.
    """
    if not order.first <= phase <= order.last:
        return None
    return order.late if phase == order.last else order.most


def linked_weapons(weapons: Sequence[Weapon], weapon: int) -> list[int]:
    """Return all weapons that fire together with a weapon, including that weapon (V37)."""
    link = weapons[weapon].link
    return [
        number
        for number, other in enumerate(weapons)
        if number == weapon or (link and other.link == link)
    ]


def _shots_of_order(duel: Duel, car: Car, order: FireOrder) -> list[Shot]:
    """Return an order's shots, including linked weapons, if its conditions are met (V37, V53)."""
    limit = limit_in_phase(order, duel.phase)
    if limit is None:
        return []
    group = linked_weapons(car.spec.weapons, order.weapon)
    ready = [
        number
        for number in group
        if number not in car.turn_state.fired_at and car.weapon_works(number)
    ]
    if order.weapon not in ready:
        return []
    if order.crew == NOBODY:
        shots = _automatic_shots(duel, car, ready)
    elif order.on_foot != NOBODY:
        shots = _shots_at_walker(duel, car, order, ready)
    else:
        shots = _shots_at_car(duel, car, order, ready)
    if not shots or min(shot.number for shot in shots) > limit:
        return []
    car.turn_state.fired_at.update({shot.weapon: shot.target.number for shot in shots})
    return shots


def _shots_at_car(duel: Duel, car: Car, order: FireOrder, ready: list[int]) -> list[Shot]:
    target = _choose_target(duel, car, order)
    if target is None:
        return []
    return [
        Shot(car, order.crew, weapon, target, order.aim, number)
        for weapon in ready
        if (number := number_to_hit(duel, car, order.crew, weapon, target, order.aim)) is not None
    ]


def _shots_at_walker(duel: Duel, car: Car, order: FireOrder, ready: list[int]) -> list[Shot]:
    """Return the shots at a named person on foot, the smallest kind of target (V35, V45, V131)."""
    person_on_foot = (order.target, order.on_foot)
    walker = next(
        (other for other in duel.walkers if (other.car, other.person) == person_on_foot), None
    )
    if walker is None or walker.down or not _is_line_clear(duel, car, (walker.x, walker.y), None):
        return []
    target, shots = OnFoot((walker.x, walker.y, 0)), []
    clouds = cloud_modifier(duel.markers, car.pose[:2], target.pose[:2])
    bonus = (
        gunnery_modifier(car, order.crew, duel.numbers)
        + _busy_modifier(duel, car, order.crew)
        + car.turn_state.aim_modifier
        + duel.numbers.at_person
    )
    bonus -= cloud_penalty(car, clouds)
    bonus += duel.numbers.painted if car.painted else 0
    for weapon_number in ready:
        weapon = car.spec.weapons[weapon_number]
        blind = clouds and weapon.look == "laser"
        fits = bears_on(car.pose, weapon.facing, target.pose[:2])
        if fits and not blind and is_in_reach(duel.numbers, weapon, car.pose, target.pose):
            number = number_needed(duel.numbers, car, weapon.to_hit, target, "body", bonus)
            shots.append(
                Shot(car, order.crew, weapon_number, duel.cars[walker.car], "body", number, walker)
            )
    return shots


def _automatic_shots(duel: Duel, car: Car, ready: list[int]) -> list[Shot]:
    """Return the shots of weapons on automatic. The driver gets credit for kills (V38, V130)."""
    targets = [
        AutomaticTarget(other, duel.table.pole[other.number], other.spec.sloped, other)
        for other in duel.cars_present
        if other is not car and not other.out
    ]
    shots = []
    for weapon in ready:
        shot = automatic_shot(
            duel.numbers,
            duel.markers,
            car,
            car.spec.weapons[weapon],
            targets,
            lambda other: has_clear_line(duel, car, other),
        )
        if shot is not None:
            target, number = shot
            shots.append(Shot(car, car.wheel, weapon, target, "body", number))
    return shots


def number_to_hit(
    duel: Duel, car: Car, person: int, weapon_number: int, target: Car, aim: str
) -> int | None:
    """Return the number that a weapon needs to hit.

    Return None if the weapon does not bear on the target or cannot reach it.
    """
    weapon = car.spec.weapons[weapon_number]
    if (
        weapon.drops
        or not bears_on(car.pose, weapon.facing, target.pose[:2])
        or not has_clear_line(duel, car, target)
    ):
        return None
    if not is_in_reach(duel.numbers, weapon, car.pose, target.pose):
        return None
    clouds = cloud_modifier(duel.markers, car.pose[:2], target.pose[:2])
    if clouds and weapon.look == "laser":
        return None
    bonus = (
        gunnery_modifier(car, person, duel.numbers)
        + _busy_modifier(duel, car, person)
        + car.turn_state.aim_modifier
        + target.spec.sloped
    )
    bonus -= cloud_penalty(car, clouds, radarproof=target.spec.radarproof)
    bonus += duel.numbers.painted if car.painted else 0
    for fired_weapon, fired_at, turns in car.trail:
        if fired_weapon == weapon_number and fired_at == target.number:
            bonus += duel.numbers.sustained * min(turns, duel.numbers.sustained_most)
    return number_needed(duel.numbers, car, weapon.to_hit, target, aim, bonus)


def _busy_modifier(duel: Duel, car: Car, person: int) -> int:
    """Return the modifier of a driver who fires in a phase with a manoeuvre or hazard (V154)."""
    is_reduced = duel.numbers.driver_fire == FIRE_MINUS_D and person == car.wheel
    return -car.turn_state.busy_d if is_reduced else 0


def _choose_target(duel: Duel, car: Car, order: FireOrder) -> Car | None:
    """Return the target of an order, or None (V53).

    Unless the order names them, allies and cars that have yielded or are out of the duel are not
    targets.
    """
    if order.target >= 0:
        named_car = duel.cars[order.target]
        return named_car if named_car is not car and named_car.out != "left" else None
    foes = [
        other
        for other in duel.cars_present
        if other.side != car.side and not other.out and not other.yielded
    ]
    if order.target == LAST_HIT_ME:
        return next((other for other in foes if other.number == car.last_hit_by), None)
    candidates = [
        (distance(car.pose[:2], other.pose[:2]), duel.table.pole[other.number], other)
        for other in foes
        if bears_on(car.pose, car.spec.weapons[order.weapon].facing, other.pose[:2])
        and has_clear_line(duel, car, other)
    ]
    if order.target == EASIEST:
        candidates = [
            (
                number_to_hit(duel, car, order.crew, order.weapon, other, order.aim) or 99,
                pole,
                other,
            )
            for _, pole, other in candidates
        ]
    elif order.target == MOST_HOLED:
        candidates = [(other.seen.holed.count(False), pole, other) for _, pole, other in candidates]
    return min(candidates, key=lambda row: row[:2])[2] if candidates else None


Blow = tuple[Shot, str, tuple[int, ...], int]


def _roll_to_hit(duel: Duel, shot: Shot) -> Blow | None:
    """Roll to hit and, after a hit, for damage (V35).

    An order is one action, but each of its weapons has its own roll.
    """
    car, weapon = shot.car, shot.car.spec.weapons[shot.weapon]
    if car.shots[shot.weapon] > 0:
        car.shots[shot.weapon] -= 1
    faces = duel.roll_own(car, "aim", 2)
    total = sum(faces)
    numbers = duel.numbers
    is_hit = total != numbers.always_misses and (
        total >= shot.number or total == numbers.always_hits
    )
    duel.notify_owner(
        car,
        Aimed(
            car=car.number,
            weapon=shot.weapon,
            target=shot.target.number,
            number=shot.number,
            faces=faces,
        ),
    )
    duel.had_clash = duel.had_clash or (car.side != shot.target.side and shot.walker is None)
    if weapon.hazard:
        car.turn_state.hazards.append(weapon.hazard)
    facing: str = quarter(shot.target.pose, car.pose[:2])
    if shot.walker or shot.aim == "turret":
        facing = "" if shot.walker else "top"
    dice = duel.roll(weapon.dice) if is_hit else ()
    points = sum(dice) + weapon.plus if is_hit else 0
    duel.announce(
        Fired(
            car=car.number,
            phase=duel.phase,
            look=weapon.look,
            target=shot.target.number,
            hit=is_hit,
            points=points,
            facing=facing if is_hit else "",
            faces=dice,
            aim=shot.aim,
            on_foot=shot.walker.person if shot.walker else NOBODY,
        )
    )
    return (shot, facing, dice, points) if is_hit else None


def _deal(duel: Duel, shot: Shot, facing: str, faces: tuple[int, ...], points: int) -> int:
    """Deal the damage of one hit and return its hazard."""
    weapon, target = shot.car.spec.weapons[shot.weapon], shot.target
    attacker = (shot.car.number, shot.person)
    if shot.walker:
        hurt_walker(duel, shot.walker, points, attacker)
        return 0
    if shot.aim == "tyre":
        tyre = _nearest_tyre(target, shot.car)
        target.turn_state.was_hit = True
        return max(1, hurt_tyre(duel, target, tyre, points, was_shot=True)) if tyre >= 0 else 1
    dead_before = target.dp.count(0)
    hazard = strike(
        duel,
        target,
        facing,
        points,
        faces,
        attacker=attacker,
        is_laser=weapon.look == "laser",
        fire=weapon.fire,
        fire_turns=2 if weapon.look == "flamethrower" else 1,
    )
    if target.yielded:
        shot.car.merciless[shot.person] += target.dp.count(0) - dead_before
    return hazard


def _nearest_tyre(target: Car, firer: Car) -> int:
    """Return the remaining tyre nearest to the firing car, or NOBODY."""
    tyre_positions = corners(target.pose, target.size)
    order = TYRE_CORNERS[len(target.tyres)]
    distances = [
        (distance(tyre_positions[order[tyre]], firer.pose[:2]), tyre)
        for tyre, points in enumerate(target.tyres)
        if points
    ]
    return min(distances)[1] if distances else NOBODY


def hazards_of_hits(duel: Duel, hazards: list[tuple[Car, int]]) -> None:
    """Roll for control after hits, one attack at a time, in the order of movement (V11 e, V39)."""
    for car in duel.cars_in_order:
        for d in [d for hit_car, d in hazards if hit_car is car] + car.turn_state.hazards:
            car.turn_state.is_busy = True
            if car.cycle and car.driver == NOBODY and car.speed and car.motion == "driving":
                lose_control(duel, car, d, table=1, speed=car.speed, modifier=4)
            else:
                roll_control(duel, car, d, table=2)
        car.turn_state.hazards.clear()
