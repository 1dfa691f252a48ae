"""The path of a hit through armour, parts and people to the far side (V39, V41 to V43, V46)."""

from __future__ import annotations

from typing import Final

from .car import Car, facing_index
from .duel import Duel
from .events import Burns, Suffered
from .values import NOBODY

_OPPOSITE: Final = {
    "front": "back", "back": "front", "left": "right",
    "right": "left", "top": "under", "under": "top",
}  # fmt: skip
WHEEL_NAMES: Final = {
    2: ("front", "back"),
    3: ("single", "left", "right"),
    4: ("front_left", "front_right", "back_left", "back_right"),
}


class _Blow:
    """The damage of one hit on its way through a car."""

    def __init__(self, duel: Duel, car: Car, points: int, sixes: int) -> None:
        self.duel, self.car, self.points_left, self.sixes = duel, car, points, sixes
        self.parts: list[tuple[str, int]] = []

    def _record_loss(self, part: str, points: int) -> None:
        if points:
            self.parts.append((part, points))
            self.points_left -= points

    def hit_bars(self, facing: str) -> None:
        """Deduct points from ram bars and similar parts before the armour (V29)."""
        for number, extra in enumerate(self.car.spec.extras):
            if extra.rams and extra.location == facing:
                points = min(self.points_left, self.car.extras[number])
                self.car.extras[number] -= points
                self._record_loss(f"{extra.key}", points)

    def hit_armour(self, facing: str) -> None:
        """Deduct points from armour (V41).

        Plastic armour loses one point for each point that it stops. Metal armour loses one point
        only for each 6 rolled.
        """
        index, car = facing_index(facing), self.car
        absorbed = min(self.points_left, car.armour[index])
        lost = min(self.sixes, car.armour[index]) if car.spec.metal else absorbed
        car.armour[index] -= lost
        if lost:
            self.parts.append((f"armour:{facing}", lost))
        self.points_left -= absorbed

    def hit_part(self, facing: str) -> None:
        """Damage a random weapon or external accessory on a facing."""
        car = self.car
        mounts = {"top": ("top", "turret")}.get(facing, (facing,))
        parts = [
            (car.weapons, number, weapon.key, weapon.volatile and car.shots[number] != 0)
            for number, weapon in enumerate(car.spec.weapons)
            if weapon.facing in mounts and car.weapons[number]
        ] + [
            (car.extras, number, extra.key, False)
            for number, extra in enumerate(car.spec.extras)
            if extra.location == facing and car.extras[number]
        ]
        if parts and self.points_left:
            dp, number, key, volatile = parts[self._pick(len(parts))]
            points = min(self.points_left, dp[number])
            dp[number] -= points
            if volatile:
                car.turn_state.heat += self.duel.numbers.volatile_heat
            self._record_loss(key, points)

    def hit_plant(self) -> None:
        """Damage the plant and heat it (V153)."""
        car, numbers = self.car, self.duel.numbers
        points = min(self.points_left, car.plant)
        car.plant -= points
        if points:
            car.turn_state.heat += numbers.volatile_heat if car.spec.gas else numbers.plant_heat
        self._record_loss("plant", points)

    def hit_person(self) -> bool:
        """Damage a random person, suit first. Return whether the driver was hurt (V39)."""
        car = self.car
        aboard = [index for index, has_left in enumerate(car.gone) if not has_left]
        if not aboard or not self.points_left:
            return False
        person = aboard[self._pick(len(aboard))]
        suit = min(self.points_left, car.suits[person])
        car.suits[person] -= suit
        self._record_loss(f"suit:{person}", suit)
        points = min(self.points_left, car.dp[person])
        car.dp[person] -= points
        self._record_loss(f"dp:{person}", points)
        return points > 0 and person == car.wheel

    def _pick(self, options: int) -> int:
        """Choose at random, using one of the victim's own dice (V59)."""
        return self.duel.dice.in_domain((self.car.side, "inside")).die(options) - 1


