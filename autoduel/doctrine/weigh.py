"""The value of a plan to a driver. It covers shots by both sides, risks, obstacles and the final
position.

One unit is about a thousandth of a damage point. The value depends only on the side's view (V57).
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from autoduel.rules.aiming import (
    bears_on,
    gunnery_modifier,
    is_in_reach,
    number_needed,
    throws_that_hit,
)
from autoduel.rules.car import Car
from autoduel.rules.dropping import passed_markers
from autoduel.rules.ends import is_in_zone
from autoduel.rules.geometry import (
    HEADINGS,
    Pose,
    box_meets_disc,
    boxes_overlap,
    distance,
    heading_difference,
    heading_of,
    move_pose,
    quarter,
)
from autoduel.rules.ghost import Leg, forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.manoeuvres import inch_poses
from autoduel.rules.numbers import FIRE_FREE, FIRE_MINUS_D
from autoduel.rules.tables import PHASES, chart, control, weight_factor
from autoduel.rules.values import DROPPERS, CarPlan, SeenCar, View, Weapon

from .roads import PathFinder


class Preferences(NamedTuple):
    """The preferences of a doctrine.

    They are the distance in mils, the speed in mph, the enemy's angle off the nose in steps of 15°,
    and the weights of enemy fire, of the car's own shots (in halves) and of a wrong distance (in
    thirds). `haste` is added to the highest number to hit at which the driver fires. `drop_range`
    is the distance in mils at which the driver drops things in front of a car behind it.
    """

    min_distance: int
    max_distance: int
    speed: int
    angle: int
    caution: int
    shots: int = 4
    pull: int = 1
    haste: int = 0
    drop_range: int = 5000


PREFERENCES: Final = {
    "duellist": Preferences(3000, 7000, 35, 0, 1),
    "circler": Preferences(2500, 6000, 40, 6, 4),
    "charger": Preferences(0, 1500, 45, 0, 0, pull=3, haste=1),
    "survivor": Preferences(5000, 10_000, 40, 0, 3, shots=3, pull=2, haste=-1),
    "layer": Preferences(2000, 7000, 40, 12, 2, shots=2, drop_range=12_000),
}
QUIET_TURNS_TO_PRESS: Final = 2
"""Number of turns without a fight after which every doctrine closes in (V133)."""
PRESSING_PREFERENCES: Final = Preferences(0, 3000, 30, 0, 0)
QUIET_TURNS_TO_WAIT: Final = 8
"""Number of turns without a fight after which the leading driver waits for the other.

