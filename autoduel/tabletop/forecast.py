"""The forecast of a plan for each of a side's cars (V69).

It has positions, the chance to keep control, obstacles and possible shots. It uses only the side's
own view and rolls no dice. It assumes that the other cars drive straight on.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from autoduel.doctrine.weigh import ForecastCar
from autoduel.rules.aiming import AutomaticTarget, automatic_shot, throws_that_hit
from autoduel.rules.car import Car
from autoduel.rules.geometry import Pose, boxes_overlap, move_pose
from autoduel.rules.ghost import Leg, forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.numbers import FIRE_FORBIDDEN, FIRE_MINUS_D
from autoduel.rules.plans import own_cars
from autoduel.rules.shooting import limit_in_phase, linked_weapons
from autoduel.rules.tables import PHASES, chart
from autoduel.rules.values import NOBODY, CarPlan, Plan, SeenCar, View
from engine.values import Value

from .sight import best_aim, is_line_clear, limit_number

BUSY_BRAKING: Final = 15
"""Braking per phase, in mph, after which the driver cannot fire (V36)."""
THROWS_OF_TWO_DICE: Final = 36


class Shot(Value):
    """A possible shot in a phase.

    `crew` is the person who fires, or −1 on automatic. `number` is the number needed on two dice,
    and `percent` is its chance.
    """

    target: int
    weapon: int
    crew: int
    number: int
    percent: int


class PhaseForecast(Value):
    """The forecast of a car for one phase.

    `path` has the poses on the way, with positions in mils. `number` is the hardest control roll; 0
    means none and 7 means that control is lost. `kept` is the chance in percent to keep control in
    this phase. `shots` has the best shot at each enemy by someone aboard. `automatic` has the shots
    of guns on automatic, which can also hit cars of the same side (V130).
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
    """The forecast of a car's turn.

    `lost` is the chance in percent to lose control. `wall` is the first phase in which the car
    would hit an obstacle, or 0. `touches` is the first car that it would touch, and `touched` is
    the phase of that contact.
    """

    car: int
    phases: tuple[PhaseForecast, ...]
    lost: int
    wall: int = 0
    touches: int = NOBODY
    touched: int = 0


class Forecast(Value):
    """The forecast of a side's plan for each of its cars that are currently steered."""

    cars: tuple[CarForecast, ...]


def forecast(view: View, plan: Plan) -> tuple[CarForecast, ...]:
    """Return the forecast of a plan for each car that is currently steered."""
    rows = {row.car: row for row in plan.cars}
    return tuple(
        _TurnForecast(view, car, rows[car.number]).forecast()
        for car in own_cars(view)
        if car.number in rows and car.is_steered
    )


def best_shot(view: View, car_forecast: CarForecast) -> tuple[int, Shot] | None:
    """Return the shot with the best chance to hit another side, and its phase.

    If several shots have the same chance, return the earliest.
    """
    shots = [
        (row.phase, shot)
        for row in car_forecast.phases
        for shot in (*row.shots, *row.automatic)
        if view.table.cars[shot.target].side != view.seat
    ]
    return min(shots, key=lambda row: (row[1].number, row[0]), default=None)


def straight_ahead(car: SeenCar) -> list[Pose]:
    """Return a car's pose after each phase if it drives straight on."""
    pose, poses = car.pose, []
    for halves in chart(0 if car.out else car.speed):
        pose = move_pose(pose, 500 * halves, car.course)
        poses.append(pose)
    return poses


