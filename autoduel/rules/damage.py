"""The way of a blow: armour, parts, people, the far side (V39, V41 to V43, V46)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .car import facing_at
from .events import Burns, Suffered
from .values import NOBODY

if TYPE_CHECKING:
    from .car import Car
    from .duel import Duel

_FAR: Final = {
    "front": "back", "back": "front", "left": "right",
    "right": "left", "top": "under", "under": "top",
}  # fmt: skip
WHEEL_NAMES: Final = {
    2: ("front", "back"),
    4: ("front_left", "front_right", "back_left", "back_right"),
}


class _Blow:
    """One blow on its way through a car."""

    def __init__(self, duel: Duel, car: Car, points: int, sixes: int, *, flame: bool) -> None:
        self.duel, self.car, self.rest, self.sixes = duel, car, points, sixes
        self.flame = flame
        self.parts: list[tuple[str, int]] = []
        self.sparks = False

    def _took(self, part: str, points: int) -> None:
        if points:
            self.parts.append((part, points))
            self.rest -= points

    def bars(self, facing: str) -> None:
        """Ram bars and the like go before the armour (V29)."""
        for at, extra in enumerate(self.car.spec.extras):
            if extra.rams and extra.location == facing:
                points = min(self.rest, self.car.extras[at])
                self.car.extras[at] -= points
                self._took(f"{extra.key}", points)

    def armour(self, facing: str) -> None:
        """Plastic loses what it stops; metal only a point for each 6 (V41)."""
        at, car = facing_at(facing), self.car
        stopped = min(self.rest, car.armour[at])
        lost = min(self.sixes, car.armour[at]) if car.spec.metal else stopped
        car.armour[at] -= lost
        if lost:
            self.parts.append((f"armour:{facing}", lost))
        self.rest -= stopped

    def thing(self, facing: str) -> None:
        """One random weapon or outside accessory of a facing."""
        car = self.car
        mounts = {"top": ("top", "turret")}.get(facing, (facing,))
        found = [
            (car.weapons, at, weapon.key, weapon.volatile and car.shots[at] != 0)
            for at, weapon in enumerate(car.spec.weapons)
            if weapon.facing in mounts and car.weapons[at]
        ] + [
            (car.extras, at, extra.key, False)
            for at, extra in enumerate(car.spec.extras)
            if extra.location == facing and car.extras[at]
        ]
        if found and self.rest:
            left, at, key, volatile = found[self._pick(len(found))]
            points = min(self.rest, left[at])
            left[at] -= points
            self.sparks |= volatile
            self._took(key, points)

    def plant(self) -> None:
        points = min(self.rest, self.car.plant)
        self.car.plant -= points
        self.sparks |= points > 0
        self._took("plant", points)

    def person(self) -> bool:
        """One random person: the suit, then the body. Whether it was the driver's (V39)."""
        car = self.car
        aboard = [at for at, gone in enumerate(car.gone) if not gone]
        if not aboard or not self.rest:
            return False
        at = aboard[self._pick(len(aboard))]
        suit = min(self.rest, car.suits[at])
        car.suits[at] -= suit
        self._took(f"suit:{at}", suit)
        points = min(self.rest, car.dp[at])
        car.dp[at] -= points
        self._took(f"dp:{at}", points)
        return points > 0 and at == car.wheel

    def _pick(self, options: int) -> int:
        """A die of the victim's own (V59)."""
        return self.duel.dice.of((self.car.side, "inside")).die(options) - 1


def strike(
    duel: Duel,
    car: Car,
    facing: str,
    points: int,
    faces: tuple[int, ...],
    *,
    by: tuple[int, int] = (NOBODY, 0),
    ram: bool = False,
    laser: bool = False,
    fire: int = 0,
    lasts: int = 1,
) -> int:
    """Deal a blow to a facing (V41) and say what hazard it is to the driver (V39). The heat of its
    `fire` counts in this turn, or `lasts` for more (V40).
    """
    car.dealt[facing_at(facing)] += points
    car.now.taken += points
    blame(duel, car, by, points)
    reached = points // 2 if laser and car.spec.reflective else points
    blow = _Blow(duel, car, reached, faces.count(6), flame=laser or fire > 0)
    if ram:
        blow.bars(facing)
    holed = car.armour[facing_at(facing)] == 0
    blow.armour(facing)
    hurt = False
    blow.thing(facing)
    if facing == "front":
        blow.plant()
        hurt = blow.person()
    elif facing == "back":
        hurt = blow.person()
        blow.plant()
    elif blow.rest:
        if duel.dice.of((car.side, "inside")).die(2) == 1:
            blow.plant()
        else:
            hurt = blow.person()
    blow.thing(_FAR[facing])
    if blow.rest:
        blow.armour(_FAR[facing])
    if blow.parts:
        duel.private(car, Suffered(car=car.number, parts=tuple(blow.parts)))
    if fire and (holed or not car.spec.fireproof):
        if lasts > 1:
            car.flames.append((fire, lasts))
        else:
            car.now.heat += fire
    if blow.sparks and duel.own_d6(car, "inside")[0] <= (4 if blow.flame else 2):
        ignite(duel, car)
    hazard = 0 if not points else 1 if points <= 5 else 2 if points <= 9 else 3
    return hazard + (2 if hurt else 0)


def blame(duel: Duel, car: Car, by: tuple[int, int], points: int) -> None:
    """Remember whose blow it was; friendly damage earns nothing (V46)."""
    if by[0] == NOBODY or points <= 0:
        return
    foe = duel.cars[by[0]]
    if foe.side != car.side:
        foe.points += points
        car.now.blames.append((points, by[0], by[1]))
        car.blamed = (by[0], by[1], duel.turn)
        car.last_hit_by, car.last_hit_at = by[0], duel.turn
    car.now.hit = True


def ignite(duel: Duel, car: Car) -> None:
    """The car burns (V40)."""
    if not car.burning:
        car.burning = True
        duel.public(Burns(car=car.number, on=True))


def hurt_tyre(duel: Duel, car: Car, at: int, points: int, *, shot: bool = False) -> int:
    """Take points off a tyre; the hazard if it is lost (V42)."""
    before, rolled = car.tyres[at], car.wheels
    car.tyres[at] = max(0, before - points)
    if before > car.tyres[at]:
        name = WHEEL_NAMES[len(car.tyres)][at]
        lost = before - car.tyres[at]
        duel.private(car, Suffered(car=car.number, parts=((f"tyre:{name}", lost),)))
    if before and not car.tyres[at]:
        if car.wheels or car.cycle:
            car.lost_hc += 3 if shot else 2
        car.now.wheels_gone = car.now.wheels_gone or (rolled and not car.wheels)
        return 6
    return 0


def hurt_tyres(duel: Duel, car: Car, points: int) -> int:
    """The same off every tyre; the worst hazard."""
    return max(hurt_tyre(duel, car, at, points) for at in range(len(car.tyres)))
