"""Where the two may stand at the start (P3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import IllegalMove

from .ground import SQUARES, apart, to_edge
from .terrain import terrain_of

if TYPE_CHECKING:
    from .numbers import Numbers
    from .values import Place, Table


def check_place(table: Table, place: Place) -> None:
    """The judge of the ambusher's placing: raises IllegalMove with what to change."""
    numbers, terrain = table.numbers, terrain_of(table.ground)
    for who, square in (("you", place.ambusher), ("the enemy", place.ambushed)):
        if not 0 <= square < SQUARES:
            raise IllegalMove(f"Place {who} on the map.", code="off-the-map")
        if terrain.solid[square]:
            raise IllegalMove(f"Nobody can stand there: place {who} on an open square.", code="solid-square")
        if to_edge(square) < numbers.from_edge:
            raise IllegalMove(f"Place {who} at least {numbers.from_edge} squares from every edge.", code="near-the-edge")
    if not fits(numbers, place.ambusher, place.ambushed):
        raise IllegalMove(f"Place the two {numbers.nearest} to {numbers.farthest} squares apart.", code="wrong-distance")
    if not terrain.clear(place.ambusher, place.ambushed):
        raise IllegalMove("Place the two in sight of each other: something stands between them.", code="out-of-sight")


def fits(numbers: Numbers, one: int, other: int) -> bool:
    """Whether two squares are as far apart as the start wants."""
    return numbers.nearest**2 <= apart(one, other) <= numbers.farthest**2
