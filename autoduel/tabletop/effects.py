"""Shapes for shots, crashes, skids and fires in a phase (V106).

The style sheet animates them, unless the reader prefers reduced motion. They show only events that
the reader saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from autoduel.rules.events import Burns, Exploded, Fired, LostControl, Moved, Out, Ram, RunDown
from autoduel.rules.geometry import Pose, move_pose
from autoduel.rules.manoeuvres import MANOEUVRES
from autoduel.rules.values import NOBODY, Event, SeenCar, Table
from play.tabletop.board import Circle, Group, Line, Shape

from .arena_picture import Scale, to_mils, to_units
from .labels import Labels, Place, places_around

SeenEvent: TypeAlias = tuple[Table, Event]
"""An event, with the table right after it."""

SKID_DIFFICULTY: Final = 3
"""Minimum D of a manoeuvre that leaves skid marks."""
HALF_TRACK: Final = 4
"""Half of the distance between the two skid marks, in drawing units."""
LAST_STEP: Final = 7
"""Last step of the animation. All further effects appear in it."""
SIDE_DIRECTIONS: Final = {"front": 0, "left": 6, "back": 12, "right": 18}
"""Direction of a car's sides, in steps of 15° from its heading."""
MISS_DISTANCE: Final = 900
"""Distance in mils between a shot that misses and the target's centre."""


def effect_shapes(scale: Scale, events: Sequence[SeenEvent], labels: Labels) -> tuple[Shape, ...]:
    """Return the shapes for a phase's events, in the order in which they appear."""
    groups: list[Shape] = []
    step = 0
    for table, event in events:
        shapes = tuple(_event_shapes(scale, table, event, labels))
        if shapes:
            groups.append(Group(shapes=shapes, look=f"fx step-{min(step, LAST_STEP)}"))
            step += not isinstance(event, Moved)
    return tuple(groups)


def _event_shapes(scale: Scale, table: Table, event: Event, labels: Labels) -> Iterator[Shape]:
    match event:
        case Fired():
            yield from _shot(scale, table, event, labels)
        case Moved(poses=poses, manoeuvre=manoeuvre) if (
            poses and MANOEUVRES[manoeuvre].d >= SKID_DIFFICULTY
        ):
            yield from _skid(scale, poses)
        case LostControl(car=car):
            path = [row.poses for row in table.film if isinstance(row, Moved) and row.car == car]
            if path and path[-1]:
                yield from _skid(scale, path[-1])
        case Ram(car=car, other=other, dealt=dealt):
            cars = [table.cars[car], *([table.cars[other]] if other != NOBODY else [])]
            xs, ys = zip(
                *[scale.to_drawing(crashed_car.pose[:2]) for crashed_car in cars], strict=True
            )
            yield Circle(x=sum(xs) / len(xs), y=sum(ys) / len(ys), radius=12, look="burst")
            for crashed_car, points in zip(cars, dealt, strict=False):
                yield from _damage_label(scale.to_drawing(crashed_car.pose[:2]), points, labels)
        case RunDown(car=car):
            yield _burst(scale, table.cars[car], 7)
        case Exploded(car=car):
            yield _burst(scale, table.cars[car], 34)
        case Burns(car=car, on=True):
            yield _burst(scale, table.cars[car], 14)
        case Out(car=car, why=why) if why != "left":
            yield from smoke(*scale.to_drawing(table.cars[car].pose[:2]))


def smoke(x: float, y: float) -> Iterator[Shape]:
    """Yield a trail of smoke that rises from a point."""
    for number, (right, up, radius) in enumerate(((3, 6, 4), (7, 14, 6), (13, 24, 8))):
        yield Circle(x=x + right, y=y - up, radius=radius, look=f"puff puff-{number}")


def _burst(scale: Scale, car: SeenCar, radius: int) -> Circle:
    x, y = scale.to_drawing(car.pose[:2])
    return Circle(x=x, y=y, radius=radius, look="burst")


def _skid(scale: Scale, poses: Sequence[tuple[int, int, int]]) -> Iterator[Shape]:
    """Yield two parallel lines along a path."""
    for side in (6, -6):
        points = [move_pose(pose, to_mils(HALF_TRACK), pose[2] + side)[:2] for pose in poses]
        if len(points) > 1:
            yield Line(points=tuple([scale.to_drawing(point) for point in points]), look="skid")


def _shot(scale: Scale, table: Table, shot: Fired, labels: Labels) -> Iterator[Shape]:
    """Yield the muzzle flash, the tracer, and the damage at the side that was hit."""
    shooter, target = table.cars[shot.car], table.cars[shot.target]
    aim: Pose = target.pose
    for walker in table.walkers:
        if shot.on_foot != NOBODY and (walker.car, walker.person) == (shot.target, shot.on_foot):
            aim = (walker.x, walker.y, 0)
    if not shot.hit:
        aim = move_pose(aim, MISS_DISTANCE, shooter.pose[2] + 6)
    elif shot.facing in SIDE_DIRECTIONS and shot.on_foot == NOBODY:
        half = target.size[0] if SIDE_DIRECTIONS[shot.facing] % 12 == 0 else target.size[1]
        aim = move_pose(aim, half, aim[2] + SIDE_DIRECTIONS[shot.facing])
    start, end = scale.to_drawing(shooter.pose[:2]), scale.to_drawing(aim[:2])
    muzzle = _towards(start, end, to_units(shooter.size[1]) + 2)
    yield Line(points=(muzzle, end), look=f"tracer {shot.look}")
    yield Circle(x=muzzle[0], y=muzzle[1], radius=4, look="muzzle")
    if shot.hit:
        yield Circle(x=end[0], y=end[1], radius=5, look="burst")
        yield from _damage_label(end, shot.points, labels)


def _towards(start: Place, end: Place, length: float) -> Place:
    (x1, y1), (x2, y2) = start, end
    distance_in_units = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    part = min(1.0, length / distance_in_units)
    return round(x1 + part * (x2 - x1), 1), round(y1 + part * (y2 - y1), 1)


def _damage_label(place: Place, points: int, labels: Labels) -> Iterator[Shape]:
    if points:
        yield labels.place_text(f"−{points}", "points", places_around(*place))