def strike(
    duel: Duel,
    car: Car,
    facing: str,
    points: int,
    faces: tuple[int, ...],
    *,
    attacker: tuple[int, int] = (NOBODY, 0),
    is_ram: bool = False,
    is_laser: bool = False,
    fire: int = 0,
    fire_turns: int = 1,
) -> int:
    """Deal a hit to a facing (V41) and return its hazard for the driver (V39).

    `fire` is the heat that the hit adds. The heat lasts for `fire_turns` turns (V40).
    """
    car.dealt[facing_index(facing)] += points
    car.turn_state.damage_taken += points
    record_attacker(duel, car, attacker, points)
    effective_points = points // 2 if is_laser and car.spec.reflective else points
    blow = _Blow(duel, car, effective_points, faces.count(6))
    if is_ram:
        blow.hit_bars(facing)
    was_holed = car.armour[facing_index(facing)] == 0
    blow.hit_armour(facing)
    driver_hurt = False
    blow.hit_part(facing)
    if facing == "front":
        blow.hit_plant()
        driver_hurt = blow.hit_person()
    elif facing == "back":
        driver_hurt = blow.hit_person()
        blow.hit_plant()
    elif blow.points_left:
        if duel.dice.in_domain((car.side, "inside")).die(2) == 1:
            blow.hit_plant()
        else:
            driver_hurt = blow.hit_person()
    blow.hit_part(_OPPOSITE[facing])
    if blow.points_left:
        blow.hit_armour(_OPPOSITE[facing])
    if blow.parts:
        duel.notify_owner(car, Suffered(car=car.number, parts=tuple(blow.parts)))
    if fire and (was_holed or not car.spec.fireproof):
        if fire_turns > 1:
            car.flames.append((fire, fire_turns))
        else:
            car.turn_state.heat += fire
    hazard = 0 if not points else 1 if points <= 5 else 2 if points <= 9 else 3
    return hazard + (2 if driver_hurt else 0)


def record_attacker(duel: Duel, car: Car, attacker: tuple[int, int], points: int) -> None:
    """Record who dealt a hit. Damage to a car of the same side earns no points (V46)."""
    if attacker[0] == NOBODY or points <= 0:
        return
    enemy = duel.cars[attacker[0]]
    if enemy.side != car.side:
        enemy.points += points
        car.turn_state.blames.append((points, attacker[0], attacker[1]))
        car.blamed = (attacker[0], attacker[1], duel.turn)
        car.last_hit_by, car.last_hit_at = attacker[0], duel.turn
    car.turn_state.was_hit = True


def ignite(duel: Duel, car: Car) -> None:
    """Set the car on fire (V40)."""
    if not car.burning:
        car.burning = True
        duel.announce(Burns(car=car.number, on=True))


def hurt_tyre(duel: Duel, car: Car, tyre: int, points: int, *, was_shot: bool = False) -> int:
    """Deduct points from a tyre. Return the hazard if the tyre is lost, otherwise 0 (V42)."""
    dp_before, had_wheels = car.tyres[tyre], car.has_wheels
    car.tyres[tyre] = max(0, dp_before - points)
    if dp_before > car.tyres[tyre]:
        name = WHEEL_NAMES[len(car.tyres)][tyre]
        lost = dp_before - car.tyres[tyre]
        duel.notify_owner(car, Suffered(car=car.number, parts=((f"tyre:{name}", lost),)))
    if dp_before and not car.tyres[tyre]:
        if car.has_wheels or car.cycle:
            car.lost_hc += 3 if was_shot else 2
        car.turn_state.wheels_just_lost = car.turn_state.wheels_just_lost or (
            had_wheels and not car.has_wheels
        )
        return 6
    return 0


def hurt_tyres(duel: Duel, car: Car, points: int) -> int:
    """Deduct the same points from every tyre and return the highest hazard."""
    return max(hurt_tyre(duel, car, tyre, points) for tyre in range(len(car.tyres)))
