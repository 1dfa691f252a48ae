"""The vehicle catalogue's records and look-ups. Weights in pounds, prices in dollars, room in
spaces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta

from core.web.records import choice, line, number
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
SPARE_COST: Final = 50
SPARE_WEIGHT: Final = 15
SPARE_SPACES: Final = 1
"""What a spare magazine takes beside the shots in it (C105)."""
MOST_SPARES: Final = 4
"""Spare magazines that a weapon may have; the number is ours (C105)."""


PartKey = Annotated[str, Meta(max_length=40)]
Key = Annotated[
    str,
    Meta(
        title="Key",
        pattern="^[a-z][a-z0-9_]{1,39}$",
        description="Short name in small letters by which designs name it; never changed.",
        extra={"letters": (2, 40)},
    ),
]
Name = Annotated[str, line("Name", 1, 60, "What players read.")]
Note = Annotated[
    str, line("Note", 0, 120, "For readers only: what counts stands in a field of its own.")
]
Cost = Annotated[int, number("Cost", 0, 1_000_000, "Dollars.")]
Weight = Annotated[int, number("Weight", 0, 100_000, "Pounds.")]
Spaces = Annotated[int, number("Spaces", 0, 100)]
DamagePoints = Annotated[int, number("Damage points", 1, 500)]
Handling = Annotated[int, number("Handling class", -5, 5, "What it adds; 0 for nothing.")]


def _yes(title: str, text: str = "") -> Meta:
    return Meta(title=title, description=text or None)


class Body(Value):
    """A body. `load` is the greatest weight of everything, body included; `armour_cost` and
    `armour_weight` are for one plain point.
    """

    key: Key
    name: Name
    cost: Cost
    weight: Weight
    load: Annotated[int, number("Greatest weight", 1, 200_000, "Pounds, everything counted.")]
    spaces: Spaces
    armour_cost: Annotated[int, number("Cost of a point of armour", 0, 10_000, "Dollars.")]
    armour_weight: Annotated[int, number("Weight of a point of armour", 0, 1_000, "Pounds.")]
    cargo: Annotated[int, number("Cargo spaces", 0, 100)] = 0
    wheels: Annotated[int, number("Wheels", 2, 4, "4, or 2 for a cycle.")] = 4
    hc: Handling = 0  # handling class beyond the suspension's

    @property
    def cycle(self) -> bool:
        return self.wheels == 2


class Chassis(Value):
    """A chassis: percent of the body's price, percent more or less load."""

    key: Key
    name: Name
    cost_percent: Annotated[int, number("Price", -20, 500, "Percent of the body’s price.")]
    load_percent: Annotated[int, number("Load", -50, 200, "Percent more or less load.")]


class Suspension(Value):
    """A suspension: percent of the body's price, handling class."""

    key: Key
    name: Name
    cost_percent: Annotated[int, number("Price", 0, 1_000, "Percent of the body’s price.")]
    hc: Annotated[int, number("Handling class", 0, 7)]


class Tyre(Value):
    """One tyre."""

    key: Key
    name: Name
    cost: Cost
    weight: Weight
    dp: DamagePoints


class Plant(Value):
    """A power plant: power factors, and for whom it is built. A gas engine's tank is counted in."""

    key: Key
    name: Name
    cost: Cost
    weight: Weight
    spaces: Spaces
    dp: DamagePoints
    power: Annotated[int, number("Power factors", 1, 100_000)]
    gas: Annotated[bool, _yes("A gas engine", "Its tank is counted in.")] = False
    cycle: Annotated[bool, _yes("Built for cycles", "It fits nothing else.")] = False


class ArmourType(Value):
    """What a point costs and weighs in percent of plain plastic; sloped armour takes a share of the
    body's spaces and is harder to hit. Metal loses a point only for each die that shows 6.
    """

    key: Key
    name: Name
    cost_percent: Annotated[int, number("Cost", 1, 2_000, "Percent of plain plastic.")]
    weight_percent: Annotated[int, number("Weight", 1, 2_000, "Percent of plain plastic.")]
    spaces_percent: Annotated[
        int, number("Room", 0, 50, "Percent of the body’s spaces that it takes, rounded up.")
    ] = 0
    to_hit: Annotated[
        int, number("To hit", -6, 6, "What it adds to the roll of whoever fires at it.")
    ] = 0
    metal: Annotated[bool, _yes("Metal", "Loses a point only for each die that shows 6.")] = False
    reflective: Annotated[bool, _yes("Reflects lasers")] = False
    fireproof: Annotated[bool, _yes("Fireproof")] = False
    radarproof: Annotated[bool, _yes("Radarproof")] = False


Look: TypeAlias = Literal["gun", "cannon", "rockets", "laser", "flamethrower", "dropper"]
Marker: TypeAlias = Literal["", "mine", "spikes", "oil", "burning_oil", "smoke", "paint", "gas"]
LOOKS: Final = {
    "gun": "Gun",
    "cannon": "Cannon",
    "rockets": "Rockets",
    "laser": "Laser",
    "flamethrower": "Flamethrower",
    "dropper": "Dropper",
}
MARKERS: Final = {
    "": "Nothing",
    "mine": "Mines",
    "spikes": "Spikes",
    "oil": "Oil",
    "burning_oil": "Burning oil",
    "smoke": "Smoke",
    "paint": "Paint",
    "gas": "Gas",
}
PLACES: Final[dict[str, str]] = {
    "": "Inside",
    **{place: place.capitalize() for place in LOCATIONS},
}
LINKS: Final = {"": "Nothing", "alike": "Two of one kind", "any": "Two that point one way"}


