"""What a way through a turn is worth to a driver: what it could hit and what could hit it, the risk
to lose control, walls and other cars in the way, and where it leads.

In thousandths of a point of damage or so. From the side's view and nothing else (V57).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from autoduel.rules.aiming import bears, chance, number_needed, reaches, skill
from autoduel.rules.dropping import passed
from autoduel.rules.ends import in_zone
from autoduel.rules.geometry import (
    Pose,
    apart,
    box_meets_disc,
    boxes_overlap,
    distance,
    heading_of,
    moved,
    quarter,
)
from autoduel.rules.ghost import ghost
from autoduel.rules.ground import ground_of
from autoduel.rules.manoeuvres import inch
from autoduel.rules.tables import PHASES, chart, weight_factor
from autoduel.rules.values import DROPPERS, CarPlan

from .roads import Roads

if TYPE_CHECKING:
    from autoduel.rules.car import Car
    from autoduel.rules.ghost import Leg
    from autoduel.rules.values import SeenCar, View


class Wants(NamedTuple):
    """What a kind of driver wants: the least and the most distance, the speed, the angle at which
    the enemy lies off its nose (in 15°), and how much it minds being shot at (in halves).
    """

    low: int
    high: int
    pace: int
    angle: int
    minds: int


WANTS: Final = {
    "duellist": Wants(4000, 8000, 30, 0, 1),
    "circler": Wants(2500, 6000, 35, 6, 1),
    "charger": Wants(0, 1500, 45, 0, 1),
    "survivor": Wants(4000, 9000, 35, 0, 2),
    "layer": Wants(3000, 8000, 35, 12, 2),
}
RESTLESS: Final = 2
"""After so many turns without a fight every kind closes in (V133)."""
PRESSES: Final = Wants(0, 3000, 15, 0, 0)
WAITS: Final = 6
"""After so many, who is ahead waits for who looks for it, so that two do not go round one wall
after each other (V148).
"""
THERE: Final = 30
"""The least speed, forwards, at which a driver makes for an enemy out of its sight (V148)."""
_IDLE: Final = 500
"""What it costs to stand where nothing can be hit, for each turn without a fight (V148)."""
_ON_THE_SPOT: Final = 60
"""What each mph costs who waits."""
FAR: Final = 14_000
FAR_PACE: Final = 50
SLOW: Final = 25
_SLOWER: Final = 40
"""What each mph below that costs who does not press (V140)."""
_LOST: Final = 60
_LOST_A_MPH: Final = 6
"""What a sixth of a chance to lose control costs, and for each mph: what V80 asks of drivers made
it so (V116).
"""
_HOME: Final = 20_000
_AT_HOME: Final = 4000
_BACKWARDS: Final = 400
_ON_FOOT: Final = 5000
_BERTH: Final = 250
_WALL: Final = 6000
_STUCK: Final = 3000
_MINDED: Final = 16_000
_RAM: Final = 100
_SOFT: Final = 1000
"""What a ram is worth for each mph, beyond 10: below that it hurts nobody."""
_OTHERS: Final = 2
_BY_GUN: Final = {"front": 2, "back": 10, "top": 2, "under": 2}
_SIDES: Final = ("front", "back", "left", "right")
_BESIDE: Final = 1300
_HELD_UP: Final = 2000
_TOUCHES: Final = 1120
"""No two cars touch whose centres are farther apart, east or north."""
_ESCAPES: Final = (("L45", "L45", "S"), ("R45", "R45", "S"))
_HURTS: Final = {"mine": 6000, "spikes": 3000, "burning-oil": 4000, "debris": 600, "obstacle": 1500}
_BESIDE_A_MINE: Final = 3000
_LAYS: Final = ("mines", "spikes", "burning-oil")
_PLENTY: Final = 12
_FEW: Final = 6
_BEHIND: Final = 5000
_BEHIND_A_LAYER: Final = 400
"""What it costs to drive so near behind a car that could drop something (V142)."""


def odds(shots: int) -> tuple[int, int]:
    """The most that a driver needs to hit with a weapon of so many shots (−1: any number) before
    the last phase, and in it: long odds only then, and the longest only where shots are plenty
    (V53, V138).
    """
    return (9, 12) if not 0 <= shots <= _PLENTY else (8, 10) if shots > _FEW else (8, 9)


class Ghost(NamedTuple):
    """A car as it will stand if all goes well."""

    pose: Pose
    speed: int
    cycle: bool
    small: bool
    blunt: bool


class Weigher:
    """A driver's eyes for one turn: the enemy it minds, and where that one will be."""

    def __init__(
        self, view: View, car: Car, foe: SeenCar, kind: str, *, leaves: bool = False
    ) -> None:
        self.view, self.car, self.foe, self.kind = view, car, foe, kind
        self.leaves = leaves
        self.numbers = view.table.numbers
        self.ground = ground_of(view.table.arena)
        self.pressed = view.table.quiet >= RESTLESS and car.can_fire
        self.wants = PRESSES if self.pressed else WANTS[kind]
        self.gate = view.table.arena.gates[car.seen.gate]
        self.skill = max(skill(car, person, self.numbers) for person in range(len(car.dp)))
        self.rams = kind == "charger" and weight_factor(car.spec.weight) > 1
        self.theirs = self._ahead(foe)
        self.foes = [(one, self._ahead(one)) for one in self._nearest(foe)]
        self.others = [
            (one, self._ahead(one))
            for one in view.table.cars
            if one.number != car.number and one.out != "left"
            and distance(one.pose[:2], car.pose[:2]) < 12_000
        ]  # fmt: skip
        self.beside = [
            one for one, _ in self.others if distance(one.pose[:2], car.pose[:2]) < _BESIDE
        ]
        self.markers = [
            one for one in view.table.markers
            if one.kind in _HURTS
            and distance(one.pose[:2], car.pose[:2]) < 2000 + 130 * max(30, abs(car.speed))
        ]  # fmt: skip

    def _nearest(self, foe: SeenCar) -> list[SeenCar]:
        """The enemies that it reckons with: the one it minds, and the next."""
        here, pole = self.car.pose[:2], self.view.table.pole
        others = [
            one for one in self.view.table.cars
            if one.side != self.car.side and not one.out and one is not foe
            and distance(one.pose[:2], here) < _MINDED
        ]  # fmt: skip
        others.sort(key=lambda one: (distance(one.pose[:2], here), pole[one.number]))
        return [foe, *others[:_OTHERS]]

    def _ahead(self, one: SeenCar) -> list[Pose]:
        """Where a car is after each phase, if it goes straight on as far as no wall is in its way
        (V150).
        """
        pose, poses = one.pose, []
        for halves in chart(one.speed):
            onward = moved(pose, 500 * halves, one.course)
            if not self.ground.meets(onward, one.size):
                pose = onward
            poses.append(pose)
        return poses

    @cached_property
    def angle(self) -> int:
        """Where off its nose it wants the enemy: a survivor shows its thickest side, a circler
        without a turret or a gun to the side its best gun (V137).
        """
        if self.kind == "circler" and self.wants is not PRESSES:
            guns = [
                weapon.facing
                for at, weapon in enumerate(self.car.spec.weapons)
                if not weapon.drops and self.car.works(at)
            ]
            return 6 if {"turret", "left", "right"} & set(guns) or not guns else _BY_GUN[guns[0]]
        if self.kind != "survivor" or self.wants is PRESSES:
            return self.wants.angle
        return (0, 12, 6, 6)[max(range(4), key=lambda at: (self.car.armour[at], -at))]

    @cached_property
    def laid_on(self) -> bool:
        """Whether the enemy has something to drop that hurts."""
        return any(each.look in _LAYS and not each.wrecked for each in self.foe.weapons)

    @cached_property
    def roads(self) -> Roads | None:
        """The ways to the enemy, if it is out of sight, or to the gate for who leaves (V148)."""
        start, goal = self.car.pose[:2], self.theirs[-1][:2]
        if self.leaves:
            goal = self.gate.x, self.gate.y
        if not self.ground.blocks(start, goal):
            return None
        return Roads(self.view.table.arena, goal, self.view.table.markers)

    @cached_property
    def waits(self) -> bool:
        """Whether it lets the enemy come, when both have long looked for each other (V148)."""
        car, foe = self.car, self.foe
        level = car.points == foe.points > 0
        ahead = car.points > foe.points or (level and car.seen.gate < foe.gate)
        return ahead and self.view.table.quiet >= WAITS

    def worth(self, plan: CarPlan) -> int:
        """What a plan is worth."""
        legs = ghost(self.numbers, self.ground, self.car, plan)
        worth, pose, speed = 0, self.car.pose, self.car.speed
        ended: list[tuple[Pose, int]] = []
        at, stopped = 0, False
        for phase in PHASES:
            while at < len(legs) and legs[at].phase == phase and not stopped:
                leg = legs[at]
                worth -= self._risk(leg)
                speed = leg.speed
                if any(self.ground.meets(each, self.car.size) for each in leg.poses):
                    worth -= _WALL + 200 * abs(speed) + 500 * (5 - phase)
                    speed, stopped = 0, True
                elif self.beside and self._held_up(leg):
                    worth -= _HELD_UP
                    speed, stopped = 0, True
                elif leg.poses:
                    pose = leg.poses[-1]
                at += 1
            ended.append((pose, speed))
            worth -= self._crowd(pose, speed, phase)
        shots = [self._shots(*ended[phase - 1], phase) for phase in (3, 5)]
        worth += sum(best - suffered for best, suffered in shots)
        if self.markers or self.view.table.walkers:
            worth -= self._lying(legs)
        if self.leaves:
            return worth + self._homeward(pose, speed)
        stands = not speed and not self.car.speed
        if stands and self.pressed and not any(best for best, _ in shots):
            worth -= 0 if self.waits and self.roads else _IDLE * self.view.table.quiet
        return worth - self._corner(pose, speed) + self._place(pose, speed)

    def _held_up(self, leg: Leg) -> bool:
        """Whether an inch leads into a car that it stands against (V87)."""
        return any(
            boxes_overlap(pose, self.car.size, one.pose, one.size)
            for one in self.beside
            for pose in leg.poses
        )

    def _risk(self, leg: Leg) -> int:
        """Sixths in which control is lost, by how fast it would be; a status run down, too."""
        lost = max(0, leg.number - 1) * (_LOST + _LOST_A_MPH * abs(leg.speed))
        return lost + max(0, -leg.hs) * 3 * abs(leg.speed)

    def _crowd(self, pose: Pose, speed: int, phase: int) -> int:
        """What it costs to run into somebody, or is worth to a charger: the faster, the more."""
        worse, (x, y, _) = 0, pose
        for one, poses in self.others:
            theirs = poses[phase - 1]
            near = abs(theirs[0] - x) < _TOUCHES and abs(theirs[1] - y) < _TOUCHES
            if near and boxes_overlap(pose, self.car.size, theirs, one.size):
                rammed = self.rams and one.number == self.foe.number
                worse += _SOFT - _RAM * abs(speed) if rammed else 4000
        return worse

    def _lying(self, legs: list[Leg]) -> int:
        """What lies in the way, and who stands there (V44, V131)."""
        poses = [pose for leg in legs for pose in leg.poses[1::2]]
        worse = 0
        for lying, over in passed(self.markers, poses, self.car.size):
            if over:
                worse += _HURTS[lying.kind]
            elif lying.kind == "mine" and lying.by != self.car.number:
                worse += _BESIDE_A_MINE
        for one in self.view.table.walkers:
            spot = (one.x, one.y)
            met = any(box_meets_disc(pose, self.car.size, spot, _BERTH) for pose in poses)
            worse += _ON_FOOT if met and not one.down else 0
        return worse

    def _corner(self, pose: Pose, speed: int) -> int:
        """What it costs to end a turn before a wall: little if a bend leads out, else much; and to
        stand there, so that it backs away.
        """
        if speed == 0:
            return 0 if self._free(pose, ("S", "S")) else _STUCK
        if speed < 0:
            return 0
        inches = 1 + speed // 10
        if self._free(pose, ("S",) * inches):
            return 0
        if any(self._free(pose, (*bend, *["S"] * (inches - 3))) for bend in _ESCAPES):
            return 12 * speed
        return 150 * speed

    def _free(self, pose: Pose, manoeuvres: tuple[str, ...]) -> bool:
        for manoeuvre in manoeuvres:
            pose = inch(pose, self.car.size, manoeuvre)[-1]
            if self.ground.meets(pose, self.car.size):
                return False
        return True

    def _shots(self, pose: Pose, speed: int, phase: int) -> tuple[int, int]:
        """The best that could be dealt from there, and what all could deal it."""
        me = Ghost(pose, speed, self.car.cycle, self.car.small, self.car.blunt)
        best = suffered = 0
        for foe, poses in self.foes:
            enemy = poses[phase - 1]
            if not self.ground.blocks(pose[:2], enemy[:2]):
                them = Ghost(enemy, foe.speed, foe.cycle, foe.small, foe.blunt)
                best = max(best, self._dealt(me, them, phase) * self._aims(me, them, foe) // 8)
                suffered += self._suffered(me, them, foe)
        return best, suffered

    @staticmethod
    def _aims(me: Ghost, them: Ghost, foe: SeenCar) -> int:
        """Eighths that a hit is worth by the side it would strike (V139)."""
        at = _SIDES.index(quarter(them.pose, me.pose[:2]))
        return 8 + 8 * foe.holed[at] + min(8, foe.dealt[at] // 4) + (at > 0)

    def _dealt(self, me: Ghost, them: Ghost, phase: int) -> int:
        """By the best of the shots that it would fire (V148)."""
        car, numbers, best = self.car, self.numbers, 0
        for at, weapon in enumerate(car.spec.weapons):
            fits = car.works(at) and not weapon.drops
            fits = fits and bears(me.pose, weapon.facing, them.pose[:2])
            if fits and reaches(numbers, weapon, me.pose, them.pose):
                number = number_needed(numbers, me, weapon.to_hit, them, "body", self.skill)
                if number <= odds(car.shots[at])[phase == PHASES[-1]]:
                    best = max(best, chance(number) * 3500 * weapon.dice // 36)
        return best

    def _suffered(self, me: Ghost, them: Ghost, foe: SeenCar) -> int:
        """A hit by a gun like any other, worse on a facing that is weak."""
        if not any(
            not seen.wrecked
            and seen.look not in DROPPERS
            and bears(them.pose, seen.facing, me.pose[:2])
            for seen in foe.weapons
        ):
            return 0
        hit = chance(number_needed(self.numbers, them, 7, me, "body", 0)) * 3500 // 36
        facing = quarter(me.pose, them.pose[:2])
        weak = self.car.armour[_SIDES.index(facing)] < 8
        return hit * (self.wants.minds + weak) // 2

    def _place(self, pose: Pose, speed: int) -> int:
        """How well it stands at the end: near enough, turned as it likes, at the speed it likes."""
        wants, enemy = self.wants, self.theirs[-1]
        if self.roads and self.ground.blocks(pose[:2], enemy[:2]):
            (x, y), rest = self.roads.way(pose[:2])
            away = distance(pose[:2], (x, y)) + rest
            turned = apart(pose[2], heading_of(x - pose[0], y - pose[1]))
            if self.waits:
                return -60 * turned - _ON_THE_SPOT * abs(speed)
            pace = self._off_pace(speed, max(THERE, wants.pace))
            return -max(0, away - wants.low) // 3 - 60 * turned - pace
        away = distance(pose[:2], enemy[:2])
        off = max(wants.low - away, away - wants.high, 0)
        angle = apart(pose[2], heading_of(enemy[0] - pose[0], enemy[1] - pose[1]))
        wanted = self.angle if away < FAR else 0
        turned = abs(angle - wanted) * (60 if away > wants.low else 20)
        pace = FAR_PACE if away > FAR else wants.pace
        follows = away < _BEHIND and wants is not PRESSES and self.laid_on
        behind = follows and quarter(enemy, pose[:2]) == "back"
        turned += _BEHIND_A_LAYER if behind else 0
        return -off // 3 - turned - self._off_pace(abs(speed), pace)

    def _homeward(self, pose: Pose, speed: int) -> int:
        """How near it comes to leaving by its own gate (V45, V57): slower the nearer it is, and
        worth most where it may leave.
        """
        gate, numbers = (self.gate.x, self.gate.y), self.numbers
        if abs(speed) <= numbers.leave_speed and in_zone(self.gate, pose, self.car.size):
            return _HOME
        goal, rest = self.roads.way(pose[:2]) if self.roads else (gate, 0)
        away = distance(pose[:2], goal) + rest
        turned = apart(pose[2], heading_of(goal[0] - pose[0], goal[1] - pose[1]))
        pace = min(50, 10 + 5 * (away // 1000))
        worth = -away // 2 - 60 * turned - 20 * abs(speed - pace)
        if not speed and not self.car.speed:
            worth -= _STUCK
        worth -= _BACKWARDS * (speed < 0)
        return worth if away < _AT_HOME else worth - self._corner(pose, speed)

    @staticmethod
    def _off_pace(speed: int, pace: int) -> int:
        """Too slow is worse than too fast: who stands is hit."""
        return 20 * abs(speed - pace) + _SLOWER * max(0, min(SLOW, pace) - speed)
