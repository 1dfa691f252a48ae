"""Records of the vehicle catalogue, and functions for looking them up.

Weights are in pounds and prices in dollars. Room is measured in spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import UNSET, Meta, UnsetType, field

from core.web.records import choice, custom_field, line, number
from engine.values import Value

Location: TypeAlias = Literal["front", "back", "left", "right", "top", "under"]
Facing: TypeAlias = Literal["front", "back", "left", "right", "turret", "top", "under"]
LOCATIONS: Final[tuple[Location, ...]] = (
    "front",
    "back",
    "left",
    "right",
    "top",
    "under",
)  # in the order of the hit-location die (E13)
FACINGS: Final[tuple[Facing, ...]] = ("front", "back", "left", "right", "turret", "top", "under")
CREW_WEIGHT: Final = 150
CREW_SPACES: Final = 2
PASSENGER_SPACES: Final = 1
SPARE_COST: Final = 50
SPARE_WEIGHT: Final = 15
SPARE_SPACES: Final = 1
"""Spaces that a spare magazine takes, without its shots (C105)."""
MAX_SPARES: Final = 4
"""Maximum number of spare magazines per weapon. This limit is our own (C105)."""


TRIKE_WHEELS: Final = 3

PartKey = Annotated[str, Meta(max_length=40)]
Key = Annotated[
    str,
    Meta(
        title="Key",
        pattern="^[a-z][a-z0-9_]{1,39}$",
        description="Lowercase key used in designs. It cannot be changed.",
        extra={"bounds": (2, 40)},
    ),
]
Name = Annotated[str, line("Name", 1, 60, "Name shown to players.")]
Note = Annotated[str, line("Note", 0, 120, "Shown to players. It has no effect on the rules.")]
Cost = Annotated[int, number("Cost", 0, 1_000_000, "Dollars.")]
Weight = Annotated[int, number("Weight", 0, 100_000, "Pounds.")]
Spaces = Annotated[int, number("Spaces", 0, 100)]
DamagePoints = Annotated[int, number("Damage points", 1, 500)]
Handling = Annotated[int, number("Handling class", -5, 5, "Bonus to handling class, or 0.")]


def _flag(title: str, text: str = "") -> Meta:
    return Meta(title=title, description=text or None)


Amount = Annotated[
    str,
    Meta(
        pattern=r"^-?[0-9]{1,6}(\.[0-9]{1,4}|/[1-9][0-9]{0,3})?$",
        max_length=12,
        description='An exact number, such as "12", "0.5" or "1/3".',
    ),
]
Measure: TypeAlias = Literal[
    "one",
    "tens",
    "body",
    "frame",
    "plant",
    "power",
    "wheels",
    "tyres",
    "point",
    "facing",
    "part",
    "room",
    "load",
]
"""Measure of the vehicle that a term multiplies (C120).

