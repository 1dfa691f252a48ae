"""Speed, control, and loss of control (V13 to V23)."""

from __future__ import annotations

from typing import assert_never

from .car import ROLL_ORDER, Car
from .damage import hurt_tyre, hurt_tyres, ignite, strike
from .duel import Duel
from .events import Controlled, CrashRolled, LostControl, SpeedIs
from .geometry import HEADINGS, heading_difference, move_pose, turn_about_corner
from .tables import (
    SKIDS,
    Crash,
    brake_tyres,
    braking,
    control,
    crash_speed,
    crash_table_1,
    crash_table_2,
)
from .values import NOBODY

WALKING_SPEED = 5
"""Speed at which a rider pushes a cycle backwards, in mph (V146)."""


def set_speed(duel: Duel, car: Car, speed: int) -> None:
    """Set the car's speed and announce it to everyone."""
    if speed != car.speed:
        car.speed = speed
        duel.announce(SpeedIs(car=car.number, phase=duel.phase, speed=speed))


def reachable_speed(car: Car, wanted_speed: int, speed: int | None = None) -> int:
    """Return the reachable speed nearest to a wanted speed (V13).

    If `speed` is omitted, the car's current speed is the starting point. A car that is faster than
    its plant can drive it, in either direction, can keep its speed (V143). A cycle has no reverse
    gear, but its rider can push it backwards (V146).
    """
    speed = car.speed if speed is None else speed
    max_gain = car.spec.acceleration if car.plant > 0 else 0
    top_speed = car.spec.top_speed // 5 * 5
    if speed > 0:
        return max(0, min(wanted_speed, speed + max_gain, max(speed, top_speed)))
    max_reverse = WALKING_SPEED if car.cycle else top_speed // 25 * 5
    if speed < 0:
        return min(0, max(wanted_speed, speed - max_gain, min(speed, -max_reverse)))
    return max(
        min(wanted_speed, max_gain, top_speed),
        -min(max_reverse, WALKING_SPEED if car.cycle else max_gain) if car.stood else 0,
    )


def change_speed(duel: Duel, car: Car, wanted_speed: int) -> None:
    """Accelerate as far as the plant allows, or brake at the cost of D (V13, V175)."""
    if not car.is_steered:
        return
    before, after = car.speed, reachable_speed(car, wanted_speed)
    reduction = abs(before) - abs(after)
    set_speed(duel, car, after)
    if reduction > 0:
        dice, bonus = brake_tyres(reduction)
        hazard = 0
        if (dice or bonus) and not car.spec.spares_tyres:
            hazard = hurt_tyres(duel, car, sum(duel.roll_own(car, "inside", dice)) + bonus)
        if reduction >= 15:
            car.turn_state.is_busy = True
        d = braking(duel.numbers, reduction) - (car.spec.strong_brakes is True)
        roll_control(duel, car, max(d, hazard), table=1, speed=before)


def roll_control(
    duel: Duel, car: Car, d: int, *, table: int, speed: int | None = None, away_side: int = 0
) -> None:
    """Deduct D from the handling status and roll for control (V14, V15).

    Control is lost if the car has just lost its wheels (V42). The ground can add to D (V25). If
    `away_side` is given, a fishtail swings to that side (V29).
    """
    if d <= 0 or car.out == "left":
        return
    d += duel.surface_d(car)
    car.turn_state.busy_d += d
    speed = car.speed if speed is None else speed
    car.hs = max(duel.numbers.least_hs, car.hs - d)
    if speed == 0 or car.motion != "driving":
        return
    if car.turn_state.wheels_just_lost:
        car.turn_state.wheels_just_lost = False
        lose_control(duel, car, d, table=1, speed=speed)
        return
    number = control(duel.numbers, speed, car.hs)
    face = duel.roll_own(car, "control")[0] if 0 < number < 7 else 0
    duel.notify_owner(car, Controlled(car=car.number, d=d, hs=car.hs, number=number, face=face))
    if number > face or number == 7:
        lose_control(duel, car, d, table=table, speed=speed, away_side=away_side)


def lose_control(
    duel: Duel, car: Car, d: int, *, table: int, speed: int, modifier: int = 0, away_side: int = 0
) -> None:
    """Make the crash roll (V18). The rest of the sealed path is straight on (V19)."""
    faces = duel.roll_own(car, "control", 2)
    total = (
        sum(faces) + d - 3 - _crash_bonus(duel, car) + crash_speed(duel.numbers, speed) + modifier
    )
    duel.notify_owner(car, CrashRolled(car=car.number, faces=faces, total=total))
    car.turn_state.path_lost = car.turn_state.lost_control = True
    if table == 1:
        apply_crash(duel, car, crash_table_1(total))
        return
    steps, has_table_1 = crash_table_2(total)
    fishtail(duel, car, steps, away_side)
    if has_table_1:
        apply_crash(duel, car, crash_table_1(total))


def _crash_bonus(duel: Duel, car: Car) -> int:
    """Return the driver's bonus on a crash roll (V16): the level, less 2 if wounded."""
    if car.driver == NOBODY:
        return 0
    is_wounded = car.dp[car.driver] < car.spec.crew[car.driver].whole
    return (car.driving_level(car.driver) or 0) + (duel.numbers.wounded if is_wounded else 0)


def apply_crash(duel: Duel, car: Car, result: tuple[Crash, int]) -> None:
    """Apply a result from crash table 1."""
    kind, row = result
    match kind:
        case "skid":
            _start_skid(duel, car, row)
        case "spin":
            _start_spin(duel, car)
        case "roll" | "burning-roll":
            _start_roll(duel, car)
            if kind == "burning-roll" and duel.roll_own(car, "inside")[0] >= 4:
                ignite(duel, car)
        case "vault":
            _vault(duel, car)
        case _:
            assert_never(kind)


