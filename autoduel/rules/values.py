"""Records of the autoduel, split by secrecy (V60, V61).

`Table` is public, `Own` belongs to one side, and `State` has everything. Lengths are in mils.
Speeds are in mph and negative in reverse.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from engine.values import Seat, Value

from .arenas import Arena
from .events import TurnEvent
from .geometry import Point
from .numbers import NUMBERS, DuelNumbers

Facing: TypeAlias = Literal["front", "back", "left", "right", "top", "under"]
FACINGS: Final[tuple[Facing, ...]] = ("front", "back", "left", "right", "top", "under")
Mount: TypeAlias = Literal["front", "back", "left", "right", "turret", "top", "under"]
Motion: TypeAlias = Literal["driving", "spin", "roll", "t-stop", "bootlegger", "lying"]
Flag: TypeAlias = Literal["", "yield", "bail", "leave"]
Why: TypeAlias = Literal[
    "", "could-not-start", "wrecked", "yielded", "abandoned", "exploded", "burnt-out", "left"
]
Look: TypeAlias = Literal[
    "gun", "cannon", "rockets", "laser", "flamethrower",
    "mines", "spikes", "oil", "burning-oil", "smoke", "paint",
]  # fmt: skip
DROPPERS: Final = ("mines", "spikes", "oil", "burning-oil", "smoke", "paint")
MarkerKind: TypeAlias = Literal[
    "mine", "spikes", "oil", "burning-oil", "smoke", "paint", "debris", "obstacle"
]
Kind: TypeAlias = Literal["duellist", "circler", "charger", "survivor", "layer"]
Yields: TypeAlias = Literal["never", "hurt-and-holed", "holed"]
KINDS: Final[tuple[Kind, ...]] = ("duellist", "circler", "charger", "survivor", "layer")
NOBODY: Final = -1
MAX_CARS: Final = 8


# --- a car as entered: the frozen set-up (V4) -----------------------------------------------------


class Weapon(Value):
    """A weapon at the start of a duel.

    `shots` is −1 if the plant powers the weapon. Weapons with the same nonzero `link` fire together
    (V37). Droppers have no dice (V44).
    """

    key: str
    name: str
    look: Look
    facing: Mount
    to_hit: int
    dice: int
    dp: int
    shots: int = -1
    plus: int = 0
    fire: int = 0
    volatile: bool = False
    hazard: int = 0
    link: int = 0

    @property
    def drops(self) -> bool:
        """Return whether the weapon is a dropper. Droppers are never aimed."""
        return self.look in DROPPERS


class Extra(Value):
    """An accessory with damage points.

    `location` is "" inside the car, where nothing can hit the accessory. `sees` is True if it sees
    through clouds (V34).
    """

    key: str
    name: str
    location: Facing | Literal[""]
    dp: int
    to_hit: int = 0
    puts_out: int = 0
    rams: bool = False
    turret: bool = False
    ejects: bool = False
    hc_at_speed: int = 0
    sees: bool = False


class Person(Value):
    """A crew member.

    `dp` is the number of DP at the start, and `whole` the number when unhurt. Skill levels are None
    if they are below base. `cover` is added to the points of the suit (V175).
    """

    name: str
    place: Literal["driver", "gunner", "passenger"]
    dp: int = 3
    whole: int = 3
    driving: int | None = 0
    gunnery: int | None = 0
    cover: int | UnsetType = UNSET


class CarSetup(Value):
    """A car as entered, including existing damage.

    `tyres` has the remaining DP of the front left, front right, back left and back right tyres, or
    of a cycle's two tyres. `armour` is in the order of FACINGS. `blunt` bodies are no harder to hit
    from the front or back (V35). `sloped` is added to the number that attackers need.
    `spares_tyres` is True for anti-lock brakes, and `solid` for solid tyres. `strong_brakes`,
    `strong_shocks` and `no_paint` are parts of V175.
    """

    name: str
    body: str
    armour: tuple[int, int, int, int, int, int]
    plant: int
    tyres: tuple[int, ...]
    weight: int
    hc: int
    top_speed: int
    acceleration: int
    weapons: tuple[Weapon, ...]
    crew: tuple[Person, ...]
    extras: tuple[Extra, ...] = ()
    colour: str = ""
    cycle: bool = False
    small: bool = False
    blunt: bool = False
    gas: bool = False
    metal: bool = False
    reflective: bool = False
    fireproof: bool = False
    sloped: int = 0
    spares_tyres: bool = False
    solid: bool = False
    radarproof: bool = False
    strong_brakes: bool | UnsetType = UNSET
    strong_shocks: bool | UnsetType = UNSET
    no_paint: bool | UnsetType = UNSET


class Orders(Value):
    """A side's standing instructions to its drivers: the doctrine, and when to give up (V57)."""

    kind: Kind = "duellist"
    yields: Yields = "hurt-and-holed"
    bails: bool = True
    keeps: Annotated[int, Meta(ge=0, le=100)] = 0


