"""What may be written for a phase, how hard it is, and where it leads (V24)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from .geometry import HEADINGS, Point, Pose, moved, turned_about

Kind: TypeAlias = Literal["straight", "drift", "bend", "swerve", "pivot", "t-stop", "bootlegger"]


class Manoeuvre(NamedTuple):
    """One line of the list: to the left (1) or right (−1), how far (mils or steps of 15°), D."""

    manoeuvre: str
    kind: Kind
    side: int
    amount: int
    d: int


STEP: Final = 250
STEPS: Final = 4


def _listed() -> dict[str, Manoeuvre]:
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


MANOEUVRES: Final = _listed()


def difficulty(manoeuvre: str, speed: int) -> int:
    """D of a manoeuvre at a speed: a T-stop 1 for each 10 mph, anything in reverse 1 more (V13,
    V24).
    """
    row = MANOEUVRES[manoeuvre]
    if row.kind == "t-stop":
        return (abs(speed) + 9) // 10
    return row.d + (1 if speed < 0 and row.kind not in ("straight", "pivot") else 0)


def possible(manoeuvre: str, speed: int, *, cycle: bool) -> bool:
    """Whether a car at this speed can drive it at all (V24)."""
    row = MANOEUVRES[manoeuvre]
    if row.kind == "pivot":
        return speed == 5
    if row.kind == "t-stop":
        return speed >= 10 and not cycle
    if row.kind == "bootlegger":
        return 20 <= speed <= 35 and not cycle
    return row.kind == "straight" or abs(speed) >= 10


def bootlegger(pose: Pose, side: int) -> list[Pose]:
    """Its first inch: three quarters straight on, then 90° about the centre (V24)."""
    poses = straight(pose, 3 * STEP, pose[2])
    x, y, heading = poses[-1]
    return poses + [(x, y, (heading + side * step) % HEADINGS) for step in range(1, 7)]


def bootlegger_ends(pose: Pose, course: int, side: int) -> list[Pose]:
    """Its second: half an inch along the new nose, three quarters along the old course, and 90°
    more; then the car stands.
    """
    poses = straight(pose, 2 * STEP, pose[2])
    poses += straight(poses[-1], 3 * STEP, course)
    x, y, heading = poses[-1]
    return poses + [(x, y, (heading + side * step) % HEADINGS) for step in range(1, 7)]


def straight(pose: Pose, length: int, heading: int) -> list[Pose]:
    """Poses of so many mils along a heading, a quarter of an inch each (V27)."""
    return [moved(pose, part, heading) for part in range(STEP, length + 1, STEP)]


def inch(pose: Pose, size: Point, manoeuvre: str, *, reverse: bool = False) -> list[Pose]:
    """The poses of one inch driven by a manoeuvre, in order: four quarters, then each 15° (V24,
    V27). In reverse the car turns about the front corner on the inside (V84).
    """
    x, y, heading = pose
    return [(x + dx, y + dy, turn) for dx, dy, turn in _from(heading, size, manoeuvre, reverse)]


@lru_cache(maxsize=8192)
def _from(heading: int, size: Point, manoeuvre: str, reverse: bool) -> list[Pose]:
    """The inch as driven from the origin."""
    row, pose = MANOEUVRES[manoeuvre], (0, 0, heading)
    ahead = (heading + 12) % HEADINGS if reverse else heading
    if row.kind == "pivot":
        poses, start = straight(pose, STEP, ahead), moved(pose, STEP, ahead)
    else:
        poses, start = straight(pose, STEPS * STEP, ahead), moved(pose, STEPS * STEP, ahead)
    aside = {"drift": row.side * row.amount, "swerve": -row.side * STEP}.get(row.kind, 0)
    if aside:
        across = (pose[2] + (6 if aside > 0 else -6)) % HEADINGS
        poses = [
            moved(each, abs(aside) * number // STEPS, across)
            for number, each in enumerate(poses, start=1)
        ]
        start = poses[-1]
    if row.kind in ("bend", "swerve", "pivot"):
        steps = range(1, row.amount + 1)
        poses += [
            turned_about(start, size, number * row.side, front=reverse, left=row.side > 0)
            for number in steps
        ]
    return poses
