"""Line and bar charts. They keep their numbers, so that pages can also show them as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .badges import paint_of

WIDTH, HEIGHT = 400, 230
LEFT, RIGHT, TOP, BOTTOM = 34, 24, 14, 30
INSET: Final = 12
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000)
MARKERS: Final = {
    "disc": "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "square": "M-5-5h10v10h-10z",
    "peak": "M0-6 6 5h-12z",
    "diamond": "M0-6.5 6.5 0 0 6.5-6.5 0z",
    "drop": "M0 6 6-5h-12z",
    "plus": "M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
}


@dataclass(frozen=True, slots=True)
class Point:
    """A value and its position."""

    x: float
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Line:
    """A team's line, with its points, the path of its marker, its dash pattern (0 to 3) and its
    colour.
    """

    name: str
    points: tuple[Point, ...]
    marker: str
    dash: int
    paint: str
    colour: str

    @property
    def path(self) -> str:
        """The points as an SVG polyline."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick on an axis."""

    position: float
    label: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart with one line per team, over several weeks."""

    title: str
    width: int
    height: int
    left: int
    right: int
    floor: int
    columns: tuple[Tick, ...]
    rows: tuple[Tick, ...]
    lines: tuple[Line, ...]


def line_chart(
    title: str, labels: Sequence[str], series: Sequence[tuple[str, str, Sequence[int]]]
) -> LineChart:
    """Return a chart of (name, colour, values) series over `labels`. The axis includes zero."""
    all_values = [value for _, _, values in series for value in values]
    low, high = min([0, *all_values]), max([1, *all_values])
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step

    def across(index: int) -> float:
        return round(
            LEFT + INSET + (WIDTH - LEFT - INSET - RIGHT) * index / max(1, len(labels) - 1), 1
        )

    def up(value: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low), 1)

    markers = tuple(MARKERS.values())
    return LineChart(
        title=title,
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        floor=HEIGHT - BOTTOM,
        columns=tuple(Tick(across(index), label) for index, label in enumerate(labels)),
        rows=tuple(Tick(up(value), str(value)) for value in range(low, high + 1, step)),
        lines=tuple(
            Line(
                name,
                tuple(
                    Point(across(column), up(value), value) for column, value in enumerate(values)
                ),
                markers[index % len(markers)],
                index % 4,
                *paint_of(colour),
            )
            for index, (name, colour, values) in enumerate(series)
        ),
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar whose width is a number from 0 to 100."""

    width: float
    paint: str
    colour: str


def bar(value: float, maximum: float, colour: str = "") -> Bar:
    """Return a bar whose width is the ratio of `value` to `maximum`."""
    share = 0.0 if maximum <= 0 else max(0.0, min(1.0, value / maximum))
    return Bar(round(share * 100, 1), *(paint_of(colour) if colour else ("", "")))
