"""The movement of a phase: rounds of an inch each, open eyes, sub-steps (V11 b, V24 to V27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .contact import meet_wall, ram
from .damage import hurt_tyres
from .driving import roll_control, set_speed, tumble
from .dropping import cross
from .events import Avoided, Moved
from .geometry import HEADINGS, apart
from .manoeuvres import (
    MANOEUVRES,
    STEP,
    bootlegger,
    bootlegger_ends,
    difficulty,
    inch,
    possible,
    straight,
)
from .tables import chart, control
from .walkers import run_down

if TYPE_CHECKING:
    from .car import Car
    from .duel import Duel
    from .geometry import Pose
    from .values import Walker

_GENTLE = tuple(
    sorted(
        [
            row
            for row in MANOEUVRES.values()
            if row.d <= 3 and row.kind in ("drift", "bend", "swerve")
        ],
        key=lambda row: (row.d, row.amount),
    )
)


def movement(duel: Duel) -> None:
    """V11 b: in each round every car with movement left goes an inch, faster first."""
    for car in duel.present:
        car.now.left = chart(car.speed)[duel.phase - 1]
        if car.motion == "roll":
            car.now.left = min(2, car.now.left)
        car.now.first, car.now.mark = True, None
        car.now.crossed.clear()
        car.now.dropped_in.clear()
    while moving := [car for car in duel.in_order if car.now.left > 0]:
        for car in moving:
            if car.now.left > 0:
                halves = min(2, car.now.left)
                car.now.left -= halves
                if car.speed != 0:
                    _advance(duel, car, halves)
                    car.now.mark = car.now.mark or car.pose
    duel.part_those_apart()


def _advance(duel: Duel, car: Car, halves: int) -> None:
    """One inch of a car, or its last half."""
    first, car.now.first = car.now.first, False
    if car.motion != "driving" or car.skid:
        _slide(duel, car, halves)
        return
    car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
    manoeuvre = _planned(duel, car, halves) if first else "S"
    if car.steers and (car.now.plan is None or car.now.plan.avoid):
        manoeuvre = _with_open_eyes(duel, car, manoeuvre, halves, first=first)
    row = MANOEUVRES[manoeuvre]
    if row.kind == "t-stop":
        _begin_t_stop(duel, car, manoeuvre, row.side)
        return
    if row.kind == "bootlegger":
        _begin_bootlegger(duel, car, manoeuvre, row.side)
        return
    course, speed = car.course, car.speed
    _go(duel, car, _poses(car, manoeuvre, halves), manoeuvre)
    d = difficulty(manoeuvre, speed)
    if d:
        car.now.busy = True
        roll_control(duel, car, d, table=1)
        if not car.drives:
            car.course = course
    elif row.kind == "pivot":
        car.now.busy = True
    if car.drives:
        car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS


def _planned(duel: Duel, car: Car, halves: int) -> str:
    """What the plan says for this phase; what has become impossible is straight on (V52)."""
    plan = car.now.plan
    if plan is None or car.now.path_lost or not car.steers:
        return "S"
    manoeuvre = plan.manoeuvres[duel.phase - 1]
    row = MANOEUVRES[manoeuvre]
    whole = halves == 2 or row.kind == "pivot"
    if row.kind == "bootlegger" and not 20 <= car.now.began_at <= 35:
        return "S"
    return manoeuvre if whole and possible(manoeuvre, car.speed, cycle=car.cycle) else "S"


def _poses(car: Car, manoeuvre: str, halves: int) -> list[Pose]:
    if manoeuvre == "S":
        return straight(car.pose, 2 * STEP * halves, car.course)
    return inch(car.pose, car.size, manoeuvre, reverse=car.speed < 0)


def _with_open_eyes(duel: Duel, car: Car, manoeuvre: str, halves: int, *, first: bool) -> str:
    """V26: the gentlest manoeuvre of D3 or less that ends in no contact, if the planned one does.

    Ties go to the planned side, then left; never one whose control reads X.
    """
    if _clear(duel, car, _poses(car, manoeuvre, halves)) or not first or halves < 2:
        return manoeuvre
    side = MANOEUVRES[manoeuvre].side or 1
    for row in sorted(_GENTLE, key=lambda row: (row.d, row.side != side)):
        d = difficulty(row.manoeuvre, car.speed)
        if d > duel.numbers.avoids_up_to or not possible(row.manoeuvre, car.speed, cycle=car.cycle):
            continue
        if d and control(duel.numbers, car.speed, car.hs - d) == 7:
            continue
        if _clear(duel, car, _poses(car, row.manoeuvre, halves)):
            duel.public(Avoided(car=car.number, phase=duel.phase, manoeuvre=row.manoeuvre))
            return row.manoeuvre
    return manoeuvre


def _clear(duel: Duel, car: Car, poses: list[Pose]) -> bool:
    wanted = car.now.plan.ram if car.now.plan else -1
    for pose in poses:
        if duel.ground.meets(pose, car.size):
            return False
        other = duel.met_by(car, pose)
        if other is not None and other.number != wanted:
            return False
        if duel.walkers and duel.on_foot(car, pose):
            return False
    return True


def _go(duel: Duel, car: Car, poses: list[Pose], manoeuvre: str) -> bool:
    """Along the poses to the last free one; whether nothing was met (V27)."""
    driven: list[Pose] = []
    walkers: list[Walker] = []
    met = None
    for pose in poses:
        hit = duel.ground.hit(pose, car.size)
        met = None if hit else duel.met_by(car, pose)
        if hit or met:
            if driven:
                duel.public(_moved(duel, car, driven, manoeuvre))
                cross(duel, car, driven)
                run_down(duel, car, walkers)
            if hit:
                meet_wall(duel, car, hit)
            elif met and (
                (min(car.number, met.number), max(car.number, met.number)) in duel.touching
            ):
                _held_up(duel, car, met)
            elif met:
                ram(duel, car, met)
            return False
        car.pose = pose
        driven.append(pose)
        walker = duel.on_foot(car, pose) if duel.walkers else None
        if walker and walker not in walkers:
            walkers.append(walker)
    duel.public(_moved(duel, car, driven, manoeuvre))
    cross(duel, car, driven)
    run_down(duel, car, walkers)
    return True


def _held_up(duel: Duel, car: Car, other: Car) -> None:
    """V87: who runs on into a car that it already touches falls to its speed if both go the same
    way, else to nothing.
    """
    course = other.course if other.speed else other.heading
    along = abs(other.speed) if apart(car.course, course) <= 3 else 0
    if along < abs(car.speed):
        set_speed(duel, car, along if car.speed >= 0 else -along)
    if not car.speed:
        car.now.left = 0


def _moved(duel: Duel, car: Car, poses: list[Pose], manoeuvre: str) -> Moved:
    return Moved(car=car.number, phase=duel.phase, poses=tuple(poses), manoeuvre=manoeuvre)


def _slide(duel: Duel, car: Car, halves: int) -> None:
    """An inch of a skid, a spin, a roll or a T-stop: along the old course (V19, V21, V22, V24)."""
    length = 2 * STEP * halves
    if car.skid and car.motion == "driving":
        skid, car.skid = min(car.skid[0], length), car.skid[1:]
        poses = straight(car.pose, skid, car.course)
        nose = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
        _go(duel, car, poses + straight((poses or [car.pose])[-1], length - skid, nose), "S")
        if not car.skid and car.motion == "driving":
            car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
        return
    if car.motion == "bootlegger":
        if _go(duel, car, bootlegger_ends(car.pose, car.course, car.turning), "S"):
            set_speed(duel, car, 0)
            car.motion, car.now.left = "driving", 0
        return
    poses = straight(car.pose, length, car.course)
    if car.motion == "spin" and halves == 2:
        x, y, heading = poses[-1]
        poses += [(x, y, (heading + car.turning * step) % HEADINGS) for step in range(1, 7)]
    free = _go(duel, car, poses, "S")
    if car.motion == "roll" and halves == 2 and free:
        tumble(duel, car)
    if car.motion == "t-stop":
        less = max(0, abs(car.speed) - duel.numbers.slide)
        hurt_tyres(duel, car, 1)
        set_speed(duel, car, less)
        if less == 0:
            car.motion, car.now.left = "driving", 0


def _begin_t_stop(duel: Duel, car: Car, manoeuvre: str, side: int) -> None:
    """V24: 90° about the centre, and on along the course to a stop; no aimed fire."""
    d = difficulty(manoeuvre, car.speed)
    poses = [(car.x, car.y, (car.heading + side * step) % HEADINGS) for step in range(1, 7)]
    car.now.busy = car.now.no_aim = True
    if _go(duel, car, poses, manoeuvre):
        car.motion = "t-stop"
        before = car.speed
        _slide(duel, car, 2)
        if car.motion in ("t-stop", "driving"):
            car.motion = "driving"
            roll_control(duel, car, d, table=1, speed=before)
            if car.drives and car.speed:
                car.motion = "t-stop"


def _begin_bootlegger(duel: Duel, car: Car, manoeuvre: str, side: int) -> None:
    """V24: a turn of 180° in two inches to a stand; each tyre loses a point; no aimed fire."""
    d, before, course = difficulty(manoeuvre, car.speed), car.speed, car.course
    car.now.busy = car.now.no_aim = True
    if not _go(duel, car, bootlegger(car.pose, side), manoeuvre):
        return
    hurt_tyres(duel, car, 1)
    roll_control(duel, car, d, table=1, speed=before)
    car.course = course
    if car.drives and car.speed:
        car.motion, car.turning = "bootlegger", side
