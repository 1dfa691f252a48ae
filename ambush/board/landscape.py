"""The map drawn to scale, with ten units per square. Each map is drawn only once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from ambush.rules.ground import SIDE, SQUARES, Ground
from ambush.rules.terrain import STEPS, terrain_of
from play.tabletop.board import Circle, Group, Line, Path, Rect, Shape

UNITS_PER_SQUARE: Final = 10
INCH_IN_SQUARES: Final = 4
LORRY_LENGTH: Final = 6
"""Minimum length, in squares, of vehicles that are drawn as lorries with a cab and a load."""


def centre(square: int) -> tuple[int, int]:
    """Return the centre of a square in the picture."""
    return (
        square % SIDE * UNITS_PER_SQUARE + UNITS_PER_SQUARE // 2,
        square // SIDE * UNITS_PER_SQUARE + UNITS_PER_SQUARE // 2,
    )


@lru_cache(maxsize=32)
def landscape_shapes(ground: str | Ground) -> tuple[Shape, ...]:
    """Return the shapes of everything that does not move, from bottom to top."""
    letters = terrain_of(ground).letters
    houses = [square for square in range(SQUARES) if letters[square] in ":#+"]
    roads = [*_squares_of_kind(letters, "="), *_squares_on_roads(letters)]
    return (
        Rect(x=0, y=0, width=SIDE * UNITS_PER_SQUARE, height=SIDE * UNITS_PER_SQUARE, look="open"),
        Path(d=filled_path(roads), look="road"),
        Path(d=outline_path(roads), look="kerb"),
        Path(d=filled_path(houses), look="floor"),
        Path(d=_grid_path(1), look="grid"),
        Path(d=_grid_path(INCH_IN_SQUARES), look="grid inch"),
        Path(d=filled_path(_squares_of_kind(letters, "#")), look="wall"),
        *_door_shapes(letters),
        *_fence_shapes(letters),
        *[shape for parts in connected_squares(letters, "V") for shape in _vehicle(parts)],
        *[shape for square in _squares_of_kind(letters, "p") for shape in _pump(square)],
        *[shape for square in _squares_of_kind(letters, "t") for shape in _tree(square)],
    )


def filled_path(squares: Iterable[int]) -> str:
    """Return a path that fills these squares in horizontal runs."""
    subpaths = []
    for (row, _), run in groupby(
        enumerate(sorted(squares)),
        key=lambda index_and_square: (
            index_and_square[1] // SIDE,
            index_and_square[1] - index_and_square[0],
        ),
    ):
        members = [square for _, square in run]
        width = len(members) * UNITS_PER_SQUARE
        subpaths.append(
            f"M{members[0] % SIDE * UNITS_PER_SQUARE} "
            f"{row * UNITS_PER_SQUARE}h{width}v{UNITS_PER_SQUARE}h-{width}z"
        )
    return "".join(subpaths)


def outline_path(squares: Iterable[int]) -> str:
    """Return a path around these squares that leaves out the edge of the map."""
    enclosed = set(squares)
    horizontal_edges = [
        (square // SIDE, square % SIDE)
        for square in range(SIDE, SQUARES)
        if (square in enclosed) != (square - SIDE in enclosed)
    ]
    vertical_edges = [
        (square % SIDE, square // SIDE)
        for square in range(SQUARES)
        if square % SIDE and (square in enclosed) != (square - 1 in enclosed)
    ]
    horizontal_paths = [
        f"M{start * UNITS_PER_SQUARE} {row * UNITS_PER_SQUARE}h{length * UNITS_PER_SQUARE}"
        for row, start, length in _runs(horizontal_edges)
    ]
    vertical_paths = [
        f"M{column * UNITS_PER_SQUARE} {start * UNITS_PER_SQUARE}v{length * UNITS_PER_SQUARE}"
        for column, start, length in _runs(vertical_edges)
    ]
    return "".join(horizontal_paths + vertical_paths)


def _runs(places: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield runs of neighbouring squares on the same line, as (line, start, length)."""
    for (line, _), run in groupby(
        enumerate(sorted(places)),
        key=lambda index_and_place: (
            index_and_place[1][0],
            index_and_place[1][1] - index_and_place[0],
        ),
    ):
        members = [place for _, (_, place) in run]
        yield line, members[0], len(members)


def connected_squares(letters: str, kind: str) -> Iterator[list[int]]:
    """Yield groups of adjoining squares that have one of these letters."""
    remaining = set(_squares_of_kind(letters, kind))
    while remaining:
        patch, pending = [], [min(remaining)]
        remaining.discard(pending[0])
        while pending:
            square = pending.pop()
            patch.append(square)
            for neighbour in _neighbours(square):
                if neighbour in remaining:
                    remaining.discard(neighbour)
                    pending.append(neighbour)
        yield sorted(patch)