Otherwise, two cars could circle around the same wall (V148).
"""
MIN_SEARCH_SPEED: Final = 40
"""Minimum forward speed in mph of a driver whose enemy is out of sight (V148)."""
_IDLE_PENALTY: Final = 500
"""Penalty for each turn without a fight if the car stays where it can hit nothing (V148)."""
_WAITING_PENALTY: Final = 60
"""Penalty per mph while holding position."""
FAR_DISTANCE: Final = 14_000
FAR_PACE: Final = 50
SLOW_SPEED: Final = 30
_SLOW_PENALTY: Final = 600
"""Penalty per mph below `SLOW_SPEED` for a driver that is not closing in (V140)."""
_CONTROL_PENALTY: Final = 60
_CONTROL_PENALTY_PER_MPH: Final = 6
"""Penalty for each sixth of a chance to lose control, and penalty per mph. Both values are tuned to
meet the goals of V80 (V116).
"""
_LOW_HANDLING_PENALTY: Final = 2
"""Penalty per mph and per point of handling status below 0."""
_MISSING_HANDLING_PENALTY: Final = 3
"""Penalty per mph and per point of handling status that is still missing in the next turn."""
_USEFUL_REVERSE: Final = 10
"""Speed in reverse, in mph, above which a driver gains nothing from going faster."""
_TYPICAL_HAZARD: Final = 2
"""D of a typical hit."""
_ANGLE_PENALTY: Final = 150
"""Penalty for each 15° between the preferred angle and the enemy."""
_GATE_VALUE: Final = 20_000
_NEAR_GATE: Final = 4000
_REVERSE_PENALTY: Final = 400
_WALKER_PENALTY: Final = 5000
_WALKER_CLEARANCE: Final = 250
_WALL_PENALTY: Final = 6000
_STUCK_PENALTY: Final = 3000
_NO_ESCAPE_PENALTY: Final = 500
"""Penalty per mph of a car that drives towards a wall if no bend leads away from the wall."""
_EXPECTED_TURN: Final = 2
"""Maximum turn of other cars towards the driver's car that a driver expects, in steps of 15°."""
_NEAR_MISS_PENALTY: Final = 2500
_NEAR_MISS_MARGIN: Final = 200
"""Penalty for a position so close to another car that a small error leads to a collision, and the
distance in mils at which the penalty applies.
"""
_MAX_ENEMY_DISTANCE: Final = 16_000
_RAM_VALUE_PER_MPH: Final = 100
_RAM_COST: Final = 1000
"""Value of a ram per mph, and cost of a ram at any speed. Rams below 10 mph do no damage."""
_MAX_OTHER_ENEMIES: Final = 2
_ANGLE_OF_GUN: Final = {"front": 2, "back": 10, "top": 2, "under": 2}
_SIDES: Final = ("front", "back", "left", "right")
_CONTACT_DISTANCE: Final = 1300
_HELD_UP_PENALTY: Final = 2000
_TOUCHING_DISTANCE: Final = 1120
"""Distance in mils, east or north, beyond which two cars cannot touch."""
_ESCAPES: Final = (("L45", "L45", "S"), ("R45", "R45", "S"))
_MARKER_PENALTY: Final = {
    "mine": 6000,
    "spikes": 3000,
    "burning-oil": 4000,
    "debris": 600,
    "obstacle": 1500,
}
_NEAR_MINE_PENALTY: Final = 3000
_HARMFUL_DROPPERS: Final = ("mines", "spikes", "burning-oil")
HIGHEST_NUMBER: Final = 12
"""Highest number to hit. A driver with this limit takes every shot."""
NO_SHOT: Final = 99
"""Number of a weapon that cannot fire at an enemy."""
_PLENTY_OF_SHOTS: Final = 12
_FEW_SHOTS: Final = 6
_FOLLOWING_DISTANCE: Final = 5000
_FOLLOWING_PENALTY: Final = 400
"""Penalty for closely following a car that could drop something (V142)."""


def numbers_to_fire_at(shots: int, haste: int = 0) -> tuple[int, int]:
    """Return the highest numbers to hit at which a driver fires a weapon that has `shots` shots
    left.

    The first number applies before the last phase, the second one in it. −1 shots means unlimited
    shots. Drivers take unlikely shots only in the last phase, and the least likely ones only with
    plenty of ammunition (V53, V138). `haste` is the doctrine's (V156).
    """
    first, last = (
        (9, 12) if not 0 <= shots <= _PLENTY_OF_SHOTS else (8, 10) if shots > _FEW_SHOTS else (8, 9)
    )
    return first + haste, min(HIGHEST_NUMBER, last + haste)


class ForecastCar(NamedTuple):
    """The forecast position and speed of a car."""

    pose: Pose
    speed: int
    cycle: bool
    small: bool
    blunt: bool


def _enemy_car(enemy: SeenCar, pose: Pose) -> ForecastCar:
    return ForecastCar(pose, enemy.speed, enemy.cycle, enemy.small, enemy.blunt)


