"""The autoduel as a game. Each side seals a plan, and the turn starts when the last plan is
sealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from engine.dice import Dice
from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, Seat, changed, swap

from .doctrine.driver import plan_of
from .rules import samples
from .rules.car import Car, initial_car, initial_sheet
from .rules.events import Out, Placed, Reflexes, TurnEvent
from .rules.geometry import move_pose
from .rules.imagine import imagine
from .rules.plans import can_order, check_orders
from .rules.turn import play
from .rules.values import (
    NOBODY,
    Autopilot,
    Event,
    Move,
    Own,
    Plan,
    Sealed,
    Setup,
    Sheets,
    Stand,
    State,
    Table,
    View,
)


class AutoduelGame(Game[Setup, State, Move, Event, View]):
    """An autoduel of two to eight cars in an arena (V1 to V64)."""

    key = "autoduel"
    rules_version = 16
    max_plies = 8 * 60 + 8

    def setups(self) -> Sequence[Setup]:
        return samples.setups()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(side) for side in range(len(setup.sides))])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """Place the cars at their gates (V151) and roll for reflexes and the pole order (V11, V17).

        Sides place their cars in turn, one car at a time. A car that can neither move nor fire is
        out of the duel from the start (V5).
        """
        numbers, gates = setup.numbers, setup.arena.gates
        entries = [
            (Seat(side), spec)
            for place in range(max(len(side.cars) for side in setup.sides))
            for side, team in enumerate(setup.sides)
            for spec in team.cars[place : place + 1]
        ]
        order = dice.shuffle(range(len(entries)))
        pole = tuple([order.index(number) for number in range(len(entries))])
        placed = Placed(pole=pole)
        tellings: list[Told[Event]] = [Told(event=placed, to=EVERYONE)]
        film: list[TurnEvent] = [placed]
        events_by_side: list[list[TurnEvent]] = [[] for _ in setup.sides]
        cars, sheets = [], []
        for number, (seat, spec) in enumerate(entries):
            pose = move_pose(gates[number].pose, numbers.start_ahead, gates[number].heading)
            public_car = initial_car(number, seat, spec, number, pose, numbers.start_speed)
            driving = spec.crew[0].driving
            face = dice.in_domain((seat, "control")).die(6) + (driving or 0)
            bonus = (face >= numbers.reflex_good) + (face >= numbers.reflex_best)
            bonus = 0 if driving is None else bonus
            reflexes = Reflexes(car=number, face=face, bonus=bonus)
            events_by_side[seat].append(reflexes)
            tellings.append(Told(event=reflexes, to=(seat,)))
            sheet = initial_sheet(number, spec, bonus, numbers)
            car = Car(public_car, sheet, spec)
            if not (car.can_move or car.can_fire):
                car.out, car.out_at, car.speed = "could-not-start", 0, 0
                out = Out(car=number, why=car.out, killer=NOBODY, person=0)
                film.append(out)
                tellings.append(Told(event=out, to=EVERYONE))
            public_car, sheet = car.freeze()
            cars.append(public_car)
            sheets.append(sheet)
        table = Table(
            arena=setup.arena,
            numbers=numbers,
            sides=tuple([side.name for side in setup.sides]),
            cars=tuple(cars),
            pole=pole,
            film=tuple(film),
            race=setup.race,
            passed=UNSET if setup.race is UNSET else (0,) * len(cars),
            show=setup.show,
        )
        tellings.append(Told(event=Stand(cars=table.cars, touching=(), quiet=0), to=EVERYONE))
        own_parts = []
        for seat, side in zip(self.seats(setup), setup.sides, strict=True):
            own_sheets = tuple([sheet for sheet in sheets if cars[sheet.car].side == seat])
            own_parts.append(
                Own(
                    orders=side.orders,
                    specs=side.cars,
                    sheets=own_sheets,
                    heard=tuple(events_by_side[seat]),
                )
            )
            tellings.append(Told(event=Sheets(sheets=own_sheets), to=(seat,)))
        return State(table=table, own=tuple(own_parts)), tuple(tellings)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.table.is_over:
            return ()
        driving = {car.side for car in state.table.cars if not car.out}
        return tuple(
            Seat(side)
            for side, own_part in enumerate(state.own)
            if own_part.plan is None and own_part.autopilot is None and side in driving
        )

    def view(self, state: State, seat: Seat | None) -> View:
        if seat is None or not 0 <= seat < len(state.own):
            return View(seat=seat, table=state.table)
        return View(seat=seat, table=state.table, own=state.own[seat])

    def legal_moves(self, view: View) -> Sequence[Move]:
        """Return a small menu of moves. `check` accepts far more moves than can be listed."""
        return samples.menu(view) if can_order(view) else ()

    def check(self, view: View, move: Move) -> None:
        if not can_order(view):
            raise IllegalMove("Your side has nothing to order now.")
        check_orders(view, move)

    def propose(self, view: View, dice: Dice) -> Move:
        return samples.random_move(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        """Seal the orders, and play the turn when all sides have sealed.

        More turns follow as long as all sides drive by doctrine (V55).
        """
        own_part = changed(
            state.own[seat],
            plan=move if isinstance(move, Plan) else None,
            autopilot=move if isinstance(move, Autopilot) else None,
        )
        state = changed(state, own=swap(state.own, seat, own_part))
        tellings: list[Told[Event]] = [Told(event=Sealed(orders=move), to=(seat,))]
        turns = 0
        while not state.table.is_over and not self.to_act(state):
            state_before, turns = state, turns + 1
            state, turn_tellings = play(state, self._plans(state), dice)
            if turns > 1:
                state = _with_all_events(state_before, state)
            tellings += turn_tellings
        return state, tuple(tellings)

    def _plans(self, state: State) -> dict[int, Plan]:
        plans = {}
        for side, own_part in enumerate(state.own):
            if own_part.plan is not None:
                plans[side] = own_part.plan
            elif own_part.autopilot is not None:
                plans[side] = plan_of(self.view(state, Seat(side)), own_part.autopilot.kind)
        return plans

    def outcome(self, state: State) -> Outcome | None:
        if not state.table.is_over:
            return None
        table = state.table
        winners = tuple([Seat(side) for side, place in enumerate(table.places) if place == 1])
        points = [0] * len(table.sides)
        for car in table.cars:
            points[car.side] += car.points
        return Outcome(winners=winners, ending=table.ending, scores=tuple(points))

    def imagine(self, view: View, dice: Dice) -> State:
        return imagine(view, dice)

    def stands_when_stale(self, move: Move) -> bool:
        """Return True, because a sealed plan stays valid whatever the other sides do."""
        return True


def _with_all_events(before: State, after: State) -> State:
    """Return the state with all events since the sides last sealed.

    If all sides drive by doctrine, there can be several turns of events.
    """
    own_parts = [
        changed(own_after, heard=own_before.heard + own_after.heard)
        for own_before, own_after in zip(before.own, after.own, strict=True)
    ]
    table = changed(after.table, film=before.table.film + after.table.film)
    return State(table=table, own=tuple(own_parts))


AUTODUEL: Final = AutoduelGame()
"""The only instance of the game class."""
