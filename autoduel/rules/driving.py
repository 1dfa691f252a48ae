"""Speed, control, and what happens when it is lost (V13 to V23)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from .car import OVER
from .damage import hurt_tyre, hurt_tyres, ignite, strike
from .events import Controlled, CrashRolled, LostControl, SpeedIs
from .geometry import HEADINGS, apart, moved, turned_about
from .tables import SKIDS, brake_tyres, braking, control, crash_1, crash_2, crash_speed
from .values import NOBODY

if TYPE_CHECKING:
    from .car import Car
    from .duel import Duel
    from .tables import Crash

WALKED = 5
"""How fast a rider walks a cycle back, in mph (V146)."""


def set_speed(duel: Duel, car: Car, speed: int) -> None:
    """The car's speed is another; all see it."""
    if speed != car.speed:
        car.speed = speed
        duel.public(SpeedIs(car=car.number, phase=duel.phase, speed=speed))


def reachable(car: Car, wanted: int, speed: int | None = None) -> int:
    """The speed nearest to the wanted one that the car can have now, or could at another speed
    (V13). One that is faster than its plant would take it, either way, may stay so (V143). A cycle
    has no reverse gear, but its rider can walk it back (V146).
    """
    speed = car.speed if speed is None else speed
    gain = car.spec.acceleration if car.plant > 0 else 0
    top = car.spec.top_speed // 5 * 5
    if speed > 0:
        return max(0, min(wanted, speed + gain, max(speed, top)))
    back = WALKED if car.cycle else top // 25 * 5
    if speed < 0:
        return min(0, max(wanted, speed - gain, min(speed, -back)))
    return max(
        min(wanted, gain, top), -min(back, WALKED if car.cycle else gain) if car.stood else 0
    )


def change_speed(duel: Duel, car: Car, wanted: int) -> None:
    """V13: up by what the plant gives, down by the brakes and their D."""
    if not car.steers:
        return
    before, after = car.speed, reachable(car, wanted)
    by = abs(before) - abs(after)
    set_speed(duel, car, after)
    if by > 0:
        dice, plus = brake_tyres(by)
        lost = 0
        if (dice or plus) and not car.spec.spares_tyres:
            lost = hurt_tyres(duel, car, sum(duel.own_d6(car, "inside", dice)) + plus)
        if by >= 15:
            car.now.busy = True
        roll_control(duel, car, max(braking(duel.numbers, by), lost), table=1, speed=before)


def roll_control(
    duel: Duel, car: Car, d: int, *, table: int, speed: int | None = None, away: int = 0
) -> None:
    """Take D off the handling status and see whether control is kept (V14, V15); it is not when the
    wheels have just gone (V42). The ground may add to D (V25). A fishtail swings `away` if a side
    is given (V29).
    """
    if d <= 0 or car.out == "left":
        return
    d += duel.surface(car)
    speed = car.speed if speed is None else speed
    car.hs = max(duel.numbers.least_hs, car.hs - d)
    if speed == 0 or car.motion != "driving":
        return
    if car.now.wheels_gone:
        car.now.wheels_gone = False
        lose_control(duel, car, d, table=1, speed=speed)
        return
    number = control(duel.numbers, speed, car.hs)
    face = duel.own_d6(car, "control")[0] if 0 < number < 7 else 0
    duel.private(car, Controlled(car=car.number, d=d, hs=car.hs, number=number, face=face))
    if number > face or number == 7:
        lose_control(duel, car, d, table=table, speed=speed, away=away)


def lose_control(
    duel: Duel, car: Car, d: int, *, table: int, speed: int, plus: int = 0, away: int = 0
) -> None:
    """The crash roll (V18). The rest of the sealed path is straight on (V19)."""
    faces = duel.own_d6(car, "control", 2)
    total = sum(faces) + d - 3 - _level(duel, car) + crash_speed(duel.numbers, speed) + plus
    duel.private(car, CrashRolled(car=car.number, faces=faces, total=total))
    car.now.path_lost = car.now.lost = True
    if table == 1:
        crash(duel, car, crash_1(total))
        return
    steps, more = crash_2(total)
    fishtail(duel, car, steps, away)
    if more:
        crash(duel, car, crash_1(total))


def _level(duel: Duel, car: Car) -> int:
    """What a crash roll is better for who drives: the level, 2 less when wounded (V16)."""
    if car.driver == NOBODY:
        return 0
    hurt = car.dp[car.driver] < car.spec.crew[car.driver].whole
    return (car.level(car.driver) or 0) + (duel.numbers.wounded if hurt else 0)


def crash(duel: Duel, car: Car, result: tuple[Crash, int]) -> None:
    """What crash table 1 says happens."""
    what, row = result
    match what:
        case "skid":
            _skid(duel, car, row)
        case "spin":
            _spin(duel, car)
        case "roll" | "burning-roll":
            _roll(duel, car)
            if what == "burning-roll" and duel.own_d6(car, "inside")[0] >= 4:
                ignite(duel, car)
        case "vault":
            _vault(duel, car)
        case _:
            assert_never(what)


