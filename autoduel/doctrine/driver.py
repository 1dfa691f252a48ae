"""Drivers that follow a doctrine. They use only their own side's view (V56, V57).

Each driver forecasts several dozen paths through the turn and chooses the one with the highest
value for its doctrine (`weigh.py`). This module also decides when to fire, drop things and give up.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from autoduel.rules.aiming import bears_on
from autoduel.rules.car import Car
from autoduel.rules.driving import reachable_speed
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
    Flag,
    Plan,
    SeenCar,
    View,
)
from engine.values import changed

from .racing import steer
from .roads import PathFinder
from .weigh import PREFERENCES, PlanWeigher, numbers_to_fire_at

_PATHS: Final = (
    ("S",),
    *[
        tuple([turn.replace("+", side).replace("-", "LR"["RL".index(side)]) for turn in path])
        for side in "LR"
        for path in (
            ("+15",), ("+30",), ("+45",), ("+60",), ("+90",), ("+30", "+30"), ("+45", "+45"),
            ("S", "+45"), ("S", "S", "+45"), ("+30", "-30"), ("TD+",), ("+15", "+15", "+15"),
            ("S", "+30"), ("+60", "+30"), ("D+",), ("+45", "-45"), ("S", "S", "+60"),
        )
    ],
)  # fmt: skip
"""Paths that a driver considers.