class Side(Value):
    """A team with its cars."""

    name: str
    cars: tuple[CarSetup, ...]
    orders: Orders = Orders()


Line: TypeAlias = tuple[Point, Point]


class Race(Value):
    """A race of some laps (V166). In a lap, cars cross the lines in order. The last line is the
    finishing line.
    """

    lines: tuple[Line, ...]
    laps: int

    @property
    def total(self) -> int:
        """Return the number of lines to cross in the whole race."""
        return self.laps * len(self.lines)


class Livery(Value):
    """The paint and the emblem of a side, by their keys (V181)."""

    paint: str
    emblem: str


class Show(Value):
    """The look of a club's event (V181). It has no effect on play.

    `title` is the text on the arena's board, and `adverts` are those on its walls. `liveries` has
    each side's livery.
    """

    title: str
    adverts: tuple[str, ...]
    liveries: tuple[Livery, ...]


class Setup(Value):
    """A duel or a race in an arena, with two to eight sides and at most eight cars (V3)."""

    arena: Arena
    sides: tuple[Side, ...]
    numbers: DuelNumbers = NUMBERS
    race: Race | UnsetType = UNSET
    show: Show | UnsetType = UNSET

    def __post_init__(self) -> None:
        cars, gates = sum(len(side.cars) for side in self.sides), len(self.arena.gates)
        if not 2 <= len(self.sides) <= MAX_CARS:
            raise ValueError(f"a duel has two to eight sides, not {len(self.sides)}")
        if not all(side.cars for side in self.sides):
            raise ValueError("every side of a duel needs a car")
        if cars > min(MAX_CARS, gates):
            raise ValueError(
                f"{cars} cars are too many: {self.arena.name} has {gates} gates, and the maximum "
                "is eight"
            )


# --- plans (V52 to V55) ---------------------------------------------------------------------------

NEAREST: Final = -1
EASIEST: Final = -2
MOST_HOLED: Final = -3
LAST_HIT_ME: Final = -4


class FireOrder(Value):
    """An order to fire (V53).

    `target` is a car, or one of NEAREST, EASIEST, MOST_HOLED and LAST_HIT_ME. The order applies in
    phases `first` to `last`. It is carried out if the number needed is at most `most`, or at most
    `late` in the last phase. If `on_foot` is given, the target is that crew member beside the
    target car (V131). If `crew` is NOBODY, the weapon is on automatic and has no chosen target
    (V130).
    """

    crew: int
    weapon: int
    target: int = NEAREST
    aim: Literal["body", "tyre", "turret"] = "body"
    first: int = 1
    last: int = 5
    most: int = 12
    late: int = 12
    on_foot: int = NOBODY


class DropOrder(Value):
    """An order to drop something (V54).

    The drop takes place in `phase`. If `phase` is 0, it is automatic and takes place once in each
    phase in which the car moves. If `within` is not 0, an enemy must be at most that many mils
    behind.
    """

    crew: int
    weapon: int
    phase: int = 0
    within: int = 0


class CarPlan(Value):
    """The plan of one car for one turn (V52)."""

    car: int
    speed: int
    at: int = 1
    manoeuvres: tuple[str, ...] = ("S", "S", "S", "S", "S")
    avoid: bool = True
    ram: int = NOBODY
    fires: tuple[FireOrder, ...] = ()
    flag: Flag = ""
    drops: tuple[DropOrder, ...] = ()


class Plan(Value, tag="plan"):
    """A side's sealed orders for one turn.

    There is one row for each of the side's cars that is still in the duel.
    """

    cars: tuple[CarPlan, ...]


class Autopilot(Value, tag="autopilot"):
    """An order to drive by doctrine until something happens (V55).

    It ends after a hit, a loss of control, or `turns` turns, or when an enemy is within `near`
    mils. A side without a plan gets this order for one turn (V56).
    """

    turns: int = 1
    near: int = 0
    kind: Kind | Literal[""] = ""


Move: TypeAlias = Plan | Autopilot


# --- public records -------------------------------------------------------------------------------


class SeenWeapon(Value):
    """A weapon as seen from outside (E11). `wrecked` is True if it is visibly wrecked."""

    facing: Mount
    look: str
    wrecked: bool = False


class SeenPerson(Value):
    """A crew member as seen from outside.

    `state` says whether they sit up, are slumped, or have gone from the car. `merciless` is the
    number of people they shot dead after a surrender.
    """

    name: str
    place: Literal["driver", "gunner", "passenger"]
    state: Literal["up", "slumped", "gone"] = "up"
    kills: int = 0
    merciless: int = 0


