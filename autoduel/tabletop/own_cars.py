"""Cars that people bring to a table in the lobby: limits and stored choices (V109 to V111)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET

from autoduel.club.cars import car_of
from autoduel.club.stock import BY_KEY, DIVISIONS, DRIVER, GUNNER, STOCK
from autoduel.rules.values import CarSetup, Setup
from campaign.garage.rules.club_parts import NO_PARTS
from campaign.garage.rules.design import VehicleDesign, compute_totals
from campaign.garage.rules.design_check import check_design
from campaign.garage.rules.record import make_record
from engine.codec import Reader
from engine.game import Refusal
from engine.values import Seat, Value, changed, swap

from .options import COLOURS, Options, paint_car

STOCK_KEY: Final = "stock:"
"""Prefix of the keys of stock cars."""


class OwnCar(Value):
    """A car that a person can bring, with its key, name, origin and design."""

    key: str
    name: str
    group: str
    design: VehicleDesign


class ChosenCars(Value):
    """The cars that a side has chosen, with their keys, their names, and their set-ups before
    painting.

    Later changes to a vehicle or design do not affect the choice.
    """

    keys: tuple[str, ...]
    names: tuple[str, ...]
    cars: tuple[CarSetup, ...]


_READER: Final[Reader[ChosenCars]] = Reader(ChosenCars)


def read_brought(loadout: str) -> ChosenCars:
    """Return the cars in a stored loadout."""
    return _READER.decode(loadout)


def fault(car: OwnCar, options: Options) -> str:
    """Return the reason why a design cannot start with these options, or "" if it can.

    The division and the weight limit apply to a new car with full magazines.
    """
    design = car.design
    if design.own is not UNSET and design.own != NO_PARTS:
        return "It uses custom parts of its club. Only catalogue parts are allowed in the lobby."
    if problems := check_design(design):
        return f"It is not valid: {problems[0].sentence}"
    design_totals, price_limit = compute_totals(design), DIVISIONS[options.division]
    if design_totals.cost > price_limit:
        return f"It costs ${design_totals.cost:,}, but the division limit is ${price_limit:,}."
    if options.weight and design_totals.weight > options.weight:
        return f"It weighs {design_totals.weight:,} lbs, but the limit here is {options.weight:,}."
    return ""


def note(car: OwnCar) -> str:
    """Return a one-line description of a design for the list of choices."""
    design_totals = compute_totals(car.design)
    arms = len(car.design.weapons)
    return (
        f"${design_totals.cost:,}, {design_totals.weight:,} lbs, {int(design_totals.top_speed)} "
        f"mph, armour {design_totals.armour}, "
        f"{arms} {'weapon' if arms == 1 else 'weapons'}"
    )


def stock_cars() -> Iterator[tuple[str, str, int, CarSetup]]:
    """Yield the key, name, price and set-up of each available stock car."""
    for stock_car in STOCK:
        yield f"{STOCK_KEY}{stock_car.key}", f"{stock_car.car.name}", stock_car.price, stock_car.car


def stock_fault(key: str, options: Options) -> str:
    """Return the reason why a stock car cannot start with these options, or "" if it can."""
    stock_car, price_limit = BY_KEY[key.removeprefix(STOCK_KEY)], DIVISIONS[options.division]
    if stock_car.price > price_limit:
        return f"It costs ${stock_car.price:,}, but the division limit is ${price_limit:,}."
    if options.weight and stock_car.car.weight > options.weight:
        return f"It weighs {stock_car.car.weight:,} lbs, but the limit here is {options.weight:,}."
    return ""


def car_from(car: OwnCar) -> CarSetup:
    """Return a new arena car with this design and a lobby crew at base skill (V110)."""
    crew = (DRIVER, GUNNER) if car.design.gunner else (DRIVER,)
    return car_of(make_record(car.design, car.name, "", {}), crew)


def outfit_setup(setup: Setup, loadouts: Mapping[Seat, str]) -> Setup:
    """Return the set-up with the sides' own cars, painted in the colours of their seats (V101)."""
    sides = setup.sides
    for seat, loadout in loadouts.items():
        cars = read_brought(loadout).cars
        if len(cars) != len(sides[seat].cars):
            raise Refusal("Each side must bring the number of cars set for this table.")
        sides = swap(sides, seat, changed(sides[seat], cars=_in_colour(cars, COLOURS[seat])))
    return changed(setup, sides=sides)


def _in_colour(cars: Sequence[CarSetup], colour: str) -> tuple[CarSetup, ...]:
    return tuple([paint_car(car, colour) for car in cars])
