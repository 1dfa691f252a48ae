"""The picture: the arena to scale with everything that is seen in it, whole or around one's own
cars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from autoduel.rules.events import Moved, TurnBegins
from autoduel.rules.geometry import distance
from play.tabletop.board import Drawing, Group, Line

from .arena_picture import Scale, landscape, long, marker, walker
from .car_picture import ahead, car
from .plan_picture import plan_shapes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoduel.rules.geometry import Point
    from autoduel.rules.values import Table, View
    from play.tabletop.board import Shape

    from .forecast import CarForecast

Frame: TypeAlias = Literal["whole", "near"]
NEAR: Final = 7000
"""Mils around what is followed."""
CLOSE: Final = 12_000
"""An enemy no farther away than this is in the near picture, too."""


def picture(view: View, found: Sequence[CarForecast] = (), frame: Frame = "whole") -> Drawing:
    """What this seat sees, and over it what it is planning."""
    table, scale = view.table, Scale(view.table.arena)
    here = [one for one in table.cars if one.out != "left"]
    shapes: list[Shape] = [*landscape(table.arena)]
    shapes += [marker(scale, one) for one in table.markers]
    shapes += [
        walker(scale, one, table.cars[one.car].crew[one.person].name) for one in table.walkers
    ]
    shapes += [Group(shapes=tuple(_trails(table, scale)), look="trails")]
    shapes += [line for one in here for line in ahead(scale, one)]
    over = plan_shapes(view, scale, found) if found else ()
    shapes += [Group(shapes=over, look="plan", data=(("plan", "1"),))]
    shapes += [car(scale, one, view.seat) for one in here]
    return framed(view, shapes, frame)


def framed(view: View, shapes: Sequence[Shape], frame: Frame) -> Drawing:
    """The whole arena, or the part around one's own cars that are in."""
    left, low, right, top = window(view, frame)
    arena = view.table.arena
    inside = Group(
        shapes=tuple(shapes),
        x=-long(left),
        y=-long(arena.height - top),
        data=(("duel", "1"),),
    )
    return Drawing(
        width=long(right - left),
        height=long(top - low),
        label=label(view, frame),
        shapes=(inside,),
        look=f"duel {frame}",
        zooms=True,
    )


def window(view: View, frame: Frame) -> tuple[int, int, int, int]:
    """The part of the arena that is drawn, in mils: left, low, right, top."""
    arena = view.table.arena
    mine = [one for one in view.table.cars if one.side == view.seat and not one.out]
    if frame == "whole" or not mine:
        return 0, 0, arena.width, arena.height
    points = [one.pose[:2] for one in mine[:1]]
    points += [
        one.pose[:2]
        for one in view.table.cars
        if one.side != view.seat and not one.out and distance(one.pose[:2], points[0]) < CLOSE
    ]
    left, right = _span([x for x, _ in points], arena.width)
    low, top = _span([y for _, y in points], arena.height)
    return left, low, right, top


def _span(values: Sequence[int], most: int) -> tuple[int, int]:
    low, high = min(values) - NEAR, max(values) + NEAR
    return max(0, low), min(most, high)


def label(view: View, frame: Frame) -> str:
    """What the picture shows, in a line."""
    arena = view.table.arena
    size = f"{arena.width // 1000} by {arena.height // 1000} inches, north is up"
    part = "" if frame == "whole" else ", the part around your car"
    return f"{arena.name}, {size}{part}. A text version is below."


def _trails(table: Table, scale: Scale) -> Iterator[Shape]:
    """The way that each car drove in the last turn, as everybody saw it."""
    for number, points in ways(table).items():
        if len(points) > 1:
            yield Line(
                points=tuple([scale.at(point) for point in points]),
                look=f"trail side-{table.cars[number].side}",
            )


def ways(table: Table) -> dict[int, list[Point]]:
    """The centres through which each car came in the last turn of the film."""
    found: dict[int, list[Point]] = {}
    for event in table.film:
        if isinstance(event, TurnBegins):
            found = {}
        elif isinstance(event, Moved):
            found.setdefault(event.car, []).extend([pose[:2] for pose in event.poses])
    return found
