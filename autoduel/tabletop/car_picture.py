"""A car to scale: its side's colour, its number, and what everybody sees of it (V60)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules.geometry import moved
from autoduel.rules.values import FACINGS
from play.tabletop.board import Circle, Group, Line, Path, Rect, Text

from .arena_picture import UNIT, long, turned
from .words import LOOK_WORDS, mph, wind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoduel.rules.geometry import Pose
    from autoduel.rules.values import SeenCar
    from engine.values import Seat
    from play.tabletop.board import Shape

    from .arena_picture import Scale

FLAME: Final = "M0 -9q7 7 3 13h-6q-4 -5 3 -13z"
TUMBLED: Final = ("roll", "lying")


def car(scale: Scale, one: SeenCar, me: Seat | None) -> Group:
    """A car where it stands."""
    x, y = scale.at(one.pose[:2])
    return Group(
        shapes=(
            Group(shapes=tuple(_body(one)), turn=turned(one.heading), look="body"),
            *_signs(one),
        ),
        x=x,
        y=y,
        look=_looks(one, me),
        title=seen_words(one),
        data=(("car", str(one.number)),),
    )


def ahead(scale: Scale, one: SeenCar) -> Iterator[Shape]:
    """Where it would be after the turn, straight on along its course."""
    if one.speed and not one.out:
        end = moved(one.pose, 100 * abs(one.speed), one.course)
        yield Line(points=(scale.at(one.pose[:2]), scale.at(end[:2])), look="ahead")


def outline(scale: Scale, pose: Pose, size: tuple[int, int], look: str, title: str = "") -> Group:
    """A footprint without anything in it: a ghost."""
    x, y = scale.at(pose[:2])
    half_x, half_y = long(size[0]), long(size[1])
    body = (
        Rect(x=-half_x, y=-half_y, width=2 * half_x, height=2 * half_y, round=2, look="shell"),
        Line(
            points=((half_x / 2, -half_y), (half_x, 0), (half_x / 2, half_y)),
            look="nose",
        ),
    )
    return Group(shapes=body, x=x, y=y, turn=turned(pose[2]), look=look, title=title)


def seen_words(one: SeenCar) -> str:
    """A car in a line, as anybody sees it."""
    if one.out == "left":
        return f"{one.name} has left"
    state = "out" if one.out else f"{mph(one.speed)}, heading {wind(one.heading)}"
    signs = [*_damage_words(one)]
    return f"{one.number + 1}: {one.name}, {state}{''.join([f', {sign}' for sign in signs])}"


def _damage_words(one: SeenCar) -> Iterator[str]:
    for facing, holed in zip(FACINGS, one.holed, strict=True):
        if holed and one.dealt[FACINGS.index(facing)]:
            yield f"{facing} holed"
    if any(one.flat):
        yield f"{sum(one.flat)} of {len(one.flat)} wheels gone"
    if one.burning:
        yield "on fire"
    wrecks = [(weapon.facing, weapon.look) for weapon in one.weapons if weapon.wrecked]
    for mount, look in dict.fromkeys(wrecks):
        yield f"{mount} {LOOK_WORDS[look]} wrecked"
    if one.motion in TUMBLED:
        yield "off its wheels" if one.lies_on != "wheels" else "rolling"


def _looks(one: SeenCar, me: Seat | None) -> str:
    looks = ["car", f"side-{one.side}"]
    if me is not None:
        looks.append("mine" if one.side == me else "other")
    if one.out:
        looks.append("out")
    if one.burning:
        looks.append("burning")
    return " ".join(looks)


def _body(one: SeenCar) -> Iterator[Shape]:
    """Nose to the east."""
    half_x, half_y = long(one.size[0]), long(one.size[1])
    yield Rect(x=-half_x, y=-half_y, width=2 * half_x, height=2 * half_y, round=3, look="shell")
    yield Line(
        points=((half_x * 0.45, -half_y), (half_x * 0.95, 0), (half_x * 0.45, half_y)),
        look="nose",
    )
    if any(weapon.facing == "turret" for weapon in one.weapons):
        yield Circle(x=-half_x * 0.2, y=0, radius=half_y * 0.6, look="turret")
    edges = {
        "front": ((half_x, -half_y), (half_x, half_y)),
        "back": ((-half_x, -half_y), (-half_x, half_y)),
        "left": ((-half_x, -half_y), (half_x, -half_y)),
        "right": ((-half_x, half_y), (half_x, half_y)),
    }
    for side, holed in zip(FACINGS, one.holed, strict=True):
        if holed and side in edges:
            yield Line(points=edges[side], look="holed")
    for at, flat in enumerate(one.flat):
        if flat:
            front, left = at < len(one.flat) // 2, at % 2 == 0
            x = half_x * (0.6 if front else -0.6)
            y = 0.0 if len(one.flat) == 2 else half_y * (-1 if left else 1)
            yield Circle(x=x, y=y, radius=3, look="flat")


def _signs(one: SeenCar) -> Iterator[Shape]:
    """What stands upright: its number, a flame, a cross for who is out."""
    if one.burning:
        yield Path(d=FLAME, look="flame")
    if one.out:
        yield Path(d="M-7 -7l14 14M7 -7l-14 14", look="cross")
    yield Text(x=0, y=-0.6 * UNIT, words=str(one.number + 1), anchor="middle", look="number")
