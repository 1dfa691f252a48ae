"""The duel in words that one can drive by alone (V71), and one's own cars as tables (V61)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules.aiming import range_between
from autoduel.rules.geometry import quarter
from autoduel.rules.ground import ground_of
from autoduel.rules.plans import own_cars
from autoduel.rules.values import FACINGS
from engine.words import capital, counted
from play.tabletop.board import Panel, Passage, Table

from .car_picture import seen_words
from .sight import fixed_ahead, shots_words
from .words import KIND_WORDS, clock, going, inches, mph, signed, weapon_titles, wind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoduel.rules.car import Car
    from autoduel.rules.values import SeenCar, View

WHEELS: Final = {
    4: ("front left", "front right", "back left", "back right"),
    2: ("front", "back"),
}


def passages(view: View) -> tuple[Passage, ...]:
    """Where one's own cars stand, each of the others as they see it, and the ground."""
    table = view.table
    found = [Passage(title="The arena", lines=tuple(_arena(view)))]
    found += [
        Passage(title=mine.spec.name, lines=tuple(_own(view, mine))) for mine in own_cars(view)
    ]
    others = [one for one in table.cars if one.side != view.seat]
    lines = [f"{capital(where(view, one))}." for one in others]
    found.append(Passage(title="The others" if view.own else "The cars", lines=tuple(lines)))
    if table.markers or table.walkers:
        found.append(Passage(title="Objects", lines=tuple(_lying(view))))
    return tuple(found)


def where(view: View, one: SeenCar) -> str:
    """Another car as one's first car sees it: where, how far, which side it shows, how it goes."""
    mine = next(own_cars(view), None)
    if mine is None or one.out == "left":
        x, y = one.x / 1000, one.y / 1000
        return seen_words(one) + ("" if one.out == "left" else f", at {x:.0f}, {y:.0f}")
    blocked = ground_of(view.table.arena).blocks(mine.pose[:2], one.pose[:2])
    seen = "behind a wall" if blocked else f"shows its {quarter(one.pose, mine.pose[:2])}"
    off = inches(range_between(mine.pose, one.pose))
    way = going(mine.pose, one.course) if one.speed else "standing"
    return f"{seen_words(one)}: {clock(mine.pose, one.pose[:2])} o’clock, {off}, {seen}, {way}"


def _arena(view: View) -> Iterator[str]:
    arena = view.table.arena
    yield (
        f"{arena.name}: {arena.width // 1000} inches from west to east, "
        f"{arena.height // 1000} from south to north. Places are inches from the south-west corner."
    )
    for wall in arena.walls:
        xs, ys = [x for x, _ in wall], [y for _, y in wall]
        shape = "A block" if len(wall) == 4 else "A cut corner"
        yield (f"{shape} from {_at(min(xs), min(ys))} to {_at(max(xs), max(ys))}.")
    for pylon in arena.pylons:
        yield f"A pylon at {_at(pylon.x, pylon.y)}, {inches(2 * pylon.radius)} wide."
    for area in arena.gravel:
        xs, ys = [x for x, _ in area], [y for _, y in area]
        yield f"Gravel from {_at(min(xs), min(ys))} to {_at(max(xs), max(ys))}."


def _at(x: int, y: int) -> str:
    return f"{x / 1000:g}, {y / 1000:g}"


def _own(view: View, car: Car) -> Iterator[str]:
    x, y, heading = car.pose
    yield (
        f"At {x / 1000:.1f}, {y / 1000:.1f}, heading {wind(heading)}, {mph(car.speed)}; handling "
        f"status {signed(car.hs)} of {signed(car.hc(view.table.numbers))}."
    )
    if not car.drives:
        yield f"It does not steer now: it is in a {'skid' if car.skid else car.motion}."
    yield fixed_ahead(view, car)
    for one in view.table.cars:
        if one.side != view.seat and not one.out:
            yield shots_words(view, car, one)


def _lying(view: View) -> Iterator[str]:
    mine = next(own_cars(view), None)
    found = [(capital(KIND_WORDS[one.kind]), one.pose) for one in view.table.markers]
    for one in view.table.walkers:
        name = view.table.cars[one.car].crew[one.person].name
        found.append((f"{name}, {'down' if one.down else 'on foot'}", (one.x, one.y, 0)))
    for what, pose in found:
        if mine is None:
            yield f"{what} at {_at(*pose[:2])}."
        else:
            off = inches(range_between(mine.pose, pose) + 500)
            yield f"{what}: {clock(mine.pose, pose[:2])} o’clock, {off}."


# --- one's own cars -------------------------------------------------------------------------------


def panels(view: View) -> tuple[Panel, ...]:
    """Who is in, for all; the sheets of one's own cars, for their side alone."""
    return (*[_sheet(view, car) for car in own_cars(view)], _field(view))


def _field(view: View) -> Panel:
    rows = tuple([_seen_row(view, one) for one in view.table.cars])
    heads = ("Car", "Side", "Speed", "State", "Points dealt")
    return Panel(title="In the arena", table=Table(heads=heads, rows=rows))


def _seen_row(view: View, one: SeenCar) -> tuple[str, ...]:
    state = [one.out.replace("-", " ") or "in"]
    state += [f"{facing} holed" for facing, gone in zip(FACINGS[:4], one.holed, strict=False)
              if gone]  # fmt: skip
    if one.burning:
        state.append("on fire")
    if any(one.flat):
        state.append(counted(sum(one.flat), "wheel") + " gone")
    name = f"{one.number + 1}: {one.name}"
    return name, view.table.sides[one.side], mph(one.speed), ", ".join(state), str(one.points)


def _sheet(view: View, car: Car) -> Panel:
    """Armour, parts, people: what is left of what it started with."""
    spec = car.spec
    rows = [
        ("Armour", ", ".join([f"{facing} {left}" for facing, left in
                              zip(FACINGS, car.armour, strict=True)])),
        ("Plant", _left(car.plant, spec.plant)),
        ("Tyres", ", ".join([f"{place} {left}" for place, left in
                             zip(WHEELS[len(car.tyres)], car.tyres, strict=True)])),
    ]  # fmt: skip
    titles = weapon_titles(spec.weapons)
    for title, weapon, dp, shots in zip(titles, spec.weapons, car.weapons, car.shots, strict=True):
        loaded = "" if shots < 0 else f", {counted(shots, 'shot')}"
        rows.append((title, f"{_left(dp, weapon.dp)}{loaded}"))
    for extra, dp in zip(spec.extras, car.extras, strict=True):
        rows.append((extra.name, _left(dp, extra.dp)))
    for one, dp, suit in zip(spec.crew, car.dp, car.suits, strict=True):
        rows.append((one.name, f"{_left(dp, one.whole)}, suit {suit}"))
    numbers = view.table.numbers
    rows.append(("Handling", f"status {signed(car.hs)}, class {signed(car.hc(numbers))}"))
    title = f"Sheet of {spec.name}"
    return Panel(title=title, table=Table(heads=("Part", "Left"), rows=tuple(rows)), secret=True)


def _left(now: int, first: int) -> str:
    return f"{now} of {first}"
