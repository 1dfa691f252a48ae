"""Manoeuvres of a phase: when they are possible, how difficult they are, and their poses (V24)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from .geometry import HEADINGS, Point, Pose, move_pose, turn_about_corner

Kind: TypeAlias = Literal["straight", "drift", "bend", "swerve", "pivot", "t-stop", "bootlegger"]


class Manoeuvre(NamedTuple):
    """A manoeuvre in the list.

    `side` is 1 for left and −1 for right. `amount` is in mils or in steps of 15°.
    """

    manoeuvre: str
    kind: Kind
    side: int
    amount: int
    d: int


SUBSTEP: Final = 250
SUBSTEPS: Final = 4


def _all_manoeuvres() -> dict[str, Manoeuvre]:
    rows = [Manoeuvre("S", "straight", 0, 0, 0)]
    for letter, side in (("L", 1), ("R", -1)):
        rows.append(Manoeuvre(f"D{letter}", "drift", side, 250, 1))
        rows.append(Manoeuvre(f"TD{letter}", "drift", side, 500, 3))
        for steps in range(1, 7):
            rows.append(Manoeuvre(f"{letter}{15 * steps}", "bend", side, steps, steps))
            rows.append(Manoeuvre(f"W{letter}{15 * steps}", "swerve", side, steps, steps + 1))
        rows += [
            Manoeuvre(f"P{letter}{15 * steps}", "pivot", side, steps, 0) for steps in range(1, 13)
        ]
        rows.append(Manoeuvre(f"T{letter}", "t-stop", side, 6, 1))
        rows.append(Manoeuvre(f"B{letter}", "bootlegger", side, 6, 7))
    return {row.manoeuvre: row for row in rows}


MANOEUVRES: Final = _all_manoeuvres()


def difficulty(manoeuvre: str, speed: int) -> int:
    """Return the D of a manoeuvre at a speed (V13, V24).

    A T-stop has D1 for each 10 mph. Any manoeuvre in reverse has 1 more.
    """
    row = MANOEUVRES[manoeuvre]
    if row.kind == "t-stop":
        return (abs(speed) + 9) // 10
    return row.d + (1 if speed < 0 and row.kind not in ("straight", "pivot") else 0)


def is_possible(manoeuvre: str, speed: int, *, cycle: bool) -> bool:
    """Return whether a car at this speed can perform a manoeuvre (V24)."""
    row = MANOEUVRES[manoeuvre]
    if row.kind == "pivot":
        return speed == 5
    if row.kind == "t-stop":
        return speed >= 10 and not cycle
    if row.kind == "bootlegger":
        return 20 <= speed <= 35 and not cycle
    return row.kind == "straight" or abs(speed) >= 10


def bootlegger_start(pose: Pose, side: int) -> list[Pose]:
    """Return the poses in the first inch of a bootlegger (V24).

    The car drives three quarters of an inch straight on and then turns 90° about its centre.
    """
    poses = straight_poses(pose, 3 * SUBSTEP, pose[2])
    x, y, heading = poses[-1]
    return poses + [(x, y, (heading + side * step) % HEADINGS) for step in range(1, 7)]


def bootlegger_end(pose: Pose, course: int, side: int) -> list[Pose]:
    """Return the poses in the second inch of a bootlegger.

    The car moves half an inch along its new nose and three quarters along the old course. Then it
    turns 90° more.
    """
    poses = straight_poses(pose, 2 * SUBSTEP, pose[2])
    poses += straight_poses(poses[-1], 3 * SUBSTEP, course)
    x, y, heading = poses[-1]
    return poses + [(x, y, (heading + side * step) % HEADINGS) for step in range(1, 7)]


def straight_poses(pose: Pose, length: int, heading: int) -> list[Pose]:
    """Return the poses of a straight move along a heading, a quarter of an inch apart (V27)."""
    return [
        move_pose(pose, travelled, heading) for travelled in range(SUBSTEP, length + 1, SUBSTEP)
    ]


def inch_poses(pose: Pose, size: Point, manoeuvre: str, *, reverse: bool = False) -> list[Pose]:
    """Return the poses of one inch with a manoeuvre (V24, V27).

    They are a quarter of an inch apart, followed by one pose for each 15° turned. In reverse, the
    car turns about the front corner on the inside (V84).
    """
    x, y, heading = pose
    return [
        (x + dx, y + dy, turn)
        for dx, dy, turn in _inch_from_origin(heading, size, manoeuvre, reverse)
    ]


@lru_cache(maxsize=8192)
def _inch_from_origin(heading: int, size: Point, manoeuvre: str, reverse: bool) -> list[Pose]:
    row, pose = MANOEUVRES[manoeuvre], (0, 0, heading)
    forward = (heading + 12) % HEADINGS if reverse else heading
    if row.kind == "pivot":
        poses, start = straight_poses(pose, SUBSTEP, forward), move_pose(pose, SUBSTEP, forward)
    else:
        poses, start = (
            straight_poses(pose, SUBSTEPS * SUBSTEP, forward),
            move_pose(pose, SUBSTEPS * SUBSTEP, forward),
        )
    offset = {"drift": row.side * row.amount, "swerve": -row.side * SUBSTEP}.get(row.kind, 0)
    if offset:
        offset_heading = (pose[2] + (6 if offset > 0 else -6)) % HEADINGS
        poses = [
            move_pose(pose_before, abs(offset) * number // SUBSTEPS, offset_heading)
            for number, pose_before in enumerate(poses, start=1)
        ]
        start = poses[-1]
    if row.kind in ("bend", "swerve", "pivot"):
        steps = range(1, row.amount + 1)
        poses += [
            turn_about_corner(start, size, number * row.side, front=reverse, left=row.side > 0)
            for number in steps
        ]
    return poses
