"""What a duel says for the club's record (V49): values only, whoever books them.

Cars and people are named by their place in the set-up, parts by the keys that the set-up gave them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from engine.values import Seat, Value

from .damage import WHEEL_NAMES
from .values import FACINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .values import CarSetup, SeenCar, Sheet, State

KILLED: Final = ("wrecked", "abandoned", "exploded", "burnt-out")


class Lost(Value):
    """What a part lost: armour points, DP, or shots ("ammo:…")."""

    part: str
    lost: int


class SideFared(Value):
    """How a side fared. `lost` are its cars that were put out, gave up, or burnt."""

    side: Seat
    place: int
    cars: int
    lost: int


class CarFared(Value):
    """What became of a car, the `car`-th of its side, and what the duel cost it by part."""

    side: Seat
    car: int
    fate: Literal["survived", "destroyed"]
    damage: tuple[Lost, ...]


class PersonFared(Value):
    """How somebody aboard fared: the `person`-th of the car's crew. `lost` are DP."""

    side: Seat
    car: int
    person: int
    state: Literal["fit", "unconscious", "dead"]
    lost: int
    kills: int
    awards: tuple[str, ...]
    kills_on_foot: int = 0


class Record(Value):
    """Everything that a duel which is over leaves to be booked."""

    sides: tuple[SideFared, ...]
    cars: tuple[CarFared, ...]
    people: tuple[PersonFared, ...]


def record_of(state: State) -> Record:
    """The record of a duel. ValueError while it is not over."""
    if not state.table.over:
        raise ValueError("a duel that is not over has no record yet")
    sides, cars, people = [], [], []
    for side, own in enumerate(state.own):
        seat = Seat(side)
        seen = [state.table.cars[sheet.car] for sheet in own.sheets]
        lost = sum(one.out in (*KILLED, "yielded") for one in seen)
        place = state.table.places[side]
        sides.append(SideFared(side=seat, place=place, cars=len(seen), lost=lost))
        for at, (one, sheet, spec) in enumerate(zip(seen, own.sheets, own.specs, strict=True)):
            gone = _gone(one, sheet, spec)
            cars.append(
                CarFared(
                    side=seat,
                    car=at,
                    fate="destroyed" if gone else "survived",
                    damage=tuple(_damage(sheet, spec)),
                )
            )
            people += [_person(seat, at, who, one, sheet, spec) for who in range(len(spec.crew))]
    return Record(sides=tuple(sides), cars=tuple(cars), people=tuple(people))


def _gone(seen: SeenCar, sheet: Sheet, spec: CarSetup) -> bool:
    """Exploded, burnt out, or its plant and all weapons gone in this duel."""
    if seen.out in ("exploded", "burnt-out"):
        return True
    stripped = sheet.plant == 0 and not any(sheet.weapons)
    return stripped and (spec.plant > 0 or any(one.dp for one in spec.weapons))


def _damage(sheet: Sheet, spec: CarSetup) -> Iterator[Lost]:
    """End less start, part by part, in the order of the car's record; shots behind."""
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
    rows += [(one.key, one.dp, left) for one, left, _ in weapons]
    rows += [(one.key, one.dp, left) for one, left in zip(spec.extras, sheet.extras, strict=True)]
    rows.append(("plant", spec.plant, sheet.plant))
    rows += [(f"ammo:{one.key}", one.shots, shots) for one, _, shots in weapons if one.shots > 0]
    for part, before, after in rows:
        if after < before:
            yield Lost(part=part, lost=before - after)


def _person(
    seat: Seat, car: int, person: int, seen: SeenCar, sheet: Sheet, spec: CarSetup
) -> PersonFared:
    dp, before = sheet.dp[person], spec.crew[person].dp
    return PersonFared(
        side=seat,
        car=car,
        person=person,
        state="dead" if dp == 0 else "unconscious" if dp == 1 else "fit",
        lost=before - dp,
        kills=seen.crew[person].kills,
        awards=tuple(_awards(person, seen, sheet, spec)),
    )


def _awards(person: int, seen: SeenCar, sheet: Sheet, spec: CarSetup) -> Iterator[str]:
    """The deeds that the match can tell, by the club's keys (V93)."""
    dp, before = sheet.dp[person], spec.crew[person].dp
    if dp == 0 and before > 0:
        yield "death"
    elif seen.out == "left":
        yield "left_arena"
    elif seen.out in KILLED:
        yield "vehicle_lost_unhurt" if dp == before else "vehicle_lost_injured"
    elif seen.crew[person].state == "gone" and sheet.plant > 0 and not all(seen.flat):
        yield "left_working_vehicle"
    yield from ["killed_surrendered"] * min(1, seen.crew[person].merciless)
