"""Steering of drivers by doctrine in a race (V169). Their fire and drops are those of a duel."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from autoduel.rules.car import Car
from autoduel.rules.driving import reachable_speed
from autoduel.rules.geometry import (
    Pose,
    boxes_overlap,
    distance,
    heading_difference,
    heading_of,
    move_pose,
)
from autoduel.rules.ghost import Leg, forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.manoeuvres import inch_poses
from autoduel.rules.race import aim_of, crosses, passed_by
from autoduel.rules.tables import PHASES, chart
from autoduel.rules.values import NOBODY, CarPlan, Line, Race, SeenCar, View
from engine.values import changed

from .roads import PathFinder

_TURNS: Final = ("15", "30", "45")
_PATHS: Final = (
    ("S",),
    *[
        path
        for side in "LR"
        for turn in _TURNS
        for path in (
            (f"{side}{turn}",),
            (f"{side}{turn}", f"{side}{turn}"),
            ("S", f"{side}{turn}"),
            ("S", "S", f"{side}{turn}"),
        )
    ],
    *[(f"D{side}",) for side in "LR"],
)
"""Manoeuvres for the first phases in which the car moves a whole inch."""
_PACE: Final = 60
"""Highest speed in mph that a driver chooses."""
_CONTROL_PENALTY: Final = 250
"""Penalty for each sixth of a chance to lose control, in mils of the way."""
_CONTROL_PENALTY_PER_MPH: Final = 12
_CRASH_PENALTY: Final = 12_000
_NO_ROOM_PENALTY: Final = 120
"""Penalty per mph of a car that ends its turn in front of a wall with no bend that leads away."""
_ANGLE_PENALTY: Final = 250
"""Penalty for each 15° between the car's heading and the way."""
_CONTACT_PENALTY: Final = 3000
_BENDS: Final = (("S", "S", "S"), ("L45", "L45", "S"), ("R45", "R45", "S"))


def steer(view: View, car: Car, plan: CarPlan) -> CarPlan:
    """Return a plan with the speed and manoeuvres of a driver who races."""
    race = view.table.race
    if race is UNSET or not car.is_steered:
        return plan
    racer = _Racer(view, car, race)
    candidates = [
        changed(plan, speed=speed, manoeuvres=_spread(path, speed), flag="", ram=NOBODY)
        for speed in racer.speeds()
        for path in _PATHS
    ]
    return max(candidates, key=racer.value)


def _spread(path: tuple[str, ...], speed: int) -> tuple[str, ...]:
    """Return one manoeuvre per phase, placed in phases with a whole inch of movement."""
    left = list(path)
    return tuple([left.pop(0) if left and halves >= 2 else "S" for halves in chart(speed)])


class _Racer:
    """One car's driver in a race, for one turn."""

    def __init__(self, view: View, car: Car, race: Race) -> None:
        self.view, self.car, self.race = view, car, race
        self.ground = ground_of(view.table.arena)
        self.passed = passed_by(view.table, car.number)
        self.others = [
            (other, self._forecast(other))
            for other in view.table.cars
            if other.number != car.number
            and other.out != "left"
            and distance(other.pose[:2], car.pose[:2]) < 10_000
        ]

    def speeds(self) -> list[int]:
        """Return the speeds to try. A car that stands can also drive back."""
        changes = (0, 5, 10, -5, -10, -15, -20)
        wanted = [min(_PACE, self.car.speed + change) for change in changes]
        speeds = [reachable_speed(self.car, speed // 5 * 5) for speed in wanted]
        return list(dict.fromkeys([speed for speed in speeds if speed >= 0 or self.car.speed <= 0]))

    def value(self, plan: CarPlan) -> int:
        """Return the value of a plan, in mils of the way."""
        legs = forecast_plan(self.view.table.numbers, self.ground, self.car, plan)
        value, pose, passed = 0, self.car.pose, self.passed
        for leg in legs:
            risk = max(0, leg.number - 1)
            value -= risk * (_CONTROL_PENALTY + _CONTROL_PENALTY_PER_MPH * abs(leg.speed))
            if any(self.ground.overlaps(each, self.car.size) for each in leg.poses):
                return value - _CRASH_PENALTY - 100 * abs(leg.speed) - self._way_left(pose, passed)
            if leg.poses:
                value -= self._contact_penalty(leg)
                passed += crosses(pose[:2], leg.poses[-1][:2], self._line(passed))
                pose = leg.poses[-1]
        speed = legs[-1].speed if legs else self.car.speed
        return value - self._way_left(pose, passed) - self._room_penalty(pose, speed)

    def _line(self, passed: int) -> Line:
        return self.race.lines[passed % len(self.race.lines)]

    def _way_left(self, pose: Pose, passed: int) -> int:
        """Return the length of the way to the line after the next one, and a penalty for the angle
        to it. A line that was crossed counts as the way to it.
        """
        table = self.view.table
        goal = aim_of(self._line(passed))
        point, left = PathFinder(table.arena, goal, table.markers).find_path(pose[:2])
        way = distance(pose[:2], point) + left
        if passed > self.passed:
            way -= distance(aim_of(self._line(passed - 1)), goal)
        angle = heading_difference(pose[2], heading_of(point[0] - pose[0], point[1] - pose[1]))
        return way + _ANGLE_PENALTY * angle

    def _room_penalty(self, pose: Pose, speed: int) -> int:
        """Return the penalty for ending the turn too fast in front of a wall."""
        if speed <= 0:
            return 0
        inches = 1 + speed // 10
        for bend in _BENDS:
            if self._is_free(pose, (*bend, *["S"] * (inches - 3))[:inches]):
                return 0
        return _NO_ROOM_PENALTY * speed

    def _is_free(self, pose: Pose, manoeuvres: tuple[str, ...]) -> bool:
        for manoeuvre in manoeuvres:
            pose = inch_poses(pose, self.car.size, manoeuvre)[-1]
            if self.ground.overlaps(pose, self.car.size):
                return False
        return True

    def _contact_penalty(self, leg: Leg) -> int:
        return sum(
            _CONTACT_PENALTY
            for other, poses in self.others
            if boxes_overlap(leg.poses[-1], self.car.size, poses[leg.phase - 1], other.size)
        )

    @staticmethod
    def _forecast(car: SeenCar) -> list[Pose]:
        """Return a car's pose after each phase if it drives straight on."""
        pose, poses = car.pose, []
        for phase in PHASES:
            pose = move_pose(pose, 500 * chart(car.speed)[phase - 1], car.course)
            poses.append(pose)
        return poses
