"""People on foot: beside the car they left, run down, shot, led off (V31, V45, V131, V132)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.values import changed

from .damage import strike
from .driving import roll_control
from .duel import PERSON
from .events import LedOff, RunDown, Suffered
from .events import OnFoot as StepsOut
from .geometry import box_meets_disc, distance, moved, quarter
from .tables import ram_dice, weight_factor
from .values import NOBODY, Walker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .car import Car
    from .duel import Duel
    from .geometry import Point, Pose

ROOM: Final = 125
"""Between a car and who stands beside it."""
RUN_DOWN: Final = 3
"""D for who runs somebody down (V31)."""
FIFTH: Final = 5
"""What a car takes of it: a fifth (V31)."""


class OnFoot(NamedTuple):
    """Somebody on foot, as they are aimed at (V35)."""

    pose: Pose
    speed: int = 0
    cycle: bool = False
    small: bool = False
    blunt: bool = True


def step_out(duel: Duel, car: Car, person: int) -> None:
    """Somebody leaves a car and stands beside it to the end of the next turn, or lies there if the
    jump was too much; where there is no room, they are led off at once (V45, V131).
    """
    for x, y in _spots(car, person):
        if _free(duel, (x, y)):
            walker = Walker(
                car=car.number,
                person=person,
                x=x,
                y=y,
                until=duel.turn + 1,
                down=car.dp[person] <= 1,
            )
            duel.walkers.append(walker)
            duel.public(StepsOut(car=car.number, person=person, x=x, y=y))
            return
    duel.public(LedOff(car=car.number, person=person))


def _spots(car: Car, person: int) -> Iterator[Point]:
    """Where one could stand: left and right in turn, then behind and ahead."""
    aside, along = car.size[1] + PERSON + ROOM, car.size[0] + PERSON + ROOM
    left = 6 if person % 2 == 0 else 18
    for turn, reach in ((left, aside), (left + 12, aside), (12, along), (0, along)):
        for shift in (250, -250, 0):
            pose = moved(car.pose, reach, car.heading + turn)
            yield moved(pose, shift, car.heading + turn + 6)[:2]


def _free(duel: Duel, spot: Point) -> bool:
    return (
        not duel.ground.meets((*spot, 0), (PERSON, PERSON))
        and not any(box_meets_disc(one.pose, one.size, spot, PERSON) for one in duel.present)
        and all(distance((one.x, one.y), spot) >= 2 * PERSON for one in duel.walkers)
    )


def lead_off(duel: Duel) -> None:
    """V45: at the end of the turn after the one in which they got out."""
    for walker in [one for one in duel.walkers if one.until <= duel.turn]:
        duel.walkers.remove(walker)
        duel.public(LedOff(car=walker.car, person=walker.person))


def hurt(duel: Duel, walker: Walker, points: int, by: tuple[int, int]) -> None:
    """Somebody on foot takes so many points: the suit, then the body. Who does not stay up lies
    there; whose blow it was that killed one who had yielded is remembered (V45, V93).
    """
    car, at = duel.cars[walker.car], walker.person
    alive = car.dp[at] > 0
    parts = car.suffer(at, points)
    if points:
        duel.private(car, Suffered(car=car.number, parts=parts))
    if car.dp[at] <= 1:
        _falls(duel, walker)
    foe, person = by
    if NOBODY in by or not alive or car.dp[at]:
        return
    if duel.cars[foe].side != car.side:
        duel.cars[foe].merciless[person] += 1


def _falls(duel: Duel, walker: Walker) -> None:
    for at, one in enumerate(duel.walkers):
        if (one.car, one.person) == (walker.car, walker.person):
            duel.walkers[at] = changed(one, down=True)


def run_down(duel: Duel, car: Car, walkers: list[Walker]) -> None:
    """V31: the dice of a ram at the car's speed. Who is met takes them by the car's weight, and is
    knocked down; the car takes a fifth, and D3. A car that nobody drives is nobody's blow.
    """
    for walker in walkers:
        dice, plus = ram_dice(abs(car.speed))
        faces = duel.d6(dice)
        total = max(0, sum(faces) + plus)
        theirs, mine = total * weight_factor(car.spec.weight) // 3, total // FIFTH
        duel.public(
            RunDown(
                car=car.number,
                whose=walker.car,
                person=walker.person,
                phase=duel.phase,
                faces=faces,
                dealt=(mine, theirs),
            )
        )
        _falls(duel, walker)
        hurt(duel, walker, theirs, (car.number, car.driver))
        if mine:
            strike(duel, car, quarter(car.pose, (walker.x, walker.y)), mine, (), ram=True)
        car.now.busy = True
        roll_control(duel, car, RUN_DOWN, table=2)
