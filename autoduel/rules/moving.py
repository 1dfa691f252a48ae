"""Movement in a phase: rounds of one inch, open eyes, and substeps (V11 b, V24 to V27)."""

from __future__ import annotations

from .car import Car
from .contact import meet_wall, resolve_ram
from .damage import hurt_tyres
from .driving import roll_control, roll_over, set_speed
from .dropping import apply_markers
from .duel import Duel
from .events import Avoided, Moved
from .geometry import HEADINGS, Pose, heading_difference
from .manoeuvres import (
    MANOEUVRES,
    SUBSTEP,
    bootlegger_end,
    bootlegger_start,
    difficulty,
    inch_poses,
    is_possible,
    straight_poses,
)
from .tables import chart, control
from .values import Walker
from .walkers import run_down_walkers

_GENTLE_MANOEUVRES = tuple(
    sorted(
        [
            row
            for row in MANOEUVRES.values()
            if row.d <= 3 and row.kind in ("drift", "bend", "swerve")
        ],
        key=lambda row: (row.d, row.amount),
    )
)


def move_cars(duel: Duel) -> None:
    """Move all cars in rounds of one inch each, faster cars first (V11 b)."""
    for car in duel.cars_present:
        car.turn_state.halves_left = chart(car.speed)[duel.phase - 1]
        if car.motion == "roll":
            car.turn_state.halves_left = min(2, car.turn_state.halves_left)
        car.turn_state.is_first_inch, car.turn_state.first_pose = True, None
        car.turn_state.crossed_markers.clear()
        car.turn_state.droppers_used.clear()
    while moving := [car for car in duel.cars_in_order if car.turn_state.halves_left > 0]:
        for car in moving:
            if car.turn_state.halves_left > 0:
                halves = min(2, car.turn_state.halves_left)
                car.turn_state.halves_left -= halves
                if car.speed != 0:
                    _advance(duel, car, halves)
                    car.turn_state.first_pose = car.turn_state.first_pose or car.pose
    duel.part_cars()


def _advance(duel: Duel, car: Car, halves: int) -> None:
    is_first, car.turn_state.is_first_inch = car.turn_state.is_first_inch, False
    if car.motion != "driving" or car.skid:
        _slide(duel, car, halves)
        return
    car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
    manoeuvre = _planned_manoeuvre(duel, car, halves) if is_first else "S"
    if car.is_steered and (car.turn_state.plan is None or car.turn_state.plan.avoid):
        manoeuvre = _avoid_contact(duel, car, manoeuvre, halves, is_first=is_first)
    row = MANOEUVRES[manoeuvre]
    if row.kind == "t-stop":
        _begin_t_stop(duel, car, manoeuvre, row.side)
        return
    if row.kind == "bootlegger":
        _begin_bootlegger(duel, car, manoeuvre, row.side)
        return
    course, speed = car.course, car.speed
    _move_along(duel, car, _poses(car, manoeuvre, halves), manoeuvre)
    d = difficulty(manoeuvre, speed)
    if d:
        car.turn_state.is_busy = True
        roll_control(duel, car, d, table=1)
        if not car.is_driving:
            car.course = course
    elif row.kind == "pivot":
        car.turn_state.is_busy = True
    if car.is_driving:
        car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS


def _planned_manoeuvre(duel: Duel, car: Car, halves: int) -> str:
    """Return the manoeuvre planned for this phase.

    If the manoeuvre is no longer possible, the car drives straight on (V52).
    """
    plan = car.turn_state.plan
    if plan is None or car.turn_state.path_lost or not car.is_steered:
        return "S"
    manoeuvre = plan.manoeuvres[duel.phase - 1]
    row = MANOEUVRES[manoeuvre]
    has_room = halves == 2 or row.kind == "pivot"
    if row.kind == "bootlegger" and not 20 <= car.turn_state.start_speed <= 35:
        return "S"
    return manoeuvre if has_room and is_possible(manoeuvre, car.speed, cycle=car.cycle) else "S"


def _poses(car: Car, manoeuvre: str, halves: int) -> list[Pose]:
    if manoeuvre == "S":
        return straight_poses(car.pose, 2 * SUBSTEP * halves, car.course)
    return inch_poses(car.pose, car.size, manoeuvre, reverse=car.speed < 0)


def _avoid_contact(duel: Duel, car: Car, manoeuvre: str, halves: int, *, is_first: bool) -> str:
    """Return the planned manoeuvre, or a gentle one that avoids contact (V26).

    If the planned manoeuvre leads to contact, the easiest manoeuvre of D3 or less without contact
    is chosen. Ties go to the planned side, then to the left. Manoeuvres that lose control for
    certain are never chosen.
    """
    if _is_clear(duel, car, _poses(car, manoeuvre, halves)) or not is_first or halves < 2:
        return manoeuvre
    side = MANOEUVRES[manoeuvre].side or 1
    for row in sorted(_GENTLE_MANOEUVRES, key=lambda row: (row.d, row.side != side)):
        d = difficulty(row.manoeuvre, car.speed)
        if d > duel.numbers.avoids_up_to or not is_possible(
            row.manoeuvre, car.speed, cycle=car.cycle
        ):
            continue
        if d and control(duel.numbers, car.speed, car.hs - d) == 7:
            continue
        if _is_clear(duel, car, _poses(car, row.manoeuvre, halves)):
            duel.announce(Avoided(car=car.number, phase=duel.phase, manoeuvre=row.manoeuvre))
            return row.manoeuvre
    return manoeuvre


