"""Stock cars, set-ups and menus for law tests, simulations and the lobby.

All designs are our own.
"""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.values import changed

from .arenas import FOUNDRY_FLOOR, KESSEL_OVAL, SALTMARKET
from .car import Car
from .driving import reachable_speed
from .manoeuvres import MANOEUVRES
from .numbers import NUMBERS
from .plans import MAX_ORDERS, own_cars
from .values import (
    KINDS,
    NOBODY,
    Autopilot,
    CarPlan,
    CarSetup,
    DropOrder,
    Extra,
    FireOrder,
    Flag,
    Move,
    Orders,
    Person,
    Plan,
    Setup,
    Side,
    View,
    Weapon,
)

_GUN: Final = Weapon(
    key="weapon:1", name="Machine gun", look="gun", facing="front", to_hit=7, dice=1, dp=3, shots=20
)
_CREW: Final = (Person(name="Driver", place="driver"), Person(name="Gunner", place="gunner"))

HORNET: Final = CarSetup(
    name="Hornet", body="compact", armour=(20, 15, 12, 12, 5, 5), plant=8, tyres=(6, 6, 6, 6),
    weight=3500, hc=3, top_speed=100, acceleration=10, small=True,
    weapons=(changed(_GUN, link=1), changed(_GUN, key="weapon:2", link=1)), crew=_CREW[:1],
)  # fmt: skip
MAGISTRATE: Final = CarSetup(
    name="Magistrate", body="mid_sized", armour=(30, 20, 20, 20, 10, 8), plant=10,
    tyres=(9, 9, 9, 9), weight=4700, hc=3, top_speed=90, acceleration=5,
    weapons=(
        Weapon(
            key="weapon:1", name="Recoilless rifle", look="cannon", facing="turret", to_hit=7,
            dice=2, dp=4, shots=10,
        ),
        changed(_GUN, key="weapon:2"),
    ),
    crew=_CREW,
    extras=(
        Extra(key="accessory:1", name="Turret", location="top", dp=3, turret=True),
        Extra(key="accessory:2", name="Targeting computer", location="", dp=1, to_hit=1),
        Extra(key="accessory:3", name="Fire extinguisher", location="", dp=1, puts_out=3),
    ),
)  # fmt: skip
RAMROD: Final = CarSetup(
    name="Ramrod", body="pickup", armour=(45, 20, 25, 25, 8, 10), plant=12, tyres=(12, 12, 12, 12),
    weight=6400, hc=2, top_speed=80, acceleration=5, blunt=True,
    weapons=(
        Weapon(
            key="weapon:1", name="Rocket launcher", look="rockets", facing="front", to_hit=8,
            dice=2, dp=2, shots=10, volatile=True,
        ),
    ),
    crew=_CREW,
    extras=(Extra(key="accessory:1", name="Ram bar", location="front", dp=4, rams=True),),
)  # fmt: skip
WASP: Final = CarSetup(
    name="Wasp", body="heavy_cycle", armour=(12, 12, 6, 6, 3, 3), plant=5, tyres=(9, 9),
    weight=1250, hc=3, top_speed=120, acceleration=10, cycle=True,
    weapons=(
        Weapon(
            key="weapon:1", name="Light laser", look="laser", facing="front", to_hit=6, dice=1,
            dp=2, fire=1,
        ),
    ),
    crew=_CREW[:1],
)  # fmt: skip

TRAPPER: Final = changed(
    MAGISTRATE,
    name="Trapper",
    armour=(18, 30, 18, 18, 8, 10),
    weapons=(
        changed(MAGISTRATE.weapons[1], key="weapon:1", facing="back"),
        Weapon(
            key="weapon:2", name="Minedropper", look="mines", facing="back",
            to_hit=0, dice=0, dp=2, shots=10, volatile=True,
        ),
        Weapon(
            key="weapon:3", name="Smokescreen", look="smoke", facing="back",
            to_hit=0, dice=0, dp=4, shots=10,
        ),
    ),
    extras=MAGISTRATE.extras[1:],
)  # fmt: skip


