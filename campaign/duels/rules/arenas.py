"""The arenas of the site and of clubs, measured in inches on the table. One inch is 15 feet.

A club names an arena for each duel, and it can draw its own arenas. Duels on paper and duels on the
site use the same arena (C32, C130).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from engine.values import Value, changed

FEET: Final = 15
"""Feet per inch of the table."""
MIN_SIZE: Final = 16
MAX_SIZE: Final = 60
"""Minimum and maximum length of an arena's sides, in inches."""
MAX_OBSTACLES: Final = 40
MAX_RAMPS: Final = 12
MAX_GATES: Final = 8
MAX_ARENAS: Final = 12
"""Maximum number of arenas that a club can have."""
Side: TypeAlias = Literal["west", "east", "south", "north"]
Inches: TypeAlias = Annotated[float, Meta(ge=0, le=MAX_SIZE, multiple_of=0.125)]
Length: TypeAlias = Annotated[int, Meta(ge=MIN_SIZE, le=MAX_SIZE)]


class Block(Value):
    """A wall, block or surface, defined by its corners."""

    left: Inches
    low: Inches
    right: Inches
    high: Inches


class Ramp(Block):
    """A ramp. `up` is the side of the arena to which it rises."""

    up: Side


class Pylon(Value):
    """A round obstacle, defined by its centre."""

    x: Inches
    y: Inches
    radius: Annotated[float, Meta(ge=0.125, le=6, multiple_of=0.125)] = 0.5


class Gate(Value):
    """A car's starting position: a side of the arena, and the distance along that side."""

    side: Side
    along: Inches


class ArenaLayout(Value, kw_only=True):
    """The name, size and pieces of an arena."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    width: Length
    height: Length
    blocks: Annotated[tuple[Block, ...], Meta(max_length=MAX_OBSTACLES)] = ()
    pylons: Annotated[tuple[Pylon, ...], Meta(max_length=MAX_OBSTACLES)] = ()
    gravel: Annotated[tuple[Block, ...], Meta(max_length=MAX_OBSTACLES)] = ()
    gates: Annotated[tuple[Gate, ...], Meta(max_length=MAX_GATES)] = ()
    corners: Annotated[float, Meta(ge=0, le=20, multiple_of=0.125)] = 0
    ramps: Annotated[tuple[Ramp, ...], Meta(max_length=MAX_RAMPS)] = ()


class Arena(ArenaLayout, kw_only=True):
    """An arena: its size, obstacles, loose ground, ramps and gates.

    `corners` is the length cut off at each corner, in inches. Sides are assigned to the gates in
    order.
    """

    key: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]


def _blocks(*corners: tuple[float, float, float, float]) -> tuple[Block, ...]:
    return tuple(Block(left=a, low=b, right=c, high=d) for a, b, c, d in corners)


def _pylons(*centres: tuple[float, float]) -> tuple[Pylon, ...]:
    return tuple(Pylon(x=x, y=y) for x, y in centres)


def facing_gates(*pairs: tuple[Side, float, Side, float]) -> tuple[Gate, ...]:
    """Return gates so that each gate is followed by the one that faces it."""
    return tuple(
        gate
        for side, along, opposite, other_along in pairs
        for gate in (Gate(side=side, along=along), Gate(side=opposite, along=other_along))
    )


FOUNDRY: Final = Arena(
    key="foundry_floor",
    name="Foundry Floor",
    width=36,
    height=24,
    blocks=_blocks((16.5, 11, 19.5, 13), (16, 4, 20, 4.5), (16, 19.5, 20, 20)),
    pylons=_pylons((9, 6), (27, 6), (9, 18), (27, 18)),
    gates=facing_gates(
        ("west", 6, "east", 18), ("north", 12, "south", 24),
        ("west", 18, "east", 6), ("north", 24, "south", 12),
    ),
)  # fmt: skip
KESSEL: Final = Arena(
    key="kessel_oval",
    name="Kessel Oval",
    width=44,
    height=26,
    blocks=_blocks((12, 9, 20.5, 17), (23.5, 9, 32, 17)),
    pylons=_pylons((6, 13), (38, 13)),
    gravel=_blocks((12, 7, 32, 9), (12, 17, 32, 19)),
    gates=facing_gates(
        ("south", 10, "north", 34), ("south", 34, "north", 10),
        ("north", 18, "south", 26), ("south", 18, "north", 26),
    ),
    corners=6,
)  # fmt: skip
SALTMARKET: Final = Arena(
    key="saltmarket",
    name="Saltmarket",
    width=34,
    height=34,
    blocks=_blocks(
        *((x, y, x + 6, y + 6) for x in (4, 24) for y in (4, 24)),
        *((14, y, 20, y + 6) for y in (4, 24)),
        *((x, y, x + 6, y + 2) for x in (4, 24) for y in (14, 18)),
        *((x, y, x + 1, y + 1) for x in (14.5, 18.5) for y in (14.5, 18.5)),
    ),
    pylons=_pylons((17, 17)),
    gates=facing_gates(
        ("west", 12, "east", 22), ("north", 12, "south", 22),
        ("west", 22, "east", 12), ("north", 22, "south", 12),
    ),
)  # fmt: skip
ARENAS: Final = (FOUNDRY, KESSEL, SALTMARKET)


def printable_arena(arena: Arena, can_print: Callable[[str], bool]) -> Arena:
    """Return the arena, called "Arena" if its name contains letters missing from the font."""
    return arena if can_print(arena.name) else changed(arena, name="Arena")


def choose_arena(name: str, week: int, own_arenas: Sequence[Arena] = ()) -> Arena:
    """Return the arena of a duel with this arena name in this week (C32, V65).

    An arena of the club or of the site with exactly this name comes first, then one whose name is
    part of this name. Otherwise, the site's arenas rotate weekly.
    """
    folded_name = name.strip().casefold()
    arenas = {arena.name.casefold(): arena for arena in (*own_arenas, *ARENAS)}
    by_name = arenas.get(folded_name) or next(
        (arena for part, arena in arenas.items() if part in folded_name), None
    )
    return by_name or ARENAS[(week - 1) % len(ARENAS)]
