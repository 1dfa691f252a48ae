"""The map drawn to scale, ten units a square: worked out once a map, whoever looks at it."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from espionage.rules.ambush.ground import SIDE, SQUARES
from espionage.rules.ambush.terrain import STEPS, terrain_of
from play.tabletop.board import Circle, Group, Line, Path, Rect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from espionage.rules.ambush.ground import Ground
    from play.tabletop.board import Shape

UNIT: Final = 10
INCH: Final = 4
LORRY: Final = 6
"""From so many squares on a vehicle is drawn with a cab and a load."""


def centre(square: int) -> tuple[int, int]:
    """The middle of a square in the picture."""
    return square % SIDE * UNIT + UNIT // 2, square // SIDE * UNIT + UNIT // 2


@lru_cache(maxsize=32)
def landscape(ground: str | Ground) -> tuple[Shape, ...]:
    """Everything that stands still, from the ground up."""
    letters = terrain_of(ground).letters
    houses = [square for square in range(SQUARES) if letters[square] in ":#+"]
    roads = [*_all(letters, "="), *_on_roads(letters)]
    return (
        Rect(x=0, y=0, width=SIDE * UNIT, height=SIDE * UNIT, look="open"),
        Path(d=filled(roads), look="road"),
        Path(d=outline(roads), look="kerb"),
        Path(d=filled(houses), look="floor"),
        Path(d=_grid(1), look="grid"),
        Path(d=_grid(INCH), look="grid inch"),
        Path(d=filled(_all(letters, "#")), look="wall"),
        *_doors(letters),
        *_fences(letters),
        *[shape for parts in patches(letters, "V") for shape in _vehicle(parts)],
        *[shape for square in _all(letters, "p") for shape in _pump(square)],
        *[shape for square in _all(letters, "t") for shape in _tree(square)],
    )


def filled(squares: Iterable[int]) -> str:
    """A path that fills these squares, run by run."""
    found = []
    for (row, _), run in groupby(
        enumerate(sorted(squares)), key=lambda each: (each[1] // SIDE, each[1] - each[0])
    ):
        members = [square for _, square in run]
        wide = len(members) * UNIT
        found.append(f"M{members[0] % SIDE * UNIT} {row * UNIT}h{wide}v{UNIT}h-{wide}z")
    return "".join(found)


def outline(squares: Iterable[int]) -> str:
    """A path round these squares, without the map's own edge."""
    inside = set(squares)
    level = [
        (square // SIDE, square % SIDE)
        for square in range(SIDE, SQUARES)
        if (square in inside) != (square - SIDE in inside)
    ]
    upright = [
        (square % SIDE, square // SIDE)
        for square in range(SQUARES)
        if square % SIDE and (square in inside) != (square - 1 in inside)
    ]
    lying = [f"M{start * UNIT} {row * UNIT}h{long * UNIT}" for row, start, long in _runs(level)]
    standing = [
        f"M{column * UNIT} {start * UNIT}v{long * UNIT}" for column, start, long in _runs(upright)
    ]
    return "".join(lying + standing)


def _runs(places: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Neighbours on the same line put together: line, start, length."""
    for (line, _), run in groupby(
        enumerate(sorted(places)), key=lambda each: (each[1][0], each[1][1] - each[0])
    ):
        members = [place for _, (_, place) in run]
        yield line, members[0], len(members)


def patches(letters: str, kind: str) -> Iterator[list[int]]:
    """Squares of these letters that touch side to side, patch by patch."""
    left = set(_all(letters, kind))
    while left:
        patch, front = [], [min(left)]
        left.discard(front[0])
        while front:
            square = front.pop()
            patch.append(square)
            for there in _beside(square):
                if there in left:
                    left.discard(there)
                    front.append(there)
        yield sorted(patch)


def _beside(square: int) -> Iterator[int]:
    x, y = square % SIDE, square // SIDE
    for dx, dy in STEPS[::2]:
        if 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
            yield square + dy * SIDE + dx


def _all(letters: str, kind: str) -> list[int]:
    return [square for square in range(SQUARES) if letters[square] in kind]


def _on_roads(letters: str) -> Iterator[int]:
    """The squares of things that stand on a road: most of what borders on them is road."""
    for parts in patches(letters, "Vtpf"):
        border = [
            letters[there] for square in parts for there in _beside(square) if there not in parts
        ]
        if border.count("=") * 2 > len(border):
            yield from parts


def _grid(step: int) -> str:
    end = SIDE * UNIT
    places = [place * UNIT for place in range(step, SIDE, step)]
    return "".join([f"M{place} 0v{end}M0 {place}h{end}" for place in places])


# --- things ---------------------------------------------------------------------------------------


def _doors(letters: str) -> Iterator[Shape]:
    for square in _all(letters, "+"):
        x, y = square % SIDE * UNIT, square // SIDE * UNIT
        in_level_wall = letters[square - 1] in "#+"
        yield Rect(x=x, y=y, width=UNIT, height=UNIT, look="door")
        yield Path(
            d=f"M{x} {y + 5}h{UNIT}" if in_level_wall else f"M{x + 5} {y}v{UNIT}", look="leaf"
        )


def _fences(letters: str) -> Iterator[Shape]:
    squares = set(_all(letters, "f"))
    rails, posts = [], []
    for square in sorted(squares):
        x, y = centre(square)
        posts.append(f"M{x - 1.5} {y - 1.5}h3v3h-3z")
        rails += [
            f"M{x} {y}{line}"
            for there, line in ((square + 1, "h10"), (square + SIDE, "v10"))
            if there in squares
        ]
    yield Path(d="".join(rails), look="rail")
    yield Path(d="".join(posts), look="post")


def _vehicle(parts: list[int]) -> Iterator[Shape]:
    """A car, or from LORRY squares on a lorry with its cab at one end."""
    columns, rows = [square % SIDE for square in parts], [square // SIDE for square in parts]
    x, y, wide, high = (
        min(columns),
        min(rows),
        max(columns) - min(columns) + 1,
        max(rows) - min(rows) + 1,
    )
    long, broad = max(wide, high) * UNIT, min(wide, high) * UNIT
    shapes = _lorry(long, broad) if long >= LORRY * UNIT else _car(long, broad)
    if wide >= high:
        yield Group(shapes=shapes, x=x * UNIT, y=y * UNIT, title="Vehicle")
    else:
        yield Group(shapes=shapes, x=(x + wide) * UNIT, y=y * UNIT, turn=90, title="Vehicle")


def _car(long: int, broad: int) -> tuple[Shape, ...]:
    return (
        Rect(x=1, y=1, width=long - 2, height=broad - 2, round=4, look="body"),
        Rect(x=long * 0.22, y=3.5, width=long * 0.14, height=broad - 7, round=1, look="glass"),
        Rect(x=long * 0.72, y=3.5, width=long * 0.1, height=broad - 7, round=1, look="glass"),
    )


def _lorry(long: int, broad: int) -> tuple[Shape, ...]:
    return (
        Rect(x=1, y=2.5, width=16, height=broad - 5, round=3, look="body"),
        Rect(x=4, y=5, width=4, height=broad - 10, round=1, look="glass"),
        Rect(x=19, y=1, width=long - 20, height=broad - 2, round=1, look="body load"),
        Line(points=((24, 1), (24, broad - 1)), look="seam"),
        Line(points=((long - 6, 1), (long - 6, broad - 1)), look="seam"),
    )


def _pump(square: int) -> Iterator[Shape]:
    x, y = centre(square)
    yield Rect(x=x - 4, y=y - 4, width=8, height=8, round=2, look="pump")
    yield Circle(x=x, y=y, radius=1.5, look="hose")


def _tree(square: int) -> Iterator[Shape]:
    x, y = centre(square)
    yield Circle(x=x, y=y, radius=6.5, look="crown")
    yield Circle(x=x, y=y, radius=1.8, look="trunk")
