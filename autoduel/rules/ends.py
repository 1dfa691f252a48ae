"""Fire, crews, flags, eliminated cars, and the end of a duel (V40, V45 to V48)."""

from __future__ import annotations

from msgspec import UNSET

from .arenas import ZONE, Gate
from .car import Car
from .damage import hurt_tyres, ignite, strike
from .driving import roll_control, set_speed
from .duel import Duel
from .events import Burns, Crippled, Exploded, Out, Over, Suffered
from .geometry import Point, Pose, corners, distance
from .race import race_places
from .values import NOBODY, Why
from .walkers import step_out


def burn_cars(duel: Duel) -> None:
    """Ignite heated cars and deal damage to burning cars, which can explode (V40)."""
    for car in duel.cars_present:
        heat = car.turn_state.heat + sum(heat_points for heat_points, _ in car.flames)
        if not car.burning and heat and sum(duel.roll_own(car, "inside", 2)) <= heat:
            ignite(duel, car)
        car.flames = [(heat_points, turns - 1) for heat_points, turns in car.flames if turns > 1]
        if car.burning and car.out != "exploded":
            _burn(duel, car)


def _burn(duel: Duel, car: Car) -> None:
    puts_out = max([0, *[extra.puts_out for extra in car.working_extras()]])
    if puts_out and duel.roll_own(car, "inside")[0] <= puts_out:
        car.burning = False
        duel.announce(Burns(car=car.number, on=False))
        return
    hazard = hurt_tyres(duel, car, 1)
    for dps in (car.armour, car.weapons, car.extras):
        dps[:] = [max(0, points - 1) for points in dps]
    car.plant = max(0, car.plant - 1)
    for person, has_left in enumerate(car.gone):
        car.take_damage(person, 0 if has_left else 1)
    duel.notify_owner(car, Suffered(car=car.number, parts=(("fire", 1),)))
    can_explode = car.spec.gas or any(
        weapon.volatile and car.shots[number] > 0 for number, weapon in enumerate(car.spec.weapons)
    )
    if can_explode and duel.roll_own(car, "inside")[0] == 1:
        explode(duel, car)
    elif hazard:
        roll_control(duel, car, hazard, table=2)


def explode(duel: Duel, car: Car) -> None:
    """Blow up a car (V40).

    All its parts are destroyed, everyone aboard loses 2d, and every car within 2 inches takes 1d.
    """
    faces = duel.roll(3)
    duel.announce(Exploded(car=car.number, faces=faces))
    for person, has_left in enumerate(car.gone):
        car.take_damage(person, 0 if has_left else faces[0] + faces[1])
    car.plant = 0
    car.weapons, car.extras = [0] * len(car.weapons), [0] * len(car.extras)
    car.burning = False
    for other in duel.cars_present:
        if other is not car and (
            distance(other.pose[:2], car.pose[:2]) <= duel.numbers.blast_reach
        ):
            strike(duel, other, "under", faces[2], faces[2:])
    take_out(duel, car, "exploded")


def take_out(duel: Duel, car: Car, reason: Why) -> None:
    """Put a car out of the duel and credit the kill, if any (V46)."""
    if car.out:
        return
    car.out, car.out_at = reason, 5 * (duel.turn - 1) + max(1, duel.phase)
    killer, person = NOBODY, 0
    if reason not in ("left", "could-not-start"):
        killer, person = _killer(duel, car)
    if killer != NOBODY:
        duel.cars[killer].kills[person] += 1
    duel.announce(Out(car=car.number, why=reason, killer=killer, person=person))


def _killer(duel: Duel, car: Car) -> tuple[int, int]:
    """Return the car and person who get credit for a kill.

    The heaviest hit of this phase counts. Ties are in pole order. If there was no hit in this
    phase, the last hit within five turns counts.
    """
    if car.turn_state.blames:
        _, enemy, person = max(
            car.turn_state.blames, key=lambda row: (row[0], -duel.table.pole[row[1]], -row[2])
        )
        return enemy, person
    enemy, person, turn = car.blamed
    if enemy != NOBODY and duel.turn - turn < duel.numbers.blame_turns:
        return enemy, person
    return NOBODY, 0


def take_out_wrecks(duel: Duel) -> None:
    """Eliminate cars that can neither move nor fire, or have nobody awake aboard (V11 f, V46)."""
    for car in duel.cars_in_order:
        if not car.out:
            if not any(car.is_awake(person) for person in range(len(car.dp))):
                take_out(duel, car, "burnt-out" if car.burning else "abandoned")
            elif not car.can_move and not car.can_fire:
                take_out(duel, car, "wrecked")
            else:
                _announce_crippled(duel, car)
        car.turn_state.blames.clear()


def _announce_crippled(duel: Duel, car: Car) -> None:
    """Announce that a car has lost the ability to move or to fire (V46)."""
    if car.turn_state.could_move and not car.can_move:
        car.turn_state.could_move = False
        duel.announce(Crippled(car=car.number, what="mobility"))
    if car.turn_state.could_fire and not car.can_fire:
        car.turn_state.could_fire = False
        duel.announce(Crippled(car=car.number, what="firepower"))


