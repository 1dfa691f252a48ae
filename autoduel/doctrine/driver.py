"""The drivers that play by doctrine, from their side's view and nothing else (V56, V57).

Each drives some dozens of ways through the turn as a ghost, and takes the one that is worth most to
its kind (`weigh.py`). What it fires, drops and when it gives up is written here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules.aiming import bears
from autoduel.rules.driving import reachable
from autoduel.rules.geometry import distance, quarter
from autoduel.rules.plans import own_cars
from autoduel.rules.tables import chart
from autoduel.rules.values import (
    EASIEST,
    NEAREST,
    NOBODY,
    CarPlan,
    DropOrder,
    FireOrder,
    Plan,
)

from .roads import Roads
from .weigh import Weigher, odds

if TYPE_CHECKING:
    from autoduel.rules.car import Car
    from autoduel.rules.values import Flag, SeenCar, View

_WAYS: Final = (
    ("S",),
    *[
        tuple([each.replace("+", side).replace("-", "LR"["RL".index(side)]) for each in way])
        for side in "LR"
        for way in (
            ("+15",), ("+30",), ("+45",), ("+60",), ("+90",), ("+30", "+30"), ("+45", "+45"),
            ("S", "+45"), ("S", "S", "+45"), ("+30", "-30"), ("TD+",), ("+15", "+15", "+15"),
            ("S", "+30"), ("+60", "+30"), ("D+",), ("+45", "-45"), ("S", "S", "+60"),
        )
    ],
)  # fmt: skip
"""What is driven in the first phases in which the car moves a whole inch; straight on after it."""
_PIVOTS: Final = tuple([f"P{side}{angle}" for angle in (30, 60, 90, 135) for side in "LR"])
"""What a car that creeps can do."""
_SIDES: Final = ("front", "back", "left", "right")
_SEEN: Final = 16_000
"""So near an enemy has to be for a hole towards it to matter (V141)."""
_HUNTED: Final = 4000
_TURNS_ROUND: Final = 3
_A_TURN: Final = 2500
"""How many turns a car needs to turn round, and how far it gets in another (V149)."""
_TRIED: Final = 8
"""How many of the best ways are tried at other speeds."""


def plan_of(view: View, kind: str = "") -> Plan:
    """The side's plan by its doctrine, or by another kind."""
    if view.own is None:
        return Plan(cars=())
    chosen = kind or view.own.orders.kind
    return Plan(cars=tuple([_Driver(view, car, chosen).plan() for car in own_cars(view)]))


def _written(way: tuple[str, ...], speed: int) -> tuple[str, ...]:
    """The way as a plan: its manoeuvres in the phases in which a whole inch is driven."""
    left = list(way)
    return tuple(
        [
            left.pop(0) if left and halves >= (1 if left[0] in _PIVOTS else 2) else "S"
            for halves in chart(speed)
        ]
    )