`one` is 1. `tens` is each ten, or part of ten, of the size beyond five. `body` is the body, `frame`
the body with its chassis, `plant` the power plant, and `tyres` the tyres on the axle: their cost,
weight and spaces. `power` is the plant's number of power factors. `wheels` is the number of wheels
on the axle. `point` is the cost and weight of one point of plain armour on this body, and `facing`
those of the armour on the facing. `part` is the cost, weight and spaces of the weapon, plant or
crew member, without shots, and `room` only its number of spaces. `load` is the cost and weight of
one shot of the weapon.
"""
Site: TypeAlias = Literal["vehicle", "axle", "facing", "weapon", "part"]
MEASURED_SITES: Final[Mapping[Measure, tuple[Site, ...]]] = {
    "facing": ("facing",),
    "part": ("weapon", "part"),
    "room": ("weapon", "part"),
    "load": ("weapon",),
}
"""Sites of parts that can use a measure. All parts can use the other measures."""


class Term(Value, omit_defaults=True):
    """A part of a price, weight or room: an amount for each unit of a measure of the vehicle.

    If `sized` is true, it is also multiplied by the size of the fitting, in points or gallons.
    """

    measure: Measure = "one"
    cost: Amount = "0"
    weight: Amount = "0"
    spaces: Amount = "0"
    sized: bool = False


class PartRule(Value, omit_defaults=True):
    """The rule of a part whose numbers depend on the vehicle (C120).

    The terms are added to the part's own cost, weight and spaces. `site` says where the part is
    fitted, and `largest` is the highest size, or 0 for parts without a size. `on_paper` marks a
    part that the driven duel does not use.
    """

    # A `name` is the field's name in stored designs and in the API.
    terms: Annotated[tuple[Term, ...], Meta(max_length=8)] = ()
    site: Site = "vehicle"
    largest: Annotated[int, Meta(ge=0, le=500)] = 0
    power_percent: Annotated[int, Meta(ge=-50, le=100)] = 0
    """Change in the plant's power factors, in percent."""
    tyre_dp: Amount = "0"
    """Change in the DP of the tyres, as a share, rounded down."""
    protects: bool = False
    """If true, the tyre, weapon or plant gains DP equal to the size."""
    plates: Annotated[int, Meta(ge=0, le=10)] = 0
    """Armour points that each point of the size adds to the facing."""
    plus_per_die: Annotated[int, Meta(ge=-1, le=6)] = 0
    """Damage added for each die of the weapon, if at least half of its shots are of this kind."""
    fire: Annotated[int, Meta(ge=0, le=12)] = 0
    """Fire number of the ammunition, under the same condition."""
    gears: bool = False
    """A heavy-duty transmission: twice the load for the plant at half the acceleration."""
    wheels: Annotated[int, Meta(ge=0, le=4)] = 0
    """Wheels added to the back axle."""
    extra_load: Annotated[int, Meta(ge=0, le=20_000)] = field(default=0, name="load")
    """Pounds added to the maximum weight, as by a sidecar."""
    extra_spaces: Annotated[int, Meta(ge=0, le=50)] = field(default=0, name="room")
    """Spaces added to the body."""
    pod_spaces: Annotated[int, Meta(ge=0, le=10)] = field(default=0, name="holds")
    """Spaces of the weapon that are outside the body, in a pod."""
    requirement: Literal["", "gas", "electric", "laser"] = field(default="", name="needs")
    """Kind of power plant, or the laser, without which the part cannot be fitted."""
    acceleration: Annotated[int, Meta(ge=0, le=20)] = 0
    """Acceleration in mph that the part adds to a vehicle that can move."""
    surge: Annotated[int, Meta(ge=0, le=20)] = 0
    """Acceleration in mph that the part adds in the driven duel, beyond the printed figure."""
    surge_percent: Annotated[int, Meta(ge=50, le=100)] = 100
    """Share of the top speed that is left in the driven duel."""
    overdrive: Annotated[int, Meta(ge=0, le=50)] = 0
    """Top speed in mph that the part adds in the driven duel."""
    suit_points: Annotated[int, Meta(ge=0, le=20)] = field(default=0, name="suit")
    """Points that a crew member's suit gains in the driven duel."""
    hits_on: Annotated[int, Meta(ge=0, le=12)] = 0
    """Number to hit of the weapon, if it is lower than its own."""
    no_paint: bool = False
    """If true, paint does not stick to the windscreen."""
    any_frame: bool = False
    """A power plant that fits cars and cycles, and that needs a fuel tank if it is a gas engine."""
    tank: bool = False
    on_paper: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError if a term measures something that the part's site does not have."""
        for term in self.terms:
            if self.site not in MEASURED_SITES.get(term.measure, (self.site,)):
                raise ValueError(f"a part with the site “{self.site}” has no “{term.measure}”")
            if self.tank and term.measure in ("part", "room"):
                raise ValueError("a tank cannot depend on the room of the tank")


NO_RULE: Final = PartRule()
Rule = Annotated[PartRule | UnsetType, custom_field()]


def amount(text: str) -> Fraction:
    """Return an amount as an exact number."""
    return Fraction(text)


class Body(Value):
    """A vehicle body.

    `load` is the maximum total weight, which includes the body. `armour_cost` and `armour_weight`
    apply to one point of plain armour.
    """

    key: Key
    name: Name
    cost: Cost
    weight: Weight
    load: Annotated[int, number("Maximum weight", 1, 200_000, "In pounds, including everything.")]
    spaces: Spaces
    armour_cost: Annotated[int, number("Cost per point of armour", 0, 10_000, "Dollars.")]
    armour_weight: Annotated[int, number("Weight per point of armour", 0, 1_000, "Pounds.")]
    cargo: Annotated[int, number("Cargo spaces", 0, 100)] = 0
    wheels: Annotated[int, number("Wheels", 2, 4, "4, 3 for a trike, or 2 for a cycle.")] = 4
    hc: Handling = 0  # handling class in addition to the suspension's
    reversed: Annotated[bool | UnsetType, custom_field()] = UNSET
    """A trike with two wheels in front."""

    @property
    def axles(self) -> tuple[int, int]:
        """Return the number of wheels on the front axle and on the back axle."""
        if self.wheels == TRIKE_WHEELS:
            return (2, 1) if self.reversed is True else (1, 2)
        return self.wheels // 2, self.wheels // 2

    @property
    def cycle(self) -> bool:
        return self.wheels == 2

    @property
    def light_frame(self) -> bool:
        """Return whether the body takes plants and tyres of cycles."""
        return self.wheels < 4


