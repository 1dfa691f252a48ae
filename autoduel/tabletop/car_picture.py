"""Shapes of a car to scale, with its side's colour, its number and its visible state (V60)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from autoduel.rules.geometry import Pose, move_pose
from autoduel.rules.values import FACINGS, Livery, SeenCar
from engine.values import Seat
from play.tabletop.board import Circle, Group, Line, Path, Rect, Shape, Text

from .arena_picture import Scale, degrees_of, to_units
from .effects import smoke
from .show_picture import roof_emblem
from .words import LOOK_WORDS, compass_words, mph

FLAME: Final = "M0 -9q7 7 3 13h-6q-4 -5 3 -13z"
ROLLING_MOTIONS: Final = ("roll", "lying")


def car_shape(
    scale: Scale,
    seen_car: SeenCar,
    own_seat: Seat | None,
    number_at: tuple[float, float],
    livery: Livery | None = None,
) -> Group:
    """Return the shape of a car in its current position.

    `number_at` is the position of its number, relative to the car. In a club's event, the car has
    its team's livery.
    """
    x, y = scale.to_drawing(seen_car.pose[:2])
    return Group(
        shapes=(
            Group(
                shapes=tuple(_body(seen_car, livery)),
                turn=degrees_of(seen_car.heading),
                look="body",
            ),
            *_signs(seen_car, number_at),
        ),
        x=x,
        y=y,
        look=_css_classes(seen_car, own_seat, livery),
        title=state_words(seen_car),
        data=(("car", str(seen_car.number)),),
    )


def course_line(scale: Scale, car: SeenCar) -> Iterator[Shape]:
    """Yield a line to the position that the car has after the turn if it drives straight on along
    its course.
    """
    if car.speed and not car.out:
        end = move_pose(car.pose, 100 * abs(car.speed), car.course)
        yield Line(points=(scale.to_drawing(car.pose[:2]), scale.to_drawing(end[:2])), look="ahead")


def outline_shape(
    scale: Scale,
    pose: Pose,
    size: tuple[int, int],
    look: str,
    title: str = "",
    data: tuple[tuple[str, str], ...] = (),
) -> Group:
    """Return an empty outline of a car for a forecast position."""
    x, y = scale.to_drawing(pose[:2])
    half_x, half_y = to_units(size[0]), to_units(size[1])
    body = (
        Rect(x=-half_x, y=-half_y, width=2 * half_x, height=2 * half_y, round=2, look="shell"),
        Line(
            points=((half_x / 2, -half_y), (half_x, 0), (half_x / 2, half_y)),
            look="nose",
        ),
    )
    return Group(shapes=body, x=x, y=y, turn=degrees_of(pose[2]), look=look, title=title, data=data)


def state_words(car: SeenCar) -> str:
    """Return a one-line description of a car's visible state."""
    if car.out == "left":
        return f"{car.name} has left"
    state = "out" if car.out else f"{mph(car.speed)}, heading {compass_words(car.heading)}"
    signs = [*_damage_words(car)]
    return f"{car.number + 1}: {car.name}, {state}{''.join([f', {sign}' for sign in signs])}"


def _damage_words(car: SeenCar) -> Iterator[str]:
    for facing, holed in zip(FACINGS, car.holed, strict=True):
        if holed and car.dealt[FACINGS.index(facing)]:
            yield f"{facing} holed"
    if any(car.flat):
        yield f"{sum(car.flat)} of {len(car.flat)} wheels gone"
    if car.burning:
        yield "on fire"
    wrecks = [(weapon.facing, weapon.look) for weapon in car.weapons if weapon.wrecked]
    for mount, look in dict.fromkeys(wrecks):
        yield f"{mount} {LOOK_WORDS[look]} wrecked"
    if car.motion in ROLLING_MOTIONS:
        yield "off its wheels" if car.lies_on != "wheels" else "rolling"


def _css_classes(car: SeenCar, own_seat: Seat | None, livery: Livery | None) -> str:
    looks = ["car", f"side-{car.side}"]
    if livery:
        looks.append(f"paint-{livery.paint}")
    if own_seat is not None:
        looks.append("mine" if car.side == own_seat else "other")
    if car.out:
        looks.append("out")
    if car.burning:
        looks.append("burning")
    return " ".join(looks)


def _body(car: SeenCar, livery: Livery | None) -> Iterator[Shape]:
    """Yield the shapes of a car whose nose points east."""
    half_x, half_y = to_units(car.size[0]), to_units(car.size[1])
    yield Rect(x=-half_x, y=-half_y, width=2 * half_x, height=2 * half_y, round=3, look="shell")
    if livery:
        yield from roof_emblem(livery, half_x, half_y)
    yield Line(
        points=((half_x * 0.45, -half_y), (half_x * 0.95, 0), (half_x * 0.45, half_y)),
        look="nose",
    )
    if any(weapon.facing == "turret" for weapon in car.weapons):
        yield Circle(x=-half_x * 0.2, y=0, radius=half_y * 0.6, look="turret")
    edges = {
        "front": ((half_x, -half_y), (half_x, half_y)),
        "back": ((-half_x, -half_y), (-half_x, half_y)),
        "left": ((-half_x, -half_y), (half_x, -half_y)),
        "right": ((-half_x, half_y), (half_x, half_y)),
    }
    for side, holed in zip(FACINGS, car.holed, strict=True):
        if holed and side in edges:
            yield Line(points=edges[side], look="holed")
    for number, flat in enumerate(car.flat):
        if flat:
            front, left = number < len(car.flat) // 2, number % 2 == 0
            x = half_x * (0.6 if front else -0.6)
            y = 0.0 if len(car.flat) == 2 else half_y * (-1 if left else 1)
            yield Circle(x=x, y=y, radius=3, look="flat")


def _signs(car: SeenCar, number_at: tuple[float, float]) -> Iterator[Shape]:
    """Yield the upright signs: the number, a flame for fire, and a cross if the car is out."""
    if car.burning:
        yield from smoke(0, -6)
        yield Path(d=FLAME, look="flame")
    if car.out:
        yield Path(d="M-7 -7l14 14M7 -7l-14 14", look="cross")
    x, y = number_at
    yield Text(x=x, y=y, words=str(car.number + 1), anchor="middle", look="number")
