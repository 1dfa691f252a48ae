"""Where the two may stand at the start (P3), and whether a map leaves room for it (P2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import IllegalMove
from engine.values import changed

from .bearings import squares_to
from .ground import OFF, SIDE, SQUARES, BadGround, Ground, apart, to_edge
from .numbers import NUMBERS, Numbers
from .routes import steps_out
from .terrain import terrain_of
from .values import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .terrain import Terrain
    from .values import Table

SPREAD: Final = 37
"""Squares are tried in this stride, which meets all of them: placings on the menu lie all over the
map.
"""
LISTED: Final = 12
RARE: Final = 4
"""Where fewer than one square in so many can fit with another, those that do are reckoned rather
than looked for.
"""
KNOWN: Final = 200
"""So many placings of a map doctrine has looked at beforehand; a few of them come to mind when it
has to place.
"""
GLANCES: Final = 12
"""From a square that has sight of none of so many others, nobody is ambushed by doctrine, unless it
is so with all squares.
"""


def check_ground(ground: str | Ground, numbers: Numbers = NUMBERS) -> None:
    """Judge a map before it is played on (P2): raises BadGround with a sentence that says what to
    change.
    """
    terrain = terrain_of(ground)
    if not placings(ground, settled(ground, numbers)):
        raise BadGround(
            f"{terrain.ground.title} has no two squares where the two could start as P3 wants; "
            "make more open ground."
        )


@lru_cache(maxsize=32)
def too_small(
    nearest: int, farthest: int, from_edge: int, grounds: tuple[str, ...]
) -> tuple[str, ...]:
    """The maps of ours, of these, on which nobody could be placed by such numbers, by their
    titles.
    """
    numbers = changed(NUMBERS, nearest=nearest, farthest=farthest, from_edge=from_edge)
    return tuple(
        [
            terrain_of(ground).ground.title
            for ground in grounds
            if not placings(ground, settled(ground, numbers))
        ]
    )


def check_place(table: Table, place: Place) -> None:
    """The judge of the ambusher's placing: raises IllegalMove with what to change."""
    numbers, terrain = table.numbers, terrain_of(table.ground)
    least = (numbers.from_edge, prey_edge(numbers))
    for who, square, edge in zip(
        ("you", "the enemy"), (place.ambusher, place.ambushed), least, strict=True
    ):
        if not 0 <= square < SQUARES:
            raise IllegalMove(f"Place {who} on the map.", code="off-the-map")
        if terrain.solid[square]:
            raise IllegalMove(
                f"That square is blocked. Place {who} on an open square.", code="solid-square"
            )
        if to_edge(square) < edge:
            raise IllegalMove(
                f"Place {who} {edge} or more squares from every edge.",
                code="near-the-edge",
            )
    if not fits(numbers, place.ambusher, place.ambushed):
        raise IllegalMove(
            f"Place the two {numbers.nearest} to {numbers.farthest} squares apart.",
            code="wrong-distance",
        )
    if not numbers.hidden_start and not terrain.clear(place.ambusher, place.ambushed):
        raise IllegalMove(
            "The two cannot see each other. Place them in sight of each other.",
            code="out-of-sight",
        )


def prey_edge(numbers: Numbers) -> int:
    """The fewest squares between the ambushed and an edge; never fewer than the ambusher's."""
    return max(numbers.from_edge, numbers.prey_from_edge)


@lru_cache(maxsize=64)
def settled(ground: str | Ground, numbers: Numbers) -> Numbers:
    """The numbers that a map is played by: where the ambushed cannot stand so far from its edges,
    as far as it allows (P36).
    """
    for edge in range(prey_edge(numbers), numbers.from_edge, -1):
        tried = changed(numbers, prey_from_edge=edge)
        if placings(ground, tried):
            return tried if edge < numbers.prey_from_edge else numbers
    return changed(numbers, prey_from_edge=min(numbers.prey_from_edge, numbers.from_edge))


def fits(numbers: Numbers, one: int, other: int) -> bool:
    """Whether two squares are as far apart as the start wants."""
    return numbers.nearest**2 <= apart(one, other) <= numbers.farthest**2


