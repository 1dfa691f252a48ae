"""An arena on one page: to scale, with a bar of inches and feet (C32)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.duels.rules.arenas import FEET, Arena, Block, Gate
from core.web.pictures.paper import Disc, Line, Paper, Rect, Shape, Sheet, Text

from .evening import title

TOP: Final = 28.0
UNDER: Final = 22.0
"""Room for the scale under the drawing."""
BAR: Final = 5
"""Inches of the scale's bar."""


def arena_sheet(arena: Arena, heading: str, paper: Paper) -> Sheet:
    """The arena as large as half millimetres allow, its long side along the paper's."""
    turned = arena.width > arena.height
    wide, high = (arena.height, arena.width) if turned else (arena.width, arena.height)
    room = paper.bottom - TOP - UNDER
    inch = int(min((paper.inner - 8) / wide, room / high) * 2) / 2
    plan = _Plan(arena, inch, paper.margin + (paper.inner - wide * inch) / 2, TOP, turned=turned)
    return Sheet(
        title=f"Arena: {arena.name}",
        description=(
            f"{arena.width:g} by {arena.height:g} inches, {len(arena.blocks)} blocks, "
            f"{len(arena.pylons)} round pillars, {len(arena.gates)} gates."
        ),
        shapes=(
            *title(arena.name, heading, paper),
            *plan.drawn(),
            *_scale(arena, inch, TOP + high * inch + 7, paper),
        ),
    )


class _Plan:
    """Where each place of the arena lies on the page."""

    def __init__(self, arena: Arena, inch: float, left: float, top: float, *, turned: bool) -> None:
        self.arena, self.inch, self.turned = arena, inch, turned
        self.left, self.top = left, top

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the arena, y to the north, in millimetres from the page's upper left."""
        if self.turned:
            x, y = y, self.arena.width - x
        else:
            y = self.arena.height - y
        return self.left + x * self.inch, self.top + y * self.inch

    def drawn(self) -> Iterator[Shape]:
        """Ground, grid, surfaces, blocks, pillars, gates, walls."""
        arena = self.arena
        for one in arena.gravel:
            yield self.rect(one, gravel=True)
        for x in range(1, int(arena.width)):
            cut = self.cut(x, arena.width)
            yield self.line(x, cut, x, arena.height - cut, 0.1)
        for y in range(1, int(arena.height)):
            cut = self.cut(y, arena.height)
            yield self.line(cut, y, arena.width - cut, y, 0.1)
        for one in arena.blocks:
            yield self.rect(one)
        for pylon in arena.pylons:
            yield Disc(*self.at(pylon.x, pylon.y), pylon.radius * self.inch, 0.4, "ink")
        yield from self.walls()
        for nth, gate in enumerate(arena.gates, 1):
            yield from self.gate(nth, gate)

    def cut(self, along: float, whole: float) -> float:
        """How much of the ground's edge a cut corner takes there."""
        return max(0.0, self.arena.corners - along, self.arena.corners - (whole - along))

    def rect(self, block: Block, *, gravel: bool = False) -> Rect:
        (x1, y1), (x2, y2) = self.at(block.left, block.low), self.at(block.right, block.high)
        x, y, width, height = min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2)
        return Rect(x, y, width, height, 0 if gravel else 0.4, "light" if gravel else "ink")

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> Line:
        return Line(*self.at(x1, y1), *self.at(x2, y2), width)

    def walls(self) -> Iterator[Shape]:
        """The outer wall, its corners cut off where they are."""
        wide, high, cut = self.arena.width, self.arena.height, self.arena.corners
        round_it = (
            (cut, 0), (wide - cut, 0), (wide, cut), (wide, high - cut),
            (wide - cut, high), (cut, high), (0, high - cut), (0, cut),
        )  # fmt: skip
        for start, end in zip(round_it, (*round_it[1:], round_it[0]), strict=True):
            if start != end:
                yield self.line(*start, *end, 1)

    def gate(self, nth: int, gate: Gate) -> Iterator[Shape]:
        """A gate's ground, two inches wide and one and a half deep, with its number."""
        wide, high, along = self.arena.width, self.arena.height, gate.along
        deep = 1.5
        places = {
            "west": Block(left=0, low=along - 1, right=deep, high=along + 1),
            "east": Block(left=wide - deep, low=along - 1, right=wide, high=along + 1),
            "south": Block(left=along - 1, low=0, right=along + 1, high=deep),
            "north": Block(left=along - 1, low=high - deep, right=along + 1, high=high),
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


def _scale(arena: Arena, inch: float, y: float, paper: Paper) -> Iterator[Shape]:
    """A bar of inches, every other one black, and what it says."""
    left = paper.margin
    for nth in range(BAR):
        yield Rect(left + nth * inch, y, inch, 2.5, 0.25, "none" if nth % 2 else "ink")
    for nth in range(BAR + 1):
        yield Text(left + nth * inch, y + 6, str(nth), 3, "middle")
    yield Text(
        left + (BAR + 1) * inch,
        y + 2.6,
        f"inches of the table; one is {inch:g} mm here and {FEET} feet in the arena. "
        f"{arena.width:g} by {arena.height:g} inches.",
        3.4,
    )
    yield Text(
        left + (BAR + 1) * inch,
        y + 7,
        "Black areas are obstacles, grey areas are gravel, and the numbers mark the gates.",
        3.4,
    )