class SeenCar(Value):
    """The public record of a car (V60)."""

    number: int
    side: Seat
    name: str
    body: str
    colour: str
    cycle: bool
    small: bool
    blunt: bool
    weapons: tuple[SeenWeapon, ...]
    crew: tuple[SeenPerson, ...]
    x: int
    y: int
    heading: int
    course: int
    speed: int
    motion: Motion = "driving"
    turning: int = 0
    lies_on: Literal["wheels", "left", "top", "right"] = "wheels"
    skid: tuple[int, ...] = ()
    stood: int = 0
    holed: tuple[bool, ...] = (False,) * 6
    dealt: tuple[int, ...] = (0,) * 6
    flat: tuple[bool, ...] = ()
    burning: bool = False
    yielded: bool = False
    out: Why = ""
    out_at: int = 0
    points: int = 0
    gate: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Return half the length and half the width, in mils (V9)."""
        return (250, 125) if self.cycle else (500, 250)

    @property
    def pose(self) -> tuple[int, int, int]:
        return self.x, self.y, self.heading


class Marker(Value):
    """Something on the ground of the arena (V31, V44).

    `by` and `who` are the car and person that dropped it, and `since` is the phase of the duel.
    `left` is the number of turns that it stays, or −1 for permanently.
    """

    kind: MarkerKind
    pose: tuple[int, int, int]
    by: int = NOBODY
    who: int = 0
    left: int = -1
    since: int = 0


class Walker(Value):
    """A person on foot beside the car that they left (V45, V131).

    `person` is the crew member's number. The person is led off at the end of turn `until`. `down`
    is True if they no longer move.
    """

    car: int
    person: int
    x: int
    y: int
    until: int
    down: bool = False


class Table(Value):
    """The public state. `film` has the last turn's public events, and `pole` is the tie-break
    order. In a race, `passed` is the number of lines that each car has crossed.
    """

    arena: Arena
    numbers: DuelNumbers
    sides: tuple[str, ...]
    cars: tuple[SeenCar, ...]
    pole: tuple[int, ...]
    turn: int = 1
    touching: tuple[tuple[int, int], ...] = ()
    quiet: int = 0
    ending: str = ""
    places: tuple[int, ...] = ()
    film: tuple[TurnEvent, ...] = ()
    markers: tuple[Marker, ...] = ()
    walkers: tuple[Walker, ...] = ()
    race: Race | UnsetType = UNSET
    passed: tuple[int, ...] | UnsetType = UNSET
    show: Show | UnsetType = UNSET

    @property
    def is_over(self) -> bool:
        return self.ending != ""


class Sheet(Value):
    """A car's current record sheet, which only its owner can see (V61)."""

    car: int
    armour: tuple[int, ...]
    plant: int
    tyres: tuple[int, ...]
    weapons: tuple[int, ...]
    shots: tuple[int, ...]
    extras: tuple[int, ...]
    suits: tuple[int, ...]
    dp: tuple[int, ...]
    reflexes: int
    hs: int
    lost_hc: int = 0
    wheel: int = 0
    wheel_in: int = 0
    last_hit_by: int = NOBODY
    last_hit_at: int = 0
    blamed: tuple[int, int, int] = (NOBODY, 0, 0)
    trail: tuple[tuple[int, int, int], ...] = ()
    flames: tuple[tuple[int, int], ...] = ()
    painted: int = 0


class Own(Value):
    """The state that only one side knows.

    It has the side's cars as entered and as they are now, its plan, and its private events of the
    last turn.
    """

    orders: Orders
    specs: tuple[CarSetup, ...]
    sheets: tuple[Sheet, ...]
    plan: Plan | None = None
    autopilot: Autopilot | None = None
    heard: tuple[TurnEvent, ...] = ()


class State(Value):
    """The full state. Only the dice are hidden from all sides."""

    table: Table
    own: tuple[Own, ...]


class View(Value):
    """The part of the state that a seat can see. For a spectator, `seat` is None."""

    seat: Seat | None
    table: Table
    own: Own | None = None


class Stand(Value, tag="stand"):
    """The state of all cars at the start of the duel and after each turn. Everyone receives this
    event.
    """

    cars: tuple[SeenCar, ...]
    touching: tuple[tuple[int, int], ...]
    quiet: int
    markers: tuple[Marker, ...] = ()
    walkers: tuple[Walker, ...] = ()


class Sheets(Value, tag="sheets"):
    """The sheets of a side's cars after a turn (V61). Only that side receives this event."""

    sheets: tuple[Sheet, ...]
    autopilot: Autopilot | None = None


class Sealed(Value, tag="sealed"):
    """A side's sealed orders for this turn. Only that side receives this event."""

    orders: Move


Event: TypeAlias = TurnEvent | Stand | Sheets | Sealed
