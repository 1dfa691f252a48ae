"""A plan driven as if nothing happened: where the car would be, and how surely (V69)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .driving import reachable
from .geometry import HEADINGS, Pose
from .manoeuvres import (
    MANOEUVRES,
    STEP,
    bootlegger,
    bootlegger_ends,
    difficulty,
    inch,
    possible,
    straight,
)
from .tables import PHASES, braking, chart, control

if TYPE_CHECKING:
    from .car import Car
    from .ground import Ground
    from .numbers import DuelNumbers
    from .values import CarPlan


class Leg(NamedTuple):
    """An inch, or a change of speed without any poses: the speed after it, the handling status
    left, and what a die has to show to keep control (0: safe, 7: lost).
    """

    phase: int
    poses: list[Pose]
    speed: int
    hs: int
    number: int


class _Drive:
    """A car on its way through a turn."""

    def __init__(self, numbers: DuelNumbers, ground: Ground, car: Car) -> None:
        self.numbers, self.ground, self.car = numbers, ground, car
        self.pose, self.speed, self.hs = car.pose, car.speed, car.hs
        self.course, self.slides, self.turning = car.course, False, 0
        self.legs: list[Leg] = []

    def leg(self, phase: int, poses: list[Pose], d: int, speed: int) -> None:
        """Take D off and write the leg down; `speed` is what control is rolled at."""
        if poses:
            self.pose = poses[-1]
        number = 0
        if d > 0:
            rough = self.ground.gravel and self.ground.rough(self.pose[:2])
            d += self.numbers.gravel if rough else 0
            self.hs = max(self.numbers.least_hs, self.hs - d)
            number = control(self.numbers, speed, self.hs) if speed else 0
        self.legs.append(Leg(phase, poses, self.speed, self.hs, number))

    def shift(self, phase: int, wanted: int) -> None:
        """The change of speed (V13); who slides has no say in it."""
        if self.slides:
            return
        before, self.speed = self.speed, reachable(self.car, wanted, self.speed)
        d = braking(self.numbers, abs(before) - abs(self.speed))
        if self.speed != before:
            self.leg(phase, [], d, before)

    def inches(self, phase: int, manoeuvre: str) -> None:
        """The movement of a phase, the manoeuvre in its first inch (V24)."""
        left, first = chart(self.speed)[phase - 1], True
        while left > 0 and self.speed:
            halves = min(2, left)
            left -= halves
            row = MANOEUVRES[manoeuvre]
            whole = halves == 2 or row.kind == "pivot"
            fits = first and whole and possible(manoeuvre, self.speed, cycle=self.car.cycle)
            if row.kind == "bootlegger" and not 20 <= self.car.speed <= 35:
                fits = False
            first = False
            if self.slides:
                self._slide(phase, halves)
            elif fits and row.kind == "bootlegger":
                self._bootlegger(phase, manoeuvre, row.side)
            elif fits and row.kind == "t-stop":
                self._t_stop(phase, manoeuvre, row.side)
            else:
                self._drive(phase, manoeuvre if fits else "S", halves)

    def _drive(self, phase: int, manoeuvre: str, halves: int) -> None:
        ahead = self.pose[2] if self.speed >= 0 else (self.pose[2] + 12) % HEADINGS
        if manoeuvre == "S":
            poses = straight(self.pose, 2 * STEP * halves, ahead)
        else:
            poses = inch(self.pose, self.car.size, manoeuvre, reverse=self.speed < 0)
        self.leg(phase, poses, difficulty(manoeuvre, self.speed), self.speed)
        heading = self.pose[2]
        self.course = heading if self.speed >= 0 else (heading + 12) % HEADINGS

    def _t_stop(self, phase: int, manoeuvre: str, side: int) -> None:
        x, y, heading = self.pose
        d, before = difficulty(manoeuvre, self.speed), self.speed
        self.course = heading
        poses = [(x, y, (heading + side * step) % HEADINGS) for step in range(1, 7)]
        self.pose, self.slides = poses[-1], True
        poses += straight(self.pose, 4 * STEP, self.course)
        self._slower()
        self.leg(phase, poses, d, before)

    def _bootlegger(self, phase: int, manoeuvre: str, side: int) -> None:
        self.course, self.turning = self.pose[2], side
        self.slides = True
        self.leg(phase, bootlegger(self.pose, side), difficulty(manoeuvre, self.speed), self.speed)

    def _slide(self, phase: int, halves: int) -> None:
        if self.turning:
            poses = bootlegger_ends(self.pose, self.course, self.turning)
            self.speed, self.slides, self.turning = 0, False, 0
        else:
            poses = straight(self.pose, 2 * STEP * halves, self.course)
            self._slower()
        self.leg(phase, poses, 0, self.speed)

    def _slower(self) -> None:
        self.speed = max(0, abs(self.speed) - self.numbers.slide)
        self.slides = self.speed > 0


def ghost(numbers: DuelNumbers, ground: Ground, car: Car, plan: CarPlan) -> list[Leg]:
    """The plan of a car that steers, inch by inch, with nobody and nothing in its way.

    Args:
        numbers: the duel's numbers.
        ground: where it drives; only gravel counts.
        car: as it stands at the start of the turn.
        plan: what it would do.
    """
    drive = _Drive(numbers, ground, car)
    for phase in PHASES:
        if plan.at == phase:
            drive.shift(phase, plan.speed)
        drive.inches(phase, plan.manoeuvres[phase - 1])
    return drive.legs