class Chassis(Value):
    """A chassis. Its price and its change of load are percentages of the body's values."""

    key: Key
    name: Name
    cost_percent: Annotated[int, number("Price", -20, 500, "Percent of the body’s price.")]
    load_percent: Annotated[int, number("Load", -50, 200, "Change in maximum load, in percent.")]


class Suspension(Value):
    """A suspension, with its price in percent of the body's price and its handling class."""

    key: Key
    name: Name
    cost_percent: Annotated[int, number("Price", 0, 1_000, "Percent of the body’s price.")]
    hc: Annotated[int, number("Handling class", 0, 7)]


class Tyre(Value):
    """A type of tyre. All values are for one tyre."""

    key: Key
    name: Name
    cost: Cost
    weight: Weight
    dp: DamagePoints


class Plant(Value):
    """A power plant, with its power factors and the vehicles it fits. Gas engines include a fuel
    tank.
    """

    key: Key
    name: Name
    cost: Cost
    weight: Weight
    spaces: Spaces
    dp: DamagePoints
    power: Annotated[int, number("Power factors", 1, 100_000)]
    gas: Annotated[bool, _flag("Gas engine", "Includes the tank.")] = False
    cycle: Annotated[bool, _flag("Built for cycles", "Fits only cycles.")] = False
    rule: Rule = UNSET


class ArmourType(Value):
    """A type of armour. Cost and weight per point are in percent of plain plastic.

    Sloped armour takes some of the body's spaces and makes the vehicle harder to hit. Metal armour
    loses a point only for each die that shows a 6.
    """

    key: Key
    name: Name
    cost_percent: Annotated[int, number("Cost", 1, 2_000, "Percent of plain plastic.")]
    weight_percent: Annotated[int, number("Weight", 1, 2_000, "Percent of plain plastic.")]
    spaces_percent: Annotated[
        int, number("Room", 0, 50, "Percent of the body’s spaces that it takes, rounded up.")
    ] = 0
    to_hit: Annotated[
        int, number("To hit", -6, 6, "Modifier to attack rolls against the vehicle.")
    ] = 0
    metal: Annotated[bool, _flag("Metal", "Loses a point only for each die that shows a 6.")] = (
        False
    )
    reflective: Annotated[bool, _flag("Reflects lasers")] = False
    fireproof: Annotated[bool, _flag("Fireproof")] = False
    radarproof: Annotated[bool, _flag("Radarproof")] = False


Look: TypeAlias = Literal["gun", "cannon", "rockets", "laser", "flamethrower", "dropper"]
Marker: TypeAlias = Literal["", "mine", "spikes", "oil", "burning_oil", "smoke", "paint", "gas"]
LOOK_LABELS: Final = {
    "gun": "Gun",
    "cannon": "Cannon",
    "rockets": "Rockets",
    "laser": "Laser",
    "flamethrower": "Flamethrower",
    "dropper": "Dropper",
}
MARKER_LABELS: Final = {
    "": "Nothing",
    "mine": "Mines",
    "spikes": "Spikes",
    "oil": "Oil",
    "burning_oil": "Burning oil",
    "smoke": "Smoke",
    "paint": "Paint",
    "gas": "Gas",
}
LOCATION_LABELS: Final[dict[str, str]] = {
    "": "Inside",
    **{place: place.capitalize() for place in LOCATIONS},
}
LINK_LABELS: Final = {"": "Nothing", "alike": "Two of one kind", "any": "Two that point one way"}


