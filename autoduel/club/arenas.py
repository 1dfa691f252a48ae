"""Conversion of a club's arena to an arena of the autoduel, and its checks (C130).

Rulings:

V172 A ramp is loose ground in a duel on the site. Jumps are for duels on paper.

V173 A club's arena is legal if all pieces are inside, cars have six inches of open ground in front
of each gate, doctrine finds a way between all gates, no open ground is closed off, and no lane
narrower than three inches is a dead end deeper than two inches, because computer drivers cannot
turn there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from autoduel.doctrine.roads import CELL, PathFinder, squares_with_room
from autoduel.rules.arenas import ARENAS, Arena, Gate, Pylon, box
from autoduel.rules.geometry import Point, Polygon, boxes_overlap, move_pose
from autoduel.rules.ground import ground_of
from campaign.duels.rules import arenas as club
from core.web.problems import Problem, problem_from
from core.web.text import is_taken
from engine.codec import Reader, Unreadable
from engine.values import changed

OPEN_GROUND: Final = 6000
"""Length of the open ground that a car needs in front of its gate, in mils."""
CAR_SIZE: Final = (500, 250)
PRINTED_GATE: Final = (750, 1000)
"""Half the depth and half the width of a gate on paper, in mils. On the site, see `ZONE`."""
MAX_ALCOVE: Final = 2
"""Maximum depth of a narrow lane that leads nowhere, in squares of one inch."""
_READER: Final = Reader[club.Arena](club.Arena)


@lru_cache(maxsize=8)
def autoduel_arena(arena: club.Arena) -> Arena:
    """Return an arena of the site or of a club as an arena of the autoduel (V172)."""
    if arena in club.ARENAS:
        return ARENAS[arena.key]
    width, height = _mils(arena.width), _mils(arena.height)
    return Arena(
        key=arena.key,
        name=arena.name,
        width=width,
        height=height,
        walls=(
            *(_box(block) for block in arena.blocks),
            *_corners(width, height, _mils(arena.corners)),
        ),
        pylons=tuple(
            Pylon(x=_mils(pylon.x), y=_mils(pylon.y), radius=_mils(pylon.radius))
            for pylon in arena.pylons
        ),
        gates=tuple(_gate(gate, width, height) for gate in arena.gates),
        gravel=tuple(_box(block) for block in (*arena.gravel, *arena.ramps)),
    )


def _mils(inches: float) -> int:
    return round(inches * 1000)


def _box(block: club.Block) -> Polygon:
    return box(_mils(block.left), _mils(block.low), _mils(block.right), _mils(block.high))


def _corners(width: int, height: int, cut: int) -> Iterator[Polygon]:
    if cut:
        yield ((0, 0), (cut, 0), (0, cut))
        yield ((width - cut, 0), (width, 0), (width, cut))
        yield ((width, height - cut), (width, height), (width - cut, height))
        yield ((0, height - cut), (cut, height), (0, height))


def _gate(gate: club.Gate, width: int, height: int) -> Gate:
    offset, middle = _mils(gate.along), 1500
    x, y, heading = {
        "west": (middle, offset, 0),
        "east": (width - middle, offset, 12),
        "south": (offset, middle, 6),
        "north": (offset, height - middle, 18),
    }[gate.side]
    return Gate(x=x, y=y, heading=heading)


# --- checks ---------------------------------------------------------------------------------------


def read_arena(data: Any) -> tuple[club.Arena | None, tuple[Problem, ...]]:
    """Read an arena from plain data, and return the arena and all its problems (V173).

    The arena is None if it cannot be read.
    """
    try:
        arena = _READER.take(data)
    except Unreadable as error:
        return None, (problem_from(error),)
    return arena, check_arena(arena)


def check_arena(arena: club.Arena) -> tuple[Problem, ...]:
    """Return the problems of an arena. Paths are checked only if every piece is in its place."""
    problems = tuple(_place_problems(arena))
    return problems or tuple(_path_problems(arena))


def _problem(field: str, sentence: str) -> Problem:
    return Problem(field=field, code="does-not-fit", sentence=sentence)


def _place_problems(arena: club.Arena) -> Iterator[Problem]:
    """Yield a problem for each piece that is not in its place."""
    if is_taken(arena.name, (site.name for site in club.ARENAS)):
        yield _problem("name", f"{arena.name} is an arena of the site. Choose another name.")
    if 2 * arena.corners > min(arena.width, arena.height) - 6:
        yield _problem("corners", "The cut corners leave less than six inches of a side.")
    for name, label in (("blocks", "Wall"), ("gravel", "Gravel"), ("ramps", "Ramp")):
        for index, block in enumerate(getattr(arena, name)):
            if not (
                block.left < block.right <= arena.width and block.low < block.high <= arena.height
            ):
                yield _problem(
                    f"{name}[{index}]",
                    f"{label} {index + 1} is not inside the arena or has no area.",
                )
    for index, pylon in enumerate(arena.pylons):
        if not (pylon.x <= arena.width and pylon.y <= arena.height):
            yield _problem(f"pylons[{index}]", f"Pillar {index + 1} is not inside the arena.")
    if len(arena.gates) < 2:
        yield _problem("gates", "An arena needs at least two gates.")
    for index, gate in enumerate(arena.gates):
        length = arena.height if gate.side in {"west", "east"} else arena.width
        if not arena.corners + 1 <= gate.along <= length - arena.corners - 1:
            yield _problem(f"gates[{index}]", f"Gate {index + 1} does not fit in its wall.")


def _path_problems(arena: club.Arena) -> Iterator[Problem]:
    """Yield the problems of gates and of the ground between them."""
    converted = autoduel_arena(changed(arena, key="checked", name="Checked"))
    ground, gates = ground_of(converted), converted.gates
    for index, gate in enumerate(gates):
        steps = [
            move_pose(gate.pose, length, gate.heading) for length in range(0, OPEN_GROUND, 250)
        ]
        at_wall = move_pose(gate.pose, -750, gate.heading)
        if ground.overlaps(at_wall, PRINTED_GATE) or any(
            ground.overlaps(pose, CAR_SIZE) for pose in steps
        ):
            yield _problem(
                f"gates[{index}]",
                f"Gate {index + 1} needs six inches of open ground in front of it.",
            )
    for (first, gate), (second, other) in combinations(enumerate(gates, 1), 2):
        if boxes_overlap(gate.pose, (1500, 1000), other.pose, (1500, 1000)):
            yield _problem(f"gates[{second - 1}]", f"Gates {first} and {second} are too close.")
    paths = PathFinder(converted, gates[0].pose[:2])
    for index, gate in enumerate(gates[1:], 2):
        start = move_pose(gate.pose, 2000, gate.heading)
        if paths.path_length(start[:2]) is None:
            yield _problem(f"gates[{index - 1}]", f"There is no route from gate 1 to gate {index}.")
    squares = squares_with_room(converted)
    if closed := sorted(cell for cell in squares if paths.path_length(_middle(cell)) is None):
        yield _problem("blocks", f"Cars cannot reach the ground at {_place(closed[0])}.")
    for cell in _dead_ends(squares):
        yield _problem("blocks", f"The narrow lane at {_place(cell)} is a dead end.")


def _middle(cell: Point) -> Point:
    return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2


def _place(cell: Point) -> str:
    return f"{cell[0] + 0.5:g}, {cell[1] + 0.5:g}"


_SIDE_STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _dead_ends(squares: frozenset[Point]) -> Iterator[Point]:
    """Yield the innermost square of each narrow lane that can be entered at only one end.

    A square is wide if it is part of three by three squares with room.
    """
    wide = {
        (x + dx, y + dy)
        for x, y in squares
        if all((x + i, y + j) in squares for i in range(3) for j in range(3))
        for dx in range(3)
        for dy in range(3)
    }
    for lane in _regions(squares - wide):
        mouths = {
            (x + dx, y + dy) for x, y in lane for dx, dy in _SIDE_STEPS if (x + dx, y + dy) in wide
        }
        if len(list(_regions(mouths, reach=2))) < 2:
            depths = _depths(lane, mouths)
            deepest = max(lane, key=lambda cell: (depths[cell], cell))
            if depths[deepest] > MAX_ALCOVE:
                yield deepest


def _regions(cells: Iterable[Point], reach: int = 1) -> Iterator[set[Point]]:
    """Yield the connected parts of a set of squares.

    Squares are connected if they are side by side, or at most `reach` squares apart if it is more
    than one.
    """
    open_cells = set(cells)
    steps = (
        _SIDE_STEPS
        if reach == 1
        else [(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    )
    while open_cells:
        region, queue = set(), [open_cells.pop()]
        while queue:
            x, y = queue.pop()
            region.add((x, y))
            neighbours = {(x + dx, y + dy) for dx, dy in steps} & open_cells
            open_cells -= neighbours
            queue += neighbours
        yield region


def _depths(lane: set[Point], mouths: set[Point]) -> dict[Point, int]:
    """Return the number of squares from a lane's mouth to each of its squares."""
    depths: dict[Point, int] = {}
    edge, depth = set(mouths), 0
    while edge:
        depth += 1
        edge = {
            (x + dx, y + dy)
            for x, y in edge
            for dx, dy in _SIDE_STEPS
            if (x + dx, y + dy) in lane and (x + dx, y + dy) not in depths
        }
        depths |= dict.fromkeys(edge, depth)
    return {cell: depths.get(cell, 0) for cell in lane}
