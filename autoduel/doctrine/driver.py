"""The drivers that play by doctrine, from their side's view and nothing else (V56, V57).

Each weighs a few dozen paths for the turn: what it could hit from there, what could hit it, the
risk of losing control, and how far it would be from the nearest enemy. The kinds differ in what
they want of the distance and of the angle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from autoduel.rules.driving import reachable
from autoduel.rules.geometry import Pose, apart, boxes_overlap, distance, heading_of, moved, quarter
from autoduel.rules.ground import ground_of
from autoduel.rules.manoeuvres import difficulty, inch, possible
from autoduel.rules.plans import own_cars
from autoduel.rules.shooting import bears, chance, number_needed, reaches, skill
from autoduel.rules.tables import PHASES, chart, control
from autoduel.rules.values import DROPPERS, CarPlan, DropOrder, FireOrder, Plan

if TYPE_CHECKING:
    from autoduel.rules.car import Car
    from autoduel.rules.ground import Ground
    from autoduel.rules.values import Flag, SeenCar, View

_PATHS: Final = tuple(
    [("S",) * 5]
    + [
        (manoeuvre, then, "S", "S", "S") if late == 0 else ("S", "S", manoeuvre, then, "S")
        for side in "LR"
        for manoeuvre, then, late in (
            (f"{side}15", "S", 0),
            (f"{side}30", "S", 0),
            (f"{side}45", "S", 0),
            (f"{side}30", f"{side}30", 0),
            (f"{side}45", f"{side}45", 0),
            (f"{side}60", "S", 1),
        )
    ]
)
_WANTED: Final = {
    # nearest and farthest that it wants to be, in mils, and the speed that it likes
    "duellist": (3000, 7000, 30),
    "circler": (2500, 6000, 40),
    "charger": (0, 1500, 50),
    "survivor": (7000, 14000, 35),
    "layer": (3000, 8000, 35),
}


class Ghost(NamedTuple):
    """A car as it will stand if all goes well."""

    pose: Pose
    speed: int
    cycle: bool
    small: bool
    blunt: bool


def plan_of(view: View, kind: str = "") -> Plan:
    """The side's plan by its doctrine, or by another kind."""
    if view.own is None:
        return Plan(cars=())
    chosen = kind or view.own.orders.kind
    return Plan(cars=tuple([_Driver(view, car, chosen).plan() for car in own_cars(view)]))