class _Driver:
    """One car's driver for one turn. Who has nothing left to fire with rams, or keeps away, leaves
    or gives up (V138).
    """

    def __init__(self, view: View, car: Car, kind: str) -> None:
        self.view, self.car = view, car
        never = view.own is not None and view.own.orders.yields == "never"
        self.flees = not car.can_fire and kind != "charger" and not never
        self.kind = kind if car.can_fire else "survivor" if self.flees else "charger"
        pole = view.table.pole
        self.foes = [one for one in view.table.cars if one.side != car.side and not one.out]
        self.foe: SeenCar | None = min(
            self.foes, key=lambda one: (self._far(one), pole[one.number]), default=None
        )

    def _far(self, foe: SeenCar) -> int:
        """How far an enemy is, and nearer the more it has been hit: sides hunt together (V134)."""
        return distance(self.car.pose[:2], foe.pose[:2]) - min(_HUNTED, 100 * sum(foe.dealt[:4]))

    def plan(self) -> CarPlan:
        """What the car does this turn."""
        car, foe = self.car, self.foe
        still = CarPlan(car=car.number, speed=car.speed, fires=self._fires(), flag=self._flag())
        if foe is None or not car.steers:
            return still
        weigher = Weigher(self.view, car, foe, self.kind, leaves=still.flag == "leave")
        speeds = self._speeds()
        first = [
            (weigher.worth(plan), -number, plan)
            for number, plan in enumerate(self._plan(way, speeds[0]) for way in _WAYS)
        ]
        first.sort(key=lambda row: row[:2], reverse=True)
        tried = [
            (weigher.worth(plan), number, plan)
            for _, number, found in first[:_TRIED]
            for speed in speeds[1:]
            for plan in [self._plan(_WAYS[-number], speed)]
            if plan.speed != found.speed
        ]
        if 5 in speeds:
            tried += [
                (weigher.worth(plan), -number, plan)
                for number, plan in enumerate(self._plan((pivot,), 5) for pivot in _PIVOTS)
            ]
        best = max(first[:1] + tried, key=lambda row: row[:2])[2]
        return CarPlan(
            car=car.number,
            speed=best.speed,
            manoeuvres=best.manoeuvres,
            ram=foe.number if weigher.rams else NOBODY,
            fires=still.fires,
            drops=self._drops(),
            flag=still.flag,
        )

    def _plan(self, way: tuple[str, ...], speed: int) -> CarPlan:
        return CarPlan(car=self.car.number, speed=speed, manoeuvres=_written(way, speed))

    def _speeds(self) -> list[int]:
        """The speeds to try: the one it has first, then a little more or less, then reverse."""
        car = self.car
        wanted = [car.speed + change for change in (0, 5, 10, -5, -10, -20)]
        if car.speed <= 0:
            wanted.append(car.speed - 5)
        return list(dict.fromkeys(reachable(car, speed // 5 * 5) for speed in wanted))

    def _fires(self) -> tuple[FireOrder, ...]:
        """The heaviest weapon first, at the odds that its shots are worth (V53)."""
        car, keeps = self.car, self.view.own.orders.keeps if self.view.own else 0
        ready = [
            at
            for at, weapon in enumerate(car.spec.weapons)
            if not weapon.drops and car.works(at) and not 0 <= car.shots[at] <= keeps
        ]

        ready.sort(key=lambda at: (-car.spec.weapons[at].dice, at))
        target = EASIEST if len(self.foes) > 1 else NEAREST
        return tuple(
            [
                FireOrder(crew=person, weapon=at, target=target, most=most, late=late)
                for person in range(len(car.dp))
                if car.may_shoot(person)
                for at in ready[:3]
                for most, late in [odds(car.shots[at])]
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
        """V57: when to give up, get out of a car that burns (V135), or drive out by the gate."""
        car, own = self.car, self.view.own
        if own is None:
            return ""
        if car.burning and own.orders.bails and self._doomed():
            return "bail"
        holed = 0 in car.armour[:4]
        bare = any(
            not car.armour[_SIDES.index(quarter(car.pose, foe.pose[:2]))]
            for foe in self.foes
            if distance(car.pose[:2], foe.pose[:2]) < _SEEN
        )
        hurt = any(left < one.whole for left, one in zip(car.dp, car.spec.crew, strict=True))
        worse = self.foe is None or sum(car.dealt) >= sum(self.foe.dealt)
        yields = own.orders.yields
        if (yields == "holed" and holed) or (
            yields == "hurt-and-holed" and bare and hurt and worse
        ):
            return "yield"
        if yields != "never" and worse and self._helpless():
            return "yield"
        ahead = car.points > max([foe.points for foe in self.foes], default=0)
        gives_in = self.flees and not ahead
        if gives_in and not self._gets_home():
            return "yield"
        if gives_in or (self.kind == "survivor" and yields != "never" and holed):
            if car.plant > 0 and car.drivable and not (self.flees and ahead):
                return "leave"
            return "yield" if gives_in else ""
        return ""

    def _helpless(self) -> bool:
        """Whether it stands for good, and no gun of its bears on an enemy (V149)."""
        car = self.car
        return (
            not car.drivable
            and car.speed == 0
            and not any(
                car.works(at) and not weapon.drops and bears(car.pose, weapon.facing, foe.pose[:2])
                for foe in self.foes
                for at, weapon in enumerate(car.spec.weapons)
            )
        )

    def _gets_home(self) -> bool:
        """Whether it would come to its gate before time is up, or too long nobody has fired
        (V149).
        """
        table, here = self.view.table, self.car.pose[:2]
        gate = table.arena.gates[self.car.seen.gate]
        point, rest = Roads(table.arena, (gate.x, gate.y), table.markers).way(here)
        numbers = table.numbers
        left = min(numbers.turn_limit - table.turn, numbers.quiet_turns - table.quiet)
        return _TURNS_ROUND + (distance(here, point) + rest) // _A_TURN <= left

    def _doomed(self) -> bool:
        """Whether a fire could blow the car up, or nothing aboard puts it out (V135)."""
        car = self.car
        loaded = car.spec.gas or any(
            weapon.volatile and car.shots[at] > 0 for at, weapon in enumerate(car.spec.weapons)
        )
        return loaded or car.plant <= 2 or not any(one.puts_out for one in car.working_extras())