def _is_clear(duel: Duel, car: Car, poses: list[Pose]) -> bool:
    ram_target = car.turn_state.plan.ram if car.turn_state.plan else -1
    for pose in poses:
        if duel.ground.overlaps(pose, car.size):
            return False
        other = duel.car_met_by(car, pose)
        if other is not None and other.number != ram_target:
            return False
        if duel.walkers and duel.walker_met_by(car, pose):
            return False
    return True


def _move_along(duel: Duel, car: Car, poses: list[Pose], manoeuvre: str) -> bool:
    """Move along the poses up to the last free one. Return whether all poses were free (V27)."""
    driven: list[Pose] = []
    walkers: list[Walker] = []
    other_car = None
    for pose in poses:
        hit = duel.ground.find_hit(pose, car.size)
        other_car = None if hit else duel.car_met_by(car, pose)
        if hit or other_car:
            if driven:
                duel.announce(_moved_event(duel, car, driven, manoeuvre))
                apply_markers(duel, car, driven)
                run_down_walkers(duel, car, walkers)
            if hit:
                meet_wall(duel, car, hit)
            elif other_car and (
                (min(car.number, other_car.number), max(car.number, other_car.number))
                in duel.touching
            ):
                _stop_behind(duel, car, other_car)
            elif other_car:
                resolve_ram(duel, car, other_car)
            return False
        car.pose = pose
        driven.append(pose)
        walker = duel.walker_met_by(car, pose) if duel.walkers else None
        if walker and walker not in walkers:
            walkers.append(walker)
    duel.announce(_moved_event(duel, car, driven, manoeuvre))
    apply_markers(duel, car, driven)
    run_down_walkers(duel, car, walkers)
    return True


def _stop_behind(duel: Duel, car: Car, other: Car) -> None:
    """Slow down a car that drives on into a car that it already touches (V87).

    The car takes the other car's speed if both go the same way. Otherwise, it stops.
    """
    course = other.course if other.speed else other.heading
    speed = abs(other.speed) if heading_difference(car.course, course) <= 3 else 0
    if speed < abs(car.speed):
        set_speed(duel, car, speed if car.speed >= 0 else -speed)
    if not car.speed:
        car.turn_state.halves_left = 0


def _moved_event(duel: Duel, car: Car, poses: list[Pose], manoeuvre: str) -> Moved:
    return Moved(car=car.number, phase=duel.phase, poses=tuple(poses), manoeuvre=manoeuvre)


def _slide(duel: Duel, car: Car, halves: int) -> None:
    """Move an inch along the old course in a skid, spin, roll or T-stop (V19, V21, V22, V24)."""
    length = 2 * SUBSTEP * halves
    if car.skid and car.motion == "driving":
        skid, car.skid = min(car.skid[0], length), car.skid[1:]
        poses = straight_poses(car.pose, skid, car.course)
        nose = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
        _move_along(
            duel, car, poses + straight_poses((poses or [car.pose])[-1], length - skid, nose), "S"
        )
        if not car.skid and car.motion == "driving":
            car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
        return
    if car.motion == "bootlegger":
        if _move_along(duel, car, bootlegger_end(car.pose, car.course, car.turning), "S"):
            set_speed(duel, car, 0)
            car.motion, car.turn_state.halves_left = "driving", 0
        return
    poses = straight_poses(car.pose, length, car.course)
    if car.motion == "spin" and halves == 2:
        x, y, heading = poses[-1]
        poses += [(x, y, (heading + car.turning * step) % HEADINGS) for step in range(1, 7)]
    is_free = _move_along(duel, car, poses, "S")
    if car.motion == "roll" and halves == 2 and is_free:
        roll_over(duel, car)
    if car.motion == "t-stop":
        new_speed = max(0, abs(car.speed) - duel.numbers.slide)
        hurt_tyres(duel, car, 1)
        set_speed(duel, car, new_speed)
        if new_speed == 0:
            car.motion, car.turn_state.halves_left = "driving", 0


def _begin_t_stop(duel: Duel, car: Car, manoeuvre: str, side: int) -> None:
    """Turn 90° about the centre and slide along the course to a stop (V24). Fire is not aimed."""
    d = difficulty(manoeuvre, car.speed)
    poses = [(car.x, car.y, (car.heading + side * step) % HEADINGS) for step in range(1, 7)]
    car.turn_state.is_busy = car.turn_state.cannot_aim = True
    if _move_along(duel, car, poses, manoeuvre):
        car.motion = "t-stop"
        before = car.speed
        _slide(duel, car, 2)
        if car.motion in ("t-stop", "driving"):
            car.motion = "driving"
            roll_control(duel, car, d, table=1, speed=before)
            if car.is_driving and car.speed:
                car.motion = "t-stop"


def _begin_bootlegger(duel: Duel, car: Car, manoeuvre: str, side: int) -> None:
    """Turn 180° within two inches and stop (V24).

    Each tyre loses a point, and fire is not aimed.
    """
    d, before, course = difficulty(manoeuvre, car.speed), car.speed, car.course
    car.turn_state.is_busy = car.turn_state.cannot_aim = True
    if not _move_along(duel, car, bootlegger_start(car.pose, side), manoeuvre):
        return
    hurt_tyres(duel, car, 1)
    roll_control(duel, car, d, table=1, speed=before)
    car.course = course
    if car.is_driving and car.speed:
        car.motion, car.turning = "bootlegger", side