class _Driver:
    """One car's driver for one turn."""

    def __init__(self, view: View, car: Car, kind: str) -> None:
        self.view, self.car, self.kind = view, car, kind
        self.numbers = view.table.numbers
        self.ground: Ground = ground_of(view.table.arena)
        self.foes = [one for one in view.table.cars if one.side != car.side and not one.out]
        self.others = [
            one for one in view.table.cars if one.number != car.number and one.out != "left"
        ]
        self.foe = min(
            self.foes,
            key=lambda one: (distance(car.pose[:2], one.pose[:2]), view.table.pole[one.number]),
            default=None,
        )
        self.low, self.high, self.pace = _WANTED[kind]

    def plan(self) -> CarPlan:
        car = self.car
        foe = self.foe
        if foe is None or not car.steers:
            return CarPlan(car=car.number, speed=car.speed, fires=self._fires())
        speeds = dict.fromkeys(
            reachable(car, (car.speed + change) // 5 * 5) for change in (0, 5, 10, -5, -10)
        )
        if car.speed == 0 and car.stood:
            speeds[reachable(car, -5)] = None
        best = max(
            ((self._worth(foe, speed, path), -number, speed, path)
             for number, path in enumerate(_PATHS) for speed in speeds),
            key=lambda row: (row[0], row[1], row[2]),
        )  # fmt: skip
        ram = foe.number if self.kind == "charger" else -1
        return CarPlan(
            car=car.number,
            speed=best[2],
            manoeuvres=best[3],
            ram=ram,
            fires=self._fires(),
            drops=self._drops(),
            flag=self._flag(),
        )

    def _worth(self, foe: SeenCar, speed: int, path: tuple[str, ...]) -> int:
        """What a path is worth, in thousandths of a point of damage or so."""
        car = self.car
        pose, hs, worth, pace = car.pose, car.hs, 0, chart(speed)
        theirs = chart(foe.speed)
        enemy = foe.pose
        for phase in PHASES:
            enemy = moved(enemy, 500 * theirs[phase - 1], foe.course)
            halves, first = pace[phase - 1], True
            while halves > 0:
                manoeuvre = path[phase - 1] if first and halves >= 2 else "S"
                if not possible(manoeuvre, speed, cycle=car.cycle):
                    manoeuvre = "S"
                first = False
                if halves >= 2:
                    poses = inch(pose, car.size, manoeuvre, reverse=speed < 0)
                else:
                    poses = [moved(pose, 500, pose[2] if speed > 0 else pose[2] + 12)]
                d = difficulty(manoeuvre, speed)
                if d:
                    hs -= d
                    number = control(self.numbers, speed, hs)
                    worth -= max(0, number - 1) * (200 + 12 * abs(speed))
                if self.ground.meets(poses[-1], car.size):
                    return worth - 8000 - 200 * abs(speed) + 1500 * phase
                pose = poses[-1]
                halves -= 2
            if self._meets(pose, enemy):
                worth -= 4000 if self.kind != "charger" else -2000
            gap = max(abs(pose[0] - enemy[0]), abs(pose[1] - enemy[1]))
            if gap < self.low and self.kind != "charger":
                worth -= self.low - gap
            if phase in (3, 5):
                worth += self._shots(foe, pose, speed, enemy)
        for ahead in (1000, 2000, 3500):
            if self.ground.meets(moved(pose, ahead if speed >= 0 else -ahead, pose[2]), car.size):
                worth -= 30 * abs(speed) * (4000 - ahead) // 1000
                break
        return worth + self._place(pose, speed, enemy)

    def _meets(self, pose: Pose, enemy: Pose) -> bool:
        foe, car = self.foe, self.car
        for one in self.others:
            there = enemy if foe is not None and one.number == foe.number else one.pose
            if (one is foe or one.speed == 0) and boxes_overlap(pose, car.size, there, one.size):
                return True
        return False

    def _shots(self, foe: SeenCar, pose: Pose, speed: int, enemy: Pose) -> int:
        """What could be dealt from there, less what could be suffered."""
        car = self.car
        if self.ground.blocks(pose[:2], enemy[:2]):
            return 0
        me = Ghost(pose, speed, car.cycle, car.small, car.blunt)
        them = Ghost(enemy, foe.speed, foe.cycle, foe.small, foe.blunt)
        best = 0
        for at, weapon in enumerate(car.spec.weapons):
            fits = car.works(at) and not weapon.drops and bears(pose, weapon.facing, enemy[:2])
            if fits and reaches(self.numbers, weapon, pose, enemy):
                number = number_needed(self.numbers, me, weapon.to_hit, them, "body", self._skill())
                best = max(best, chance(number) * 3500 * weapon.dice // 36)
        suffered = 0
        for seen in foe.weapons:
            if (
                not seen.wrecked
                and seen.look not in DROPPERS
                and bears(enemy, seen.facing, pose[:2])
            ):
                number = number_needed(self.numbers, them, 7, me, "body", 0)
                suffered = max(suffered, chance(number) * 3500 // 36)
        facing = quarter(pose, enemy[:2])
        weak = car.armour[("front", "back", "left", "right").index(facing)]
        share = 3 if self.kind == "survivor" else 2 if weak < 8 else 1
        return best - suffered * share // 2

    def _skill(self) -> int:
        return max(skill(self.car, person, self.numbers) for person in range(len(self.car.dp)))

    def _place(self, pose: Pose, speed: int, enemy: Pose) -> int:
        away = distance(pose[:2], enemy[:2])
        off = max(self.low - away, away - self.high, 0)
        towards = heading_of(enemy[0] - pose[0], enemy[1] - pose[1])
        angle = apart(pose[2], towards)
        wanted = {"circler": 6, "survivor": 8, "layer": 12}.get(self.kind, 0)
        turned = abs(angle - wanted) * (60 if away > self.low else 20)
        return -off // 4 - turned - 20 * abs(abs(speed) - self.pace)

    def _fires(self) -> tuple[FireOrder, ...]:
        """The heaviest weapon first; long odds only in the last phase (V53)."""
        car, keeps = self.car, self.view.own.orders.keeps if self.view.own else 0
        ready = [
            at
            for at, weapon in enumerate(car.spec.weapons)
            if not weapon.drops and car.works(at) and not 0 <= car.shots[at] <= keeps
        ]
        ready.sort(key=lambda at: (-car.spec.weapons[at].dice, at))
        return tuple(
            [
                FireOrder(crew=person, weapon=at, most=10, late=11)
                for person in range(len(car.dp))
                if car.may_shoot(person)
                for at in ready[:3]
            ]
        )

    def _drops(self) -> tuple[DropOrder, ...]:
        """What it has is dropped on who follows it (V54): by a gunner, or by who has no gun."""
        car = self.car
        hands = [person for person in range(len(car.dp)) if car.may_shoot(person)]
        ready = [at for at, weapon in enumerate(car.spec.weapons) if weapon.drops and car.works(at)]
        within = 9000 if self.kind == "layer" else 5000
        return tuple(
            [
                DropOrder(crew=person, weapon=at, within=within)
                for person, at in zip(reversed(hands), ready, strict=False)
            ]
        )

    def _flag(self) -> Flag:
        """V57: when to give up."""
        car, own = self.car, self.view.own
        if own is None:
            return ""
        if car.burning and own.orders.bails and car.plant <= 2:
            return "bail"
        holed = 0 in car.armour[:4]
        hurt = any(left < one.whole for left, one in zip(car.dp, car.spec.crew, strict=True))
        yields = own.orders.yields
        if (yields == "holed" and holed) or (yields == "hurt-and-holed" and holed and hurt):
            return "yield"
        return ""
