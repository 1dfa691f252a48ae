"""What is dropped, what falls off, and who drives over it (V25, V31, V34, V44, V54)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.values import changed

from .damage import hurt_tyre, strike
from .driving import roll_control
from .events import Crossed, Dropped, MarkerGone
from .geometry import (
    HEADINGS,
    Point,
    Pose,
    apart,
    boxes_overlap,
    corners,
    distance,
    heading_of,
    line_meets_polygon,
    moved,
    quarter,
)
from .values import NOBODY, Marker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .car import Car
    from .duel import Duel
    from .values import DropOrder, MarkerKind

SMALL: Final = (250, 250)
LARGE: Final = (500, 250)
CLOUDS: Final = ("smoke", "paint")
LAID: Final[dict[str, MarkerKind]] = {
    "mines": "mine",
    "spikes": "spikes",
    "oil": "oil",
    "burning-oil": "burning-oil",
    "smoke": "smoke",
    "paint": "paint",
}
"""What each dropper lays, by its look."""
_TURN: Final = {"back": 12, "left": 6, "right": 18, "front": 0}


def size_of(kind: MarkerKind) -> Point:
    """Half a marker's length and width: mines, spikes and debris are small (V44)."""
    return LARGE if kind in ("oil", "burning-oil", *CLOUDS) else SMALL


def laid_at(pose: Pose, size: Point, facing: str, kind: MarkerKind) -> Pose:
    """Where a marker comes to lie: behind the mount, or beside it."""
    turn = _TURN.get(facing, 12)
    reach = (size[0] if turn in (0, 12) else size[1]) + size_of(kind)[0]
    x, y, heading = moved(pose, reach, pose[2] + turn)
    return x, y, (heading + turn) % HEADINGS


# --- dropping -------------------------------------------------------------------------------------


def drop(duel: Duel) -> None:
    """V11 c: what was released comes to lie. Each order is somebody's firing action (V36)."""
    for car in duel.in_order:
        plan = car.now.plan
        if plan is None or car.out or car.yielded or car.motion != "driving":
            continue
        for order in plan.drops:
            if _holds(duel, car, order):
                _lay(duel, car, order)


def _holds(duel: Duel, car: Car, order: DropOrder) -> bool:
    """Whether somebody drops now: in the order's phase, or automatically wherever the car moves
    (V54, V94).
    """
    if order.phase not in (0, duel.phase) or not car.works(order.weapon):
        return False
    goes_on = order.phase == 0 and order.weapon in car.now.dropping
    if order.weapon in car.now.dropped_in or (order.phase == 0 and car.now.mark is None):
        return False
    if not goes_on:
        hands = order.crew not in car.now.acted and car.may_shoot(order.crew)
        if not hands or (order.crew == car.wheel and car.now.busy):
            return False
    return order.within == 0 or _followed(duel, car, order.within)


def _followed(duel: Duel, car: Car, within: int) -> bool:
    """Whether an enemy is so near behind."""
    return any(
        foe.side != car.side
        and not foe.out
        and quarter(car.pose, foe.pose[:2]) == "back"
        and distance(car.pose[:2], foe.pose[:2]) <= within
        for foe in duel.present
    )


def _lay(duel: Duel, car: Car, order: DropOrder) -> None:
    weapon = car.spec.weapons[order.weapon]
    kind = LAID[weapon.look]
    car.shots[order.weapon] -= 1
    car.now.acted.add(order.crew)
    car.now.dropping.add(order.weapon)
    car.now.dropped_in.add(order.weapon)
    pose = laid_at(car.now.mark or car.pose, car.size, weapon.facing, kind)
    numbers = duel.numbers
    left = {
        "smoke": numbers.smoke_turns,
        "burning-oil": numbers.burning_turns,
        "paint": numbers.paint_turns,
    }.get(kind, -1)
    add(duel, Marker(kind=kind, pose=pose, by=car.number, who=order.crew, left=left))


def add(duel: Duel, marker: Marker) -> None:
    """A marker comes to lie; of too many the oldest vanishes (V31)."""
    marker = changed(marker, since=5 * duel.turn + duel.phase)
    duel.markers.append(marker)
    duel.public(Dropped(car=marker.by, phase=duel.phase, kind=marker.kind, pose=marker.pose))
    while len(duel.markers) > duel.numbers.most_markers:
        _gone(duel, duel.markers[0])


def _gone(duel: Duel, marker: Marker) -> None:
    duel.markers.remove(marker)
    duel.public(MarkerGone(kind=marker.kind, pose=marker.pose))


def debris(duel: Duel) -> None:
    """V31: where a car took 10 in a phase, or 20, or lost a wheel; it falls behind it (V97)."""
    for car in duel.present:
        flat = car.tyres.count(0)
        lost_wheel, car.now.flat = flat > car.now.flat, flat
        taken, car.now.taken = car.now.taken, 0
        kind: MarkerKind | None = None
        if taken >= duel.numbers.obstacle_from or lost_wheel:
            kind = "obstacle"
        elif taken >= duel.numbers.debris_from:
            kind = "debris"
        if kind:
            pose = laid_at(car.pose, car.size, "back", kind)
            add(duel, Marker(kind=kind, pose=pose, by=car.number))


