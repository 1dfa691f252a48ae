"""The vehicle catalogue's records and look-ups. Weights in pounds, prices in dollars, room in
spaces.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

Location: TypeAlias = Literal["front", "back", "left", "right", "top", "under"]
Facing: TypeAlias = Literal["front", "back", "left", "right", "turret", "top", "under"]
LOCATIONS: Final[tuple[Location, ...]] = (
    "front",
    "back",
    "left",
    "right",
    "top",
    "under",
)  # in the order of the die (E13)
FACINGS: Final[tuple[Facing, ...]] = ("front", "back", "left", "right", "turret", "top", "under")
CREW_WEIGHT: Final = 150
CREW_SPACES: Final = 2
PASSENGER_SPACES: Final = 1


class Body(Value):
    """A body. `load` is the greatest weight of everything, body included; `armour_cost` and
    `armour_weight` are for one plain point.
    """

    key: str
    name: str
    cost: int
    weight: int
    load: int
    spaces: int
    armour_cost: int
    armour_weight: int
    cargo: int = 0
    wheels: int = 4
    hc: int = 0  # handling class beyond the suspension's

    @property
    def cycle(self) -> bool:
        return self.wheels == 2


class Chassis(Value):
    """A chassis: percent of the body's price, percent more or less load."""

    key: str
    name: str
    cost_percent: int
    load_percent: int


class Suspension(Value):
    """A suspension: percent of the body's price, handling class."""

    key: str
    name: str
    cost_percent: int
    hc: int


class Tyre(Value):
    """One tyre."""

    key: str
    name: str
    cost: int
    weight: int
    dp: int


class Plant(Value):
    """A power plant: power factors, and for whom it is built. A gas engine's tank is counted in."""

    key: str
    name: str
    cost: int
    weight: int
    spaces: int
    dp: int
    power: int
    gas: bool = False
    cycle: bool = False


class ArmourType(Value):
    """What a point costs and weighs compared with plain plastic. Metal loses a point only for each
    die that shows 6.
    """

    key: str
    name: str
    cost: Fraction
    weight: Fraction
    metal: bool = False


Look: TypeAlias = Literal["gun", "cannon", "rockets", "laser", "flamethrower", "dropper"]


class VehicleWeapon(Value):
    """A vehicle weapon; `dice` of damage (0: none of its own). `shots` 0: fires from the power
    plant.
    """

    key: str
    name: str
    look: Look  # what can be told from outside (E11)
    to_hit: int
    dice: int
    dp: int
    cost: int
    weight: int
    spaces: int
    shots: int = 0
    shot_cost: int = 0
    magazine_weight: int = 0
    note: str = ""


class Accessory(Value):
    """Anything else that is bolted on. `location` "" is inside, where no blast reaches; `turret` is
    how many spaces of weapons it turns.
    """

    key: str
    name: str
    cost: int
    weight: int = 0
    spaces: int = 0
    dp: int = 0
    location: Location | Literal[""] = ""
    turret: int = 0
    hc: int = 0
    note: str = ""


PartT = TypeVar(
    "PartT", Body, Chassis, Suspension, Tyre, Plant, ArmourType, VehicleWeapon, Accessory
)


def by_key(parts: Iterable[PartT]) -> dict[str, PartT]:
    """The parts by their key; ValueError when a key is there twice."""
    found: dict[str, PartT] = {}
    for part in parts:
        if part.key in found:
            raise ValueError(f"Two parts are called {part.key}.")
        found[part.key] = part
    return found
