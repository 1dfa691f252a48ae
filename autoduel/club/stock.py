"""The garage's stock cars at a table of the lobby, with their prices (V1, V100)."""

from __future__ import annotations

from typing import Final

from autoduel.rules.values import CarSetup, Person
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import make_record
from campaign.garage.rules.stock import STOCK as GARAGE
from engine.values import Value

from .cars import car_of


class Stock(Value):
    """A stock car: its key, dollars as it stands in the shop, a word for who chooses, its sheet."""

    key: str
    price: int
    blurb: str
    car: CarSetup


DRIVER: Final = Person(name="Driver", place="driver")
GUNNER: Final = Person(name="Gunner", place="gunner")
GUNNED: Final = frozenset({"chairman", "prospector", "bulwark"})
"""Those with a gunner beside the driver."""
BLURBS: Final = {
    "night_heron": "A heavy cycle for riders who are followed: gun in front, smoke behind.",
    "terrier": "Small, quick, and does not let go: a gun in front, spikes behind.",
    "greyhound": "The club racer with a pair of linked guns.",
    "homestead": "A wagon with a rocket for whoever asks, and oil for whoever follows.",
    "magistrate": "A sedan that passes sentence in front and drops mines behind.",
    "lamplighter": "One medium laser and a computer to aim it.",
    "chairman": "A vulcan in the turret, a gunner to turn it, smoke behind.",
    "prospector": "A pickup that digs with an anti-tank gun, a gunner, and a ram bar.",
    "bulwark": "A van behind metal, autocannon in front, gun behind. It arrives late and stays.",
}
"""Which of the garage's cars are driven, the cheapest first, with a word for each."""


def _stock(key: str, blurb: str) -> Stock:
    found = next(one for one in GARAGE if one.key == key)
    crew = (DRIVER, GUNNER) if key in GUNNED else (DRIVER,)
    car = car_of(make_record(found.design, found.name, "", {}), crew)
    return Stock(key=key, price=int(compute_totals(found.design).cost), blurb=blurb, car=car)


STOCK: Final = tuple([_stock(key, blurb) for key, blurb in BLURBS.items()])
BY_KEY: Final = {one.key: one for one in STOCK}
DIVISIONS: Final = {"6": 6000, "12": 12_000, "16": 16_000, "20": 20_000}
"""Each division's dearest car, in dollars; it begins above the division below it (V100)."""


def division(key: str) -> tuple[Stock, ...]:
    """The stock cars of a division, the cheapest first."""
    top = DIVISIONS[key]
    low = max([price for price in DIVISIONS.values() if price < top], default=0)
    return tuple([one for one in STOCK if low < one.price <= top])