class PlanWeigher:
    """A driver's assessment of plans for one turn, including the forecast for its main enemy."""

    def __init__(
        self,
        view: View,
        car: Car,
        enemy: SeenCar,
        kind: str,
        *,
        is_leaving: bool = False,
    ) -> None:
        self.view, self.car, self.enemy, self.kind = view, car, enemy, kind
        self.is_leaving = is_leaving
        self.numbers = view.table.numbers
        self.ground = ground_of(view.table.arena)
        self.is_pressing = car.can_fire and (
            view.table.quiet >= QUIET_TURNS_TO_PRESS
            or view.table.turn > self.numbers.turn_limit // 2
        )
        self.preferences = PRESSING_PREFERENCES if self.is_pressing else PREFERENCES[kind]
        self.haste = PREFERENCES[kind].haste
        self.gate = view.table.arena.gates[car.seen.gate]
        self.skill = max(
            gunnery_modifier(car, person, self.numbers) for person in range(len(car.dp))
        )
        self.has_gunner = any(
            person != car.wheel and car.has_firing_action(person) for person in range(len(car.dp))
        )
        self.size_with_margin = (car.size[0] + _NEAR_MISS_MARGIN, car.size[1] + _NEAR_MISS_MARGIN)
        self.can_ram = kind == "charger" and weight_factor(car.spec.weight) > 1
        self.enemy_poses = self._forecast_poses(enemy)
        self.enemies = [
            (other, self._forecast_poses(other)) for other in self._enemies_to_consider(enemy)
        ]
        nearby_cars = [
            other for other in view.table.cars
            if other.number != car.number and other.out != "left"
            and distance(other.pose[:2], car.pose[:2]) < 12_000
        ]  # fmt: skip
        self.nearby_cars = [
            (other, poses)
            for other in nearby_cars
            for poses in (self._forecast_poses(other), self._forecast_poses(other, car))
        ]
        self.touching_cars = [
            other
            for other in nearby_cars
            if distance(other.pose[:2], car.pose[:2]) < _CONTACT_DISTANCE
        ]
        self.markers = [
            other for other in view.table.markers
            if other.kind in _MARKER_PENALTY
            and distance(other.pose[:2], car.pose[:2]) < 2000 + 130 * max(30, abs(car.speed))
        ]  # fmt: skip

    def _enemies_to_consider(self, enemy: SeenCar) -> list[SeenCar]:
        """Return the enemies to consider. These are the main enemy and the nearest others."""
        position, pole = self.car.pose[:2], self.view.table.pole
        others = [
            other for other in self.view.table.cars
            if other.side != self.car.side and not other.out and other is not enemy
            and distance(other.pose[:2], position) < _MAX_ENEMY_DISTANCE
        ]  # fmt: skip
        others.sort(key=lambda other: (distance(other.pose[:2], position), pole[other.number]))
        return [enemy, *others[:_MAX_OTHER_ENEMIES]]

    def _forecast_poses(self, car: SeenCar, target: Car | None = None) -> list[Pose]:
        """Return a car's pose after each phase if it drives straight on. The car stops at a wall
        (V150).

        If `target` is given, the car first turns towards it by up to `_EXPECTED_TURN`.
        """
        pose, poses, course = car.pose, [], car.course
        if target and not car.out:
            goal = heading_of(target.pose[0] - pose[0], target.pose[1] - pose[1])
            left = (goal - course) % HEADINGS
            turn = min(left, HEADINGS - left, _EXPECTED_TURN)
            course = (course + (turn if left <= HEADINGS // 2 else -turn)) % HEADINGS
            pose = (*pose[:2], course)
        for halves in chart(car.speed):
            next_pose = move_pose(pose, 500 * halves, course)
            if not self.ground.overlaps(next_pose, car.size):
                pose = next_pose
            poses.append(pose)
        return poses

    @cached_property
    def angle(self) -> int:
        """Return the preferred angle between the car's nose and the enemy.

        A survivor turns its thickest side to the enemy. A circler without a turret or side gun
        points its best gun (V137).
        """
        if self.kind == "circler" and not self.is_pressing:
            guns = [
                weapon.facing
                for number, weapon in enumerate(self.car.spec.weapons)
                if not weapon.drops and self.car.weapon_works(number)
            ]
            return (
                6 if {"turret", "left", "right"} & set(guns) or not guns else _ANGLE_OF_GUN[guns[0]]
            )
        if self.kind != "survivor" or self.is_pressing:
            return self.preferences.angle
        return (0, 12, 6, 6)[max(range(4), key=lambda number: (self.car.armour[number], -number))]

    @cached_property
    def enemy_has_dropper(self) -> bool:
        """Return whether the enemy can drop something harmful."""
        return any(
            weapon.look in _HARMFUL_DROPPERS and not weapon.wrecked for weapon in self.enemy.weapons
        )

    @cached_property
    def paths(self) -> PathFinder | None:
        """Return the paths to an enemy out of sight, or to the gate if the car is leaving (V148).

        Return None if nothing blocks the straight line.
        """
        start, goal = self.car.pose[:2], self.enemy_poses[-1][:2]
        if self.is_leaving:
            goal = self.gate.x, self.gate.y
        if not self.ground.is_line_blocked(start, goal):
            return None
        return PathFinder(self.view.table.arena, goal, self.view.table.markers)

    @cached_property
    def is_waiting(self) -> bool:
        """Return whether the car waits for the enemy after a long search by both (V148)."""
        car, enemy = self.car, self.enemy
        leads = (car.points, -car.seen.gate) > (enemy.points, -enemy.gate)
        return leads and self.view.table.quiet >= QUIET_TURNS_TO_WAIT

    def plan_value(self, plan: CarPlan) -> int:
        """Return the value of a plan."""
        value, ends, legs = self.forecast_drive(plan)
        pose, speed = ends[-1]
        penalties = self._fire_penalties(plan, legs)
        shot = max(
            [0, *[self._best_shot(*ends[phase - 1], phase, d) for phase, d in penalties.items()]]
        )
        value += self.preferences.shots * shot // 2
        value -= sum(self._expected_losses(*ends[phase - 1], phase) for phase in (3, 5))
        value -= self._exposure_penalty(legs)
        if self.markers or self.view.table.walkers:
            value -= self._marker_penalty(legs)
        if self.is_leaving:
            return value + self._gate_value(pose, speed)
        is_standing = not speed and not self.car.speed
        if is_standing and self.is_pressing and not shot:
            value -= 0 if self.is_waiting and self.paths else _IDLE_PENALTY * self.view.table.quiet
        return value - self._wall_penalty(pose, speed) + self._position_value(pose, speed)

    def forecast_drive(self, plan: CarPlan) -> tuple[int, list[tuple[Pose, int]], list[Leg]]:
        """Return the value of a plan's driving without its shots, the pose and speed after each
        phase, and the legs.
        """
        legs = forecast_plan(self.numbers, self.ground, self.car, plan)
        value, pose, speed = 0, self.car.pose, self.car.speed
        ends: list[tuple[Pose, int]] = []
        leg_number, has_stopped = 0, False
        for phase in PHASES:
            while leg_number < len(legs) and legs[leg_number].phase == phase and not has_stopped:
                leg = legs[leg_number]
                value -= self._control_penalty(leg)
                speed = leg.speed
                if any(self.ground.overlaps(leg_pose, self.car.size) for leg_pose in leg.poses):
                    value -= _WALL_PENALTY + 200 * abs(speed) + 500 * (5 - phase)
                    speed, has_stopped = 0, True
                elif self.touching_cars and self._is_held_up(leg):
                    value -= _HELD_UP_PENALTY
                    speed, has_stopped = 0, True
                elif leg.poses:
                    pose = leg.poses[-1]
                leg_number += 1
            ends.append((pose, speed))
            value -= self._collision_penalty(pose, speed, phase)
        return value, ends, legs

    def _fire_penalties(self, plan: CarPlan, legs: list[Leg]) -> dict[int, int]:
        """Return the phases in which someone aboard can fire, with the penalty on the number.

        The club's rule on drivers who manoeuvre or brake hard decides about both (V36, V154).
        """
        rule = self.numbers.driver_fire
        if self.has_gunner or rule == FIRE_FREE:
            return dict.fromkeys(PHASES[1:], 0)
        if rule == FIRE_MINUS_D:
            handling = [self.car.hs]
            for phase in PHASES:
                handling.append(
                    min([leg.hs for leg in legs if leg.phase == phase], default=handling[-1])
                )
            return {phase: handling[phase - 1] - handling[phase] for phase in PHASES[1:]}
        is_hard = plan.speed <= self.car.speed - 15
        return {
            phase: 0
            for phase in PHASES[1:]
            if plan.manoeuvres[phase - 1] == "S" and not (phase == plan.at and is_hard)
        }

    def best_number(self, plan: CarPlan, weapon_number: int) -> int:
        """Return the lowest number to hit of a weapon during a plan, or 12 if it has no shot."""
        weapon, best = self.car.spec.weapons[weapon_number], HIGHEST_NUMBER
        _, ends, legs = self.forecast_drive(plan)
        for phase, penalty in self._fire_penalties(plan, legs).items():
            own_car = self._own_car(*ends[phase - 1])
            for other, poses in self.enemies:
                enemy_car = _enemy_car(other, poses[phase - 1])
                if not self.ground.is_line_blocked(own_car.pose[:2], enemy_car.pose[:2]):
                    best = min(best, self._number(own_car, weapon, enemy_car, penalty))
        return best

    def _number(
        self, own_car: ForecastCar, weapon: Weapon, enemy_car: ForecastCar, penalty: int
    ) -> int:
        """Return the number that a weapon needs, or `NO_SHOT` if it does not reach the enemy."""
        if bears_on(own_car.pose, weapon.facing, enemy_car.pose[:2]) and is_in_reach(
            self.numbers, weapon, own_car.pose, enemy_car.pose
        ):
            return number_needed(
                self.numbers, own_car, weapon.to_hit, enemy_car, "body", self.skill - penalty
            )
        return NO_SHOT

    def _own_car(self, pose: Pose, speed: int) -> ForecastCar:
        return ForecastCar(pose, speed, self.car.cycle, self.car.small, self.car.blunt)

    def _is_held_up(self, leg: Leg) -> bool:
        """Return whether this inch leads into a car that is already in contact (V87)."""
        return any(
            boxes_overlap(pose, self.car.size, car.pose, car.size)
            for car in self.touching_cars
            for pose in leg.poses
        )

    def _control_penalty(self, leg: Leg) -> int:
        """Return the penalty for the risk of a crash at this speed and for low handling."""
        risk = self._crash_penalty(leg.number, leg.speed)
        return risk + max(0, -leg.hs) * _LOW_HANDLING_PENALTY * abs(leg.speed)

    @staticmethod
    def _crash_penalty(number: int, speed: int) -> int:
        return max(0, number - 1) * (_CONTROL_PENALTY + _CONTROL_PENALTY_PER_MPH * abs(speed))

    def _exposure_penalty(self, legs: list[Leg]) -> int:
        """Return the penalty for low handling that follows from a plan (V155).

        The next hit could cost the car its control, and handling that does not recover by the next
        turn limits the next manoeuvre.
        """
        if not legs:
            return 0
        lowest, speed = min(leg.hs for leg in legs), legs[-1].speed
        hc = self.car.hc(self.numbers)
        missing = max(0, hc - legs[-1].hs - max(1, hc))
        number = control(self.numbers, speed, lowest - _TYPICAL_HAZARD)
        in_range = distance(self.car.pose[:2], self.enemy.pose[:2]) < FAR_DISTANCE
        risk = self._crash_penalty(number, speed) // 2 if in_range else 0
        return risk + missing * _MISSING_HANDLING_PENALTY * abs(speed)

    def _collision_penalty(self, pose: Pose, speed: int, phase: int) -> int:
        """Return the penalty for hitting another car. It can be negative for a charger."""
        penalty, (x, y, _) = 0, pose
        for other, poses in self.nearby_cars:
            other_pose = poses[phase - 1]
            reach = _TOUCHING_DISTANCE + _NEAR_MISS_MARGIN
            if abs(other_pose[0] - x) >= reach or abs(other_pose[1] - y) >= reach:
                continue
            is_rammed = self.can_ram and other.number == self.enemy.number
            if boxes_overlap(pose, self.car.size, other_pose, other.size):
                flank = quarter(other_pose, pose[:2]) != "front"
                penalty += (
                    _RAM_COST - _RAM_VALUE_PER_MPH * (1 + flank) * abs(speed) if is_rammed else 4000
                )
            elif not is_rammed and boxes_overlap(
                pose, self.size_with_margin, other_pose, other.size
            ):
                penalty += _NEAR_MISS_PENALTY
        return penalty

    def _marker_penalty(self, legs: list[Leg]) -> int:
        """Return the penalty for markers and people in the way (V44, V131)."""
        poses = [pose for leg in legs for pose in leg.poses[1::2]]
        penalty = 0
        for marker, is_over in passed_markers(self.markers, poses, self.car.size):
            if is_over:
                penalty += _MARKER_PENALTY[marker.kind]
            elif marker.kind == "mine" and marker.by != self.car.number:
                penalty += _NEAR_MINE_PENALTY
        for walker in self.view.table.walkers:
            spot = (walker.x, walker.y)
            is_met = any(
                box_meets_disc(pose, self.car.size, spot, _WALKER_CLEARANCE) for pose in poses
            )
            penalty += _WALKER_PENALTY if is_met and not walker.down else 0
        return penalty

    def _wall_penalty(self, pose: Pose, speed: int) -> int:
        """Return the penalty for ending the turn in front of a wall.

        The penalty is small if a bend leads away from the wall. A stationary car with no way ahead
        also gets a penalty, so that it backs away.
        """
        if speed == 0:
            return 0 if self._is_free(pose, ("S", "S")) else _STUCK_PENALTY
        if speed < 0:
            return 0
        inches = 1 + speed // 10
        if self._is_free(pose, ("S",) * inches):
            return 0
        if any(self._is_free(pose, (*bend, *["S"] * (inches - 3))) for bend in _ESCAPES):
            return 12 * speed
        return _NO_ESCAPE_PENALTY * speed

    def _is_free(self, pose: Pose, manoeuvres: tuple[str, ...]) -> bool:
        for manoeuvre in manoeuvres:
            pose = inch_poses(pose, self.car.size, manoeuvre)[-1]
            if self.ground.overlaps(pose, self.car.size):
                return False
        return True

    def _best_shot(self, pose: Pose, speed: int, phase: int, penalty: int = 0) -> int:
        """Return the highest damage that the car could deal from a pose in a phase."""
        own_car, best = self._own_car(pose, speed), 0
        for other, poses in self.enemies:
            enemy_car = _enemy_car(other, poses[phase - 1])
            damage = self._expected_damage(own_car, enemy_car, phase, penalty)
            if damage and not self.ground.is_line_blocked(pose[:2], enemy_car.pose[:2]):
                best = max(best, damage * self._side_value(own_car, enemy_car, other) // 8)
        return best

    def _expected_losses(self, pose: Pose, speed: int, phase: int) -> int:
        """Return the damage that all enemies could deal to the car in a phase."""
        own_car, suffered = self._own_car(pose, speed), 0
        for other, poses in self.enemies:
            enemy_car = _enemy_car(other, poses[phase - 1])
            if not self.ground.is_line_blocked(pose[:2], enemy_car.pose[:2]):
                suffered += self._expected_loss(own_car, enemy_car, other)
        return suffered

    @staticmethod
    def _side_value(own_car: ForecastCar, enemy_car: ForecastCar, enemy: SeenCar) -> int:
        """Return the value of a hit in eighths, by the side of the enemy that it strikes (V139)."""
        side = _SIDES.index(quarter(enemy_car.pose, own_car.pose[:2]))
        return 8 + 8 * enemy.holed[side] + min(8, enemy.dealt[side] // 4) + (side > 0)

    def _expected_damage(
        self, own_car: ForecastCar, enemy_car: ForecastCar, phase: int, penalty: int = 0
    ) -> int:
        """Return the expected damage of the best shot that the driver would take (V148)."""
        car, best = self.car, 0
        for weapon_number, weapon in enumerate(car.spec.weapons):
            if car.weapon_works(weapon_number) and not weapon.drops:
                number = self._number(own_car, weapon, enemy_car, penalty)
                limits = numbers_to_fire_at(car.shots[weapon_number], self.haste)
                if number <= limits[phase == PHASES[-1]]:
                    best = max(best, throws_that_hit(number) * 3500 * weapon.dice // 36)
        return best

    def _expected_loss(self, own_car: ForecastCar, enemy_car: ForecastCar, enemy: SeenCar) -> int:
        """Return the expected damage from a typical gun. The damage is higher on a weak facing."""
        if not any(
            not weapon.wrecked
            and weapon.look not in DROPPERS
            and bears_on(enemy_car.pose, weapon.facing, own_car.pose[:2])
            for weapon in enemy.weapons
        ):
            return 0
        damage = (
            throws_that_hit(number_needed(self.numbers, enemy_car, 7, own_car, "body", 0))
            * 3500
            // 36
        )
        facing = quarter(own_car.pose, enemy_car.pose[:2])
        is_weak = self.car.armour[_SIDES.index(facing)] < 8
        return damage * (self.preferences.caution + is_weak) // 2

    def _position_value(self, pose: Pose, speed: int) -> int:
        """Return the value of the final position, based on distance, angle and speed."""
        preferences, enemy = self.preferences, self.enemy_poses[-1]
        if self.paths and self.ground.is_line_blocked(pose[:2], enemy[:2]):
            (x, y), length_left = self.paths.find_path(pose[:2])
            distance_away = distance(pose[:2], (x, y)) + length_left
            angle_penalty = heading_difference(pose[2], heading_of(x - pose[0], y - pose[1]))
            if self.is_waiting:
                return -60 * angle_penalty - _WAITING_PENALTY * abs(speed)
            wanted_speed = self._speed_penalty(
                max(0, speed), max(MIN_SEARCH_SPEED, preferences.speed)
            )
            return (
                -max(0, distance_away - preferences.min_distance) // 3
                - 60 * angle_penalty
                - wanted_speed
            )
        distance_away = distance(pose[:2], enemy[:2])
        distance_error = max(
            preferences.min_distance - distance_away, distance_away - preferences.max_distance, 0
        )
        angle = heading_difference(pose[2], heading_of(enemy[0] - pose[0], enemy[1] - pose[1]))
        wanted_angle = self.angle if distance_away < FAR_DISTANCE else 0
        angle_penalty = abs(angle - wanted_angle) * (
            _ANGLE_PENALTY if distance_away > preferences.min_distance else 20
        )
        wanted_speed = FAR_PACE if distance_away > FAR_DISTANCE else preferences.speed
        is_following = (
            distance_away < _FOLLOWING_DISTANCE and not self.is_pressing and self.enemy_has_dropper
        )
        is_behind = is_following and quarter(enemy, pose[:2]) == "back"
        angle_penalty += _FOLLOWING_PENALTY if is_behind else 0
        pull = preferences.pull * distance_error // 3
        pace = abs(max(speed, -_USEFUL_REVERSE))
        return -pull - angle_penalty - self._speed_penalty(pace, wanted_speed)

    def _gate_value(self, pose: Pose, speed: int) -> int:
        """Return the value of a position for leaving through the car's own gate.

        Positions in the gate's zone have the highest value (V45, V57).
        """
        gate, numbers = (self.gate.x, self.gate.y), self.numbers
        if abs(speed) <= numbers.leave_speed and is_in_zone(self.gate, pose, self.car.size):
            return _GATE_VALUE
        goal, length_left = self.paths.find_path(pose[:2]) if self.paths else (gate, 0)
        distance_away = distance(pose[:2], goal) + length_left
        angle = heading_difference(pose[2], heading_of(goal[0] - pose[0], goal[1] - pose[1]))
        wanted_speed = min(50, 10 + 5 * (distance_away // 1000))
        value = -distance_away // 2 - 60 * angle - 20 * abs(speed - wanted_speed)
        if not speed and not self.car.speed:
            value -= _STUCK_PENALTY
        value -= _REVERSE_PENALTY * (speed < 0)
        return value if distance_away < _NEAR_GATE else value - self._wall_penalty(pose, speed)

    @staticmethod
    def _speed_penalty(speed: int, wanted_speed: int) -> int:
        """Return the penalty for driving at the wrong speed.

        Driving too slowly costs more, because a slow car is easy to hit.
        """
        return 20 * abs(speed - wanted_speed) + _SLOW_PENALTY * max(
            0, min(SLOW_SPEED, wanted_speed) - speed
        )
