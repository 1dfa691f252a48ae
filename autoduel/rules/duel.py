"""A turn in the making: the cars at work, who hears what, the dice by whose they are (V59)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import Told
from engine.values import EVERYONE, changed

from .car import Car
from .geometry import box_meets_disc, boxes_overlap
from .ground import ground_of
from .values import Own, Sheets, Stand, State

if TYPE_CHECKING:
    from engine.dice import Dice

    from .events import Heard
    from .geometry import Pose
    from .values import Autopilot, Event, Marker, Walker

PERSON: Final = 125
"""The radius of somebody on foot (V9)."""


class Duel:
    """The state taken apart for a turn; `finished` puts it together again."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state, self.table, self.numbers = state, state.table, state.table.numbers
        self.dice = dice
        self.ground = ground_of(state.table.arena)
        sheets = {
            sheet.car: (sheet, spec)
            for own in state.own
            for sheet, spec in zip(own.sheets, own.specs, strict=True)
        }
        self.cars = [Car(seen, *sheets[seen.number]) for seen in state.table.cars]
        for car in self.cars:
            car.now.moves, car.now.fires = car.can_move, car.can_fire
        self.touching = {*state.table.touching}
        self.markers: list[Marker] = list(state.table.markers)
        self.walkers: list[Walker] = list(state.table.walkers)
        self.turn, self.phase = state.table.turn, 0
        self.quiet, self.clash = state.table.quiet, False
        self.ending, self.places = "", state.table.places
        self.film: list[Heard] = []
        self.heard: list[list[Heard]] = [[] for _ in state.own]
        self.told: list[Told[Event]] = []

    # --- telling

    def public(self, event: Heard) -> None:
        """Everybody hears it (V60)."""
        self.film.append(event)
        self.told.append(Told(event=event, to=EVERYONE))

    def private(self, car: Car, event: Heard) -> None:
        """Its owner alone hears it (V61)."""
        self.heard[car.side].append(event)
        self.told.append(Told(event=event, to=(car.side,)))

    # --- dice

    def d6(self, count: int = 1) -> tuple[int, ...]:
        """Dice that lie open: damage, rams, directions."""
        return self.dice.roll(count)

    def own_d6(self, car: Car, what: str, count: int = 1) -> tuple[int, ...]:
        """Dice of a car's owner alone: "control", "aim" or "inside"."""
        return self.dice.of((car.side, what)).roll(count)

    # --- who and where

    @property
    def present(self) -> list[Car]:
        """Cars that stand in the arena, wrecks too."""
        return [car for car in self.cars if car.out != "left"]

    @property
    def in_order(self) -> list[Car]:
        """The order of movement: faster first, ties by the pole order (V11, V85)."""
        pole = self.table.pole
        return sorted(self.present, key=lambda car: (-abs(car.speed), pole[car.number]))

    def met_by(self, car: Car, pose: Pose) -> Car | None:
        """Another car that a pose would overlap."""
        for other in self.cars:
            solid = other is not car and other.out != "left"
            if solid and boxes_overlap(pose, car.size, other.pose, other.size):
                return other
        return None

    def on_foot(self, car: Car, pose: Pose) -> Walker | None:
        """Somebody on foot whom a pose would meet (V27)."""
        for one in self.walkers:
            if not one.down and box_meets_disc(pose, car.size, (one.x, one.y), PERSON):
                return one
        return None

    def free(self, car: Car, pose: Pose) -> bool:
        """Whether a pose overlaps nothing solid."""
        return not self.ground.meets(pose, car.size) and self.met_by(car, pose) is None

    def surface(self, car: Car) -> int:
        """What the ground under a car adds to every D (V25)."""
        worse = self.numbers.gravel if self.ground.rough(car.pose[:2]) else 0
        oiled = any(
            marker.kind == "oil" and boxes_overlap(car.pose, car.size, marker.pose, (500, 250))
            for marker in self.markers
        )
        return worse + (self.numbers.oil if oiled else 0)

    def part_those_apart(self) -> None:
        """Contact ends when there is room between two cars (V28)."""
        for one, other in sorted(self.touching):
            a, b = self.cars[one], self.cars[other]
            wide = (a.size[0] + 150, a.size[1] + 150)
            if not boxes_overlap(a.pose, wide, b.pose, b.size):
                self.touching.discard((one, other))

    # --- the end

    def finished(self) -> tuple[State, tuple[Told[Event], ...]]:
        """The state after the turn, and all that was told."""
        frozen = [car.freeze() for car in self.cars]
        cars = tuple([seen for seen, _ in frozen])
        touching = tuple(sorted(self.touching))
        table = changed(
            self.table,
            cars=cars,
            turn=self.turn + 1,
            touching=touching,
            quiet=self.quiet,
            ending=self.ending,
            places=self.places,
            film=tuple(self.film),
            markers=tuple(self.markers),
            walkers=tuple(self.walkers),
        )
        stand = Stand(
            cars=cars,
            touching=touching,
            quiet=self.quiet,
            markers=table.markers,
            walkers=table.walkers,
        )
        self.told.append(Told(event=stand, to=EVERYONE))
        own = []
        for side, mine in enumerate(self.state.own):
            sheets = tuple([frozen[sheet.car][1] for sheet in mine.sheets])
            pilot = self._autopilot(side, mine)
            own.append(
                changed(
                    mine, sheets=sheets, plan=None, autopilot=pilot, heard=tuple(self.heard[side])
                )
            )
            self.told.append(
                Told(
                    event=Sheets(sheets=sheets, autopilot=pilot),
                    to=(self.table.cars[sheets[0].car].side,),
                )
            )
        return State(table=table, own=tuple(own)), tuple(self.told)

    def _autopilot(self, side: int, mine: Own) -> Autopilot | None:
        """V55: it drives on until something happened, or its turns are over."""
        pilot = mine.autopilot
        if pilot is None or pilot.turns <= 1 or self.ending:
            return None
        cars = [car for car in self.cars if car.side == side and not car.out]
        if any(car.now.hit or car.now.lost for car in cars) or not cars:
            return None
        for enemy in self.cars:
            if enemy.side != side and not enemy.out:
                for car in cars:
                    dx, dy = enemy.x - car.x, enemy.y - car.y
                    if dx * dx + dy * dy < pilot.near * pilot.near:
                        return None
        return changed(pilot, turns=pilot.turns - 1)
