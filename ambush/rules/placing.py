"""Starting squares (P3), and the check that a map has enough of them (P2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import Final, NamedTuple

from engine.game import IllegalMove
from engine.values import changed

from .bearings import squares_to
from .ground import OFF_MAP, SIDE, SQUARES, BadGround, Ground, distance_to_edge, squared_distance
from .numbers import NUMBERS, Numbers
from .routes import steps_off_map
from .terrain import Terrain, terrain_of
from .values import Place, Table

STRIDE: Final = 37
"""Step between the squares that are tried, so that the placings found are spread over the map."""
MAX_LISTED_PLACINGS: Final = 12
RARE_FIT_RATIO: Final = 4
"""Ratio of squares to suitable squares above which the suitable squares are computed."""
MAX_KNOWN_PLACINGS: Final = 200
"""Maximum number of placings per map that doctrines know.

A doctrine compares a few of them when it places the counters.
"""
MAX_SQUARES_TRIED: Final = 12
"""Number of squares that are checked for sight from each square.

Doctrines avoid squares from which none of the checked squares is visible, unless there are no
others.
"""


def check_ground(ground: str | Ground, numbers: Numbers = NUMBERS) -> None:
    """Raise BadGround if a map is unusable (P2). The message says what to change."""
    terrain = terrain_of(ground)
    if not placings(ground, numbers_for_map(ground, numbers)):
        raise BadGround(
            f"{terrain.ground.title} has no two squares where the fighters can start under P3. Add "
            "more open ground."
        )


@lru_cache(maxsize=32)
def maps_without_placings(
    nearest: int, farthest: int, from_edge: int, grounds: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the titles of the default maps on which these numbers allow no placing."""
    numbers = changed(NUMBERS, nearest=nearest, farthest=farthest, from_edge=from_edge)
    return tuple(
        [
            terrain_of(ground).ground.title
            for ground in grounds
            if not placings(ground, numbers_for_map(ground, numbers))
        ]
    )


def check_place(table: Table, place: Place) -> None:
    """Check the ambusher's placing. Raise IllegalMove with a message that says what to change."""
    numbers, terrain = table.numbers, terrain_of(table.ground)
    min_edge_distances = (numbers.from_edge, prey_edge(numbers))
    for person, square, edge_distance in zip(
        ("you", "the enemy"), (place.ambusher, place.ambushed), min_edge_distances, strict=True
    ):
        if not 0 <= square < SQUARES:
            raise IllegalMove(f"Place {person} on the map.", code="off-the-map")
        if terrain.solid[square]:
            raise IllegalMove(
                f"That square is blocked. Place {person} on an open square.", code="solid-square"
            )
        if distance_to_edge(square) < edge_distance:
            raise IllegalMove(
                f"Place {person} {edge_distance} or more squares from every edge.",
                code="near-the-edge",
            )
    if not is_distance_allowed(numbers, place.ambusher, place.ambushed):
        raise IllegalMove(
            f"Place the two {numbers.nearest} to {numbers.farthest} squares apart.",
            code="wrong-distance",
        )
    if not numbers.hidden_start and not terrain.is_clear(place.ambusher, place.ambushed):
        raise IllegalMove(
            "The two cannot see each other. Place them in sight of each other.",
            code="out-of-sight",
        )


def prey_edge(numbers: Numbers) -> int:
    """Return the minimum distance of the ambushed from an edge.

    The ambusher's own minimum distance is a lower limit.
    """
    return max(numbers.from_edge, numbers.prey_from_edge)


@lru_cache(maxsize=64)
def numbers_for_map(ground: str | Ground, numbers: Numbers) -> Numbers:
    """Return the numbers for a map.

    If no square on the map is far enough from the edges for the ambushed, the distance is reduced
    as needed (P36).
    """
    for edge in range(prey_edge(numbers), numbers.from_edge, -1):
        adjusted = changed(numbers, prey_from_edge=edge)
        if placings(ground, adjusted):
            return adjusted if edge < numbers.prey_from_edge else numbers
    return changed(numbers, prey_from_edge=min(numbers.prey_from_edge, numbers.from_edge))


def is_distance_allowed(numbers: Numbers, square: int, other_square: int) -> bool:
    """Return whether the distance between two squares is allowed at the start."""
    return numbers.nearest**2 <= squared_distance(square, other_square) <= numbers.farthest**2


