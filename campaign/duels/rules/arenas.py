"""The site's arenas, measured in inches on the table. One inch is 15 feet.

A club names one arena for each week. If the club uses an arena of its own, the site drives the duel
on the plain floor (C32).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from engine.values import Value

FEET: Final = 15
"""Feet per inch of the table."""
Side: TypeAlias = Literal["west", "east", "south", "north"]


class Block(Value):
    """A wall, block or surface, defined by its corners."""

    left: float
    low: float
    right: float
    high: float


class Pylon(Value):
    """A round obstacle, defined by its centre."""

    x: float
    y: float
    radius: float = 0.5


class Gate(Value):
    """A car's starting position: a side of the arena, and the distance along that side."""

    side: Side
    along: float


class Arena(Value):
    """An arena: its size, obstacles, loose ground and gates.

    `corners` is the length cut off at each corner, in inches.
    """

    key: str
    name: str
    width: float
    height: float
    blocks: tuple[Block, ...] = ()
    pylons: tuple[Pylon, ...] = ()
    gravel: tuple[Block, ...] = ()
    gates: tuple[Gate, ...] = ()
    corners: float = 0


def _blocks(*corners: tuple[float, float, float, float]) -> tuple[Block, ...]:
    return tuple(Block(left=a, low=b, right=c, high=d) for a, b, c, d in corners)


def _pylons(*centres: tuple[float, float]) -> tuple[Pylon, ...]:
    return tuple(Pylon(x=x, y=y) for x, y in centres)


def _gates(**sides: tuple[float, ...]) -> tuple[Gate, ...]:
    places: tuple[Side, ...] = ("west", "east", "south", "north")
    return tuple(Gate(side=side, along=offset) for side in places for offset in sides.get(side, ()))


FOUNDRY: Final = Arena(
    key="foundry_floor",
    name="Foundry Floor",
    width=36,
    height=24,
    blocks=_blocks((16.5, 11, 19.5, 13), (16, 4, 20, 4.5), (16, 19.5, 20, 20)),
    pylons=_pylons((9, 6), (27, 6), (9, 18), (27, 18)),
    gates=_gates(west=(6, 18), east=(6, 18), south=(12, 24), north=(12, 24)),
)
KESSEL: Final = Arena(
    key="kessel_oval",
    name="Kessel Oval",
    width=44,
    height=26,
    blocks=_blocks((12, 9, 20.5, 17), (23.5, 9, 32, 17)),
    pylons=_pylons((6, 13), (38, 13)),
    gravel=_blocks((12, 7, 32, 9), (12, 17, 32, 19)),
    gates=_gates(south=(10, 18, 26, 34), north=(10, 18, 26, 34)),
    corners=6,
)
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
    gates=_gates(west=(12, 22), east=(12, 22), south=(12, 22), north=(12, 22)),
)
ARENAS: Final = (FOUNDRY, KESSEL, SALTMARKET)


def arena_named(name: str) -> Arena:
    """Return the arena that this name contains, or the plain floor if it contains none (C32)."""
    folded_name = name.casefold()
    return next((arena for arena in ARENAS if arena.name.casefold() in folded_name), FOUNDRY)
