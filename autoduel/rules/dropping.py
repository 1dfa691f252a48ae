"""Dropped objects and debris, and their effects on cars that drive over them (V25, V31, V34, V44,
V54).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.values import changed

from .car import Car
from .damage import hurt_tyre, strike
from .driving import roll_control
from .duel import Duel
from .events import Crossed, Dropped, MarkerGone
from .geometry import (
    HEADINGS,
    Point,
    Pose,
    boxes_overlap,
    corners,
    distance,
    heading_difference,
    heading_of,
    line_meets_polygon,
    move_pose,
    quarter,
)
from .values import NOBODY, DropOrder, Marker, MarkerKind

SMALL_SIZE: Final = (250, 250)
LARGE_SIZE: Final = (500, 250)
CLOUDS: Final = ("smoke", "paint")
MARKER_OF_DROPPER: Final[dict[str, MarkerKind]] = {
    "mines": "mine",
    "spikes": "spikes",
    "oil": "oil",
    "burning-oil": "burning-oil",
    "smoke": "smoke",
    "paint": "paint",
}
"""Kind of marker that a dropper lays, by the dropper's look."""
_MOUNT_TURN: Final = {"back": 12, "left": 6, "right": 18, "front": 0}


def size_of(kind: MarkerKind) -> Point:
    """Return half a marker's length and width. Mines, spikes and debris are small (V44)."""
    return LARGE_SIZE if kind in ("oil", "burning-oil", *CLOUDS) else SMALL_SIZE


def pose_of_marker(pose: Pose, size: Point, facing: str, kind: MarkerKind) -> Pose:
    """Return where a marker ends up: behind the mount, or beside it."""
    turn = _MOUNT_TURN.get(facing, 12)
    reach = (size[0] if turn in (0, 12) else size[1]) + size_of(kind)[0]
    x, y, heading = move_pose(pose, reach, pose[2] + turn)
    return x, y, (heading + turn) % HEADINGS


# --- dropping -------------------------------------------------------------------------------------


def drop_markers(duel: Duel) -> None:
    """Carry out drop orders (V11 c). Each order takes a firing action of someone aboard (V36)."""
    for car in duel.cars_in_order:
        plan = car.turn_state.plan
        if plan is None or car.out or car.yielded or car.motion != "driving":
            continue
        for order in plan.drops:
            if _applies_now(duel, car, order):
                _lay_marker(duel, car, order)


def _applies_now(duel: Duel, car: Car, order: DropOrder) -> bool:
    """Return whether an order applies in this phase (V54).

    Automatic orders apply in every phase in which the car moves (V94).
    """
    if order.phase not in (0, duel.phase) or not car.weapon_works(order.weapon):
        return False
    is_running = order.phase == 0 and order.weapon in car.turn_state.active_droppers
    if order.weapon in car.turn_state.droppers_used or (
        order.phase == 0 and car.turn_state.first_pose is None
    ):
        return False
    if not is_running:
        can_act = order.crew not in car.turn_state.people_acted and car.has_firing_action(
            order.crew
        )
        if not can_act or (order.crew == car.wheel and car.turn_state.is_busy):
            return False
    return order.within == 0 or _is_followed(duel, car, order.within)


def _is_followed(duel: Duel, car: Car, max_distance: int) -> bool:
    """Return whether an enemy is close behind the car."""
    return any(
        enemy.side != car.side
        and not enemy.out
        and quarter(car.pose, enemy.pose[:2]) == "back"
        and distance(car.pose[:2], enemy.pose[:2]) <= max_distance
        for enemy in duel.cars_present
    )


def _lay_marker(duel: Duel, car: Car, order: DropOrder) -> None:
    weapon = car.spec.weapons[order.weapon]
    kind = MARKER_OF_DROPPER[weapon.look]
    car.shots[order.weapon] -= 1
    car.turn_state.people_acted.add(order.crew)
    car.turn_state.active_droppers.add(order.weapon)
    car.turn_state.droppers_used.add(order.weapon)
    pose = pose_of_marker(car.turn_state.first_pose or car.pose, car.size, weapon.facing, kind)
    numbers = duel.numbers
    turns_left = {
        "smoke": numbers.smoke_turns,
        "burning-oil": numbers.burning_turns,
        "paint": numbers.paint_turns,
    }.get(kind, -1)
    add_marker(duel, Marker(kind=kind, pose=pose, by=car.number, who=order.crew, left=turns_left))


def add_marker(duel: Duel, marker: Marker) -> None:
    """Add a marker. If there are too many, the oldest one disappears (V31)."""
    marker = changed(marker, since=5 * duel.turn + duel.phase)
    duel.markers.append(marker)
    duel.announce(Dropped(car=marker.by, phase=duel.phase, kind=marker.kind, pose=marker.pose))
    while len(duel.markers) > duel.numbers.most_markers:
        _remove_marker(duel, duel.markers[0])


def _remove_marker(duel: Duel, marker: Marker) -> None:
    duel.markers.remove(marker)
    duel.announce(MarkerGone(kind=marker.kind, pose=marker.pose))


def drop_debris(duel: Duel) -> None:
    """Drop debris behind cars that lost a wheel, or 10 or 20 points in a phase (V31, V97)."""
    for car in duel.cars_present:
        flat = car.tyres.count(0)
        lost_wheel, car.turn_state.flat_tyres = flat > car.turn_state.flat_tyres, flat
        damage, car.turn_state.damage_taken = car.turn_state.damage_taken, 0
        kind: MarkerKind | None = None
        if damage >= duel.numbers.obstacle_from or lost_wheel:
            kind = "obstacle"
        elif damage >= duel.numbers.debris_from:
            kind = "debris"
        if kind:
            pose = pose_of_marker(car.pose, car.size, "back", kind)
            add_marker(duel, Marker(kind=kind, pose=pose, by=car.number))