@lru_cache(maxsize=32)
def placings(ground: str | Ground, numbers: Numbers) -> tuple[Place, ...]:
    """Some ways to place the two, all over the map; none where the map has no two squares that
    fit.
    """
    terrain, room = terrain_of(ground), Room(ground, numbers)
    found: list[Place] = []
    for one in room.squares:
        other = next((other for other in room.around(one) if terrain.clear(one, other)), OFF)
        if other != OFF:
            found.append(Place(ambusher=one, ambushed=other))
        if len(found) == LISTED:
            break
    return tuple(found)


class Room:
    """The squares of a map where somebody may stand at the start, and which of them are as far
    apart as the start wants.
    """

    def __init__(self, ground: str | Ground, numbers: Numbers) -> None:
        terrain = terrain_of(ground)
        edge = prey_edge(numbers)
        open_squares = [square for square in _strided() if not terrain.solid[square]]
        self.squares = tuple(
            [square for square in open_squares if to_edge(square) >= numbers.from_edge]
        )
        self.prey = tuple([square for square in self.squares if to_edge(square) >= edge])
        self._rank = {square: rank for rank, square in enumerate(self.prey)}
        self._numbers, self._first, self._last = numbers, edge, SIDE - 1 - edge
        self._ways = _ways(
            numbers.nearest, numbers.farthest, max(0, self._last - numbers.from_edge)
        )

    def around(self, one: int, start: int = 0) -> Iterator[int]:
        """The squares that fit with this one, in their order from the start-th on, and round to
        those before it.
        """
        if RARE * len(self._ways) >= len(self.prey):
            return (
                other
                for other in chain(self.prey[start:], self.prey[:start])
                if fits(self._numbers, one, other)
            )
        x, y, first, last, rank = one % SIDE, one // SIDE, self._first, self._last, self._rank
        near = [
            (y + dy) * SIDE + x + dx
            for dx, dy in self._ways
            if first <= x + dx <= last and first <= y + dy <= last
        ]
        fitting = [square for square in near if square in rank]
        return iter(sorted(fitting, key=lambda square: (rank[square] < start, rank[square])))


@lru_cache(maxsize=32)
def _ways(nearest: int, farthest: int, room: int) -> tuple[tuple[int, int], ...]:
    """Columns and rows between two squares that are from `nearest` to `farthest` apart, no more
    than `room` of either.
    """
    span = range(-room, room + 1)
    return tuple(
        [(dx, dy) for dx in span for dy in span if nearest**2 <= dx * dx + dy * dy <= farthest**2]
    )


class Stand(NamedTuple):
    """A placing, and what makes it good or bad: squares between the two, steps from the ambusher
    off the map, and cover: 1 for the ambusher alone, -1 for the ambushed alone, else 0.
    """

    place: Place
    between: int
    way_out: int
    cover: int
    prey_way_out: int


@lru_cache(maxsize=32)
def stands(ground: str | Ground, numbers: Numbers) -> tuple[Stand, ...]:
    """Placings all over a map, each with what it is worth; none where the map has no two squares
    that fit.
    """
    terrain, room, found = terrain_of(ground), Room(ground, numbers), list[Place]()
    for turn, one in enumerate(room.squares):
        fitting = islice(room.around(one, turn * SPREAD % max(1, len(room.prey))), GLANCES)
        other = next((other for other in fitting if terrain.clear(one, other)), OFF)
        if other != OFF:
            found.append(Place(ambusher=one, ambushed=other))
        if len(found) == KNOWN:
            break
    return tuple([_stand(terrain, place) for place in found or placings(ground, numbers)])


def _stand(terrain: Terrain, place: Place) -> Stand:
    one, other = place.ambusher, place.ambushed
    line = terrain.line(one, other)
    cover = terrain.covers(line, other) - terrain.covers(line, one)
    return Stand(
        place, squares_to(one, other), steps_out(terrain, one), cover, steps_out(terrain, other)
    )


def _strided() -> Iterator[int]:
    return ((number * SPREAD) % SQUARES for number in range(SQUARES))
