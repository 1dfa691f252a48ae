"""People on foot: stepping out of a car, being run down, shot or led off (V31, V45, V131, V132)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.values import changed

from .car import Car
from .damage import strike
from .driving import roll_control
from .duel import PERSON_RADIUS, Duel
from .events import LedOff, RunDown, Suffered
from .events import OnFoot as StepsOut
from .geometry import Point, Pose, box_meets_disc, distance, move_pose, quarter
from .tables import ram_dice, weight_factor
from .values import NOBODY, Walker

GAP: Final = 125
"""Gap between a car and a person beside it, in mils."""
RUN_DOWN_D: Final = 3
"""D for running over a person (V31)."""
CAR_DAMAGE_DIVISOR: Final = 5
"""Divisor for the damage to a car that runs over a person (V31)."""


class OnFoot(NamedTuple):
    """A person on foot as a target (V35)."""

    pose: Pose
    speed: int = 0
    cycle: bool = False
    small: bool = False
    blunt: bool = True


def step_out(duel: Duel, car: Car, person: int) -> None:
    """Let a person leave a car and stand beside it until the end of the next turn (V45, V131).

    A person who is badly injured by the jump stays on the ground. If there is no room beside the
    car, the person is led off immediately.
    """
    for x, y in _places_beside(car, person):
        if _is_free(duel, (x, y)):
            walker = Walker(
                car=car.number,
                person=person,
                x=x,
                y=y,
                until=duel.turn + 1,
                down=car.dp[person] <= 1,
            )
            duel.walkers.append(walker)
            duel.announce(StepsOut(car=car.number, person=person, x=x, y=y))
            return
    duel.announce(LedOff(car=car.number, person=person))


def _places_beside(car: Car, person: int) -> Iterator[Point]:
    """Yield possible places beside a car.

    Places on the left and right alternate. Places behind and ahead of the car follow.
    """
    sideways, lengthways = car.size[1] + PERSON_RADIUS + GAP, car.size[0] + PERSON_RADIUS + GAP
    first_side = 6 if person % 2 == 0 else 18
    for turn, reach in (
        (first_side, sideways),
        (first_side + 12, sideways),
        (12, lengthways),
        (0, lengthways),
    ):
        for shift in (250, -250, 0):
            pose = move_pose(car.pose, reach, car.heading + turn)
            yield move_pose(pose, shift, car.heading + turn + 6)[:2]


def _is_free(duel: Duel, spot: Point) -> bool:
    return (
        not duel.ground.overlaps((*spot, 0), (PERSON_RADIUS, PERSON_RADIUS))
        and not any(
            box_meets_disc(other.pose, other.size, spot, PERSON_RADIUS)
            for other in duel.cars_present
        )
        and all(distance((other.x, other.y), spot) >= 2 * PERSON_RADIUS for other in duel.walkers)
    )


def lead_off_walkers(duel: Duel) -> None:
    """Lead off people at the end of the turn after they got out (V45)."""
    for walker in [each_walker for each_walker in duel.walkers if each_walker.until <= duel.turn]:
        duel.walkers.remove(walker)
        duel.announce(LedOff(car=walker.car, person=walker.person))


def hurt_walker(duel: Duel, walker: Walker, points: int, attacker: tuple[int, int]) -> None:
    """Deal points to a person on foot, first to the suit, then to the body (V45).

    A person who loses consciousness falls. Killing a person who had yielded is recorded (V93).
    """
    car, member = duel.cars[walker.car], walker.person
    was_alive = car.dp[member] > 0
    parts = car.take_damage(member, points)
    if points:
        duel.notify_owner(car, Suffered(car=car.number, parts=parts))
    if car.dp[member] <= 1:
        _knock_down(duel, walker)
    enemy, person = attacker
    if NOBODY in attacker or not was_alive or car.dp[member]:
        return
    if duel.cars[enemy].side != car.side:
        duel.cars[enemy].merciless[person] += 1


def _knock_down(duel: Duel, walker: Walker) -> None:
    for number, other in enumerate(duel.walkers):
        if (other.car, other.person) == (walker.car, walker.person):
            duel.walkers[number] = changed(other, down=True)


def run_down_walkers(duel: Duel, car: Car, walkers: list[Walker]) -> None:
    """Run people over, using the dice of a ram at the car's speed (V31).

    Each person takes damage that depends on the car's weight and is knocked down. The car takes a
    fifth of that damage and rolls for D3. A car without a driver gets no credit.
    """
    for walker in walkers:
        dice, modifier = ram_dice(abs(car.speed))
        faces = duel.roll(dice)
        total = max(0, sum(faces) + modifier)
        walker_damage, car_damage = (
            total * weight_factor(car.spec.weight) // 3,
            total // CAR_DAMAGE_DIVISOR,
        )
        duel.announce(
            RunDown(
                car=car.number,
                whose=walker.car,
                person=walker.person,
                phase=duel.phase,
                faces=faces,
                dealt=(car_damage, walker_damage),
            )
        )
        _knock_down(duel, walker)
        hurt_walker(duel, walker, walker_damage, (car.number, car.driver))
        if car_damage:
            strike(duel, car, quarter(car.pose, (walker.x, walker.y)), car_damage, (), is_ram=True)
        car.turn_state.is_busy = True
        roll_control(duel, car, RUN_DOWN_D, table=2)