@lru_cache(maxsize=32)
def placings(ground: str | Ground, numbers: Numbers) -> tuple[Place, ...]:
    """Return some placings spread over the map, or none if no two squares fit."""
    terrain, room = terrain_of(ground), StartingSquares(ground, numbers)
    places: list[Place] = []
    for square in room.squares:
        other = next(
            (other for other in room.matching_squares(square) if terrain.is_clear(square, other)),
            OFF_MAP,
        )
        if other != OFF_MAP:
            places.append(Place(ambusher=square, ambushed=other))
        if len(places) == MAX_LISTED_PLACINGS:
            break
    return tuple(places)


class StartingSquares:
    """The squares of a map in which fighters can start, and allowed pairs of squares."""

    def __init__(self, ground: str | Ground, numbers: Numbers) -> None:
        terrain = terrain_of(ground)
        edge = prey_edge(numbers)
        open_squares = [square for square in _squares_in_stride() if not terrain.solid[square]]
        self.squares = tuple(
            [square for square in open_squares if distance_to_edge(square) >= numbers.from_edge]
        )
        self.prey = tuple([square for square in self.squares if distance_to_edge(square) >= edge])
        self._rank = {square: rank for rank, square in enumerate(self.prey)}
        self._numbers, self._first, self._last = numbers, edge, SIDE - 1 - edge
        self._offsets = _distance_offsets(
            numbers.nearest, numbers.farthest, max(0, self._last - numbers.from_edge)
        )

    def matching_squares(self, first_square: int, start: int = 0) -> Iterator[int]:
        """Yield the squares that fit with this square, starting at index `start`."""
        if RARE_FIT_RATIO * len(self._offsets) >= len(self.prey):
            return (
                other_square
                for other_square in chain(self.prey[start:], self.prey[:start])
                if is_distance_allowed(self._numbers, first_square, other_square)
            )
        x, y, first, last, rank = (
            first_square % SIDE,
            first_square // SIDE,
            self._first,
            self._last,
            self._rank,
        )
        nearby = [
            (y + dy) * SIDE + x + dx
            for dx, dy in self._offsets
            if first <= x + dx <= last and first <= y + dy <= last
        ]
        fitting = [square for square in nearby if square in rank]
        return iter(sorted(fitting, key=lambda square: (rank[square] < start, rank[square])))


@lru_cache(maxsize=32)
def _distance_offsets(nearest: int, farthest: int, room: int) -> tuple[tuple[int, int], ...]:
    """Return the column and row offsets of squares that are `nearest` to `farthest` apart.

    No offset is larger than `room`.
    """
    span = range(-room, room + 1)
    return tuple(
        [(dx, dy) for dx in span for dy in span if nearest**2 <= dx * dx + dy * dy <= farthest**2]
    )


class RatedPlacing(NamedTuple):
    """A placing, with the distance between the fighters, the steps off the map, and cover.

    Cover is 1 if only the ambusher has it, -1 if only the ambushed has it, and otherwise 0.
    """

    place: Place
    distance: int
    steps_out: int
    cover: int
    prey_steps_out: int


@lru_cache(maxsize=32)
def rated_placings(ground: str | Ground, numbers: Numbers) -> tuple[RatedPlacing, ...]:
    """Return rated placings from all over a map, or none if no two squares fit."""
    terrain, room, places = terrain_of(ground), StartingSquares(ground, numbers), list[Place]()
    for turn, square in enumerate(room.squares):
        fitting = islice(
            room.matching_squares(square, turn * STRIDE % max(1, len(room.prey))), MAX_SQUARES_TRIED
        )
        other = next((other for other in fitting if terrain.is_clear(square, other)), OFF_MAP)
        if other != OFF_MAP:
            places.append(Place(ambusher=square, ambushed=other))
        if len(places) == MAX_KNOWN_PLACINGS:
            break
    return tuple([_rate(terrain, place) for place in places or placings(ground, numbers)])


def _rate(terrain: Terrain, place: Place) -> RatedPlacing:
    ambusher_square, ambushed_square = place.ambusher, place.ambushed
    line = terrain.line_of_sight(ambusher_square, ambushed_square)
    cover = terrain.gives_cover(line, ambushed_square) - terrain.gives_cover(line, ambusher_square)
    return RatedPlacing(
        place,
        squares_to(ambusher_square, ambushed_square),
        steps_off_map(terrain, ambusher_square),
        cover,
        steps_off_map(terrain, ambushed_square),
    )


def _squares_in_stride() -> Iterator[int]:
    return ((number * STRIDE) % SQUARES for number in range(SQUARES))
