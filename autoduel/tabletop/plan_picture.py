"""A plan over the picture: ghosts of one's own cars phase by phase, the others' grey ghosts
straight ahead, arcs, and the best shot's line with its number (V69).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules.geometry import moved
from autoduel.rules.plans import own_cars
from play.tabletop.board import Group, Line, Path, Text

from .car_picture import outline
from .forecast import best_shot, straight_ahead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoduel.rules.values import View
    from play.tabletop.board import Shape

    from .arena_picture import Scale
    from .forecast import CarForecast

ARC: Final = 3000
DIAGONALS: Final = (3, 9, 15, 21)
CROSS: Final = "M-7 -7l14 14M7 -7l-14 14"


def plan_shapes(view: View, scale: Scale, found: Sequence[CarForecast]) -> tuple[Shape, ...]:
    """Everything that a plan draws."""
    shapes: list[Shape] = []
    for foe in view.table.cars:
        if foe.side != view.seat and not foe.out and foe.speed:
            end = straight_ahead(foe)[-1]
            shapes.append(
                outline(scale, end, foe.size, "grey", f"{foe.name}, if it drives straight on")
            )
    for one in found:
        shapes += _arcs(view, scale, one)
        shapes += _way(view, scale, one)
        shapes += _shot(view, scale, one)
    return tuple(shapes)


def _way(view: View, scale: Scale, one: CarForecast) -> Iterator[Shape]:
    car = next(car for car in own_cars(view) if car.number == one.car)
    trail = [car.pose, *[pose for row in one.phases for pose in row.path]]
    if len(trail) > 1:
        yield Line(points=tuple([scale.at(pose[:2]) for pose in trail]), look="way")
    for row in one.phases:
        if row.path:
            looks = "ghost risky" if row.kept < 100 else "ghost"
            yield outline(scale, row.pose, car.size, looks, f"Phase {row.phase}: {row.kept} %")
            x, y = scale.at(row.pose[:2])
            yield Text(x=x, y=y + 4, words=str(row.phase), anchor="middle", look="phase")
    if one.wall:
        x, y = scale.at(one.phases[one.wall - 1].pose[:2])
        yield Group(shapes=(Path(d=CROSS, look="crash"),), x=x, y=y, title="Something fixed")


def _arcs(view: View, scale: Scale, one: CarForecast) -> Iterator[Shape]:
    """The quarters about where the car would stand at the end."""
    end = one.phases[-1].pose
    for step in DIAGONALS:
        edge = moved(end, ARC, end[2] + step)
        yield Line(points=(scale.at(end[:2]), scale.at(edge[:2])), look="arc")


def _shot(view: View, scale: Scale, one: CarForecast) -> Iterator[Shape]:
    best = best_shot(view, one)
    if best is None:
        return
    phase, shot = best
    start = one.phases[phase - 1].pose
    end = straight_ahead(view.table.cars[shot.target])[phase - 1]
    yield Line(points=(scale.at(start[:2]), scale.at(end[:2])), look="shot")
    (x1, y1), (x2, y2) = scale.at(start[:2]), scale.at(end[:2])
    words = f"phase {phase}: {shot.number}, {shot.percent} %"
    yield Text(x=(x1 + x2) / 2, y=(y1 + y2) / 2 - 4, words=words, anchor="middle", look="odds")
