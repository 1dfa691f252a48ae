"""The garage's stock cars and their prices, for tables in the lobby (V1, V100)."""

from __future__ import annotations

from typing import Final

from autoduel.rules.values import CarSetup, Person
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import make_record
from campaign.garage.rules.stock import STOCK as GARAGE
from engine.values import Value

from .cars import car_of


class Stock(Value):
    """A stock car with its key, its price in dollars, a short description and its set-up."""

    key: str
    price: int
    blurb: str
    car: CarSetup


DRIVER: Final = Person(name="Driver", place="driver")
GUNNER: Final = Person(name="Gunner", place="gunner")
CARS_WITH_GUNNER: Final = frozenset({"chairman", "prospector", "bulwark"})
"""Keys of the cars that have a gunner."""
BLURBS: Final = {
    "night_heron": "A heavy cycle for riders who shoot first: a vulcan and little armour.",
    "terrier": "Small, quick, and does not let go: a rifle in front, spikes behind.",
    "greyhound": "The club racer with a pair of linked guns.",
    "homestead": "A wagon with rockets in front, and mines for anyone who follows.",
    "magistrate": "A sedan that passes sentence in front and drops mines behind.",
    "lamplighter": "One medium laser and a computer to aim it.",
    "chairman": "A vulcan in the turret, a gunner to turn it, smoke behind.",
    "prospector": "A pickup that digs with an anti-tank gun, a fine computer, and a ram bar.",
    "bulwark": "A van behind metal with an autocannon in front. It arrives late and stays.",
}
"""Descriptions of the stock cars that are available in the lobby, cheapest first."""


def _stock(key: str, blurb: str) -> Stock:
    car_design = next(stock_car for stock_car in GARAGE if stock_car.key == key)
    crew = (DRIVER, GUNNER) if key in CARS_WITH_GUNNER else (DRIVER,)
    car = car_of(make_record(car_design.design, car_design.name, "", {}), crew)
    return Stock(key=key, price=int(compute_totals(car_design.design).cost), blurb=blurb, car=car)


STOCK: Final = tuple([_stock(key, blurb) for key, blurb in BLURBS.items()])
BY_KEY: Final = {car.key: car for car in STOCK}
DIVISIONS: Final = {"6": 6000, "12": 12_000, "16": 16_000, "20": 20_000}
"""Highest car price in each division, in dollars.

A division contains the cars that are too expensive for the next lower division (V100).
"""


def division(key: str) -> tuple[Stock, ...]:
    """Return the stock cars in a division, cheapest first."""
    highest_price = DIVISIONS[key]
    lowest_price = max([price for price in DIVISIONS.values() if price < highest_price], default=0)
    return tuple([car for car in STOCK if lowest_price < car.price <= highest_price])