def age_markers(duel: Duel) -> None:
    """Age all markers at the end of a turn (V12). Oil that burns out becomes smoke (V44)."""
    for marker in list(duel.markers):
        if marker.left < 0:
            continue
        number = duel.markers.index(marker)
        if marker.left > 1:
            duel.markers[number] = changed(marker, left=marker.left - 1)
        elif marker.kind == "burning-oil":
            smoke = changed(marker, kind="smoke", left=duel.numbers.smoke_turns)
            duel.markers[number] = smoke
            duel.announce(MarkerGone(kind="burning-oil", pose=marker.pose))
            duel.announce(Dropped(car=NOBODY, phase=0, kind="smoke", pose=marker.pose))
        else:
            _remove_marker(duel, marker)


# --- driving over ---------------------------------------------------------------------------------


class PassedMarker(NamedTuple):
    """A marker that a car drove over or passed within half an inch."""

    marker: Marker
    is_over: bool


def passed_markers(
    markers: Iterable[Marker], poses: Iterable[Pose], size: Point
) -> list[PassedMarker]:
    """Return the markers on a path or within half an inch of it."""
    passed_by, path = [], list(poses)
    wide_size = (size[0] + 500, size[1] + 500)
    for marker in markers:
        marker_size = size_of(marker.kind)
        if any(boxes_overlap(pose, wide_size, marker.pose, marker_size) for pose in path):
            is_over = any(boxes_overlap(pose, size, marker.pose, marker_size) for pose in path)
            passed_by.append(PassedMarker(marker, is_over))
    return passed_by


def apply_markers(duel: Duel, car: Car, poses: list[Pose]) -> None:
    """Apply the markers on a car's path (V44). Each marker has an effect only once per phase.

    In the phase in which a marker is dropped, it has no effect on the car that dropped it.
    """
    if not duel.markers or not poses:
        return
    phase_number = 5 * duel.turn + duel.phase
    for marker, is_over in passed_markers(duel.markers, poses, car.size):
        key = (marker.since, marker.pose, marker.kind)
        is_own_drop = marker.since == phase_number and marker.by == car.number
        if key in car.turn_state.crossed_markers or is_own_drop or marker not in duel.markers:
            continue
        if not is_over and (marker.kind != "mine" or marker.by == car.number):
            continue
        car.turn_state.crossed_markers.add(key)
        _apply_marker(duel, car, marker, is_over=is_over)


def _apply_marker(duel: Duel, car: Car, marker: Marker, *, is_over: bool) -> None:
    """Apply the effect of a marker to a car (V44, V175, and V31 for debris)."""
    kind, attacker = marker.kind, (marker.by, marker.who)
    if kind in ("mine", "spikes") and duel.roll()[0] > (4 if is_over else 2):
        return
    if kind == "paint":
        car.painted = 0 if car.spec.no_paint is True else duel.numbers.painted_turns
    elif kind == "mine":
        _remove_marker(duel, marker)
        faces = duel.roll(3)
        _announce(duel, car, marker, faces)
        hazard = strike(duel, car, "under", faces[0] + faces[1], faces[:2], attacker=attacker)
        _roll(duel, car, marker, max(hazard, _tyres(duel, car, faces[2], was_shot=True)))
    elif kind == "spikes":
        faces = duel.roll()
        _announce(duel, car, marker, faces)
        points = faces[0] // 2 if car.spec.solid else faces[0]
        _roll(duel, car, marker, _tyres(duel, car, points))
    elif kind == "burning-oil" and 5 * duel.turn + duel.phase > marker.since:
        faces = duel.roll()
        _announce(duel, car, marker, faces)
        points = max(0, faces[0] - 2)
        strike(duel, car, "under", points, faces, attacker=attacker, fire=duel.numbers.burning_heat)
        _roll(duel, car, marker, max(3, _tyres(duel, car, points)))
    elif kind in ("debris", "obstacle"):
        faces = duel.roll()
        _announce(duel, car, marker, faces)
        hazard = (1 if kind == "debris" else 3) - (car.spec.strong_shocks is True)
        _roll(duel, car, marker, max(hazard, _tyres(duel, car, max(0, faces[0] - 3))))


def _announce(duel: Duel, car: Car, marker: Marker, faces: tuple[int, ...]) -> None:
    duel.announce(Crossed(car=car.number, phase=duel.phase, kind=marker.kind, faces=faces))
    if marker.by != NOBODY and duel.cars[marker.by].side != car.side:
        duel.had_clash = duel.had_clash or marker.kind not in ("debris", "obstacle")


def _tyres(duel: Duel, car: Car, points: int, *, was_shot: bool = False) -> int:
    return max(
        hurt_tyre(duel, car, tyre, points, was_shot=was_shot) for tyre in range(len(car.tyres))
    )


def _roll(duel: Duel, car: Car, marker: Marker, hazard: int) -> None:
    car.turn_state.is_busy = True
    roll_control(duel, car, hazard, table=2)


# --- clouds ---------------------------------------------------------------------------------------


def cloud_modifier(markers: Iterable[Marker], start: Point, end: Point) -> int:
    """Return the penalty for the clouds in a line of fire (V34).

    The penalty is 1 for each cloud, or 2 if the line runs along the cloud's length (V96).
    """
    penalty = 0
    for marker in markers:
        if marker.kind in CLOUDS and line_meets_polygon(
            start, end, corners(marker.pose, LARGE_SIZE)
        ):
            angle = heading_difference(
                heading_of(end[0] - start[0], end[1] - start[1]), marker.pose[2]
            )
            penalty += 1 if 3 < angle < 9 else 2
    return penalty
