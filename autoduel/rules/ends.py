"""Fire, crews, flags, who is out, and how a duel ends (V40, V45 to V48)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arenas import ZONE
from .damage import hurt_tyres, ignite, strike
from .driving import roll_control, set_speed
from .events import Burns, Crippled, Exploded, Out, Over, Suffered
from .geometry import corners, distance
from .values import NOBODY
from .walkers import step_out

if TYPE_CHECKING:
    from .arenas import Gate
    from .car import Car
    from .duel import Duel
    from .geometry import Point, Pose
    from .values import Why


def fires(duel: Duel) -> None:
    """V40: heat sets cars alight; what burns loses a point everywhere, and may explode."""
    for car in duel.present:
        heat = car.now.heat + sum(number for number, _ in car.flames)
        if not car.burning and heat and sum(duel.own_d6(car, "inside", 2)) <= heat:
            ignite(duel, car)
        car.flames = [(number, turns - 1) for number, turns in car.flames if turns > 1]
        if car.burning and car.out != "exploded":
            _burn(duel, car)


def _burn(duel: Duel, car: Car) -> None:
    puts_out = max([0, *[each.puts_out for each in car.working_extras()]])
    if puts_out and duel.own_d6(car, "inside")[0] <= puts_out:
        car.burning = False
        duel.public(Burns(car=car.number, on=False))
        return
    lost = hurt_tyres(duel, car, 1)
    for left in (car.armour, car.weapons, car.extras):
        left[:] = [max(0, points - 1) for points in left]
    car.plant = max(0, car.plant - 1)
    for person, gone in enumerate(car.gone):
        car.suffer(person, 0 if gone else 1)
    duel.private(car, Suffered(car=car.number, parts=(("fire", 1),)))
    loaded = car.spec.gas or any(
        weapon.volatile and car.shots[at] > 0 for at, weapon in enumerate(car.spec.weapons)
    )
    if loaded and duel.own_d6(car, "inside")[0] == 1:
        explode(duel, car)
    elif lost:
        roll_control(duel, car, lost, table=2)


def explode(duel: Duel, car: Car) -> None:
    """V40: everybody aboard loses 2d, all parts are gone, 1d to every car within 2 inches."""
    faces = duel.d6(3)
    duel.public(Exploded(car=car.number, faces=faces))
    for person, gone in enumerate(car.gone):
        car.suffer(person, 0 if gone else faces[0] + faces[1])
    car.plant = 0
    car.weapons, car.extras = [0] * len(car.weapons), [0] * len(car.extras)
    car.burning = False
    for other in duel.present:
        if other is not car and (
            distance(other.pose[:2], car.pose[:2]) <= duel.numbers.blast_reach
        ):
            strike(duel, other, "under", faces[2], faces[2:])
    put_out(duel, car, "exploded")


def put_out(duel: Duel, car: Car, why: Why) -> None:
    """A car is out; a kill for who did it, if anybody (V46)."""
    if car.out:
        return
    car.out, car.out_at = why, 5 * (duel.turn - 1) + max(1, duel.phase)
    killer, person = NOBODY, 0
    if why not in ("left", "could-not-start"):
        killer, person = _killer(duel, car)
    if killer != NOBODY:
        duel.cars[killer].kills[person] += 1
    duel.public(Out(car=car.number, why=why, killer=killer, person=person))


def _killer(duel: Duel, car: Car) -> tuple[int, int]:
    """Whose blow it was this phase, the heaviest first, then in pole order; else the last one's of
    five turns.
    """
    if car.now.blames:
        _, foe, person = max(
            car.now.blames, key=lambda row: (row[0], -duel.table.pole[row[1]], -row[2])
        )
        return foe, person
    foe, person, turn = car.blamed
    if foe != NOBODY and duel.turn - turn < duel.numbers.blame_turns:
        return foe, person
    return NOBODY, 0


def outs(duel: Duel) -> None:
    """V11 f: who can neither move nor fire, or has nobody awake aboard, is out (V46)."""
    for car in duel.in_order:
        if not car.out:
            if not any(car.awake(person) for person in range(len(car.dp))):
                put_out(duel, car, "burnt-out" if car.burning else "abandoned")
            elif not car.can_move and not car.can_fire:
                put_out(duel, car, "wrecked")
            else:
                _crippled(duel, car)
        car.now.blames.clear()


def _crippled(duel: Duel, car: Car) -> None:
    """A car that from now on only cannot move, or only cannot fire: all are told (V46)."""
    if car.now.moves and not car.can_move:
        car.now.moves = False
        duel.public(Crippled(car=car.number, what="mobility"))
    if car.now.fires and not car.can_fire:
        car.now.fires = False
        duel.public(Crippled(car=car.number, what="firepower"))


def crews(duel: Duel) -> None:
    """V12, V45: substitutes, cars without a driver, plant or wheels."""
    numbers = duel.numbers
    for car in duel.present:
        if car.wheel_in:
            car.wheel_in -= 1
        elif not car.awake(car.wheel) and car.speed == 0:
            others = [at for at in range(len(car.dp)) if car.awake(at)]
            if others:
                car.wheel, car.wheel_in = others[0], numbers.takes_wheel
        less = 0
        if not car.wheels:
            less = numbers.no_wheels
        elif car.driver == NOBODY or car.plant == 0:
            less = numbers.coast
        elif car.yielded:
            less = numbers.yield_brake
        if less and car.motion == "driving":
            speed = max(0, abs(car.speed) - less)
            set_speed(duel, car, speed if car.speed >= 0 else -speed)


def recover(duel: Duel) -> None:
    """V14: handling status comes back; a skid's odd inch, the trail of fire and standing count."""
    for car in duel.present:
        hc = car.hc(duel.numbers)
        car.hs = max(duel.numbers.least_hs, min(hc, car.hs + max(1, hc)))
        car.stood = car.stood + 1 if car.speed == 0 and car.now.began_at == 0 else 0


