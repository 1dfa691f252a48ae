"""Templates from which a club can start an arena of its own (C130). All designs are our own."""

from __future__ import annotations

from typing import Final

from .arenas import Arena, Block, Gate, Pylon, Ramp, Side, facing_gates

_ALL_SIDES: Final[tuple[Side, ...]] = ("west", "east", "south", "north")


OCTAGON: Final = Arena(
    key="octagon",
    name="Octagon",
    width=32,
    height=32,
    corners=9,
    pylons=tuple(Pylon(x=x, y=y, radius=1) for x in (11, 21) for y in (11, 21)),
    gates=facing_gates(
        ("west", 13, "east", 19), ("south", 13, "north", 19),
        ("west", 19, "east", 13), ("south", 19, "north", 13),
    ),
)  # fmt: skip
RING: Final = Arena(
    key="ring",
    name="Ring Road",
    width=48,
    height=30,
    corners=7,
    blocks=(Block(left=12, low=11, right=36, high=19),),
    gravel=(
        Block(left=10, low=11, right=12, high=19),
        Block(left=36, low=11, right=38, high=19),
    ),
    gates=facing_gates(
        ("south", 12, "north", 36), ("south", 36, "north", 12),
        ("south", 20, "north", 28), ("south", 28, "north", 20),
    ),
)  # fmt: skip
CROSSROADS: Final = Arena(
    key="crossroads",
    name="Crossroads",
    width=36,
    height=36,
    blocks=tuple(
        Block(left=x, low=y, right=x + 9, high=y + 9) for x in (5, 22) for y in (5, 22)
    ),
    pylons=(Pylon(x=18, y=18, radius=1),),
    gates=facing_gates(
        ("west", 18, "east", 18), ("south", 18, "north", 18),
        ("west", 2.5, "east", 33.5), ("west", 33.5, "east", 2.5),
    ),
)  # fmt: skip
FIGURE_EIGHT: Final = Arena(
    key="figure-eight",
    name="Figure Eight",
    width=50,
    height=26,
    corners=7,
    blocks=(
        Block(left=10, low=9, right=18, high=17),
        Block(left=32, low=9, right=40, high=17),
        Block(left=24, low=0, right=26, high=7),
        Block(left=24, low=19, right=26, high=26),
    ),
    ramps=(Ramp(left=23, low=11, right=27, high=15, up="east"),),
    gates=facing_gates(
        ("west", 13, "east", 13), ("south", 12, "north", 38),
        ("south", 38, "north", 12), ("south", 18, "north", 32),
    ),
)  # fmt: skip
COLONNADE: Final = Arena(
    key="colonnade",
    name="Colonnade",
    width=40,
    height=28,
    pylons=tuple(
        Pylon(x=x, y=y, radius=0.75) for x in (8, 14, 20, 26, 32) for y in (8, 14, 20)
    ),
    ramps=(
        Ramp(left=16, low=3, right=18, high=6, up="east"),
        Ramp(left=22, low=22, right=24, high=25, up="west"),
    ),
    gates=facing_gates(
        ("west", 11, "east", 17), ("south", 11, "north", 29),
        ("west", 17, "east", 11), ("south", 29, "north", 11),
    ),
)  # fmt: skip
TEMPLATES: Final = {
    arena.key: arena for arena in (OCTAGON, RING, CROSSROADS, FIGURE_EIGHT, COLONNADE)
}
EMPTY_FLOOR: Final = Arena(
    key="empty-floor",
    name="",
    width=32,
    height=24,
    gates=tuple(Gate(side=side, along=12) for side in _ALL_SIDES),
)
