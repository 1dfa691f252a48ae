"""The duel in words, with all information needed to drive (V71), and the viewer's own cars as
tables (V61).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from autoduel.rules.aiming import range_between
from autoduel.rules.car import Car
from autoduel.rules.geometry import quarter
from autoduel.rules.ground import ground_of
from autoduel.rules.plans import own_cars
from autoduel.rules.values import FACINGS, SeenCar, View
from engine.words import capital, count_noun, join_items
from play.tabletop.board import Panel, Passage, Table

from .car_picture import state_words
from .sight import obstacle_words, shots_words
from .words import (
    KIND_WORDS,
    clock_direction,
    compass_words,
    direction_words,
    inches,
    mph,
    signed,
    weapon_titles,
)

WHEELS: Final = {
    4: ("front left", "front right", "back left", "back right"),
    3: ("single", "left", "right"),
    2: ("front", "back"),
}


def passages(view: View) -> tuple[Passage, ...]:
    """Return text about the arena, the viewer's own cars, the other cars, and objects."""
    table = view.table
    texts = [Passage(title="The arena", lines=tuple(_arena(view)))]
    texts += [
        Passage(title=own_car.spec.name, lines=tuple(_own_car(view, own_car)))
        for own_car in own_cars(view)
    ]
    others = [other for other in table.cars if other.side != view.seat]
    lines = [f"{capital(position_words(view, other))}." for other in others]
    texts.append(Passage(title="The others" if view.own else "The cars", lines=tuple(lines)))
    if table.markers or table.walkers:
        texts.append(Passage(title="Objects", lines=tuple(_objects(view))))
    return tuple(texts)


def position_words(view: View, other: SeenCar) -> str:
    """Return another car's position relative to the viewer's first car.

    It has the direction, distance, side and movement.
    """
    own_car = next(own_cars(view), None)
    if own_car is None or other.out == "left":
        x, y = other.x / 1000, other.y / 1000
        return state_words(other) + ("" if other.out == "left" else f", at {x:.0f}, {y:.0f}")
    blocked = ground_of(view.table.arena).is_line_blocked(own_car.pose[:2], other.pose[:2])
    side_shown = (
        "behind a wall" if blocked else f"shows its {quarter(other.pose, own_car.pose[:2])}"
    )
    range_words = inches(range_between(own_car.pose, other.pose))
    movement = direction_words(own_car.pose, other.course) if other.speed else "standing"
    return (
        f"{state_words(other)}: {clock_direction(own_car.pose, other.pose[:2])} o’clock, "
        f"{range_words}, {side_shown}, {movement}"
    )


def _arena(view: View) -> Iterator[str]:
    arena = view.table.arena
    yield (
        f"{arena.name}: {arena.width // 1000} inches from west to east, "
        f"{arena.height // 1000} from south to north. Places are inches from the south-west corner."
    )
    if view.table.show is not UNSET:
        show = view.table.show
        yield f"The board says {show.title}. On the walls: {join_items(show.adverts)}."
    for wall in arena.walls:
        xs, ys = [x for x, _ in wall], [y for _, y in wall]
        shape = "A block" if len(wall) == 4 else "A cut corner"
        yield (
            f"{shape} from {_place_words(min(xs), min(ys))} to {_place_words(max(xs), max(ys))}."
        )
    for pylon in arena.pylons:
        yield f"A pylon at {_place_words(pylon.x, pylon.y)}, {inches(2 * pylon.radius)} wide."
    for area in arena.gravel:
        xs, ys = [x for x, _ in area], [y for _, y in area]
        yield f"Gravel from {_place_words(min(xs), min(ys))} to {_place_words(max(xs), max(ys))}."


def _place_words(x: int, y: int) -> str:
    return f"{x / 1000:g}, {y / 1000:g}"


def _own_car(view: View, car: Car) -> Iterator[str]:
    x, y, heading = car.pose
    yield (
        f"At {x / 1000:.1f}, {y / 1000:.1f}, heading {compass_words(heading)}, {mph(car.speed)}; "
        "handling "
        f"status {signed(car.hs)} of {signed(car.hc(view.table.numbers))}."
    )
    if not car.is_driving:
        yield f"It cannot steer because it is in a {'skid' if car.skid else car.motion}."
    yield obstacle_words(view, car)
    for other in view.table.cars:
        if other.side != view.seat and not other.out:
            yield shots_words(view, car, other)


def _objects(view: View) -> Iterator[str]:
    own_car = next(own_cars(view), None)
    objects = [(capital(KIND_WORDS[item.kind]), item.pose) for item in view.table.markers]
    for item in view.table.walkers:
        name = view.table.cars[item.car].crew[item.person].name
        objects.append((f"{name}, {'down' if item.down else 'on foot'}", (item.x, item.y, 0)))
    for label, pose in objects:
        if own_car is None:
            yield f"{label} at {_place_words(*pose[:2])}."
        else:
            range_words = inches(range_between(own_car.pose, pose) + 500)
            yield f"{label}: {clock_direction(own_car.pose, pose[:2])} o’clock, {range_words}."


# --- own cars -------------------------------------------------------------------------------------


def panels(view: View) -> tuple[Panel, ...]:
    """Return the sheets of the viewer's own cars, and the public list of cars."""
    return (*[_sheet(view, car) for car in own_cars(view)], _field(view))


def _field(view: View) -> Panel:
    rows = tuple([_seen_row(view, car) for car in view.table.cars])
    heads = ("Car", "Side", "Speed", "State", "Points dealt")
    return Panel(title="In the arena", table=Table(heads=heads, rows=rows))


def _seen_row(view: View, car: SeenCar) -> tuple[str, ...]:
    state = [car.out.replace("-", " ") or "in"]
    state += [f"{facing} holed" for facing, is_holed in zip(FACINGS[:4], car.holed, strict=False)
              if is_holed]  # fmt: skip
    if car.burning:
        state.append("on fire")
    if any(car.flat):
        state.append(count_noun(sum(car.flat), "wheel") + " gone")
    name = f"{car.number + 1}: {car.name}"
    return name, view.table.sides[car.side], mph(car.speed), ", ".join(state), str(car.points)


def _sheet(view: View, car: Car) -> Panel:
    spec = car.spec
    rows = [
        ("Armour", ", ".join([f"{facing} {points}" for facing, points in
                              zip(FACINGS, car.armour, strict=True)])),
        ("Plant", _points_words(car.plant, spec.plant)),
        ("Tyres", ", ".join([f"{place} {points}" for place, points in
                             zip(WHEELS[len(car.tyres)], car.tyres, strict=True)])),
    ]  # fmt: skip
    titles = weapon_titles(spec.weapons)
    for title, weapon, dp, shots in zip(titles, spec.weapons, car.weapons, car.shots, strict=True):
        shots_left = "" if shots < 0 else f", {count_noun(shots, 'shot')}"
        rows.append((title, f"{_points_words(dp, weapon.dp)}{shots_left}"))
    for extra, dp in zip(spec.extras, car.extras, strict=True):
        rows.append((extra.name, _points_words(dp, extra.dp)))
    for person, dp, suit in zip(spec.crew, car.dp, car.suits, strict=True):
        rows.append((person.name, f"{_points_words(dp, person.whole)}, suit {suit}"))
    numbers = view.table.numbers
    rows.append(("Handling", f"status {signed(car.hs)}, class {signed(car.hc(numbers))}"))
    title = f"Sheet of {spec.name}"
    return Panel(title=title, table=Table(heads=("Part", "Left"), rows=tuple(rows)), secret=True)


def _points_words(current: int, original: int) -> str:
    return f"{current} of {original}"