def flags(duel: Duel) -> None:
    """Yielding, bailing out, leaving by one's own gate (V45)."""
    for car in duel.in_order:
        plan = car.now.plan
        if car.out or plan is None or not plan.flag:
            continue
        if plan.flag == "yield":
            car.yielded = True
            put_out(duel, car, "yielded")
        elif plan.flag == "bail":
            _bail(duel, car)
        elif may_leave(duel, car):
            put_out(duel, car, "left")


def _bail(duel: Duel, car: Car) -> None:
    """At 20 mph or less unhurt, else 1d−3 for each 20 mph begun; they stand beside the car, and
    have yielded. By ejection seats unhurt at any speed, and out of the arena at once (V131, V132).
    """
    ejected = any(each.ejects for each in car.working_extras())
    safe = ejected or abs(car.speed) <= duel.numbers.bail_unhurt
    count = 0 if safe else (abs(car.speed) + 19) // 20
    for person in range(len(car.dp)):
        if car.awake(person):
            faces = duel.own_d6(car, "inside", count)
            parts = car.suffer(person, sum(max(0, face - 3) for face in faces))
            if parts:
                duel.private(car, Suffered(car=car.number, parts=parts))
            car.gone[person] = True
            if not ejected:
                step_out(duel, car, person)
    car.yielded = True
    put_out(duel, car, "yielded")


def in_zone(gate: Gate, pose: Pose, size: Point) -> bool:
    """Whether a footprint lies wholly in a gate's zone (V65)."""
    level = gate.heading % 12 == 0
    half_x, half_y = (ZONE[0], ZONE[1]) if level else (ZONE[1], ZONE[0])
    return all(
        abs(x - gate.x) <= half_x and abs(y - gate.y) <= half_y for x, y in corners(pose, size)
    )


def may_leave(duel: Duel, car: Car) -> bool:
    """Wholly in its own gate's zone at 30 mph or less, from turn 4 on (V45)."""
    numbers = duel.numbers
    inside = in_zone(duel.table.arena.gates[car.seen.gate], car.pose, car.size)
    return inside and duel.turn >= numbers.leave_from and abs(car.speed) <= numbers.leave_speed


def end(duel: Duel) -> None:
    """V47: at most one side still in, the limit, or turns without a fight."""
    duel.quiet = 0 if duel.clash else duel.quiet + 1
    sides = {car.side for car in duel.cars if not car.out}
    if len(sides) <= 1:
        duel.ending = "last-side" if sides else "nobody-left"
    elif duel.turn >= duel.numbers.turn_limit:
        duel.ending = "turn-limit"
    elif duel.quiet >= duel.numbers.quiet_turns:
        duel.ending = "quiet"
    if duel.ending:
        duel.places = places(duel.cars, len(duel.table.sides))
        duel.public(Over(ending=duel.ending, places=duel.places))


def places(cars: list[Car], sides: int) -> tuple[int, ...]:
    """V48: sides still in by kills, cars in, points; then by when their last car went out; a side
    whose last car left comes below all that were put out. Equals share the place.
    """
    merits = []
    for side in range(sides):
        mine = [car for car in cars if car.side == side]
        still = [car for car in mine if not car.out]
        kills, points = sum(sum(car.kills) for car in mine), sum(car.points for car in mine)
        last = max(mine, key=lambda car: car.out_at)
        if still:
            merits.append((2, kills, len(still), points))
        else:
            merits.append((0 if last.out == "left" else 1, last.out_at, 0, 0))
    return tuple([1 + sum(other > one for other in merits) for one in merits])
