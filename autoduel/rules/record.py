"""Results of a duel for the club's record (V49).

Cars and people are identified by their place in the set-up. Parts are identified by their keys in
the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.values import Seat, Value

from .damage import WHEEL_NAMES
from .values import FACINGS, CarSetup, SeenCar, Sheet, State

KILLED: Final = ("wrecked", "abandoned", "exploded", "burnt-out")


class Lost(Value):
    """The loss of a part in armour points, DP or shots. Keys for shots start with "ammo:"."""

    part: str
    lost: int


class SideFared(Value):
    """The result of a side.

    `lost` is the number of its cars that were put out of action, gave up or burnt.
    """

    side: Seat
    place: int
    cars: int
    lost: int


class CarFared(Value):
    """The result of a side's car number `car`, and its damage by part."""

    side: Seat
    car: int
    fate: Literal["survived", "destroyed"]
    damage: tuple[Lost, ...]


class PersonFared(Value):
    """The result of a car's crew member number `person`. `lost` is in DP."""

    side: Seat
    car: int
    person: int
    state: Literal["fit", "unconscious", "dead"]
    lost: int
    kills: int
    awards: tuple[str, ...]
    kills_on_foot: int = 0


class Record(Value):
    """All results to book after a duel."""

    sides: tuple[SideFared, ...]
    cars: tuple[CarFared, ...]
    people: tuple[PersonFared, ...]


def record_of(state: State) -> Record:
    """Return the record of a duel. Raise ValueError if the duel is not over."""
    if not state.table.is_over:
        raise ValueError("a duel that is not over has no record yet")
    sides, cars, people = [], [], []
    for side, own_part in enumerate(state.own):
        seat = Seat(side)
        public_cars = [state.table.cars[sheet.car] for sheet in own_part.sheets]
        lost = sum(car.out in (*KILLED, "yielded") for car in public_cars)
        place = state.table.places[side]
        sides.append(SideFared(side=seat, place=place, cars=len(public_cars), lost=lost))
        for number, (car, sheet, spec) in enumerate(
            zip(public_cars, own_part.sheets, own_part.specs, strict=True)
        ):
            is_destroyed = _is_destroyed(car, sheet, spec)
            cars.append(
                CarFared(
                    side=seat,
                    car=number,
                    fate="destroyed" if is_destroyed else "survived",
                    damage=tuple(_losses_by_part(sheet, spec)),
                )
            )
            people += [
                _person_result(seat, number, person, car, sheet, spec)
                for person in range(len(spec.crew))
            ]
    return Record(sides=tuple(sides), cars=tuple(cars), people=tuple(people))


def _is_destroyed(public_car: SeenCar, sheet: Sheet, spec: CarSetup) -> bool:
    """Return whether a car was destroyed in this duel.

    A car is destroyed if it exploded, burnt out, or lost its plant and all weapons.
    """
    if public_car.out in ("exploded", "burnt-out"):
        return True
    is_stripped = sheet.plant == 0 and not any(sheet.weapons)
    return is_stripped and (spec.plant > 0 or any(weapon.dp for weapon in spec.weapons))


def _losses_by_part(sheet: Sheet, spec: CarSetup) -> Iterator[Lost]:
    """Yield the loss of each part in the order of the vehicle record. Shots come last."""
    rows = [
        (f"armour:{facing}", before, after)
        for facing, before, after in zip(FACINGS, spec.armour, sheet.armour, strict=True)
    ]
    wheels = WHEEL_NAMES[len(spec.tyres)]
    rows += [
        (f"tyre:{wheel}", before, after)
        for wheel, before, after in zip(wheels, spec.tyres, sheet.tyres, strict=True)
    ]
    weapons = list(zip(spec.weapons, sheet.weapons, sheet.shots, strict=True))
    rows += [(spec_part.key, spec_part.dp, dp) for spec_part, dp, _ in weapons]
    rows += [
        (spec_part.key, spec_part.dp, dp)
        for spec_part, dp in zip(spec.extras, sheet.extras, strict=True)
    ]
    rows.append(("plant", spec.plant, sheet.plant))
    rows += [
        (f"ammo:{spec_part.key}", spec_part.shots, shots)
        for spec_part, _, shots in weapons
        if spec_part.shots > 0
    ]
    for part, before, after in rows:
        if after < before:
            yield Lost(part=part, lost=before - after)


def _person_result(
    seat: Seat, car: int, person: int, public_car: SeenCar, sheet: Sheet, spec: CarSetup
) -> PersonFared:
    dp, before = sheet.dp[person], spec.crew[person].dp
    return PersonFared(
        side=seat,
        car=car,
        person=person,
        state="dead" if dp == 0 else "unconscious" if dp == 1 else "fit",
        lost=before - dp,
        kills=public_car.crew[person].kills,
        awards=tuple(_awards(person, public_car, sheet, spec)),
    )


def _awards(person: int, public_car: SeenCar, sheet: Sheet, spec: CarSetup) -> Iterator[str]:
    """Yield the keys of the club awards that a person earned in the match (V93)."""
    dp, before = sheet.dp[person], spec.crew[person].dp
    if dp == 0 and before > 0:
        yield "death"
    elif public_car.out == "left":
        yield "left_arena"
    elif public_car.out in KILLED:
        yield "vehicle_lost_unhurt" if dp == before else "vehicle_lost_injured"
    elif public_car.crew[person].state == "gone" and sheet.plant > 0 and not all(public_car.flat):
        yield "left_working_vehicle"
    yield from ["killed_surrendered"] * min(1, public_car.crew[person].merciless)
