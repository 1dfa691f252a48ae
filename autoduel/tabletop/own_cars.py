"""Cars that sides bring of their own to a table of the lobby: what fits, and what is written down
(V109 to V111).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from autoduel.club.cars import car_of
from autoduel.club.stock import BY_KEY, DIVISIONS, DRIVER, GUNNER, STOCK
from autoduel.rules.values import CarSetup, Setup
from campaign.garage.rules.club_parts import NO_PARTS
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.design_check import check_design
from campaign.garage.rules.record import make_record
from engine.codec import Reader
from engine.game import Refusal
from engine.values import Seat, Value, changed, swap

from .options import COLOURS, painted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.garage.rules.design import VehicleDesign

    from .options import Options

STOCK_KEY: Final = "stock:"
"""A stock car's key begins so."""


class OwnCar(Value):
    """A car that may be brought: its key, its name, where it comes from, how it is built."""

    key: str
    name: str
    group: str
    design: VehicleDesign


class Brought(Value):
    """What a side brings, as it was chosen: the keys and names, and the cars as they will start,
    not yet painted. What becomes of a vehicle or a design later changes nothing of it.
    """

    keys: tuple[str, ...]
    names: tuple[str, ...]
    cars: tuple[CarSetup, ...]


_READER: Final[Reader[Brought]] = Reader(Brought)


def read_brought(loadout: str) -> Brought:
    """What stands in a loadout."""
    return _READER.decode(loadout)


def fault(car: OwnCar, options: Options) -> str:
    """Why a design does not start at a table with these options, in a sentence; "" where it does.
    The division and the weight limit count for the car as it is new, full magazines and all.
    """
    design = car.design
    if design.own is not UNSET and design.own != NO_PARTS:
        return "It uses custom parts of its club. Only catalogue parts are allowed in the lobby."
    if wrong := check_design(design):
        return f"It is not valid: {wrong[0].sentence}"
    sums, dearest = compute_totals(design), DIVISIONS[options.division]
    if sums.cost > dearest:
        return f"It costs ${sums.cost:,}, but the division limit is ${dearest:,}."
    if options.weight and sums.weight > options.weight:
        return f"It weighs {sums.weight:,} lbs, but the limit here is {options.weight:,}."
    return ""


def note(car: OwnCar) -> str:
    """A design in a line, for who chooses."""
    sums = compute_totals(car.design)
    arms = len(car.design.weapons)
    return (
        f"${sums.cost:,}, {sums.weight:,} lbs, {int(sums.top_speed)} mph, armour {sums.armour}, "
        f"{arms} {'weapon' if arms == 1 else 'weapons'}"
    )


def stock_cars() -> Iterator[tuple[str, str, int, CarSetup]]:
    """The stock cars that may be brought: key, name with a word about it, price, sheet."""
    for one in STOCK:
        yield f"{STOCK_KEY}{one.key}", f"{one.car.name}", one.price, one.car


def stock_fault(key: str, options: Options) -> str:
    """The same for a stock car, by its key."""
    one, dearest = BY_KEY[key.removeprefix(STOCK_KEY)], DIVISIONS[options.division]
    if one.price > dearest:
        return f"It costs ${one.price:,}, but the division limit is ${dearest:,}."
    if options.weight and one.car.weight > options.weight:
        return f"It weighs {one.car.weight:,} lbs, but the limit here is {options.weight:,}."
    return ""


def car_from(car: OwnCar) -> CarSetup:
    """A design as a car of the arena: new, with the crew of the lobby at base skill, whoever drives
    it at home (V110).
    """
    crew = (DRIVER, GUNNER) if car.design.gunner else (DRIVER,)
    return car_of(make_record(car.design, car.name, "", {}), crew)


def outfitted(setup: Setup, loadouts: Mapping[Seat, str]) -> Setup:
    """The setup with the cars that sides bring, in the colours of their seats (V101)."""
    sides = setup.sides
    for seat, loadout in loadouts.items():
        cars = read_brought(loadout).cars
        if len(cars) != len(sides[seat].cars):
            raise Refusal("Each side must bring the number of cars set for this table.")
        sides = swap(sides, seat, changed(sides[seat], cars=_in_colour(cars, COLOURS[seat])))
    return changed(setup, sides=sides)


def _in_colour(cars: Sequence[CarSetup], colour: str) -> tuple[CarSetup, ...]:
    return tuple([painted(car, colour) for car in cars])