def age(duel: Duel) -> None:
    """V12: markers age at the end of a turn; burning oil leaves smoke (V44)."""
    for marker in list(duel.markers):
        if marker.left < 0:
            continue
        at = duel.markers.index(marker)
        if marker.left > 1:
            duel.markers[at] = changed(marker, left=marker.left - 1)
        elif marker.kind == "burning-oil":
            smoke = changed(marker, kind="smoke", left=duel.numbers.smoke_turns)
            duel.markers[at] = smoke
            duel.public(MarkerGone(kind="burning-oil", pose=marker.pose))
            duel.public(Dropped(car=NOBODY, phase=0, kind="smoke", pose=marker.pose))
        else:
            _gone(duel, marker)


# --- driving over ---------------------------------------------------------------------------------


class Passed(NamedTuple):
    """A marker that a car drove over, or passed within half an inch."""

    marker: Marker
    over: bool


def passed(markers: Iterable[Marker], poses: Iterable[Pose], size: Point) -> list[Passed]:
    """What markers lie on a way, or within half an inch of it."""
    found, way = [], list(poses)
    wide = (size[0] + 500, size[1] + 500)
    for marker in markers:
        own = size_of(marker.kind)
        if any(boxes_overlap(pose, wide, marker.pose, own) for pose in way):
            over = any(boxes_overlap(pose, size, marker.pose, own) for pose in way)
            found.append(Passed(marker, over))
    return found


def cross(duel: Duel, car: Car, poses: list[Pose]) -> None:
    """A car has driven these poses: what lies there does its work, once a marker, car and phase;
    never on the dropper in the phase of the drop (V44).
    """
    if not duel.markers or not poses:
        return
    now = 5 * duel.turn + duel.phase
    for marker, over in passed(duel.markers, poses, car.size):
        key = (marker.since, marker.pose, marker.kind)
        fresh = marker.since == now and marker.by == car.number
        if key in car.now.crossed or fresh or marker not in duel.markers:
            continue
        if not over and (marker.kind != "mine" or marker.by == car.number):
            continue
        car.now.crossed.add(key)
        _work(duel, car, marker, over=over)


def _work(duel: Duel, car: Car, marker: Marker, *, over: bool) -> None:
    """V44, and V31 for debris."""
    kind, by = marker.kind, (marker.by, marker.who)
    if kind in ("mine", "spikes") and duel.d6()[0] > (4 if over else 2):
        return
    if kind == "paint":
        car.painted = duel.numbers.painted_turns
    elif kind == "mine":
        _gone(duel, marker)
        faces = duel.d6(3)
        _told(duel, car, marker, faces)
        hazard = strike(duel, car, "under", faces[0] + faces[1], faces[:2], by=by)
        _roll(duel, car, marker, max(hazard, _tyres(duel, car, faces[2], shot=True)))
    elif kind == "spikes":
        faces = duel.d6()
        _told(duel, car, marker, faces)
        points = faces[0] // 2 if car.spec.solid else faces[0]
        _roll(duel, car, marker, _tyres(duel, car, points))
    elif kind == "burning-oil" and 5 * duel.turn + duel.phase > marker.since:
        faces = duel.d6()
        _told(duel, car, marker, faces)
        points = max(0, faces[0] - 2)
        strike(duel, car, "under", points, faces, by=by, fire=duel.numbers.burning_heat)
        _roll(duel, car, marker, max(3, _tyres(duel, car, points)))
    elif kind in ("debris", "obstacle"):
        faces = duel.d6()
        _told(duel, car, marker, faces)
        hazard = 1 if kind == "debris" else 3
        _roll(duel, car, marker, max(hazard, _tyres(duel, car, max(0, faces[0] - 3))))


def _told(duel: Duel, car: Car, marker: Marker, faces: tuple[int, ...]) -> None:
    duel.public(Crossed(car=car.number, phase=duel.phase, kind=marker.kind, faces=faces))
    if marker.by != NOBODY and duel.cars[marker.by].side != car.side:
        duel.clash = duel.clash or marker.kind not in ("debris", "obstacle")


def _tyres(duel: Duel, car: Car, points: int, *, shot: bool = False) -> int:
    return max(hurt_tyre(duel, car, at, points, shot=shot) for at in range(len(car.tyres)))


def _roll(duel: Duel, car: Car, marker: Marker, hazard: int) -> None:
    car.now.busy = True
    roll_control(duel, car, hazard, table=2)


# --- clouds ---------------------------------------------------------------------------------------


def clouded(markers: Iterable[Marker], start: Point, end: Point) -> int:
    """What the clouds in a line of fire take off (V34): 1 each, 2 along their length (V96)."""
    worse = 0
    for marker in markers:
        if marker.kind in CLOUDS and line_meets_polygon(start, end, corners(marker.pose, LARGE)):
            off = apart(heading_of(end[0] - start[0], end[1] - start[1]), marker.pose[2])
            worse += 1 if 3 < off < 9 else 2
    return worse