class VehicleWeapon(Value):
    """A vehicle weapon; `dice` of damage (0: none of its own). `shots` 0: fires from the power
    plant.
    """

    key: Key
    name: Name
    look: Annotated[Look, choice("Look", LOOKS, "What can be told from outside (E11).")]
    to_hit: Annotated[int, number("To hit", 0, 12, "On two dice; 0 for what is not aimed.")]
    dice: Annotated[int, number("Dice of damage", 0, 20)]
    dp: DamagePoints
    cost: Cost
    weight: Weight
    spaces: Spaces
    shots: Annotated[int, number("Shots", 0, 500, "0: fires from the power plant.")] = 0
    shot_cost: Annotated[int, number("Cost of a shot", 0, 10_000, "Dollars.")] = 0
    magazine_weight: Annotated[int, number("Weight of a full magazine", 0, 10_000, "Pounds.")] = 0
    plus: Annotated[int, number("Added to the dice", -5, 20)] = 0
    fire: Annotated[int, number("Sets on fire", 0, 12, "Its number for fires; 0: none.")] = 0
    volatile: Annotated[bool, _yes("Volatile", "May burn or explode when it is hit.")] = False
    marker: Annotated[Marker, choice("Drops", MARKERS, "What a dropper leaves behind.")] = ""
    note: Note = ""

    @property
    def has_magazine(self) -> bool:
        """Whether it is loaded by the shot, which has a price or a weight of its own: not what
        fires from the plant, nor what comes loaded in its price.
        """
        return self.shots > 0 and (self.magazine_weight > 0 or self.shot_cost > 0)


class Accessory(Value):
    """Anything else that is bolted on. `location` "" is inside, where no blast reaches; `turret` is
    how many spaces of weapons it turns.
    """

    key: Key
    name: Name
    cost: Cost
    weight: Weight = 0
    spaces: Spaces = 0
    dp: Annotated[int, number("Damage points", 0, 500, "0: it cannot be hit.")] = 0
    location: Annotated[
        Literal["", "front", "back", "left", "right", "top", "under"],
        choice("Where it is hit", PLACES, "Inside no blast reaches it."),
    ] = ""
    turret: Annotated[int, number("Turns weapons of", 0, 10, "Spaces; 0: no turret.")] = 0
    hc: Handling = 0
    to_hit: Annotated[int, number("To hit", 0, 6, "What it adds for its user.")] = 0
    hc_at_speed: Annotated[
        int, number("Handling class at speed", 0, 5, "What it adds from 60 mph on.")
    ] = 0
    puts_out: Annotated[
        int, number("Puts fires out", 0, 6, "On this or less of a die; 0: never.")
    ] = 0
    links: Annotated[Literal["", "alike", "any"], choice("Links weapons", LINKS)] = ""
    rams: Annotated[bool, _yes("Takes blows", "Its points go before the armour in a ram.")] = False
    sees: Annotated[bool, _yes("Sees through clouds")] = False
    brakes: Annotated[bool, _yes("Spares tyres", "Hard braking costs the tyres nothing.")] = False
    ejects: Annotated[bool, _yes("Throws the driver out")] = False
    many: Annotated[bool, _yes("Several fit", "Off: one is enough.")] = False
    note: Note = ""


PartT = TypeVar(
    "PartT", Body, Chassis, Suspension, Tyre, Plant, ArmourType, VehicleWeapon, Accessory
)
AnyPart: TypeAlias = (
    Body | Chassis | Suspension | Tyre | Plant | ArmourType | VehicleWeapon | Accessory
)
MOST_OF_A_KIND: Final = 100


class ClubParts(Value, omit_defaults=True):
    """Parts beside the catalogue's (C38): a club's list, or those that a design is built with.
    `retired` are the keys of those that a club no longer sells.
    """

    bodies: Annotated[tuple[Body, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    chassis: Annotated[tuple[Chassis, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    suspensions: Annotated[tuple[Suspension, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    tyres: Annotated[tuple[Tyre, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    plants: Annotated[tuple[Plant, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    armour: Annotated[tuple[ArmourType, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    weapons: Annotated[tuple[VehicleWeapon, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    accessories: Annotated[tuple[Accessory, ...], Meta(max_length=MOST_OF_A_KIND)] = ()
    retired: Annotated[tuple[PartKey, ...], Meta(max_length=8 * MOST_OF_A_KIND)] = ()


def by_key(parts: Iterable[PartT]) -> dict[str, PartT]:
    """The parts by their key; ValueError when a key is there twice."""
    found: dict[str, PartT] = {}
    for part in parts:
        if part.key in found:
            raise ValueError(f"Two parts are called {part.key}.")
        found[part.key] = part
    return found
