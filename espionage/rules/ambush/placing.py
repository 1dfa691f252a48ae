"""Where the two may stand at the start (P3), and whether a map leaves room for it (P2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import IllegalMove

from .bearings import squares_to
from .ground import OFF, SQUARES, BadGround, Ground, apart, to_edge
from .numbers import NUMBERS, Numbers
from .routes import steps_out
from .terrain import terrain_of
from .values import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .values import Table

SPREAD: Final = 37
"""Squares are tried in this stride, which meets all of them: placings on the menu lie all over the map."""
LISTED: Final = 12
KNOWN: Final = 200
"""So many placings of a map doctrine has looked at beforehand; a few of them come to mind when it has to place."""
GLANCES: Final = 12
"""From a square that has sight of none of so many others, nobody is ambushed by doctrine."""


def check_ground(ground: str | Ground, numbers: Numbers = NUMBERS) -> None:
    """Judge a map before it is played on (P2): raises BadGround with a sentence that says what to change."""
    terrain = terrain_of(ground)
    if not placings(ground, numbers):
        raise BadGround(f"{terrain.ground.title} has no two squares where the two could start as P3 wants; make more open ground.")


def check_place(table: Table, place: Place) -> None:
    """The judge of the ambusher's placing: raises IllegalMove with what to change."""
    numbers, terrain = table.numbers, terrain_of(table.ground)
    for who, square in (("you", place.ambusher), ("the enemy", place.ambushed)):
        if not 0 <= square < SQUARES:
            raise IllegalMove(f"Place {who} on the map.", code="off-the-map")
        if terrain.solid[square]:
            raise IllegalMove(f"Nobody can stand there: place {who} on an open square.", code="solid-square")
        if to_edge(square) < numbers.from_edge:
            raise IllegalMove(f"Place {who} {numbers.from_edge} or more squares from every edge.", code="near-the-edge")
    if not fits(numbers, place.ambusher, place.ambushed):
        raise IllegalMove(f"Place the two {numbers.nearest} to {numbers.farthest} squares apart.", code="wrong-distance")
    if not terrain.clear(place.ambusher, place.ambushed):
        raise IllegalMove("Place the two in sight of each other: something stands between them.", code="out-of-sight")


def fits(numbers: Numbers, one: int, other: int) -> bool:
    """Whether two squares are as far apart as the start wants."""
    return numbers.nearest**2 <= apart(one, other) <= numbers.farthest**2


@lru_cache(maxsize=32)
def placings(ground: str | Ground, numbers: Numbers) -> tuple[Place, ...]:
    """Some ways to place the two, all over the map; none where the map has no two squares that fit."""
    terrain = terrain_of(ground)
    open_squares = [square for square in _strided() if not terrain.solid[square] and to_edge(square) >= numbers.from_edge]
    found: list[Place] = []
    for one in open_squares:
        for other in open_squares:
            if fits(numbers, one, other) and terrain.clear(one, other):
                found.append(Place(ambusher=one, ambushed=other))
                break
        if len(found) == LISTED:
            break
    return tuple(found)


class Stand(NamedTuple):
    """A placing, and what makes it good or bad: squares between the two, steps from the ambusher off the map, and cover:
    1 for the ambusher alone, -1 for the ambushed alone, else 0.
    """

    place: Place
    between: int
    way_out: int
    cover: int


@lru_cache(maxsize=32)
def stands(ground: str | Ground, numbers: Numbers) -> tuple[Stand, ...]:
    """Placings all over a map, each with what it is worth; none where the map has no two squares that fit."""
    terrain, found = terrain_of(ground), list[Stand]()
    open_squares = [square for square in _strided() if not terrain.solid[square] and to_edge(square) >= numbers.from_edge]
    for turn, one in enumerate(open_squares):
        turned = open_squares[turn * SPREAD % len(open_squares) :] + open_squares[: turn * SPREAD % len(open_squares)]
        fitting = islice((other for other in turned if fits(numbers, one, other)), GLANCES)
        other = next((other for other in fitting if terrain.clear(one, other)), OFF)
        if other != OFF:
            line = terrain.line(one, other)
            cover = terrain.covers(line, other) - terrain.covers(line, one)
            found.append(Stand(Place(ambusher=one, ambushed=other), squares_to(one, other), steps_out(terrain, one), cover))
        if len(found) == KNOWN:
            break
    return tuple(found)


def _strided() -> Iterator[int]:
    return ((number * SPREAD) % SQUARES for number in range(SQUARES))
