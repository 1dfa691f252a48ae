"""The state of a turn in progress: cars, events for each side, and dice by owner (V59)."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from engine.dice import Dice
from engine.game import Told
from engine.values import EVERYONE, changed

from .car import Car
from .events import TurnEvent
from .geometry import Pose, box_meets_disc, boxes_overlap
from .ground import ground_of
from .values import Autopilot, Event, Marker, Own, Sheets, Stand, State, Walker

PERSON_RADIUS: Final = 125
"""Radius of a person on foot, in mils (V9)."""


class Duel:
    """The state during a turn. `finish` returns the state after the turn.

    In a race, `home` has the phase in which a car has crossed the last line in this turn.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        self.state, self.table, self.numbers = state, state.table, state.table.numbers
        self.dice = dice
        self.ground = ground_of(state.table.arena)
        sheets = {
            sheet.car: (sheet, spec)
            for own_part in state.own
            for sheet, spec in zip(own_part.sheets, own_part.specs, strict=True)
        }
        self.cars = [Car(public_car, *sheets[public_car.number]) for public_car in state.table.cars]
        for car in self.cars:
            car.turn_state.could_move, car.turn_state.could_fire = car.can_move, car.can_fire
        self.touching = {*state.table.touching}
        self.markers: list[Marker] = list(state.table.markers)
        self.walkers: list[Walker] = list(state.table.walkers)
        self.turn, self.phase = state.table.turn, 0
        self.quiet_turns, self.had_clash = state.table.quiet, False
        self.ending, self.places = "", state.table.places
        self.passed = [] if self.table.passed is UNSET else list(self.table.passed)
        self.home: dict[int, int] = {}
        self.film: list[TurnEvent] = []
        self.heard: list[list[TurnEvent]] = [[] for _ in state.own]
        self.tellings: list[Told[Event]] = []

    # --- events

    def announce(self, event: TurnEvent) -> None:
        """Announce an event to everyone (V60)."""
        self.film.append(event)
        self.tellings.append(Told(event=event, to=EVERYONE))

    def notify_owner(self, car: Car, event: TurnEvent) -> None:
        """Send an event only to a car's owner (V61)."""
        self.heard[car.side].append(event)
        self.tellings.append(Told(event=event, to=(car.side,)))

    # --- dice

    def roll(self, count: int = 1) -> tuple[int, ...]:
        """Roll public dice. They decide damage, rams and directions."""
        return self.dice.roll(count)

    def roll_own(self, car: Car, purpose: str, count: int = 1) -> tuple[int, ...]:
        """Roll dice that only the car's owner sees. `purpose` is "control", "aim" or "inside"."""
        return self.dice.in_domain((car.side, purpose)).roll(count)

    # --- positions

    @property
    def cars_present(self) -> list[Car]:
        """Return all cars in the arena, including wrecks."""
        return [car for car in self.cars if car.out != "left"]

    @property
    def cars_in_order(self) -> list[Car]:
        """Return the cars in the order of movement.

        Faster cars come first. Ties are in pole order (V11, V85).
        """
        pole = self.table.pole
        return sorted(self.cars_present, key=lambda car: (-abs(car.speed), pole[car.number]))

    def car_met_by(self, car: Car, pose: Pose) -> Car | None:
        """Return a car that would overlap this car at a pose, or None."""
        for other in self.cars:
            is_solid = other is not car and other.out != "left"
            if is_solid and boxes_overlap(pose, car.size, other.pose, other.size):
                return other
        return None

    def walker_met_by(self, car: Car, pose: Pose) -> Walker | None:
        """Return a person on foot who would be hit by the car at a pose, or None (V27)."""
        for walker in self.walkers:
            if not walker.down and box_meets_disc(
                pose, car.size, (walker.x, walker.y), PERSON_RADIUS
            ):
                return walker
        return None

    def is_free(self, car: Car, pose: Pose) -> bool:
        """Return whether a car at this pose overlaps nothing solid."""
        return not self.ground.overlaps(pose, car.size) and self.car_met_by(car, pose) is None

    def surface_d(self, car: Car) -> int:
        """Return the amount that the ground under a car adds to every D (V25)."""
        modifier = self.numbers.gravel if self.ground.is_gravel(car.pose[:2]) else 0
        is_oiled = any(
            marker.kind == "oil" and boxes_overlap(car.pose, car.size, marker.pose, (500, 250))
            for marker in self.markers
        )
        return modifier + (self.numbers.oil if is_oiled else 0)

    def part_cars(self) -> None:
        """End the contact between cars that are no longer close together (V28)."""
        for first, second in sorted(self.touching):
            a, b = self.cars[first], self.cars[second]
            wide_size = (a.size[0] + 150, a.size[1] + 150)
            if not boxes_overlap(a.pose, wide_size, b.pose, b.size):
                self.touching.discard((first, second))

    # --- the end

    def finish(self) -> tuple[State, tuple[Told[Event], ...]]:
        """Return the state after the turn, and all events with their recipients."""
        frozen = [car.freeze() for car in self.cars]
        cars = tuple([public_car for public_car, _ in frozen])
        touching = tuple(sorted(self.touching))
        table = changed(
            self.table,
            cars=cars,
            turn=self.turn + 1,
            touching=touching,
            quiet=self.quiet_turns,
            ending=self.ending,
            places=self.places,
            film=tuple(self.film),
            markers=tuple(self.markers),
            walkers=tuple(self.walkers),
            passed=UNSET if self.table.race is UNSET else tuple(self.passed),
        )
        stand = Stand(
            cars=cars,
            touching=touching,
            quiet=self.quiet_turns,
            markers=table.markers,
            walkers=table.walkers,
        )
        self.tellings.append(Told(event=stand, to=EVERYONE))
        own_parts = []
        for side, own_part in enumerate(self.state.own):
            sheets = tuple([frozen[sheet.car][1] for sheet in own_part.sheets])
            pilot = self._autopilot(side, own_part)
            own_parts.append(
                changed(
                    own_part,
                    sheets=sheets,
                    plan=None,
                    autopilot=pilot,
                    heard=tuple(self.heard[side]),
                )
            )
            self.tellings.append(
                Told(
                    event=Sheets(sheets=sheets, autopilot=pilot),
                    to=(self.table.cars[sheets[0].car].side,),
                )
            )
        return State(table=table, own=tuple(own_parts)), tuple(self.tellings)

    def _autopilot(self, side: int, own_part: Own) -> Autopilot | None:
        """Return the autopilot for the next turn, or None if it has ended (V55).

        It ends when something happens or when its turns are over.
        """
        pilot = own_part.autopilot
        if pilot is None or pilot.turns <= 1 or self.ending:
            return None
        cars = [car for car in self.cars if car.side == side and not car.out]
        if any(car.turn_state.was_hit or car.turn_state.lost_control for car in cars) or not cars:
            return None
        for enemy in self.cars:
            if enemy.side != side and not enemy.out:
                for car in cars:
                    dx, dy = enemy.x - car.x, enemy.y - car.y
                    if dx * dx + dy * dy < pilot.near * pilot.near:
                        return None
        return changed(pilot, turns=pilot.turns - 1)
