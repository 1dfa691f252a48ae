"""Advice for beginners about the turn that they are going to plan.

Like the forecast, it uses only the side's own view, rolls no dice, and assumes that the other cars
drive straight on (V57, V69).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Final

from msgspec import UNSET

from autoduel.rules.aiming import bears_on, range_between
from autoduel.rules.car import Car
from autoduel.rules.geometry import distance, quarter
from autoduel.rules.ghost import forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.numbers import FIRE_FREE
from autoduel.rules.plans import can_order, own_cars
from autoduel.rules.samples import straight_plan
from autoduel.rules.tables import PHASES, chart
from autoduel.rules.values import (
    DROPPERS,
    FACINGS,
    NOBODY,
    CarPlan,
    Plan,
    SeenCar,
    SeenWeapon,
    View,
)
from engine.words import join_items

from .forecast import chance_to_keep, forecast
from .plan_form import MAX_BRAKING
from .sight import is_line_clear
from .words import clock_direction, mph

MAX_SENTENCES: Final = 2
FIRST: Final = (
    "A turn is one second, and you plan all of it in advance. Press a point in the arena to steer "
    "there, or “Fill in by doctrine”, and seal the plan."
)
SKID: Final = "You have lost control. Your plan applies as soon as someone can steer again."
NO_GUNS: Final = (
    "None of your guns works any more, so keep out of their arcs, or leave by your own gate."
)
STANDING: Final = (
    "Your car is at rest, which makes it easier to hit. After a whole turn at rest, you can "
    "reverse."
)
SPEED: Final = (
    "Your speed is right if the ghosts end where you want to be. Handling recovers at the end of "
    "the turn."
)
BEND: Final = "L45"
"""A typical bend, for which the speed should be safe. A bend to the right is as difficult."""
MIN_BEND_SPEED: Final = 10
"""Lowest speed, in mph, at which a car moves a whole inch in a phase and can therefore bend."""
MAX_RISK: Final = Fraction(1, 3)
"""Chance to lose control in a typical bend from which a car is too fast."""
TARGET_RISK: Final = Fraction(1, 6)
"""Chance to lose control at the speed that the coach suggests."""
MIN_PERCENT: Final = 15
"""Chance to hit, in percent, from which a shot is worth planning for."""
THIN_ARMOUR: Final = 3


def coach(view: View) -> str:
    """Return one or two sentences of advice for the side's first car.

    Return "" if the side has no orders to give.
    """
    car = next(own_cars(view), None)
    if car is None or not can_order(view):
        return ""
    if view.table.turn == 1:
        return FIRST
    if not car.is_steered:
        return SKID
    advice = list(islice(_Advice(view, car).sentences(), MAX_SENTENCES))
    return " ".join(advice) or (SPEED if car.speed else STANDING)


class _Advice:
    """The advice for one car. The most urgent sentences come first."""

    def __init__(self, view: View, car: Car) -> None:
        self.view, self.car = view, car
        self.forecast = forecast(view, Plan(cars=(straight_plan(car),)))[0]
        self.has_obstacle = self.forecast.wall > 0 or self.forecast.touches != NOBODY
        self.enemies = [
            enemy
            for enemy in view.table.cars
            if enemy.side != car.side and not enemy.out and not enemy.yielded
        ]
        self.enemies.sort(key=lambda enemy: distance(enemy.pose[:2], car.pose[:2]))
        self.firing_enemies = [enemy for enemy in self.enemies if self._is_under_fire_of(enemy)]

    def sentences(self) -> Iterator[str]:
        yield from self._obstacle()
        yield from self._too_fast()
        yield from self._thin_side()
        yield from self._best_shot()
        yield from self._arcs()
        yield from self._position()

    # --- driving

    def _obstacle(self) -> Iterator[str]:
        row = self.forecast
        if row.wall:
            yield f"Straight on, you hit something fixed in phase {row.wall}: steer or brake."
        elif self.has_obstacle:
            name = self.view.table.cars[row.touches].name
            yield f"Straight on, you hit {name} in phase {row.touched}: steer or brake."

    def _too_fast(self) -> Iterator[str]:
        speed = self.car.speed
        if speed < MIN_BEND_SPEED or (risk := self._risk_of_bend(speed)) < MAX_RISK:
            return
        lowest_speed = max(MIN_BEND_SPEED, speed - MAX_BRAKING)
        slower_speeds = range(speed - 5, lowest_speed - 1, -5)
        safe_speed = next(
            (slower for slower in slower_speeds if self._risk_of_bend(slower) <= TARGET_RISK), None
        )
        if safe_speed:
            advice = f"Brake to {mph(safe_speed)} first"
        else:
            advice = "Brake" if self.has_obstacle else "Drive straight on"
        yield (
            f"{advice}: at {mph(speed)} you are too fast for a bend of 45° and "
            f"{_chance_words(risk)}."
        )

    def _risk_of_bend(self, speed: int) -> Fraction:
        """Return the chance to lose control if the car changes to a speed and bends by 45° as early
        as it can in this turn.
        """
        phase = next(phase for phase in PHASES if chart(speed)[phase - 1] >= 2)
        manoeuvres = ["S"] * len(PHASES)
        manoeuvres[phase - 1] = BEND
        plan = CarPlan(car=self.car.number, speed=speed, manoeuvres=tuple(manoeuvres))
        ground, chance = ground_of(self.view.table.arena), Fraction(1)
        for leg in forecast_plan(self.view.table.numbers, ground, self.car, plan):
            chance *= chance_to_keep(leg.number)
        return 1 - chance

    # --- armour and fire

    def _is_under_fire_of(self, enemy: SeenCar) -> bool:
        """Return whether a gun of an enemy bears on the car, and nothing is in between (V32)."""
        car, table = self.car, self.view.table
        reach = range_between(enemy.pose, car.pose)
        return is_line_clear(
            self.view, car.number, enemy.number, enemy.pose[:2], car.pose[:2]
        ) and any(
            bears_on(enemy.pose, weapon.facing, car.pose[:2])
            and (weapon.look != "flamethrower" or reach <= table.numbers.flame_range)
            for weapon in _guns(enemy)
        )

    def _thin_side(self) -> Iterator[str]:
        for enemy in self.firing_enemies:
            side = quarter(self.car.pose, enemy.pose[:2])
            armour = self.car.armour[FACINGS.index(side)]
            if armour <= THIN_ARMOUR:
                remainder = f"only {armour} armour" if armour else "no armour"
                yield f"Your {side} has {remainder} left: turn another side to {enemy.name}."
                return

    def _best_shot(self) -> Iterator[str]:
        """Yield a sentence about the best shot if both cars drive straight on. The driver should
        not steer in its phase, unless the club's rule lets drivers do both (V154).
        """
        shots = [
            (row.phase, shot)
            for row in self.forecast.phases
            for shot in row.shots
            if shot.percent >= MIN_PERCENT
        ]
        if not shots:
            return
        phase, best = min(shots, key=lambda row: (row[1].number, row[0]))
        first_phase, first = shots[0]
        name = self.view.table.cars[best.target].name
        chance = f"{best.percent} %"
        advice = []
        if first.number > best.number:
            chance += f", not {first.percent} % as in phase {first_phase}"
            advice.append("hold your fire until then")
        could_steer = best.crew == self.car.wheel and chart(self.car.speed)[phase - 1] >= 2
        if could_steer and self.view.table.numbers.driver_fire != FIRE_FREE:
            advice.append("do not steer in it")
        addition = f": {' and '.join(advice)}" if advice else ""
        yield f"Your best shot at {name} is in phase {phase} ({chance}){addition}."

    def _arcs(self) -> Iterator[str]:
        """Yield a sentence about the enemies whose guns bear, and where their guns do not."""
        if not self.firing_enemies:
            return
        if len(self.firing_enemies) > 1:
            names = join_items([enemy.name for enemy in self.firing_enemies])
            yield f"The guns of {names} bear on you: leave the arc of at least one of them."
            return
        enemy = self.firing_enemies[0]
        facings = {weapon.facing for weapon in _guns(enemy)}
        if "turret" in facings:
            yield f"{enemy.name} has a turret, so you are in its arc wherever you drive."
        elif "back" not in facings:
            side = quarter(enemy.pose, self.car.pose[:2])
            yield (
                f"You are in the {side} arc of {enemy.name}: get behind it, where it has no gun."
            )

    def _position(self) -> Iterator[str]:
        """Yield a sentence about the position towards the nearest enemy, except in a race."""
        if not self.car.can_fire:
            yield NO_GUNS
            return
        if not self.enemies or self.view.table.race is not UNSET:
            return
        enemy, car = self.enemies[0], self.car
        if any(row.shots for row in self.forecast.phases):
            is_behind = quarter(enemy.pose, car.pose[:2]) == "back"
            if is_behind and enemy not in self.firing_enemies and enemy.speed > 0:
                yield (
                    f"You are behind {enemy.name}, where it has no gun: match its "
                    f"{mph(enemy.speed)} to stay there."
                )
        elif not is_line_clear(self.view, car.number, enemy.number, car.pose[:2], enemy.pose[:2]):
            yield f"Something blocks the line of fire to {enemy.name}: find a way around."
        else:
            clock = clock_direction(car.pose, enemy.pose[:2])
            yield f"None of your guns bears: turn towards {enemy.name}, at {clock} o’clock."


def _guns(enemy: SeenCar) -> list[SeenWeapon]:
    """Return the guns of a car that are not visibly wrecked."""
    return [
        weapon for weapon in enemy.weapons if not weapon.wrecked and weapon.look not in DROPPERS
    ]


def _chance_words(chance: Fraction) -> str:
    """Return a chance to lose control in sixths, as on a die."""
    sixths = Fraction(round(6 * chance), 6)
    if sixths == 1:
        return "would lose control"
    return f"would lose control in {sixths.numerator} of {sixths.denominator} cases"