def update_crews(duel: Duel) -> None:
    """Seat substitutes, and slow down cars that have no driver, plant or wheels (V12, V45)."""
    numbers = duel.numbers
    for car in duel.cars_present:
        if car.wheel_in:
            car.wheel_in -= 1
        elif not car.is_awake(car.wheel) and car.speed == 0:
            others = [person for person in range(len(car.dp)) if car.is_awake(person)]
            if others:
                car.wheel, car.wheel_in = others[0], numbers.takes_wheel
        reduction = 0
        if not car.has_wheels:
            reduction = numbers.no_wheels
        elif car.driver == NOBODY or car.plant == 0:
            reduction = numbers.coast
        elif car.yielded:
            reduction = numbers.yield_brake
        if reduction and car.motion == "driving":
            speed = max(0, abs(car.speed) - reduction)
            set_speed(duel, car, speed if car.speed >= 0 else -speed)


def recover_handling(duel: Duel) -> None:
    """Restore handling status (V14) and count turns at a standstill."""
    for car in duel.cars_present:
        hc = car.hc(duel.numbers)
        car.hs = max(duel.numbers.least_hs, min(hc, car.hs + max(1, hc)))
        car.stood = car.stood + 1 if car.speed == 0 and car.turn_state.start_speed == 0 else 0


def carry_out_flags(duel: Duel) -> None:
    """Carry out orders to yield, bail out, or leave through the car's own gate (V45)."""
    for car in duel.cars_in_order:
        plan = car.turn_state.plan
        if car.out or plan is None or not plan.flag:
            continue
        if plan.flag == "yield":
            car.yielded = True
            take_out(duel, car, "yielded")
        elif plan.flag == "bail":
            _bail(duel, car)
        elif can_leave(duel, car):
            take_out(duel, car, "left")


def _bail(duel: Duel, car: Car) -> None:
    """Have the crew bail out. The car then counts as having yielded.

    At 20 mph or less, nobody is hurt. At higher speeds, each person takes 1d−3 for each 20 mph or
    part of 20 mph. The crew then stand beside the car. People with ejection seats are unhurt at any
    speed and leave the arena immediately (V131, V132).
    """
    ejected = any(extra.ejects for extra in car.working_extras())
    is_safe = ejected or abs(car.speed) <= duel.numbers.bail_unhurt
    count = 0 if is_safe else (abs(car.speed) + 19) // 20
    for person in range(len(car.dp)):
        if car.is_awake(person):
            faces = duel.roll_own(car, "inside", count)
            parts = car.take_damage(person, sum(max(0, face - 3) for face in faces))
            if parts:
                duel.notify_owner(car, Suffered(car=car.number, parts=parts))
            car.gone[person] = True
            if not ejected:
                step_out(duel, car, person)
    car.yielded = True
    take_out(duel, car, "yielded")


def is_in_zone(gate: Gate, pose: Pose, size: Point) -> bool:
    """Return whether a car's footprint is entirely within a gate's zone (V65)."""
    level = gate.heading % 12 == 0
    half_x, half_y = (ZONE[0], ZONE[1]) if level else (ZONE[1], ZONE[0])
    return all(
        abs(x - gate.x) <= half_x and abs(y - gate.y) <= half_y for x, y in corners(pose, size)
    )


def can_leave(duel: Duel, car: Car) -> bool:
    """Return whether a car can leave the arena (V45).

    It must be entirely within its own gate's zone, at 30 mph or less, in turn 4 or later.
    """
    numbers = duel.numbers
    is_inside = is_in_zone(duel.table.arena.gates[car.seen.gate], car.pose, car.size)
    return is_inside and duel.turn >= numbers.leave_from and abs(car.speed) <= numbers.leave_speed


def end_if_over(duel: Duel) -> None:
    """End the duel if one side is left, at the turn limit, or after many quiet turns (V47).

    A race also ends when a car has crossed the last line, and never because it is quiet (V167).
    """
    race = duel.table.race
    duel.quiet_turns = 0 if duel.had_clash else duel.quiet_turns + 1
    sides = {car.side for car in duel.cars if not car.out}
    if duel.home:
        duel.ending = "finish"
    elif len(sides) <= 1:
        duel.ending = "last-side" if sides else "nobody-left"
    elif duel.turn >= duel.numbers.turn_limit:
        duel.ending = "turn-limit"
    elif race is UNSET and duel.quiet_turns >= duel.numbers.quiet_turns:
        duel.ending = "quiet"
    if duel.ending:
        duel.places = (
            places(duel.cars, len(duel.table.sides)) if race is UNSET else race_places(duel, race)
        )
        duel.announce(Over(ending=duel.ending, places=duel.places))


def places(cars: list[Car], sides: int) -> tuple[int, ...]:
    """Return the place of each side (V48).

    Sides that are still in the duel are ranked by kills, remaining cars and points. The other sides
    follow, starting with the side that lost its last car latest. A side whose last car left the
    arena ranks below all sides that were eliminated. Tied sides share a place.
    """
    merits = []
    for side in range(sides):
        own_cars = [car for car in cars if car.side == side]
        cars_left = [car for car in own_cars if not car.out]
        kills, points = sum(sum(car.kills) for car in own_cars), sum(car.points for car in own_cars)
        last_out = max(own_cars, key=lambda car: car.out_at)
        if cars_left:
            merits.append((2, kills, len(cars_left), points))
        else:
            merits.append((0 if last_out.out == "left" else 1, last_out.out_at, 0, 0))
    return tuple([1 + sum(other > merit for other in merits) for merit in merits])