A path has manoeuvres for the first phases in which the car moves a whole inch. In later phases, the
car drives straight on.
"""
_PIVOTS: Final = tuple([f"P{side}{angle}" for angle in (30, 60, 90, 135) for side in "LR"])
"""Pivots that a car can perform at 5 mph."""
_LOWEST_NUMBER: Final = 2
"""Lowest number to hit that an order to fire can name."""
_SIDES: Final = ("front", "back", "left", "right")
_THREAT_RANGE: Final = 16_000
"""Maximum distance in mils at which an enemy facing a hole in the armour counts as a threat (V141).
"""
_MAX_HUNT_BONUS: Final = 4000
_TURNS_TO_TURN_ROUND: Final = 3
_MILS_PER_TURN: Final = 2500
"""Estimated number of turns needed to turn around, and the distance driven in each later turn, in
mils (V149).
"""
_MAX_PATHS_AT_OTHER_SPEEDS: Final = 8
"""Number of best paths that are also tried at other speeds."""


def plan_of(view: View, kind: str = "") -> Plan:
    """Return the side's plan. If `kind` is omitted, the side's own doctrine is used."""
    if view.own is None:
        return Plan(cars=())
    doctrine = kind or view.own.orders.kind
    return Plan(
        cars=tuple(
            [
                steer(view, car, Driver(view, car, doctrine).best_plans(1)[0])
                for car in own_cars(view)
            ]
        )
    )


def _limit_fire(order: FireOrder, number: int) -> FireOrder:
    """Return the order with a number to hit as its limit before the last phase (V152)."""
    return changed(order, most=max(_LOWEST_NUMBER, min(order.most, number)))


def _spread_over_phases(path: tuple[str, ...], speed: int) -> tuple[str, ...]:
    """Return one manoeuvre per phase, placed in phases with a whole inch of movement."""
    manoeuvres_left = list(path)
    return tuple(
        [
            manoeuvres_left.pop(0)
            if manoeuvres_left and halves >= (1 if manoeuvres_left[0] in _PIVOTS else 2)
            else "S"
            for halves in chart(speed)
        ]
    )


class Driver:
    """The driver of one car for one turn.

    A driver without ammunition rams, keeps away, leaves the arena or gives up (V138).
    """

    def __init__(self, view: View, car: Car, kind: str) -> None:
        self.view, self.car = view, car
        never_yields = view.own is not None and view.own.orders.yields == "never"
        self.is_fleeing = not car.can_fire and kind != "charger" and not never_yields
        self.kind = kind if car.can_fire else "survivor" if self.is_fleeing else "charger"
        pole = view.table.pole
        self.enemies = [
            enemy for enemy in view.table.cars if enemy.side != car.side and not enemy.out
        ]
        self.enemy: SeenCar | None = min(
            self.enemies,
            key=lambda enemy: (self._hunting_distance(enemy), pole[enemy.number]),
            default=None,
        )

    def _hunting_distance(self, enemy: SeenCar) -> int:
        """Return the distance to an enemy, reduced if the enemy is damaged.

        The reduction makes the cars of a side attack the same enemy (V134).
        """
        return distance(self.car.pose[:2], enemy.pose[:2]) - min(
            _MAX_HUNT_BONUS, 100 * sum(enemy.dealt[:4])
        )

    @cached_property
    def weigher(self) -> PlanWeigher | None:
        """Return the assessment of plans, or None if there is no enemy left."""
        if self.enemy is None:
            return None
        return PlanWeigher(
            self.view,
            self.car,
            self.enemy,
            self.kind,
            is_leaving=self.flag == "leave",
        )

    def best_plans(self, count: int) -> list[CarPlan]:
        """Return the car's best plans for this turn, best first."""
        car, weigher = self.car, self.weigher
        default_plan = CarPlan(
            car=car.number, speed=car.speed, fires=self._fire_orders(), flag=self.flag
        )
        if weigher is None or not car.is_steered:
            return [default_plan]
        speeds = self._speeds_to_try()
        by_path = [
            (weigher.plan_value(plan), -number, plan)
            for number, plan in enumerate(self._plan(path, speeds[0]) for path in _PATHS)
        ]
        by_path.sort(key=lambda row: row[:2], reverse=True)
        alternatives = [
            (weigher.plan_value(plan), number, plan)
            for _, number, first_plan in by_path[:_MAX_PATHS_AT_OTHER_SPEEDS]
            for speed in speeds[1:]
            for plan in [self._plan(_PATHS[-number], speed)]
            if plan.speed != first_plan.speed
        ]
        if 5 in speeds:
            alternatives += [
                (weigher.plan_value(plan), -number, plan)
                for number, plan in enumerate(self._plan((pivot,), 5) for pivot in _PIVOTS)
            ]
        rows = sorted(by_path + alternatives, key=lambda row: row[:2], reverse=True)
        return [self._with_orders(default_plan, weigher, plan) for _, _, plan in rows[:count]]

    def _with_orders(self, orders: CarPlan, weigher: PlanWeigher, drive: CarPlan) -> CarPlan:
        """Return a plan that drives like `drive` and otherwise follows `orders`."""
        return changed(
            drive,
            ram=weigher.enemy.number if weigher.can_ram else NOBODY,
            fires=tuple(
                [
                    _limit_fire(order, weigher.best_number(drive, order.weapon))
                    for order in orders.fires
                ]
            ),
            drops=self._drop_orders(),
            flag=orders.flag,
        )

    def _plan(self, path: tuple[str, ...], speed: int) -> CarPlan:
        return CarPlan(
            car=self.car.number, speed=speed, manoeuvres=_spread_over_phases(path, speed)
        )

    def _speeds_to_try(self) -> list[int]:
        """Return the speeds to try: the current one first, then small changes, then reverse."""
        car = self.car
        speeds = [car.speed + change for change in (0, 5, 10, -5, -10, -20)]
        if car.speed <= 0:
            speeds.append(car.speed - 5)
        return list(dict.fromkeys(reachable_speed(car, speed // 5 * 5) for speed in speeds))

    def _fire_orders(self) -> tuple[FireOrder, ...]:
        """Return orders to fire, heaviest weapon first, if the odds are worth the shots (V53)."""
        car, reserve = self.car, self.view.own.orders.keeps if self.view.own else 0
        ready = [
            number
            for number, weapon in enumerate(car.spec.weapons)
            if not weapon.drops
            and car.weapon_works(number)
            and not 0 <= car.shots[number] <= reserve
        ]

        ready.sort(key=lambda number: (-car.spec.weapons[number].dice, number))
        target = EASIEST if len(self.enemies) > 1 else NEAREST
        return tuple(
            [
                FireOrder(crew=person, weapon=number, target=target, most=limit, late=late_limit)
                for person in range(len(car.dp))
                if car.has_firing_action(person)
                for number in ready[:3]
                for limit, late_limit in [
                    numbers_to_fire_at(car.shots[number], PREFERENCES[self.kind].haste)
                ]
            ]
        )

    def _drop_orders(self) -> tuple[DropOrder, ...]:
        """Return orders to drop things in front of a following car (V54).

        Gunners carry out these orders if possible.
        """
        car = self.car
        people = [person for person in range(len(car.dp)) if car.has_firing_action(person)]
        ready = [
            weapon_number
            for weapon_number, weapon in enumerate(car.spec.weapons)
            if weapon.drops and car.weapon_works(weapon_number)
        ]
        return tuple(
            [
                DropOrder(
                    crew=person, weapon=weapon_number, within=PREFERENCES[self.kind].drop_range
                )
                for person, weapon_number in zip(reversed(people), ready, strict=False)
            ]
        )

    @cached_property
    def flag(self) -> Flag:
        """Return the flag to give up, to bail out of a burning car (V135) or to leave through the
        gate (V57).
        """
        car, own_part = self.car, self.view.own
        if own_part is None:
            return ""
        if car.burning and own_part.orders.bails and self._is_doomed():
            return "bail"
        is_holed = 0 in car.armour[:4]
        is_exposed = any(
            not car.armour[_SIDES.index(quarter(car.pose, enemy.pose[:2]))]
            for enemy in self.enemies
            if distance(car.pose[:2], enemy.pose[:2]) < _THREAT_RANGE
        )
        is_hurt = any(dp < member.whole for dp, member in zip(car.dp, car.spec.crew, strict=True))
        is_behind = self.enemy is None or sum(car.dealt) >= sum(self.enemy.dealt)
        yields = own_part.orders.yields
        if (yields == "holed" and is_holed) or (
            yields == "hurt-and-holed" and is_exposed and is_hurt and is_behind
        ):
            return "yield"
        if yields != "never" and is_behind and self._is_helpless():
            return "yield"
        leads = car.points > max([enemy.points for enemy in self.enemies], default=0)
        has_lost = self.is_fleeing and not leads
        if has_lost and not self._can_reach_gate():
            return "yield"
        if has_lost or (self.kind == "survivor" and yields != "never" and is_holed):
            if car.plant > 0 and car.is_drivable and not (self.is_fleeing and leads):
                return "leave"
            return "yield" if has_lost else ""
        return ""

    def _is_helpless(self) -> bool:
        """Return whether the car is immobile and none of its guns bears on an enemy (V149)."""
        car = self.car
        return (
            not car.is_drivable
            and car.speed == 0
            and not any(
                car.weapon_works(number)
                and not weapon.drops
                and bears_on(car.pose, weapon.facing, enemy.pose[:2])
                for enemy in self.enemies
                for number, weapon in enumerate(car.spec.weapons)
            )
        )

    def _can_reach_gate(self) -> bool:
        """Return whether the car can reach its gate before the duel ends.

        A duel ends at the turn limit or after a number of quiet turns (V149).
        """
        table, position = self.view.table, self.car.pose[:2]
        gate = table.arena.gates[self.car.seen.gate]
        point, length_left = PathFinder(table.arena, (gate.x, gate.y), table.markers).find_path(
            position
        )
        numbers = table.numbers
        turns_left = min(numbers.turn_limit - table.turn, numbers.quiet_turns - table.quiet)
        return (
            _TURNS_TO_TURN_ROUND + (distance(position, point) + length_left) // _MILS_PER_TURN
            <= turns_left
        )

    def _is_doomed(self) -> bool:
        """Return whether the crew should bail out of a burning car (V135).

        This is the case if the fire could blow up the car, the plant is nearly destroyed, or
        nothing aboard can put the fire out.
        """
        car = self.car
        can_explode = car.spec.gas or any(
            weapon.volatile and car.shots[number] > 0
            for number, weapon in enumerate(car.spec.weapons)
        )
        return (
            can_explode
            or car.plant <= 2
            or not any(extra.puts_out for extra in car.working_extras())
        )
