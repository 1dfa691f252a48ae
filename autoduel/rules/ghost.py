"""The forecast of a plan, with the car's positions and their probabilities (V69)."""

from __future__ import annotations

from typing import NamedTuple

from .car import Car
from .driving import reachable_speed
from .geometry import HEADINGS, Pose
from .ground import Ground
from .manoeuvres import (
    MANOEUVRES,
    SUBSTEP,
    bootlegger_end,
    bootlegger_start,
    difficulty,
    inch_poses,
    is_possible,
    straight_poses,
)
from .numbers import DuelNumbers
from .tables import PHASES, braking, chart, control
from .values import CarPlan


class Leg(NamedTuple):
    """An inch of movement, or a change of speed without poses.

    `speed` and `hs` are the resulting speed and handling status. `number` is the lowest die that
    keeps control; 0 means safe and 7 means lost.
    """

    phase: int
    poses: list[Pose]
    speed: int
    hs: int
    number: int


class _Forecast:
    """The state of a car while its turn is forecast."""

    def __init__(self, numbers: DuelNumbers, ground: Ground, car: Car) -> None:
        self.numbers, self.ground, self.car = numbers, ground, car
        self.pose, self.speed, self.hs = car.pose, car.speed, car.hs
        self.course, self.is_sliding, self.turning = car.course, False, 0
        self.legs: list[Leg] = []

    def add_leg(self, phase: int, poses: list[Pose], d: int, speed: int) -> None:
        """Deduct D and record the leg. `speed` is the speed for the control roll."""
        if poses:
            self.pose = poses[-1]
        number = 0
        if d > 0:
            rough = self.ground.gravel and self.ground.is_gravel(self.pose[:2])
            d += self.numbers.gravel if rough else 0
            self.hs = max(self.numbers.least_hs, self.hs - d)
            number = control(self.numbers, speed, self.hs) if speed else 0
        self.legs.append(Leg(phase, poses, self.speed, self.hs, number))

    def change_speed(self, phase: int, wanted_speed: int) -> None:
        """Change the speed (V13) unless the car is sliding."""
        if self.is_sliding:
            return
        before, self.speed = self.speed, reachable_speed(self.car, wanted_speed, self.speed)
        d = braking(self.numbers, abs(before) - abs(self.speed))
        if self.speed != before:
            self.add_leg(phase, [], d, before)

    def move_in_phase(self, phase: int, manoeuvre: str) -> None:
        """Move the car in a phase. The manoeuvre takes place in the first inch (V24)."""
        halves_left, is_first = chart(self.speed)[phase - 1], True
        while halves_left > 0 and self.speed:
            halves = min(2, halves_left)
            halves_left -= halves
            row = MANOEUVRES[manoeuvre]
            has_room = halves == 2 or row.kind == "pivot"
            fits_phase = (
                is_first and has_room and is_possible(manoeuvre, self.speed, cycle=self.car.cycle)
            )
            if row.kind == "bootlegger" and not 20 <= self.car.speed <= 35:
                fits_phase = False
            is_first = False
            if self.is_sliding:
                self._slide(phase, halves)
            elif fits_phase and row.kind == "bootlegger":
                self._bootlegger(phase, manoeuvre, row.side)
            elif fits_phase and row.kind == "t-stop":
                self._t_stop(phase, manoeuvre, row.side)
            else:
                self._drive(phase, manoeuvre if fits_phase else "S", halves)

    def _drive(self, phase: int, manoeuvre: str, halves: int) -> None:
        direction = self.pose[2] if self.speed >= 0 else (self.pose[2] + 12) % HEADINGS
        if manoeuvre == "S":
            poses = straight_poses(self.pose, 2 * SUBSTEP * halves, direction)
        else:
            poses = inch_poses(self.pose, self.car.size, manoeuvre, reverse=self.speed < 0)
        self.add_leg(phase, poses, difficulty(manoeuvre, self.speed), self.speed)
        heading = self.pose[2]
        self.course = heading if self.speed >= 0 else (heading + 12) % HEADINGS

    def _t_stop(self, phase: int, manoeuvre: str, side: int) -> None:
        x, y, heading = self.pose
        d, before = difficulty(manoeuvre, self.speed), self.speed
        self.course = heading
        poses = [(x, y, (heading + side * step) % HEADINGS) for step in range(1, 7)]
        self.pose, self.is_sliding = poses[-1], True
        poses += straight_poses(self.pose, 4 * SUBSTEP, self.course)
        self._slow_down()
        self.add_leg(phase, poses, d, before)

    def _bootlegger(self, phase: int, manoeuvre: str, side: int) -> None:
        self.course, self.turning = self.pose[2], side
        self.is_sliding = True
        self.add_leg(
            phase, bootlegger_start(self.pose, side), difficulty(manoeuvre, self.speed), self.speed
        )

    def _slide(self, phase: int, halves: int) -> None:
        if self.turning:
            poses = bootlegger_end(self.pose, self.course, self.turning)
            self.speed, self.is_sliding, self.turning = 0, False, 0
        else:
            poses = straight_poses(self.pose, 2 * SUBSTEP * halves, self.course)
            self._slow_down()
        self.add_leg(phase, poses, 0, self.speed)

    def _slow_down(self) -> None:
        self.speed = max(0, abs(self.speed) - self.numbers.slide)
        self.is_sliding = self.speed > 0


def forecast_plan(numbers: DuelNumbers, ground: Ground, car: Car, plan: CarPlan) -> list[Leg]:
    """Return the legs of a plan, assuming that nothing is in the way.

    The car must be able to steer. Gravel is the only kind of ground that matters.
    """
    drive = _Forecast(numbers, ground, car)
    for phase in PHASES:
        if plan.at == phase:
            drive.change_speed(phase, plan.speed)
        drive.move_in_phase(phase, plan.manoeuvres[phase - 1])
    return drive.legs
