"""What a car could hit from a place, and what fixed thing it would meet, as far as its own side
can see (V69). A rival's sloped armour is not seen, and not reckoned with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from autoduel.doctrine.weigh import Ghost
from autoduel.rules.aiming import bears, dimmed, number_needed, reaches, skill
from autoduel.rules.dropping import clouded
from autoduel.rules.geometry import corners, line_meets_polygon, moved
from autoduel.rules.ground import ground_of
from autoduel.rules.values import NOBODY

from .words import inches, percent, weapon_names

if TYPE_CHECKING:
    from collections.abc import Collection

    from autoduel.rules.car import Car
    from autoduel.rules.geometry import Point
    from autoduel.rules.values import SeenCar, View

LOOKS_AHEAD: Final = 10_000
"""How far straight ahead a driver looks, in mils."""
STEP: Final = 250


class Aim(NamedTuple):
    """The best that a car could fire at another: which weapon, by whom, and the number needed."""

    weapon: int
    crew: int
    number: int


def ghost_of(one: SeenCar | Car) -> Ghost:
    """A car as it stands."""
    return Ghost(one.pose, one.speed, one.cycle, one.small, one.blunt)


def best_aim(
    view: View,
    car: Car,
    me: Ghost,
    foe: SeenCar,
    them: Ghost,
    busy: int = NOBODY,
    alone: Collection[int] = (),
) -> Aim | None:
    """What needs the lowest number, from where it would be at where the other would be; None if
    nothing bears, reaches or sees (V32 to V36). `busy` is who has to drive and fires nothing,
    `alone` are the weapons that are set on automatic.
    """
    start, end = me.pose[:2], them.pose[:2]
    if not clear(view, car.number, foe.number, start, end):
        return None
    numbers, clouds = view.table.numbers, clouded(view.table.markers, start, end)
    found = []
    for at, weapon in enumerate(car.spec.weapons):
        blind = clouds and weapon.look == "laser"
        mine = not weapon.drops and car.works(at) and at not in alone
        fits = mine and bears(me.pose, weapon.facing, end)
        if blind or not fits or not reaches(numbers, weapon, me.pose, them.pose):
            continue
        kept = sum(
            numbers.sustained * min(turns, numbers.sustained_most)
            for used, whom, turns in car.trail
            if used == at and whom == foe.number
        )
        for person in range(len(car.dp)):
            if person != busy and car.may_shoot(person):
                bonus = skill(car, person, numbers) - dimmed(car, clouds) + kept
                bonus += numbers.painted if car.painted else 0
                number = number_needed(numbers, me, weapon.to_hit, them, "body", bonus)
                found.append(Aim(at, person, shown(number)))
    return min(found, key=lambda aim: (aim.number, aim.weapon, aim.crew), default=None)


def shown(number: int) -> int:
    """What two dice have to show: 2 always misses, 12 always hits (V35)."""
    return max(3, min(12, number))


def clear(view: View, mine: int, theirs: int, start: Point, end: Point) -> bool:
    """Whether nothing fixed and no other car stands between (V34)."""
    if ground_of(view.table.arena).blocks(start, end):
        return False
    return not any(
        line_meets_polygon(start, end, corners(one.pose, one.size))
        for one in view.table.cars
        if one.out != "left" and one.number not in (mine, theirs)
    )


def aim_words(car: Car, aim: Aim) -> str:
    """A shot and its chance: "machine gun needs 9 (28 %)"."""
    name = weapon_names(car.spec.weapons)[aim.weapon].lower()
    return f"{name} needs {aim.number} ({percent(aim.number)})"


def shots_words(view: View, car: Car, foe: SeenCar) -> str:
    """What could be fired at another from here."""
    aim = best_aim(view, car, ghost_of(car), foe, ghost_of(foe))
    if aim is None:
        return f"At {foe.name}: nothing bears."
    return f"At {foe.name}: {aim_words(car, aim)}."


def fixed_ahead(view: View, car: Car) -> str:
    """What stands straight ahead on its course, as far as a driver looks."""
    ground = ground_of(view.table.arena)
    for away in range(STEP, LOOKS_AHEAD + 1, STEP):
        if ground.meets(moved(car.pose, away, car.course), car.size):
            return f"There is a fixed obstacle {inches(away - STEP)} straight ahead."
    return f"There is no fixed obstacle within {inches(LOOKS_AHEAD)} straight ahead."