class VehicleWeapon(Value):
    """A vehicle weapon.

    `dice` is its damage, or 0 if the weapon does no damage itself. A weapon with 0 `shots` is
    powered by the plant.
    """

    key: Key
    name: Name
    look: Annotated[Look, choice("Look", LOOK_LABELS, "Visible from outside (E11).")]
    to_hit: Annotated[
        int, number("To hit", 0, 12, "On two dice. 0 for weapons that are not aimed.")
    ]
    dice: Annotated[int, number("Dice of damage", 0, 20)]
    dp: DamagePoints
    cost: Cost
    weight: Weight
    spaces: Spaces
    shots: Annotated[int, number("Shots", 0, 500, "0 = fires from the power plant.")] = 0
    shot_cost: Annotated[int, number("Cost per shot", 0, 10_000, "Dollars.")] = 0
    magazine_weight: Annotated[int, number("Weight of a full magazine", 0, 10_000, "Pounds.")] = 0
    plus: Annotated[int, number("Added to the dice", -5, 20)] = 0
    fire: Annotated[int, number("Sets on fire", 0, 12, "Fire number. 0 = none.")] = 0
    volatile: Annotated[bool, _flag("Volatile", "Can burn or explode when hit.")] = False
    marker: Annotated[Marker, choice("Drops", MARKER_LABELS, "Dropped by the weapon.")] = ""
    note: Note = ""
    rule: Rule = UNSET

    @property
    def has_magazine(self) -> bool:
        """Return whether the weapon's shots have their own price or weight.

        This is not the case for weapons powered by the plant, or for weapons whose price includes
        the shots.
        """
        return self.shots > 0 and (self.magazine_weight > 0 or self.shot_cost > 0)


class Accessory(Value):
    """Any other vehicle part.

    If `location` is "", the part is inside the vehicle, where blasts have no effect. `turret` is
    the number of weapon spaces in a turret.
    """

    key: Key
    name: Name
    cost: Cost
    weight: Weight = 0
    spaces: Spaces = 0
    dp: Annotated[int, number("Damage points", 0, 500, "0 = cannot be hit.")] = 0
    location: Annotated[
        Literal["", "front", "back", "left", "right", "top", "under"],
        choice("Location", LOCATION_LABELS, "Blasts do not affect parts inside the vehicle."),
    ] = ""
    turret: Annotated[
        int, number("Turns weapons of", 0, 10, "Spaces of weapons. 0 = not a turret.")
    ] = 0
    hc: Handling = 0
    to_hit: Annotated[int, number("To hit", 0, 6, "Bonus for its user.")] = 0
    hc_at_speed: Annotated[
        int, number("Handling class at speed", 0, 5, "Bonus at 60 mph or more.")
    ] = 0
    puts_out: Annotated[
        int, number("Puts fires out", 0, 6, "Puts out a fire on this roll or less. 0 = never.")
    ] = 0
    links: Annotated[Literal["", "alike", "any"], choice("Links weapons", LINK_LABELS)] = ""
    rams: Annotated[
        bool, _flag("Absorbs rams", "Its points are lost before the armour in a ram.")
    ] = False
    sees: Annotated[bool, _flag("Sees through clouds")] = False
    brakes: Annotated[bool, _flag("Protects tyres", "Hard braking does not damage the tyres.")] = (
        False
    )
    ejects: Annotated[bool, _flag("Throws the driver out")] = False
    many: Annotated[bool, _flag("More than one allowed", "If off, only one fits.")] = False
    note: Note = ""
    rule: Rule = UNSET


PartT = TypeVar(
    "PartT", Body, Chassis, Suspension, Tyre, Plant, ArmourType, VehicleWeapon, Accessory
)
AnyPart: TypeAlias = (
    Body | Chassis | Suspension | Tyre | Plant | ArmourType | VehicleWeapon | Accessory
)
MAX_PARTS_PER_KIND: Final = 200


class ClubParts(Value, omit_defaults=True):
    """Parts in addition to the catalogue: a club's list, or the parts used in a design (C38).

    `retired` lists the keys of parts that the club no longer sells.
    """

    bodies: Annotated[tuple[Body, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    chassis: Annotated[tuple[Chassis, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    suspensions: Annotated[tuple[Suspension, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    tyres: Annotated[tuple[Tyre, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    plants: Annotated[tuple[Plant, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    armour: Annotated[tuple[ArmourType, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    weapons: Annotated[tuple[VehicleWeapon, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    accessories: Annotated[tuple[Accessory, ...], Meta(max_length=MAX_PARTS_PER_KIND)] = ()
    retired: Annotated[tuple[PartKey, ...], Meta(max_length=8 * MAX_PARTS_PER_KIND)] = ()


def rule_of(part: Plant | VehicleWeapon | Accessory) -> PartRule:
    """Return a part's rule, which is empty for parts with fixed numbers."""
    return NO_RULE if part.rule is UNSET else part.rule


def index_by_key(parts: Iterable[PartT]) -> dict[str, PartT]:
    """Return the parts by key. Raise ValueError if two parts have the same key."""
    parts_by_key: dict[str, PartT] = {}
    for part in parts:
        if part.key in parts_by_key:
            raise ValueError(f"Two parts are called {part.key}.")
        parts_by_key[part.key] = part
    return parts_by_key