def _neighbours(square: int) -> Iterator[int]:
    x, y = square % SIDE, square // SIDE
    for dx, dy in STEPS[::2]:
        if 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
            yield square + dy * SIDE + dx


def _squares_of_kind(letters: str, kind: str) -> list[int]:
    return [square for square in range(SQUARES) if letters[square] in kind]


def _squares_on_roads(letters: str) -> Iterator[int]:
    """Yield the squares of things on a road, which are surrounded mostly by road."""
    for parts in connected_squares(letters, "Vtpf"):
        border = [
            letters[neighbour]
            for square in parts
            for neighbour in _neighbours(square)
            if neighbour not in parts
        ]
        if border.count("=") * 2 > len(border):
            yield from parts


def _grid_path(step: int) -> str:
    end = SIDE * UNITS_PER_SQUARE
    places = [place * UNITS_PER_SQUARE for place in range(step, SIDE, step)]
    return "".join([f"M{place} 0v{end}M0 {place}h{end}" for place in places])


# --- doors, fences and vehicles -------------------------------------------------------------------


def _door_shapes(letters: str) -> Iterator[Shape]:
    for square in _squares_of_kind(letters, "+"):
        x, y = square % SIDE * UNITS_PER_SQUARE, square // SIDE * UNITS_PER_SQUARE
        in_level_wall = letters[square - 1] in "#+"
        yield Rect(x=x, y=y, width=UNITS_PER_SQUARE, height=UNITS_PER_SQUARE, look="door")
        yield Path(
            d=f"M{x} {y + 5}h{UNITS_PER_SQUARE}"
            if in_level_wall
            else f"M{x + 5} {y}v{UNITS_PER_SQUARE}",
            look="leaf",
        )


def _fence_shapes(letters: str) -> Iterator[Shape]:
    squares = set(_squares_of_kind(letters, "f"))
    rails, posts = [], []
    for square in sorted(squares):
        x, y = centre(square)
        posts.append(f"M{x - 1.5} {y - 1.5}h3v3h-3z")
        rails += [
            f"M{x} {y}{line}"
            for neighbour, line in ((square + 1, "h10"), (square + SIDE, "v10"))
            if neighbour in squares
        ]
    yield Path(d="".join(rails), look="rail")
    yield Path(d="".join(posts), look="post")


def _vehicle(parts: list[int]) -> Iterator[Shape]:
    """Yield a car, or a lorry if the vehicle is at least LORRY_LENGTH squares long."""
    columns, rows = [square % SIDE for square in parts], [square // SIDE for square in parts]
    x, y, width, height = (
        min(columns),
        min(rows),
        max(columns) - min(columns) + 1,
        max(rows) - min(rows) + 1,
    )
    length, breadth = max(width, height) * UNITS_PER_SQUARE, min(width, height) * UNITS_PER_SQUARE
    shapes = (
        _lorry(length, breadth)
        if length >= LORRY_LENGTH * UNITS_PER_SQUARE
        else _car(length, breadth)
    )
    if width >= height:
        yield Group(shapes=shapes, x=x * UNITS_PER_SQUARE, y=y * UNITS_PER_SQUARE, title="Vehicle")
    else:
        yield Group(
            shapes=shapes,
            x=(x + width) * UNITS_PER_SQUARE,
            y=y * UNITS_PER_SQUARE,
            turn=90,
            title="Vehicle",
        )


def _car(length: int, breadth: int) -> tuple[Shape, ...]:
    return (
        Rect(x=1, y=1, width=length - 2, height=breadth - 2, round=4, look="body"),
        Rect(
            x=length * 0.22, y=3.5, width=length * 0.14, height=breadth - 7, round=1, look="glass"
        ),
        Rect(x=length * 0.72, y=3.5, width=length * 0.1, height=breadth - 7, round=1, look="glass"),
    )


def _lorry(length: int, breadth: int) -> tuple[Shape, ...]:
    return (
        Rect(x=1, y=2.5, width=16, height=breadth - 5, round=3, look="body"),
        Rect(x=4, y=5, width=4, height=breadth - 10, round=1, look="glass"),
        Rect(x=19, y=1, width=length - 20, height=breadth - 2, round=1, look="body load"),
        Line(points=((24, 1), (24, breadth - 1)), look="seam"),
        Line(points=((length - 6, 1), (length - 6, breadth - 1)), look="seam"),
    )


def _pump(square: int) -> Iterator[Shape]:
    x, y = centre(square)
    yield Rect(x=x - 4, y=y - 4, width=8, height=8, round=2, look="pump")
    yield Circle(x=x, y=y, radius=1.5, look="hose")


def _tree(square: int) -> Iterator[Shape]:
    x, y = centre(square)
    yield Circle(x=x, y=y, radius=6.5, look="crown")
    yield Circle(x=x, y=y, radius=1.8, look="trunk")
