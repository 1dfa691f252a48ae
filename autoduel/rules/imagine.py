"""Construction of a full state that fits a view. Rivals' sheets are invented to match what is
visible (V57, V60).
"""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.values import changed

from .samples import MAGISTRATE, WASP
from .values import (
    DROPPERS,
    CarPlan,
    CarSetup,
    Orders,
    Own,
    Plan,
    SeenCar,
    SeenWeapon,
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
    """Return a car that is built like the side's own car of the same kind, with the damage that
    the car has visibly taken.
    """
    model = _most_similar(car, view)
    weapons = tuple(
        [
            _invent_weapon(number, seen_weapon, model)
            for number, seen_weapon in enumerate(car.weapons, start=1)
        ]
    )
    armour = [_vary(points, dice) for points in model.armour]
    places = {member.place: member for member in model.crew}
    spec = changed(
        model,
        name=car.name,
        body=car.body,
        armour=tuple(armour),
        plant=_vary(model.plant, dice),
        tyres=tuple([_vary(model.tyres[0], dice) for _ in car.flat]),
        weight=_vary(model.weight, dice),
        weapons=weapons,
        crew=tuple(
            [
                changed(
                    places.get(member.place, model.crew[0]), name=member.name, place=member.place
                )
                for member in car.crew
            ]
        ),
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
    reflexes = dice.die(2) - 1
    sheet = Sheet(
        car=car.number,
        armour=tuple(
            [
                0 if holed else max(1, points - damage)
                for points, holed, damage in zip(armour, car.holed, car.dealt, strict=True)
            ]
        ),
        plant=spec.plant,
        tyres=tuple([0 if flat else dp for flat, dp in zip(car.flat, spec.tyres, strict=True)]),
        weapons=tuple(
            [
                0 if seen_weapon.wrecked else weapon.dp
                for seen_weapon, weapon in zip(car.weapons, weapons, strict=True)
            ]
        ),
        shots=tuple([weapon.shots for weapon in weapons]),
        extras=tuple([extra.dp for extra in spec.extras]),
        suits=tuple([dice.die(view.table.numbers.suit + 1) - 1 for _ in dp]),
        dp=tuple(dp),
        reflexes=reflexes,
        hs=spec.hc + reflexes,
    )
    return spec, sheet


def _most_similar(car: SeenCar, view: View) -> CarSetup:
    """Return the side's own car, or a usual one, that is most similar from outside."""
    usual = WASP if car.cycle else MAGISTRATE
    looks = sorted([weapon.look for weapon in car.weapons])
    return max(
        [*(view.own.specs if view.own else ()), usual],
        key=lambda spec: (
            spec.cycle == car.cycle,
            spec.body == car.body,
            sorted([weapon.look for weapon in spec.weapons]) == looks,
        ),
    )


def _vary(value: int, dice: Dice) -> int:
    """Return a value up to a fifth smaller or larger, but at least 1."""
    return max(1, value * (79 + dice.die(41)) // 100)


def _invent_weapon(number: int, seen_weapon: SeenWeapon, model: CarSetup) -> Weapon:
    """Return a weapon like one of the model's with the same look, or a usual one."""
    key = f"weapon:{number}"
    for weapon in model.weapons:
        if weapon.look == seen_weapon.look:
            return changed(weapon, key=key, facing=seen_weapon.facing)
    to_hit, dice, dp = _WEAPON_BY_LOOK.get(seen_weapon.look, _WEAPON_BY_LOOK["gun"])
    shots = -1 if seen_weapon.look == "laser" else 10
    weapon = Weapon(
        key=key, name=seen_weapon.look, look="gun", facing=seen_weapon.facing,
        to_hit=to_hit, dice=dice, dp=dp, shots=shots,
    )  # fmt: skip
    return changed(weapon, look=seen_weapon.look)
