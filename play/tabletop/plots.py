"""Drawings of the lab's figures. They show rates and their intervals on one scale, and fit on
phones.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Final

from lab.lab import Figure, Row

from .board import Circle, Drawing, Line, Path, Shape, Text

WIDTH: Final = 360
LEFT_EDGE: Final = 10
RIGHT_EDGE: Final = WIDTH - 18
TOP: Final = 4
ROW: Final = 40
"""Height of a row, which is a line of text with the interval below it."""
HEAD: Final = 26
"""Height of a case's heading."""
AXIS: Final = 24
FINEST: Final = 20
"""Resolution of the scale, whose ends are multiples of 1 / `FINEST`."""


class Scale:
    """A horizontal scale for rates. It begins and ends at multiples of a twentieth, and includes
    all rates.
    """

    def __init__(self, figure: Figure) -> None:
        lows = [row.low for row in figure.rows] + (
            [] if figure.baseline is None else [figure.baseline]
        )
        highs = [row.high for row in figure.rows] + (
            [] if figure.baseline is None else [figure.baseline]
        )
        self.low = floor(min(lows) * FINEST) / FINEST
        self.high = max(ceil(max(highs) * FINEST) / FINEST, self.low + 1 / FINEST)

    def position_of(self, rate: float) -> float:
        """Return the position of a rate, as a distance from the left."""
        return round(
            LEFT_EDGE + (RIGHT_EDGE - LEFT_EDGE) * (rate - self.low) / (self.high - self.low), 1
        )

    @property
    def ticks(self) -> Iterator[float]:
        """About five round rates."""
        step = next(step for step in (1, 2, 5, 10) if (self.high - self.low) * FINEST / step <= 6)
        first, last = round(self.low * FINEST), round(self.high * FINEST)
        yield from (
            twentieth / FINEST for twentieth in range(ceil(first / step) * step, last + 1, step)
        )


def plot(figure: Figure) -> Drawing:
    """Return the drawing of a figure. The table beside it shows the same numbers."""
    shapes: list[Shape] = []
    scale, y, case = Scale(figure), TOP, ""
    for row in figure.rows:
        if row.case != case:
            case = row.case
            shapes.append(Text(x=0, y=y + HEAD - 8, words=case, look="plot-case"))
            y += HEAD
        shapes += _row(row, scale, y, figure.baseline)
        y += ROW
    return Drawing(
        width=WIDTH,
        height=y + AXIS,
        label=f"{figure.title}: see the table below for the same figures",
        shapes=(*_axis(scale, y, figure.baseline), *shapes),
        look="plot",
    )


def percent(rate: float, digits: int = 0) -> str:
    """Return a rate as a percentage with this number of decimals."""
    return f"{rate * 100:.{digits}f} %"


def interval(row: Row) -> str:
    """Return the interval as text."""
    return f"{row.low * 100:.1f} to {row.high * 100:.1f} %"


def is_different(row: Row, reference_rate: float | None) -> bool:
    """Return whether the reference rate lies outside the row's interval."""
    return reference_rate is not None and not row.low <= reference_rate <= row.high


def _row(row: Row, scale: Scale, y: float, reference_rate: float | None) -> Iterator[Shape]:
    middle = y + ROW - 17
    yield Text(x=0, y=y + 14, words=row.name, look="plot-name")
    yield Text(x=WIDTH, y=y + 14, words=percent(row.rate), anchor="end", look="plot-rate")
    yield Line(points=((LEFT_EDGE, middle), (RIGHT_EDGE, middle)), look="plot-track")
    yield Line(
        points=((scale.position_of(row.low), middle), (scale.position_of(row.high), middle)),
        look="plot-interval",
    )
    yield Circle(
        x=scale.position_of(row.rate),
        y=middle,
        radius=4.5,
        look="plot-mark apart" if is_different(row, reference_rate) else "plot-mark",
    )


def _axis(scale: Scale, floor_: float, reference_rate: float | None) -> Iterator[Shape]:
    """Yield grid lines labelled with their rates, and a dashed line at the reference rate."""
    for tick in scale.ticks:
        yield Path(d=f"M{scale.position_of(tick):g} {TOP}V{floor_:g}", look="plot-grid")
        yield Text(
            x=scale.position_of(tick),
            y=floor_ + 17,
            words=percent(tick),
            anchor="middle",
            look="plot-tick",
        )
    if reference_rate is not None:
        yield Path(d=f"M{scale.position_of(reference_rate):g} {TOP}V{floor_:g}", look="plot-even")
