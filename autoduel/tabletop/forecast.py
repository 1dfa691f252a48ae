"""What a plan would come to if nothing happens: where each of a side's cars would be, how surely
its driver keeps control, what fixed thing it would meet, and what it could hit (V69).

From the side's own view alone, without a die. The others are taken to drive straight on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.doctrine.weigh import Ghost
from autoduel.rules.aiming import Standing, automatic_shot, chance
from autoduel.rules.geometry import boxes_overlap, moved
from autoduel.rules.ghost import ghost
from autoduel.rules.ground import ground_of
from autoduel.rules.plans import own_cars
from autoduel.rules.shooting import limit_in, linked
from autoduel.rules.tables import PHASES, chart
from autoduel.rules.values import NOBODY
from engine.values import Value

from .sight import best_aim, clear, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoduel.rules.car import Car
    from autoduel.rules.geometry import Pose
    from autoduel.rules.ghost import Leg
    from autoduel.rules.values import CarPlan, Plan, SeenCar, View

BUSY_BRAKE: Final = 15
"""Who brakes by so much fires nothing in that phase (V36)."""
WHOLE: Final = 36


class Shot(Value):
    """A shot that could be fired in a phase: at which car, with which weapon of the record, by whom
    aboard (−1: it is on automatic), the number that two dice have to show, and the chance of it in
    percent.
    """

    target: int
    weapon: int
    crew: int
    number: int
    percent: int


class PhaseForecast(Value):
    """A car after a phase. `path` are the poses on the way (mils and headings), `number` the
    hardest roll for control in it (0: none, 7: control is lost), `kept` the chance in percent that
    control is kept in this phase, `shots` the best at each enemy by who is aboard, `automatic` what
    the guns on automatic fire in it, at whoever stands there, one's own cars too (V130).
    """

    phase: int
    manoeuvre: str
    speed: int
    hs: int
    number: int
    kept: int
    pose: tuple[int, int, int]
    path: tuple[tuple[int, int, int], ...] = ()
    shots: tuple[Shot, ...] = ()
    automatic: tuple[Shot, ...] = ()


class CarForecast(Value):
    """A car's turn. `lost` is the chance in percent that control is lost in it; `wall` the first
    phase in which it would meet something fixed, 0 for none; `touches` the first car that it would
    touch, and `touched` in which phase.
    """

    car: int
    phases: tuple[PhaseForecast, ...]
    lost: int
    wall: int = 0
    touches: int = NOBODY
    touched: int = 0


class Forecast(Value):
    """What a side's plan would come to, for each of its cars that somebody steers now."""

    cars: tuple[CarForecast, ...]


def forecast(view: View, plan: Plan) -> tuple[CarForecast, ...]:
    """What a plan would come to, car by car; nothing for a car that nobody steers now."""
    rows = {row.car: row for row in plan.cars}
    return tuple(
        [
            _Turn(view, car, rows[car.number]).forecast()
            for car in own_cars(view)
            if car.number in rows and car.steers
        ]
    )


def best_shot(view: View, one: CarForecast) -> tuple[int, Shot] | None:
    """The likeliest shot of a car's turn at another side, and its phase, the earliest of equals."""
    shots = [
        (row.phase, shot)
        for row in one.phases
        for shot in (*row.shots, *row.automatic)
        if view.table.cars[shot.target].side != view.seat
    ]
    return min(shots, key=lambda row: (row[1].number, row[0]), default=None)


def straight_ahead(one: SeenCar) -> list[Pose]:
    """Where a car is after each phase, if it goes straight on."""
    pose, poses = one.pose, []
    for halves in chart(0 if one.out else one.speed):
        pose = moved(pose, 500 * halves, one.course)
        poses.append(pose)
    return poses