def _skid(duel: Duel, car: Car, row: int) -> None:
    """V19: along the old course, heading kept."""
    inches, slower, tyres, aim = SKIDS[row]
    duel.public(LostControl(car=car.number, what="skid", amount=inches[0]))
    car.skid = inches
    _aim(car, aim)
    if tyres:
        hurt_tyres(duel, car, tyres)
    _slower(duel, car, slower)


def _aim(car: Car, modifier: int | None) -> None:
    if modifier is None:
        car.now.no_aim = True
    else:
        car.now.aim = min(car.now.aim, modifier)


def _slower(duel: Duel, car: Car, by: int) -> None:
    less = max(0, abs(car.speed) - by)
    set_speed(duel, car, less if car.speed >= 0 else -less)


def fishtail(duel: Duel, car: Car, steps: int, away: int = 0) -> None:
    """V20: the tail swings left (1) or right (−1), by the die unless it swings away from a blow."""
    side = away or (1 if duel.d6()[0] <= 3 else -1)
    duel.public(LostControl(car=car.number, what="fishtail", amount=15 * steps * side))
    for _ in range(steps):
        pose = turned_about(car.pose, car.size, -side, front=True, left=side < 0)
        if not duel.free(car, pose):
            break
        car.pose = pose
    car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS
    _aim(car, -3 if steps == 1 else -6)


def _spin(duel: Duel, car: Car) -> None:
    """V21: a spin-out, direction by die."""
    faces = duel.d6(2)
    car.motion, car.turning = "spin", 1 if faces[0] <= 3 else -1
    car.now.no_aim = True
    car.skid = ()
    duel.public(LostControl(car=car.number, what="spin", amount=car.turning, faces=faces))
    hurt_tyres(duel, car, faces[1])


def _roll(duel: Duel, car: Car) -> None:
    """V22: it turns broadside and rolls."""
    car.motion, car.skid, car.now.no_aim = "roll", (), True
    duel.public(LostControl(car=car.number, what="roll", amount=0))
    broadside = (car.x, car.y, (car.course + 6) % HEADINGS)
    if duel.free(car, broadside):
        car.pose = broadside


def _vault(duel: Duel, car: Car) -> None:
    """V23: through the air, down on a die's facing, and on as a roll. The tyres that lead along the
    course take the blow; everybody aboard loses a point that no suit stops.
    """
    faces = duel.d6(5)
    duel.public(LostControl(car=car.number, what="vault", amount=faces[0], faces=faces))
    half = len(car.tyres) // 2
    leading = range(half) if apart(car.heading, car.course) <= 6 else range(half, 2 * half)
    for tyre in leading:
        hurt_tyre(duel, car, tyre, sum(faces[2:]))
    for _ in range(4 * faces[0]):
        pose = moved(car.pose, 250, car.course)
        if not duel.free(car, pose):
            break
        car.pose = pose
    facing = ("front", "back", "left", "right", "top", "under")[faces[1] - 1]
    landing = duel.d6(max(1, abs(car.speed) // 10))
    strike(duel, car, facing, sum(landing), landing, ram=True)
    for person, gone in enumerate(car.gone):
        if not gone:
            car.dp[person] = max(0, car.dp[person] - 1)
    _roll(duel, car)


def tumble(duel: Duel, car: Car) -> None:
    """A quarter roll an inch: 1d to what lands, 1d to each wheel and then the underbody (V22)."""
    car.lies_on = OVER[(OVER.index(car.lies_on) + 1) % 4]
    faces = duel.d6()
    if car.lies_on == "wheels":
        hurt_tyres(duel, car, faces[0])
        strike(duel, car, "under", faces[0], faces)
    else:
        strike(duel, car, car.lies_on, faces[0], faces)


def settle(duel: Duel, car: Car) -> None:
    """What skids, spins, rolls and slides come to at the end of a turn (V21, V22). Who stands skids
    no more (V147).
    """
    if car.speed == 0:
        car.skid = ()
    if car.motion == "roll":
        _slower(duel, car, duel.numbers.slide)
        if car.speed == 0:
            stands = car.lies_on == "wheels" and car.wheels and not car.cycle
            car.motion = "driving" if stands else "lying"
    elif car.motion == "spin":
        _slower(duel, car, duel.numbers.slide)
        _end_spin(duel, car)
    if car.motion == "t-stop" and car.speed == 0:
        car.motion = "driving"
    if car.motion == "driving" and not car.skid:
        car.course = car.heading if car.speed >= 0 else (car.heading + 12) % HEADINGS


def _end_spin(duel: Duel, car: Car) -> None:
    number = control(duel.numbers, car.speed, duel.numbers.least_hs)
    face = duel.own_d6(car, "control")[0]
    duel.private(car, Controlled(car=car.number, d=0, hs=car.hs, number=number, face=face))
    if car.speed == 0:
        car.motion = "driving"
    elif number <= face:
        off = (car.heading - car.course) % HEADINGS
        if off in (0, 12):
            car.motion, car.speed = "driving", abs(car.speed) if off == 0 else -abs(car.speed)
            duel.public(SpeedIs(car=car.number, phase=duel.phase, speed=car.speed))
        else:
            car.motion = "t-stop"
