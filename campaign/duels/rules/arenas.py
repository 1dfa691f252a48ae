"""Arenas in inches of the table: 1 inch is 15 feet. Ours; a club names one of them for a week, or
its own, which is then driven on the plain floor (C32).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from engine.values import Value

FEET: Final = 15
"""Feet to an inch of the table."""
Side: TypeAlias = Literal["west", "east", "south", "north"]


class Block(Value):
    """A wall, a block or a surface, by its corners."""

    left: float
    low: float
    right: float
    high: float


class Pylon(Value):
    """Something round, by its centre."""

    x: float
    y: float
    radius: float = 0.5


class Gate(Value):
    """Where cars start: on which side, and how far along it."""

    side: Side
    along: float


class Arena(Value):
    """An arena: its size, what stands in it, its loose ground and its gates. `corners` are cut off
    by so much.
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
    return tuple(Gate(side=side, along=along) for side in places for along in sides.get(side, ()))


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
    """The arena that a week names; the plain floor for every other name (C32)."""
    wanted = name.casefold()
    return next((one for one in ARENAS if one.name.casefold() in wanted), FOUNDRY)