def setups() -> tuple[Setup, ...]:
    """Return sample duels: one against one, three sides, two cars per side, with a dropper."""
    short = changed(NUMBERS, turn_limit=14)
    return (
        Setup(
            arena=FOUNDRY_FLOOR,
            sides=(
                Side(name="North", cars=(MAGISTRATE,)),
                Side(name="South", cars=(MAGISTRATE,), orders=Orders(kind="circler")),
            ),
            numbers=short,
        ),
        Setup(
            arena=KESSEL_OVAL,
            sides=(
                Side(name="North", cars=(HORNET,), orders=Orders(kind="survivor")),
                Side(name="South", cars=(RAMROD,), orders=Orders(kind="charger")),
                Side(name="East", cars=(WASP,)),
            ),
            numbers=short,
        ),
        Setup(
            arena=SALTMARKET,
            sides=(
                Side(name="North", cars=(MAGISTRATE, HORNET)),
                Side(name="South", cars=(RAMROD, MAGISTRATE)),
            ),
            numbers=short,
        ),
        Setup(
            arena=FOUNDRY_FLOOR,
            sides=(
                Side(name="North", cars=(TRAPPER,), orders=Orders(kind="layer")),
                Side(name="South", cars=(HORNET,), orders=Orders(kind="charger")),
            ),
            numbers=short,
        ),
    )


def menu(view: View) -> tuple[Move, ...]:
    """Return a small menu with the doctrines, driving straight on, a bend to either side, and
    giving up.

    `check` accepts far more moves than can be listed.
    """
    cars = list(own_cars(view))
    plans = [
        Plan(cars=tuple([_plan_row(car, manoeuvre) for car in cars]))
        for manoeuvre in ("S", "L45", "R45")
    ]
    surrender = Plan(cars=tuple([changed(_plan_row(car, "S"), flag="yield") for car in cars]))
    autopilots = [Autopilot(kind=kind) for kind in KINDS]
    return (*autopilots, Autopilot(turns=3, near=6000), *plans, surrender)


def straight_plan(car: Car) -> CarPlan:
    """Return a plan to drive straight on at the current speed and use all weapons."""
    return _plan_row(car, "S")


def _plan_row(car: Car, manoeuvre: str) -> CarPlan:
    weapons = [*enumerate(car.spec.weapons)]
    guns = [number for number, weapon in weapons if not weapon.drops][:MAX_ORDERS]
    droppers = [number for number, weapon in weapons if weapon.drops][:MAX_ORDERS]
    return CarPlan(
        car=car.number,
        speed=car.speed,
        manoeuvres=(manoeuvre, "S", "S", "S", "S"),
        fires=tuple(
            [
                FireOrder(crew=person, weapon=number)
                for person in range(len(car.dp))
                for number in guns
            ]
        ),
        drops=tuple([DropOrder(crew=len(car.dp) - 1, weapon=number) for number in droppers]),
    )


def random_move(view: View, dice: Dice) -> Move:
    """Return a random move from the menu, or a random plan."""
    if dice.die(3) == 1:
        return dice.pick([move for move in menu(view) if not _yields(move)])
    return random_plan(view, dice)


def random_plan(view: View, dice: Dice) -> Plan:
    """Return a plan with random speeds, manoeuvres, orders and flags."""
    rows = []
    for car in own_cars(view):
        speed = reachable_speed(car, car.speed + 5 * (dice.die(5) - 3))
        manoeuvres = tuple([dice.pick(_MANOEUVRES) if dice.die(2) == 1 else "S" for _ in range(5)])
        row = changed(
            _plan_row(car, "S"), speed=speed // 5 * 5, at=dice.die(5), manoeuvres=manoeuvres
        )
        rows.append(changed(row, fires=row.fires + _rare_orders(view, car, dice), flag=_flag(dice)))
    return Plan(cars=tuple(rows))


def _rare_orders(view: View, car: Car, dice: Dice) -> tuple[FireOrder, ...]:
    """Return rarely given orders: automatic fire, or a shot at someone on foot (V130, V131)."""
    guns = [number for number, weapon in enumerate(car.spec.weapons) if not weapon.drops]
    walkers = [
        walker for walker in view.table.walkers if view.table.cars[walker.car].side != car.side
    ]
    if not guns or dice.die(4) != 1:
        return ()
    automatic = FireOrder(crew=NOBODY, weapon=dice.pick(guns))
    if not walkers or len(car.dp) * len(guns) >= MAX_ORDERS:
        return (automatic,)
    walker = dice.pick(walkers)
    return (automatic, FireOrder(crew=0, weapon=guns[0], target=walker.car, on_foot=walker.person))


def _flag(dice: Dice) -> Flag:
    """Return a flag to bail out with a chance of 1 in 40, and to leave with the same chance
    (V45).
    """
    face = dice.die(40)
    return "bail" if face == 1 else "leave" if face == 2 else ""


def _yields(move: Move) -> bool:
    return isinstance(move, Plan) and any(row.flag for row in move.cars)


_MANOEUVRES: Final = tuple(MANOEUVRES)
