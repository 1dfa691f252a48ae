"""Options of a table in the lobby: arena, division and cars (V1, V100, V109)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET

from autoduel.club.stock import DIVISIONS, division
from autoduel.rules.arenas import ARENAS, KESSEL_OVAL
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.race import MAX_LAPS, TRACK, race_of
from autoduel.rules.values import CarSetup, Setup, Side
from engine.game import Refusal
from engine.options import OPTIONS
from engine.values import Value, changed
from engine.words import count_noun
from play.tabletop.contract import BadOptions, Preset

ArenaKey: TypeAlias = Literal["foundry_floor", "kessel_oval", "saltmarket"]
Division: TypeAlias = Literal["6", "12", "16", "20"]

MAX_SIDES: Final = 8
COLOURS: Final = ("Red", "Blue", "Amber", "Green", "Violet", "Teal", "Rose", "Slate")
"""Colours of a table's sides, which also serve as their names."""


class Options(Value):
    """The options of a table (V1, V6, V65, V100)."""

    arena: Annotated[
        ArenaKey,
        OPTIONS.option(
            "Arena",
            "Foundry floor: an open hall with pylons. Kessel oval: a race track with "
            "gravel. Saltmarket: the streets of a town.",
        ),
    ] = "foundry_floor"
    division: Annotated[
        Division,
        OPTIONS.option("Division", "The highest price of a car, in thousands of dollars."),
    ] = "12"
    cars: Annotated[
        int,
        OPTIONS.number(1, 2, "Cars per side", "One or two, up to eight cars in total."),
    ] = 1
    mixed: Annotated[
        bool,
        OPTIONS.option(
            "Mixed field",
            "Sides drive different stock cars of the division in turn. If this is off, all "
            "drive the same car.",
        ),
    ] = False
    own: Annotated[
        bool,
        OPTIONS.option(
            "Own designs",
            "Each person chooses their side’s cars before the start from their own garage, "
            "their club’s library of designs, or stock, within the division. Bots drive "
            "stock cars. When the duel is over, anyone who can see the table can see every "
            "sheet.",
        ),
    ] = False
    weight: Annotated[
        int,
        OPTIONS.number(
            0, 20_000, "Weight limit", "The highest weight of a car, in pounds. 0 for no limit."
        ),
    ] = 0
    laps: Annotated[
        int,
        OPTIONS.number(
            0,
            MAX_LAPS,
            "Laps of a race",
            "Races are driven on the Kessel Oval. The first car over the finishing line wins. 0 "
            "for a duel.",
        ),
    ] = 0
    turns: Annotated[
        int,
        OPTIONS.number(20, 60, "Turn limit", "A turn is one second in the arena."),
    ] = NUMBERS.turn_limit


FIRST_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType({"arena": "foundry_floor", "turns": 20})
"""Options of a newcomer's first duel: the smallest arena, and a duel of about eight minutes."""


def seat_counts(options: Options) -> tuple[int, ...]:
    """Return the numbers of sides that are possible with at most eight cars (V3)."""
    return tuple(range(2, MAX_SIDES // options.cars + 1))


def setup(options: Options, seats: int) -> Setup:
    """Return a duel or a race of stock cars with these options.

    Raise Refusal for more than eight cars. Raise BadOptions if every stock car in the division
    exceeds the weight limit, or for a race in an arena without a track.
    """
    if seats not in seat_counts(options):
        raise Refusal(f"Two to {MAX_SIDES // options.cars} sides drive this, not {seats}.")
    if options.laps and options.arena != KESSEL_OVAL.key:
        sentence = "Races are driven on the Kessel Oval. Choose this arena, or 0 laps for a duel."
        raise BadOptions([("arena", sentence)])
    stock = _stock(options)
    sides = []
    for number in range(seats):
        first = number if options.mixed else 0
        cars = [stock[(first + index) % len(stock)] for index in range(options.cars)]
        name = COLOURS[number]
        sides.append(Side(name=name, cars=tuple([paint_car(car, name) for car in cars])))
    return Setup(
        arena=TRACK if options.laps else ARENAS[options.arena],
        sides=tuple(sides),
        numbers=changed(NUMBERS, turn_limit=options.turns),
        race=race_of(options.laps) if options.laps else UNSET,
    )


def _stock(options: Options) -> list[CarSetup]:
    """Return the division's stock cars within the weight limit, cheapest first."""
    all_cars = [stock.car for stock in division(options.division)]
    light_cars = [car for car in all_cars if not options.weight or car.weight <= options.weight]
    if not light_cars:
        lightest = min(car.weight for car in all_cars)
        sentence = (
            f"No stock car of this division is that light. The lightest weighs {lightest:,} lbs. "
            "Raise the limit, or choose another division."
        )
        raise BadOptions([("weight", sentence)])
    return light_cars


def terms(options: Options) -> tuple[str, ...]:
    """Return notes for people who join a race, or a table with own designs (V109, V111, V167)."""
    laps = count_noun(options.laps, "lap")
    race = f"{laps} around the Kessel Oval. The first car over the finishing line wins."
    notes = (race,) if options.laps else ()
    if not options.own:
        return notes
    limit = f", no heavier than {options.weight:,} lbs" if options.weight else ""
    car_count = "two cars" if options.cars > 1 else "a car"
    cars_brought = (
        f"Each side brings {car_count} from its own garage, its club’s library or stock, up to "
        f"${DIVISIONS[options.division]:,}{limit}. Bots drive stock cars."
    )
    secrecy = (
        "Until the start, no one else can see what a side brings. Then everyone sees the outside "
        "of the cars. When the duel is over, anyone who can see the table can see every sheet."
    )
    condition = "Cars start new, with crews at base skill. The duel does not affect any club."
    return (*notes, cars_brought, condition, secrecy)


def paint_car(car: CarSetup, name: str) -> CarSetup:
    """Return the car in its side's colour, with the colour added to its name (V101)."""
    return changed(car, name=f"{name} {car.name}", colour=name.lower())


PRESETS: Final = (
    Preset(
        key="first",
        title="One on one",
        blurb="Two Greyhounds on the Foundry Floor.",
        seats=2,
        options=Options(),
    ),
    Preset(
        key="all",
        title="Free for all",
        blurb="Four different cars, each for itself, in the streets of Saltmarket.",
        seats=4,
        options=Options(arena="saltmarket", mixed=True),
    ),
    Preset(
        key="pairs",
        title="Two a side",
        blurb="Two cars on each side, around the Kessel Oval.",
        seats=2,
        options=Options(arena="kessel_oval", cars=2),
    ),
    Preset(
        key="heavy",
        title="Heavy metal",
        blurb="The most expensive cars: an anti-tank gun against a steel van.",
        seats=2,
        options=Options(division="20", mixed=True),
    ),
    Preset(
        key="race",
        title="Race",
        blurb="Four Greyhounds, two laps around the Kessel Oval. Guns are allowed.",
        seats=4,
        options=Options(arena="kessel_oval", laps=2, turns=60),
    ),
    Preset(
        key="own",
        title="Bring your own",
        blurb="A design from your own garage or your club’s library, up to $12,000, one on one.",
        seats=2,
        options=Options(own=True),
    ),
    Preset(
        key="small",
        title="Small change",
        blurb="A cycle and a compact, $6,000 each.",
        seats=2,
        options=Options(division="6", mixed=True),
    ),
)
