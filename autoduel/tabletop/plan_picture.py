"""Shapes of a plan that are drawn over the picture (V69).

They show the forecast of the viewer's own cars phase by phase, other cars if they drive straight
on, firing arcs, and the line of the best shot with the number needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from autoduel.rules.geometry import move_pose
from autoduel.rules.plans import own_cars
from autoduel.rules.values import View
from play.tabletop.board import Group, Line, Path, Shape

from .arena_picture import Scale
from .car_picture import outline_shape
from .forecast import CarForecast, best_shot, straight_ahead
from .labels import Labels, places_along, places_around

ARC: Final = 3000
DIAGONALS: Final = (3, 9, 15, 21)
CROSS: Final = "M-7 -7l14 14M7 -7l-14 14"


def plan_shapes(
    view: View, scale: Scale, forecasts: Sequence[CarForecast], labels: Labels
) -> tuple[Shape, ...]:
    """Return all shapes for a plan."""
    shapes: list[Shape] = []
    for enemy in view.table.cars:
        if enemy.side != view.seat and not enemy.out and enemy.speed:
            end = straight_ahead(enemy)[-1]
            shapes.append(
                outline_shape(
                    scale, end, enemy.size, "grey", f"{enemy.name}, if it drives straight on"
                )
            )
    for car_forecast in forecasts:
        shapes += _arc_shapes(view, scale, car_forecast)
        shapes += _path_shapes(view, scale, car_forecast, labels)
    for car_forecast in forecasts:
        shapes += _shot_shapes(view, scale, car_forecast, labels)
    return tuple(shapes)


def _path_shapes(
    view: View, scale: Scale, forecast: CarForecast, labels: Labels
) -> Iterator[Shape]:
    car = next(car for car in own_cars(view) if car.number == forecast.car)
    trail = [car.pose, *[pose for row in forecast.phases for pose in row.path]]
    if len(trail) > 1:
        yield Line(points=tuple([scale.to_drawing(pose[:2]) for pose in trail]), look="way")
    for row in forecast.phases:
        if row.path:
            css_classes = "ghost risky" if row.kept < 100 else "ghost"
            yield outline_shape(
                scale, row.pose, car.size, css_classes, f"Phase {row.phase}: {row.kept} %",
                (("ghost", f"{car.number},{row.phase}"),),
            )  # fmt: skip
            x, y = scale.to_drawing(row.pose[:2])
            yield labels.place_text(str(row.phase), "phase", places_around(x, y, (x, y + 4)))
    if forecast.wall:
        x, y = scale.to_drawing(forecast.phases[forecast.wall - 1].pose[:2])
        yield Group(shapes=(Path(d=CROSS, look="crash"),), x=x, y=y, title="Something fixed")


def _arc_shapes(view: View, scale: Scale, forecast: CarForecast) -> Iterator[Shape]:
    """Yield the lines between the four firing arcs at the car's final position."""
    end = forecast.phases[-1].pose
    for step in DIAGONALS:
        edge = move_pose(end, ARC, end[2] + step)
        yield Line(points=(scale.to_drawing(end[:2]), scale.to_drawing(edge[:2])), look="arc")


def _shot_shapes(
    view: View, scale: Scale, forecast: CarForecast, labels: Labels
) -> Iterator[Shape]:
    best = best_shot(view, forecast)
    if best is None:
        return
    phase, shot = best
    start = forecast.phases[phase - 1].pose
    end = straight_ahead(view.table.cars[shot.target])[phase - 1]
    yield Line(points=(scale.to_drawing(start[:2]), scale.to_drawing(end[:2])), look="shot")
    places = places_along(scale.to_drawing(start[:2]), scale.to_drawing(end[:2]))
    yield labels.place_text(f"phase {phase}: {shot.number}, {shot.percent} %", "odds", places)
