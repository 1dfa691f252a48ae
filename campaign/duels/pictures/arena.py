"""A printed page with the arena drawn to scale, and a scale in inches and feet (C32)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.duels.rules.arenas import FEET, Arena, Block, Gate, Ramp
from campaign.duels.rules.races import GRID, LINES
from core.web.pictures.paper import Disc, Line, Paper, Rect, Shape, Sheet, Text
from engine.words import count_noun

from .evening import title

TOP: Final = 28.0
SCALE_HEIGHT: Final = 22.0
"""Height of the scale below the drawing, in millimetres."""
BAR_INCHES: Final = 5
"""Length of the scale bar in inches."""


def arena_sheet(arena: Arena, heading: str, paper: Paper, *, race: bool = False) -> Sheet:
    """Return the page with the arena. For a race, it has the lines and the grid (C136).

    The drawing uses the largest scale that fits, in steps of half a millimetre. The long side of
    the arena is parallel to the long side of the paper.
    """
    turned = arena.width > arena.height
    wide, high = (arena.height, arena.width) if turned else (arena.width, arena.height)
    room = paper.bottom - TOP - SCALE_HEIGHT
    inch = int(min((paper.inner - 8) / wide, room / high) * 2) / 2
    plan = _Plan(arena, inch, paper.margin + (paper.inner - wide * inch) / 2, TOP, turned=turned)
    return Sheet(
        title=f"Arena: {arena.name}",
        description=description(arena),
        shapes=(
            *title(arena.name, heading, paper),
            *plan.shapes(race=race),
            *_scale(arena, inch, TOP + high * inch + 7, paper, race=race),
        ),
    )


PLAN_INCH: Final = 10.0
"""Length of an inch of the arena in the plan, in drawing units."""


def description(arena: Arena) -> str:
    """Return a one-line description of an arena."""
    pieces = {
        "block": arena.blocks,
        "round pillar": arena.pylons,
        "ramp": arena.ramps,
        "gate": arena.gates,
    }
    counts = ", ".join(count_noun(len(found), noun) for noun, found in pieces.items() if found)
    return f"{arena.width:g} by {arena.height:g} inches, {counts}."


def arena_plan(arena: Arena) -> tuple[Sheet, Paper]:
    """Return the arena alone, with north at the top, and the size of the drawing."""
    plan = _Plan(arena, PLAN_INCH, 0, 0, turned=False)
    sheet = Sheet(title=arena.name, description=description(arena), shapes=tuple(plan.shapes()))
    paper = Paper("plan", "Plan", arena.width * PLAN_INCH, arena.height * PLAN_INCH, margin=0)
    return sheet, paper


class _Plan:
    """Maps positions in the arena to positions on the page."""

    def __init__(self, arena: Arena, inch: float, left: float, top: float, *, turned: bool) -> None:
        self.arena, self.inch, self.turned = arena, inch, turned
        self.left, self.top = left, top

    def on_page(self, x: float, y: float) -> tuple[float, float]:
        """Convert a position in the arena to millimetres from the page's top left corner.

        In the arena, y increases to the north.
        """
        right, down = x, self.arena.height - y
        if self.turned:
            right, down = down, self.arena.width - right
        return self.left + right * self.inch, self.top + down * self.inch

    def shapes(self, *, race: bool = False) -> Iterator[Shape]:
        """Yield the ground, grid, surfaces, ramps, blocks, pillars, walls, and gates or race."""
        arena = self.arena
        for block in arena.gravel:
            yield self.rect(block, gravel=True)
        for x in range(1, int(arena.width)):
            cut = self.cut(x, arena.width)
            yield self.line(x, cut, x, arena.height - cut, 0.1)
        for y in range(1, int(arena.height)):
            cut = self.cut(y, arena.height)
            yield self.line(cut, y, arena.width - cut, y, 0.1)
        for ramp in arena.ramps:
            yield from self.ramp(ramp)
        for block in arena.blocks:
            yield self.rect(block)
        for pylon in arena.pylons:
            yield Disc(*self.on_page(pylon.x, pylon.y), pylon.radius * self.inch, 0.4, "ink")
        yield from self.walls()
        if race:
            yield from self.race()
            return
        for nth, gate in enumerate(arena.gates, 1):
            yield from self.gate(nth, gate)

    def race(self) -> Iterator[Shape]:
        """Yield the lines of a race and its starting grid, with their numbers."""
        for nth, (inner, outer) in enumerate(LINES, 1):
            yield self.line(*inner, *outer, 0.8)
            name = "Finish" if nth == len(LINES) else f"Line {nth}"
            x, y = self.on_page((inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2)
            is_upright = (inner[1] == outer[1]) == self.turned
            yield Text(x + 9 * is_upright, y - 1.5, name, 4, "middle", bold=True)
        for nth, position in enumerate(GRID, 1):
            x, y = self.on_page(*position)
            yield Disc(x, y, self.inch * 0.8, 0.4, "light")
            yield Text(x, y + 1.6, str(nth), 4.5, "middle", bold=True)

    def cut(self, offset: float, length: float) -> float:
        """Return how much a cut corner shortens a grid line."""
        return max(0.0, self.arena.corners - offset, self.arena.corners - (length - offset))

    def rect(self, block: Block, *, gravel: bool = False) -> Rect:
        (x1, y1), (x2, y2) = (
            self.on_page(block.left, block.low),
            self.on_page(block.right, block.high),
        )
        x, y, width, height = min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2)
        return Rect(x, y, width, height, 0 if gravel else 0.4, "light" if gravel else "ink")

    def ramp(self, ramp: Ramp) -> Iterator[Shape]:
        """Yield a ramp with an arrow that points up."""
        middle_x, middle_y = (ramp.left + ramp.right) / 2, (ramp.low + ramp.high) / 2
        foot, top, barbs = {
            "west": ((ramp.right, middle_y), (ramp.left, middle_y), ((1, 0.5), (1, -0.5))),
            "east": ((ramp.left, middle_y), (ramp.right, middle_y), ((-1, 0.5), (-1, -0.5))),
            "south": ((middle_x, ramp.high), (middle_x, ramp.low), ((0.5, 1), (-0.5, 1))),
            "north": ((middle_x, ramp.low), (middle_x, ramp.high), ((0.5, -1), (-0.5, -1))),
        }[ramp.up]
        area = self.rect(ramp)
        yield Rect(area.x, area.y, area.width, area.height, 0.5)
        yield self.line(*foot, *top, 0.5)
        for x, y in barbs:
            yield self.line(*top, top[0] + x, top[1] + y, 0.5)

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> Line:
        return Line(*self.on_page(x1, y1), *self.on_page(x2, y2), width)

    def walls(self) -> Iterator[Shape]:
        """Yield the outer wall with its cut corners."""
        wide, high, cut = self.arena.width, self.arena.height, self.arena.corners
        corners = (
            (cut, 0), (wide - cut, 0), (wide, cut), (wide, high - cut),
            (wide - cut, high), (cut, high), (0, high - cut), (0, cut),
        )  # fmt: skip
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            if start != end:
                yield self.line(*start, *end, 1)

    def gate(self, nth: int, gate: Gate) -> Iterator[Shape]:
        """Yield a gate with its number. A gate is 2 inches wide and 1.5 inches deep."""
        wide, high, offset = self.arena.width, self.arena.height, gate.along
        depth = 1.5
        places = {
            "west": Block(left=0, low=offset - 1, right=depth, high=offset + 1),
            "east": Block(left=wide - depth, low=offset - 1, right=wide, high=offset + 1),
            "south": Block(left=offset - 1, low=0, right=offset + 1, high=depth),
            "north": Block(left=offset - 1, low=high - depth, right=offset + 1, high=high),
        }
        ground = self.rect(places[gate.side])
        yield Rect(ground.x, ground.y, ground.width, ground.height, 0.5, "light")
        yield Text(
            ground.x + ground.width / 2,
            ground.y + ground.height / 2 + 1.6,
            str(nth),
            4.5,
            "middle",
            bold=True,
        )


def _scale(arena: Arena, inch: float, y: float, paper: Paper, *, race: bool) -> Iterator[Shape]:
    """Yield a scale bar with alternately black and white inches, and its caption."""
    left = paper.margin
    for nth in range(BAR_INCHES):
        yield Rect(left + nth * inch, y, inch, 2.5, 0.25, "none" if nth % 2 else "ink")
    for nth in range(BAR_INCHES + 1):
        yield Text(left + nth * inch, y + 6, str(nth), 3, "middle")
    yield Text(
        left + (BAR_INCHES + 1) * inch,
        y + 2.6,
        f"inches of the table; one is {inch:g} mm here and {FEET} feet in the arena. "
        f"{arena.width:g} by {arena.height:g} inches.",
        3.4,
    )
    yield Text(
        left + (BAR_INCHES + 1) * inch,
        y + 7,
        "Black areas are obstacles, grey areas are gravel, and the numbers mark the "
        f"{'grid' if race else 'gates'}.",
        3.4,
    )
    if arena.ramps:
        yield Text(left + (BAR_INCHES + 1) * inch, y + 11.4, "Arrows point up ramps.", 3.4)