class _TurnForecast:
    """The forecast of one car's turn."""

    def __init__(self, view: View, car: Car, row: CarPlan) -> None:
        self.view, self.car, self.row = view, car, row
        self.ground = ground_of(view.table.arena)
        self.others = [
            (other, straight_ahead(other))
            for other in view.table.cars
            if other.number != car.number and other.out != "left"
        ]
        self.automatic_orders = [order for order in row.fires if order.crew == NOBODY]
        self.on_automatic = frozenset(
            number
            for order in self.automatic_orders
            for number in linked_weapons(car.spec.weapons, order.weapon)
        )
        self.fired: set[int] = set()
        self.wall = self.touched_phase = 0
        self.touched_car = NOBODY

    def forecast(self) -> CarForecast:
        """Return the forecast of all five phases."""
        legs = forecast_plan(self.view.table.numbers, self.ground, self.car, self.row)
        pose, speed, hs, total_chance = self.car.pose, self.car.speed, self.car.hs, 1.0
        phases = []
        for phase in PHASES:
            phase_legs = [leg for leg in legs if leg.phase == phase]
            path = [] if self.wall else self._path_in_phase(phase, phase_legs)
            if path:
                pose = path[-1]
            speed_before, hs_before = speed, hs
            if phase_legs:
                speed, hs = phase_legs[-1].speed, phase_legs[-1].hs
            phase_chance = 1.0
            for leg in phase_legs:
                phase_chance *= float(chance_to_keep(leg.number))
            total_chance *= phase_chance
            phases.append(
                PhaseForecast(
                    phase=phase,
                    manoeuvre=self.row.manoeuvres[phase - 1] if any(leg.poses for leg in phase_legs)
                    else "S",
                    speed=speed,
                    hs=hs,
                    number=max([0, *[leg.number for leg in phase_legs]]),
                    kept=round(100 * phase_chance),
                    pose=pose,
                    path=tuple(path),
                    shots=self._shots(phase, pose, 0 if self.wall else speed,
                                      busy=self._is_busy(phase_legs, speed_before),
                                      d=hs_before - hs),
                    automatic=self._automatic(phase, pose, 0 if self.wall else speed),
                )
            )  # fmt: skip
        return CarForecast(
            car=self.car.number,
            phases=tuple(phases),
            lost=round(100 * (1 - total_chance)),
            wall=self.wall,
            touches=self.touched_car,
            touched=self.touched_phase,
        )

    def _path_in_phase(self, phase: int, legs: Sequence[Leg]) -> list[Pose]:
        """Return the poses in a phase up to the first one that would overlap an obstacle."""
        path: list[Pose] = []
        for pose in [pose for leg in legs for pose in leg.poses]:
            if self.ground.overlaps(pose, self.car.size):
                self.wall = phase
                break
            path.append(pose)
        end = path[-1] if path else None
        for other, poses in self.others:
            other_pose = poses[phase - 1]
            if (
                end
                and not self.touched_phase
                and boxes_overlap(end, self.car.size, other_pose, other.size)
            ):
                self.touched_car, self.touched_phase = other.number, phase
        return path

    def _is_busy(self, legs: Sequence[Leg], speed_before: int) -> bool:
        """Return whether the driver manoeuvres or brakes hard in this phase (V36)."""
        has_braked = any(
            not leg.poses and abs(speed_before) - abs(leg.speed) >= BUSY_BRAKING for leg in legs
        )
        phase = legs[0].phase if legs else 0
        has_steered = (
            phase and self.row.manoeuvres[phase - 1] != "S" and any(leg.poses for leg in legs)
        )
        return bool(has_braked or has_steered)

    def _shots(self, phase: int, pose: Pose, speed: int, *, busy: bool, d: int) -> tuple[Shot, ...]:
        """Return the best shot at each enemy in a phase. `d` is the D of its driving (V154)."""
        car, rule = self.car, self.view.table.numbers.driver_fire
        busy_driver = car.wheel if busy and rule == FIRE_FORBIDDEN else NOBODY
        penalty = d if rule == FIRE_MINUS_D else 0
        own_car = ForecastCar(pose, speed, car.cycle, car.small, car.blunt)
        shots = []
        for enemy, poses in self.others:
            if enemy.side == car.side or enemy.out or enemy.yielded:
                continue
            other_car = ForecastCar(
                poses[phase - 1], enemy.speed, enemy.cycle, enemy.small, enemy.blunt
            )
            aim = best_aim(
                self.view, car, own_car, enemy, other_car, busy_driver, self.on_automatic, penalty
            )
            if aim is not None:
                shots.append(_shot(enemy, aim.weapon, aim.crew, aim.number))
        return tuple(shots)

    def _automatic(self, phase: int, pose: Pose, speed: int) -> tuple[Shot, ...]:
        """Return the shots of guns on automatic in a phase. Each gun fires once per turn (V130)."""
        car, table = self.car, self.view.table
        own_car = ForecastCar(pose, speed, car.cycle, car.small, car.blunt)
        targets = [
            AutomaticTarget(
                ForecastCar(poses[phase - 1], other.speed, other.cycle, other.small, other.blunt),
                table.pole[other.number],
                0,
                other,
            )
            for other, poses in self.others
            if not other.out
        ]
        ends = {row.car.number: row.view.pose[:2] for row in targets}
        shots: list[Shot] = []
        for order in self.automatic_orders:
            limit, group = (
                limit_in_phase(order, phase),
                linked_weapons(car.spec.weapons, order.weapon),
            )
            ready = [
                weapon_number
                for weapon_number in group
                if weapon_number not in self.fired and car.weapon_works(weapon_number)
            ]
            if limit is None or order.weapon not in ready:
                continue
            hits = [
                (weapon_number, *hit)
                for weapon_number in ready
                if (
                    hit := automatic_shot(
                        table.numbers,
                        table.markers,
                        own_car,
                        car.spec.weapons[weapon_number],
                        targets,
                        lambda other: is_line_clear(
                            self.view, car.number, other.number, pose[:2], ends[other.number]
                        ),
                    )
                )
            ]
            if hits and min(number for *_, number in hits) <= limit:
                self.fired.update(weapon_number for weapon_number, *_ in hits)
                shots += [
                    _shot(other, weapon_number, NOBODY, limit_number(number))
                    for weapon_number, other, number in hits
                ]
        return tuple(shots)


def _shot(target: SeenCar, weapon: int, crew: int, number: int) -> Shot:
    return Shot(
        target=target.number,
        weapon=weapon,
        crew=crew,
        number=number,
        percent=round(100 * throws_that_hit(number) / THROWS_OF_TWO_DICE),
    )


def chance_to_keep(number: int) -> Fraction:
    """Return the chance to roll a number on one die. 0 means safe and 7 means lost (V15)."""
    return Fraction(max(0, 7 - number), 6) if number else Fraction(1)