class _Turn:
    """One car's way through a turn."""

    def __init__(self, view: View, car: Car, row: CarPlan) -> None:
        self.view, self.car, self.row = view, car, row
        self.ground = ground_of(view.table.arena)
        self.others = [
            (one, straight_ahead(one))
            for one in view.table.cars
            if one.number != car.number and one.out != "left"
        ]
        self.alone = [order for order in row.fires if order.crew == NOBODY]
        self.on_automatic = frozenset(
            [at for order in self.alone for at in linked(car.spec.weapons, order.weapon)]
        )
        self.fired: set[int] = set()
        self.wall = self.touched = 0
        self.touches = NOBODY

    def forecast(self) -> CarForecast:
        """All five phases."""
        legs = ghost(self.view.table.numbers, self.ground, self.car, self.row)
        pose, speed, hs, kept = self.car.pose, self.car.speed, self.car.hs, 1.0
        phases = []
        for phase in PHASES:
            mine = [leg for leg in legs if leg.phase == phase]
            path = [] if self.wall else self._driven(phase, mine)
            if path:
                pose = path[-1]
            before = speed
            if mine:
                speed, hs = mine[-1].speed, mine[-1].hs
            here = 1.0
            for leg in mine:
                here *= _keeps(leg.number)
            kept *= here
            phases.append(
                PhaseForecast(
                    phase=phase,
                    manoeuvre=self.row.manoeuvres[phase - 1] if any(leg.poses for leg in mine)
                    else "S",
                    speed=speed,
                    hs=hs,
                    number=max([0, *[leg.number for leg in mine]]),
                    kept=round(100 * here),
                    pose=pose,
                    path=tuple(path),
                    shots=self._shots(phase, pose, 0 if self.wall else speed,
                                      busy=self._busy(mine, before)),
                    automatic=self._automatic(phase, pose, 0 if self.wall else speed),
                )
            )  # fmt: skip
        return CarForecast(
            car=self.car.number,
            phases=tuple(phases),
            lost=round(100 * (1 - kept)),
            wall=self.wall,
            touches=self.touches,
            touched=self.touched,
        )

    def _driven(self, phase: int, legs: Sequence[Leg]) -> list[Pose]:
        """The poses of a phase, up to the first that would be in something fixed."""
        path: list[Pose] = []
        for pose in [pose for leg in legs for pose in leg.poses]:
            if self.ground.meets(pose, self.car.size):
                self.wall = phase
                break
            path.append(pose)
        end = path[-1] if path else None
        for one, poses in self.others:
            at = poses[phase - 1]
            if end and not self.touched and boxes_overlap(end, self.car.size, at, one.size):
                self.touches, self.touched = one.number, phase
        return path

    def _busy(self, legs: Sequence[Leg], before: int) -> bool:
        """Whether the driver has manoeuvred or braked hard in this phase (V36)."""
        braked = any(not leg.poses and abs(before) - abs(leg.speed) >= BUSY_BRAKE for leg in legs)
        phase = legs[0].phase if legs else 0
        drove = phase and self.row.manoeuvres[phase - 1] != "S" and any(leg.poses for leg in legs)
        return bool(braked or drove)

    def _shots(self, phase: int, pose: Pose, speed: int, *, busy: bool) -> tuple[Shot, ...]:
        car = self.car
        me = Ghost(pose, speed, car.cycle, car.small, car.blunt)
        shots = []
        for foe, poses in self.others:
            if foe.side == car.side or foe.out or foe.yielded:
                continue
            them = Ghost(poses[phase - 1], foe.speed, foe.cycle, foe.small, foe.blunt)
            driver = car.wheel if busy else NOBODY
            aim = best_aim(self.view, car, me, foe, them, driver, self.on_automatic)
            if aim is not None:
                shots.append(_shot(foe, aim.weapon, aim.crew, aim.number))
        return tuple(shots)

    def _automatic(self, phase: int, pose: Pose, speed: int) -> tuple[Shot, ...]:
        """What the guns on automatic fire in a phase, each once a turn, as the turn does (V130)."""
        car, table = self.car, self.view.table
        me = Ghost(pose, speed, car.cycle, car.small, car.blunt)
        there = [
            Standing(
                Ghost(poses[phase - 1], one.speed, one.cycle, one.small, one.blunt),
                table.pole[one.number],
                0,
                one,
            )
            for one, poses in self.others
            if not one.out
        ]
        ends = {row.car.number: row.seen.pose[:2] for row in there}
        shots: list[Shot] = []
        for order in self.alone:
            limit, group = limit_in(order, phase), linked(car.spec.weapons, order.weapon)
            ready = [at for at in group if at not in self.fired and car.works(at)]
            if limit is None or order.weapon not in ready:
                continue
            found = [
                (at, *hit)
                for at in ready
                if (
                    hit := automatic_shot(
                        table.numbers,
                        table.markers,
                        me,
                        car.spec.weapons[at],
                        there,
                        lambda one: clear(
                            self.view, car.number, one.number, pose[:2], ends[one.number]
                        ),
                    )
                )
            ]
            if found and min(number for *_, number in found) <= limit:
                self.fired.update(at for at, *_ in found)
                shots += [_shot(one, at, NOBODY, shown(number)) for at, one, number in found]
        return tuple(shots)


def _shot(at: SeenCar, weapon: int, crew: int, number: int) -> Shot:
    return Shot(
        target=at.number,
        weapon=weapon,
        crew=crew,
        number=number,
        percent=round(100 * chance(number) / WHOLE),
    )


def _keeps(number: int) -> float:
    """The chance that a die shows a number or more: 0 is safe, 7 is lost (V15)."""
    return 1.0 if number == 0 else max(0, 7 - number) / 6
