"""What may be set at a table of the lobby: arena, division, who drives what (V1, V100)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from autoduel.club.stock import division
from autoduel.rules.arenas import ARENAS
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.values import CarSetup, Setup, Side
from engine.game import Refusal
from engine.values import Value, changed
from play.tabletop.contract import Preset

ArenaKey: TypeAlias = Literal["foundry_floor", "kessel_oval", "saltmarket"]
Division: TypeAlias = Literal["6", "12", "16", "20"]

MOST_SIDES: Final = 8
COLOURS: Final = ("Red", "Blue", "Amber", "Green", "Violet", "Teal", "Rose", "Slate")
"""What the sides of a table are called, and how they are painted."""


class Options(Value):
    """What may be set (V1, V6, V65, V100)."""

    arena: Annotated[
        ArenaKey,
        Meta(
            title="Arena",
            description=(
                "foundry_floor: an open hall with pylons. kessel_oval: a race track with "
                "gravel. saltmarket: the streets of a town."
            ),
        ),
    ] = "foundry_floor"
    division: Annotated[
        Division,
        Meta(
            title="Division",
            description="The dearest car that may start, in thousands of dollars.",
        ),
    ] = "12"
    cars: Annotated[
        int,
        Meta(ge=1, le=2, title="Cars a side", description="One or two. Eight cars are the most."),
    ] = 1
    mixed: Annotated[
        bool,
        Meta(
            title="Mixed field",
            description=(
                "The sides drive different stock cars of the division, in turn; else all "
                "drive the same."
            ),
        ),
    ] = False
    turns: Annotated[
        int,
        Meta(ge=20, le=60, title="Turns at most", description="A turn is a second in the arena."),
    ] = NUMBERS.turn_limit


def seat_counts(options: Options) -> tuple[int, ...]:
    """How many sides there may be: eight cars at most (V3)."""
    return tuple(range(2, MOST_SIDES // options.cars + 1))


def setup(options: Options, seats: int) -> Setup:
    """The duel that these options describe. Refuses more cars than eight."""
    if seats not in seat_counts(options):
        raise Refusal(f"Two to {MOST_SIDES // options.cars} sides drive this, not {seats}.")
    stock = [one.car for one in division(options.division)]
    sides = []
    for number in range(seats):
        first = number if options.mixed else 0
        cars = [stock[(first + place) % len(stock)] for place in range(options.cars)]
        name = COLOURS[number]
        sides.append(Side(name=name, cars=tuple([_painted(car, name) for car in cars])))
    return Setup(
        arena=ARENAS[options.arena],
        sides=tuple(sides),
        numbers=changed(NUMBERS, turn_limit=options.turns),
    )


def _painted(car: CarSetup, name: str) -> CarSetup:
    return changed(car, name=f"{name} {car.name}", colour=name.lower())


PRESETS: Final = (
    Preset(
        key="first",
        title="One to one",
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
        blurb="Two cars on either side, round the Kessel Oval.",
        seats=2,
        options=Options(arena="kessel_oval", cars=2),
    ),
    Preset(
        key="heavy",
        title="Heavy metal",
        blurb="The dearest cars: an anti-tank gun against a van of steel.",
        seats=2,
        options=Options(division="20", mixed=True),
    ),
    Preset(
        key="small",
        title="Small change",
        blurb="A cycle and a compact, six thousand dollars each.",
        seats=2,
        options=Options(division="6", mixed=True),
    ),
)
