"""The drivers that play by doctrine, from their side's view and nothing else (V56, V57).

Each drives some dozens of ways through the turn as a ghost, and takes the one that is worth most to
its kind (`weigh.py`). What it fires, drops and when it gives up is written here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules.driving import reachable
from autoduel.rules.geometry import distance
from autoduel.rules.plans import own_cars
from autoduel.rules.tables import chart
from autoduel.rules.values import NOBODY, CarPlan, DropOrder, FireOrder, Plan

from .weigh import Weigher

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
_PLENTY: Final = 8
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
    """One car's driver for one turn. Who has nothing left to fire with rams, or gives up if it is
    of the kind that survives.
    """

    def __init__(self, view: View, car: Car, kind: str) -> None:
        self.view, self.car = view, car
        self.kind = kind if car.can_fire or kind == "survivor" else "charger"
        pole = view.table.pole
        foes = [one for one in view.table.cars if one.side != car.side and not one.out]
        self.foe: SeenCar | None = min(
            foes,
            key=lambda one: (distance(car.pose[:2], one.pose[:2]), pole[one.number]),
            default=None,
        )

    def plan(self) -> CarPlan:
        """What the car does this turn."""
        car, foe = self.car, self.foe
        still = CarPlan(car=car.number, speed=car.speed, fires=self._fires(), flag=self._flag())
        if foe is None or not car.steers:
            return still
        weigher = Weigher(self.view, car, foe, self.kind)
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
        """The heaviest weapon first; long odds only in the last phase, and the longest only where
        shots are plenty (V53).
        """
        car, keeps = self.car, self.view.own.orders.keeps if self.view.own else 0
        ready = [
            at
            for at, weapon in enumerate(car.spec.weapons)
            if not weapon.drops and car.works(at) and not 0 <= car.shots[at] <= keeps
        ]

        def plenty(at: int) -> bool:
            return car.shots[at] < 0 or car.shots[at] > _PLENTY

        ready.sort(key=lambda at: (-car.spec.weapons[at].dice, at))
        return tuple(
            [
                FireOrder(crew=person, weapon=at, most=9, late=12 if plenty(at) else 11)
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
        if self.kind == "survivor" and not car.can_fire and own.orders.yields != "never":
            return "yield"
        if car.burning and own.orders.bails and car.plant <= 2:
            return "bail"
        holed = 0 in car.armour[:4]
        hurt = any(left < one.whole for left, one in zip(car.dp, car.spec.crew, strict=True))
        yields = own.orders.yields
        if (yields == "holed" and holed) or (yields == "hurt-and-holed" and holed and hurt):
            return "yield"
        return ""
