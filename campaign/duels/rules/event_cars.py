"""Cars that an event lends for an amateur night (C137) or gives as a prize (C138)."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.stock import STOCK
from core.web.records import choice

MAX_LENT_PRICE: Final = 6000
"""Maximum price of a car that can be lent, in dollars."""
TURNS: Final = 30
"""Number of turns that lent cars have to survive on the site."""
CARS: Final = {car.key: car for car in STOCK}
"""Stock cars by key."""
LENT_CARS: Final = tuple(
    key for key, car in CARS.items() if compute_totals(car.design).cost <= MAX_LENT_PRICE
)
"""Keys of the cars that can be lent."""
LentCar: TypeAlias = Annotated[
    str,
    choice(
        "Amateur night",
        {"": "No, teams bring their own cars"}
        | {key: f"Lend each team a {CARS[key].name}" for key in LENT_CARS},
        "Skills as driver and gunner do not count. Teams keep the cars that survive.",
    ),
]
PrizeCar: TypeAlias = Annotated[
    str,
    choice(
        "Prize car",
        {"": "None"} | {key: car.name for key, car in CARS.items()},
        "The winner gets this car when the result is booked.",
    ),
]


def describe_cars(lent: str, prize: str) -> str:
    """Return a description of an event by the car that it lends or gives, for example "an event
    with a Wasp as its prize".
    """
    if lent:
        return f"an amateur night with a lent {CARS[lent].name} for each team"
    return f"an event with a {CARS[prize].name} as its prize" if prize else "an event"
