"""The picture of the arena to scale, with everything that is visible in it.

It shows the whole arena, or the part around the viewer's own cars.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import UNSET

from autoduel.rules.events import Moved, TurnBegins
from autoduel.rules.geometry import Point, distance
from autoduel.rules.values import Table, View
from play.tabletop.board import Drawing, Group, Line, Shape

from .arena_picture import Scale, landscape, marker_shape, to_units, walker_shape
from .car_picture import car_shape, course_line
from .effects import SeenEvent, effect_shapes
from .forecast import CarForecast
from .labels import Box, Labels, car_box, car_numbers
from .plan_picture import plan_shapes
from .race_words import race_shapes
from .show_picture import boards, livery_of, side_look

Frame: TypeAlias = Literal["whole", "near"]
NEAR_MARGIN: Final = 7000
"""Margin around the viewer's cars in the near picture, in mils."""
MAX_ENEMY_DISTANCE: Final = 12_000
"""Maximum distance of enemies that the near picture includes, in mils."""


def picture(
    view: View,
    forecasts: Sequence[CarForecast] = (),
    frame: Frame = "whole",
    events: Sequence[SeenEvent] = (),
) -> Drawing:
    """Return a seat's picture of the arena, with its plan and a phase's events drawn over it."""
    table, scale = view.table, Scale(view.table.arena)
    cars = [item for item in table.cars if item.out != "left"]
    shapes: list[Shape] = [*landscape(table.arena), *boards(table), *race_shapes(table, scale)]
    shapes += [marker_shape(scale, item) for item in table.markers]
    shapes += [
        walker_shape(scale, item, table.cars[item.car].crew[item.person].name)
        for item in table.walkers
    ]
    shapes += [Group(shapes=tuple(_trails(table, scale)), look="trails")]
    shapes += [line for item in cars for line in course_line(scale, item)]
    left, bottom, right, top = window(view, frame)
    limits = Box(*scale.to_drawing((left, top)), *scale.to_drawing((right, bottom)))
    labels = Labels(frame, [car_box(scale, item) for item in cars], limits)
    numbers = car_numbers(scale, cars, labels)
    plan_overlay = plan_shapes(view, scale, forecasts, labels) if forecasts else ()
    shapes += [Group(shapes=plan_overlay, look="plan", data=(("plan", "1"),))]
    shapes += [
        car_shape(scale, item, view.seat, numbers[item.number], livery_of(table, item.side))
        for item in cars
    ]
    shapes += effect_shapes(scale, events, labels)
    return frame_shapes(view, shapes, frame)


def frame_shapes(view: View, shapes: Sequence[Shape], frame: Frame) -> Drawing:
    """Return a drawing of the whole arena, or of the part around the viewer's own cars."""
    left, bottom, right, top = window(view, frame)
    arena = view.table.arena
    content = Group(
        shapes=tuple(shapes),
        x=-to_units(left),
        y=-to_units(arena.height - top),
        data=(("duel", "1"),),
    )
    return Drawing(
        width=to_units(right - left),
        height=to_units(top - bottom),
        label=label(view, frame),
        shapes=(content,),
        look=f"duel {frame}",
        zooms=True,
    )


def window(view: View, frame: Frame) -> tuple[int, int, int, int]:
    """Return the visible part of the arena in mils, as left, bottom, right and top."""
    arena = view.table.arena
    own_cars = [car for car in view.table.cars if car.side == view.seat and not car.out]
    if frame == "whole" or not own_cars:
        return 0, 0, arena.width, arena.height
    points = [car.pose[:2] for car in own_cars[:1]]
    points += [
        car.pose[:2]
        for car in view.table.cars
        if car.side != view.seat
        and not car.out
        and distance(car.pose[:2], points[0]) < MAX_ENEMY_DISTANCE
    ]
    left, right = _span([x for x, _ in points], arena.width)
    bottom, top = _span([y for _, y in points], arena.height)
    return left, bottom, right, top


def _span(values: Sequence[int], limit: int) -> tuple[int, int]:
    low, high = min(values) - NEAR_MARGIN, max(values) + NEAR_MARGIN
    return max(0, low), min(limit, high)


def label(view: View, frame: Frame) -> str:
    """Return a one-line description of the picture."""
    arena = view.table.arena
    size = f"{arena.width // 1000} by {arena.height // 1000} inches, north is up"
    part = "" if frame == "whole" else ", the part around your car"
    event = "" if view.table.show is UNSET else f"{view.table.show.title}. "
    return f"{event}{arena.name}, {size}{part}. A text version is below."


def _trails(table: Table, scale: Scale) -> Iterator[Shape]:
    """Yield the path of each car in the last turn, as everyone saw it."""
    for number, path in driven_paths(table).items():
        if len(path) > 1:
            yield Line(
                points=tuple([scale.to_drawing(point) for point in path]),
                look=f"trail {side_look(table, table.cars[number].side)}",
            )


def driven_paths(table: Table) -> dict[int, list[Point]]:
    """Return the points on each car's path in the last turn of the film."""
    paths: dict[int, list[Point]] = {}
    for event in table.film:
        if isinstance(event, TurnBegins):
            paths = {}
        elif isinstance(event, Moved):
            paths.setdefault(event.car, []).extend([pose[:2] for pose in event.poses])
    return paths