def _start_skid(duel: Duel, car: Car, row: int) -> None:
    """Start a slide along the old course. The heading does not change (V19)."""
    inches, speed_loss, tyre_points, aim_modifier = SKIDS[row]
    duel.announce(LostControl(car=car.number, what="skid", amount=inches[0]))
    car.skid = inches
    _limit_aim(car, aim_modifier)
    if tyre_points:
        hurt_tyres(duel, car, tyre_points)
    _slow_down(duel, car, speed_loss)


def _limit_aim(car: Car, modifier: int | None) -> None:
    if modifier is None:
        car.turn_state.cannot_aim = True
    else:
        car.turn_state.aim_modifier = min(car.turn_state.aim_modifier, modifier)


def _slow_down(duel: Duel, car: Car, reduction: int) -> None:
    new_speed = max(0, abs(car.speed) - reduction)
    set_speed(duel, car, new_speed if car.speed >= 0 else -new_speed)


def fishtail(duel: Duel, car: Car, steps: int, away_side: int = 0) -> None:
    """Swing the tail to the left (1) or right (−1).

    If `away_side` is 0, a die decides the direction (V20).
    """
    side = away_side or (1 if duel.roll()[0] <= 3 else -1)
    duel.announce(LostControl(car=car.number, what="fishtail", amount=15 * steps * side))
    for _ in range(steps):
        pose = turn_about_corner(car.pose, car.size, -side, front=True, left=side < 0)
        if not duel.is_free(car, pose):
            break
        car.pose = pose
    car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
    _limit_aim(car, -3 if steps == 1 else -6)


def _start_spin(duel: Duel, car: Car) -> None:
    """Start a spin-out in a random direction (V21)."""
    faces = duel.roll(2)
    car.motion, car.turning = "spin", 1 if faces[0] <= 3 else -1
    car.turn_state.cannot_aim = True
    car.skid = ()
    duel.announce(LostControl(car=car.number, what="spin", amount=car.turning, faces=faces))
    hurt_tyres(duel, car, faces[1])


def _start_roll(duel: Duel, car: Car) -> None:
    """Turn broadside and start to roll (V22)."""
    car.motion, car.skid, car.turn_state.cannot_aim = "roll", (), True
    duel.announce(LostControl(car=car.number, what="roll", amount=0))
    broadside = (car.x, car.y, (car.course + 6) % HEADINGS)
    if duel.is_free(car, broadside):
        car.pose = broadside


def _vault(duel: Duel, car: Car) -> None:
    """Fly through the air, land on a random facing and start to roll (V23).

    The leading tyres along the course take damage. Everyone aboard loses a point, which no suit
    absorbs.
    """
    faces = duel.roll(5)
    duel.announce(LostControl(car=car.number, what="vault", amount=faces[0], faces=faces))
    half = len(car.tyres) // 2
    leading = (
        range(half) if heading_difference(car.heading, car.course) <= 6 else range(half, 2 * half)
    )
    for tyre in leading:
        hurt_tyre(duel, car, tyre, sum(faces[2:]))
    for _ in range(4 * faces[0]):
        pose = move_pose(car.pose, 250, car.course)
        if not duel.is_free(car, pose):
            break
        car.pose = pose
    facing = ("front", "back", "left", "right", "top", "under")[faces[1] - 1]
    landing = duel.roll(max(1, abs(car.speed) // 10))
    strike(duel, car, facing, sum(landing), landing, is_ram=True)
    for person, has_left in enumerate(car.gone):
        if not has_left:
            car.dp[person] = max(0, car.dp[person] - 1)
    _start_roll(duel, car)


def roll_over(duel: Duel, car: Car) -> None:
    """Roll a quarter turn for one inch (V22).

    The landing facing takes one die of damage. If the car lands on its wheels, each wheel and then
    the underbody take that damage.
    """
    car.lies_on = ROLL_ORDER[(ROLL_ORDER.index(car.lies_on) + 1) % 4]
    faces = duel.roll()
    if car.lies_on == "wheels":
        hurt_tyres(duel, car, faces[0])
        strike(duel, car, "under", faces[0], faces)
    else:
        strike(duel, car, car.lies_on, faces[0], faces)


def end_slides(duel: Duel, car: Car) -> None:
    """End or slow down skids, spins, rolls and slides at the end of a turn (V21, V22).

    A skid ends when the car stops (V147).
    """
    if car.speed == 0:
        car.skid = ()
    if car.motion == "roll":
        _slow_down(duel, car, duel.numbers.slide)
        if car.speed == 0:
            is_upright = car.lies_on == "wheels" and car.has_wheels and not car.cycle
            car.motion = "driving" if is_upright else "lying"
    elif car.motion == "spin":
        _slow_down(duel, car, duel.numbers.slide)
        _end_spin(duel, car)
    if car.motion == "t-stop" and car.speed == 0:
        car.motion = "driving"
    if car.motion == "driving" and not car.skid:
        car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS


def _end_spin(duel: Duel, car: Car) -> None:
    number = control(duel.numbers, car.speed, duel.numbers.least_hs)
    face = duel.roll_own(car, "control")[0]
    duel.notify_owner(car, Controlled(car=car.number, d=0, hs=car.hs, number=number, face=face))
    if car.speed == 0:
        car.motion = "driving"
    elif number <= face:
        angle = (car.heading - car.course) % HEADINGS
        if angle in (0, 12):
            car.motion, car.speed = "driving", abs(car.speed) if angle == 0 else -abs(car.speed)
            duel.announce(SpeedIs(car=car.number, phase=duel.phase, speed=car.speed))
        else:
            car.motion = "t-stop"
