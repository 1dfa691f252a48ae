"""Construction of a full state that fits a view. Rivals' sheets are invented to match what is
visible (V57, V60).
"""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.values import changed

from .values import (
    DROPPERS,
    CarPlan,
    CarSetup,
    Orders,
    Own,
    Person,
    Plan,
    SeenCar,
    Sheet,
    State,
    View,
    Weapon,
)

_WEAPON_BY_LOOK: Final = {
    # number needed to hit, dice, DP
    "gun": (7, 1, 3),
    "cannon": (7, 2, 4),
    "rockets": (8, 2, 2),
    "laser": (6, 1, 2),
    "flamethrower": (6, 1, 2),
    **dict.fromkeys(DROPPERS, (0, 0, 2)),
}


def imagine(view: View, dice: Dice) -> State:
    """Return a state with the side's own part unchanged and the other sides' parts invented.

    The side does not know whether the other sides have sealed their orders. In the imagined state,
    either all of them have sealed or none has. If sealed orders from all of them would start the
    turn, none has sealed.
    """
    own_parts = []
    others_sealed = view.own is not None and view.own.plan is None and view.own.autopilot is None
    others_sealed = others_sealed and dice.die(2) == 1
    for side in range(len(view.table.sides)):
        if side == view.seat and view.own is not None:
            own_parts.append(view.own)
            continue
        cars = [car for car in view.table.cars if car.side == side]
        invented = [_invent_car(car, view, dice) for car in cars]
        plan = None
        if others_sealed and any(not car.out for car in cars):
            rows = [CarPlan(car=car.number, speed=car.speed) for car in cars if not car.out]
            plan = Plan(cars=tuple(rows))
        own_parts.append(
            Own(
                orders=Orders(),
                specs=tuple([spec for spec, _ in invented]),
                sheets=tuple([sheet for _, sheet in invented]),
                plan=plan,
            )
        )
    return State(table=view.table, own=tuple(own_parts))


def _invent_car(car: SeenCar, view: View, dice: Dice) -> tuple[CarSetup, Sheet]:
    armour = [0 if holed else 5 + dice.die(20) for holed in car.holed]
    weapons = tuple(
        [
            _invent_weapon(number, seen_weapon.look, seen_weapon.facing)
            for number, seen_weapon in enumerate(car.weapons, start=1)
        ]
    )
    tyres = tuple([0 if flat else 3 + dice.die(6) for flat in car.flat])
    spec = CarSetup(
        name=car.name,
        body=car.body,
        armour=(armour[0], armour[1], armour[2], armour[3], armour[4], armour[5]),
        plant=4 + dice.die(8),
        tyres=tyres,
        weight=1200 if car.cycle else 3000 + 500 * dice.die(6),
        hc=1 + dice.die(2),
        top_speed=80 + 5 * dice.die(6),
        acceleration=5 * dice.die(2),
        weapons=weapons,
        crew=tuple([Person(name=member.name, place=member.place) for member in car.crew]),
        colour=car.colour,
        cycle=car.cycle,
        small=car.small,
        blunt=car.blunt,
    )
    down = {
        member.person for member in view.table.walkers if member.car == car.number and member.down
    }
    dp = [
        dice.die(2) - 1 if member.state == "slumped" or person in down else 3
        for person, member in enumerate(car.crew)
    ]
    sheet = Sheet(
        car=car.number,
        armour=spec.armour,
        plant=spec.plant,
        tyres=tyres,
        weapons=tuple(
            [
                0 if member.wrecked else weapon.dp
                for member, weapon in zip(car.weapons, weapons, strict=True)
            ]
        ),
        shots=tuple([weapon.shots for weapon in weapons]),
        extras=(),
        suits=tuple([dice.die(view.table.numbers.suit + 1) - 1 for _ in dp]),
        dp=tuple(dp),
        reflexes=dice.die(2) - 1,
        hs=spec.hc,
    )
    return spec, sheet


def _invent_weapon(number: int, look: str, facing: str) -> Weapon:
    to_hit, dice, dp = _WEAPON_BY_LOOK.get(look, _WEAPON_BY_LOOK["gun"])
    weapon = Weapon(
        key=f"weapon:{number}", name=look, look="gun", facing="front",
        to_hit=to_hit, dice=dice, dp=dp, shots=-1 if look == "laser" else 10,
    )  # fmt: skip
    return changed(weapon, look=look, facing=facing)
