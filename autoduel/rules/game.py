"""The autoduel as a game: each side seals one plan a turn, and the last one plays it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.doctrine.driver import plan_of
from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, Seat, changed, swap

from . import samples
from .car import Car, first_seen, first_sheet
from .events import Heard, Out, Placed, Reflexes
from .imagine import imagine
from .plans import check_orders
from .turn import play
from .values import (
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice


class AutoduelGame(Game[Setup, State, Move, Event, View]):
    """Two to eight cars in an arena (V1 to V64)."""

    key = "autoduel"
    rules_version = 14
    longest = 8 * 60 + 8

    def setups(self) -> Sequence[Setup]:
        return samples.setups()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(side) for side in range(len(setup.sides))])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """The cars stand in their gates, sides in turn; reflexes and the pole order are thrown
        (V11, V17). Who can neither move nor fire is out before it begins (V5).
        """
        numbers, gates = setup.numbers, setup.arena.gates
        entered = [
            (Seat(side), spec)
            for place in range(max(len(side.cars) for side in setup.sides))
            for side, team in enumerate(setup.sides)
            for spec in team.cars[place : place + 1]
        ]
        order = dice.shuffle(range(len(entered)))
        pole = tuple([order.index(number) for number in range(len(entered))])
        placed = Placed(pole=pole)
        told: list[Told[Event]] = [Told(event=placed, to=EVERYONE)]
        film: list[Heard] = [placed]
        heard: list[list[Heard]] = [[] for _ in setup.sides]
        cars, sheets = [], []
        for number, (seat, spec) in enumerate(entered):
            gate = gates[number]
            seen = first_seen(number, seat, spec, number, gate.pose, numbers.start_speed)
            driving = spec.crew[0].driving
            face = dice.of((seat, "control")).die(6) + (driving or 0)
            bonus = (face >= numbers.reflex_good) + (face >= numbers.reflex_best)
            bonus = 0 if driving is None else bonus
            reflexes = Reflexes(car=number, face=face, bonus=bonus)
            heard[seat].append(reflexes)
            told.append(Told(event=reflexes, to=(seat,)))
            sheet = first_sheet(number, spec, bonus, numbers)
            car = Car(seen, sheet, spec)
            if not (car.can_move or car.can_fire):
                car.out, car.out_at, car.speed = "could-not-start", 0, 0
                out = Out(car=number, why=car.out, killer=NOBODY, person=0)
                film.append(out)
                told.append(Told(event=out, to=EVERYONE))
            seen, sheet = car.freeze()
            cars.append(seen)
            sheets.append(sheet)
        table = Table(
            arena=setup.arena,
            numbers=numbers,
            sides=tuple([side.name for side in setup.sides]),
            cars=tuple(cars),
            pole=pole,
            film=tuple(film),
        )
        told.append(Told(event=Stand(cars=table.cars, touching=(), quiet=0), to=EVERYONE))
        own = []
        for seat, side in zip(self.seats(setup), setup.sides, strict=True):
            mine = tuple([sheet for sheet in sheets if cars[sheet.car].side == seat])
            own.append(
                Own(orders=side.orders, specs=side.cars, sheets=mine, heard=tuple(heard[seat]))
            )
            told.append(Told(event=Sheets(sheets=mine), to=(seat,)))
        return State(table=table, own=tuple(own)), tuple(told)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.table.over:
            return ()
        driving = {car.side for car in state.table.cars if not car.out}
        return tuple(
            [
                Seat(side)
                for side, own in enumerate(state.own)
                if own.plan is None and own.autopilot is None and side in driving
            ]
        )

    def view(self, state: State, seat: Seat | None) -> View:
        if seat is None or not 0 <= seat < len(state.own):
            return View(seat=seat, table=state.table)
        return View(seat=seat, table=state.table, own=state.own[seat])

    def legal_moves(self, view: View) -> Sequence[Move]:
        """A small menu; `check` judges, and allows far more than can be listed."""
        return samples.menu(view) if _acts(view) else ()

    def check(self, view: View, move: Move) -> None:
        if not _acts(view):
            raise IllegalMove("Your side has nothing to order now.")
        check_orders(view, move)

    def propose(self, view: View, dice: Dice) -> Move:
        return samples.random_move(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        """Seal it; with the last one the turn is played, and more while doctrine drives for all
        (V55).
        """
        own = changed(
            state.own[seat],
            plan=move if isinstance(move, Plan) else None,
            autopilot=move if isinstance(move, Autopilot) else None,
        )
        state = changed(state, own=swap(state.own, seat, own))
        told: list[Told[Event]] = [Told(event=Sealed(orders=move), to=(seat,))]
        turns = 0
        while not state.table.over and not self.to_act(state):
            before, turns = state, turns + 1
            state, more = play(state, self._plans(state), dice)
            if turns > 1:
                state = _all_heard(before, state)
            told += more
        return state, tuple(told)

    def _plans(self, state: State) -> dict[int, Plan]:
        plans = {}
        for side, own in enumerate(state.own):
            if own.plan is not None:
                plans[side] = own.plan
            elif own.autopilot is not None:
                plans[side] = plan_of(self.view(state, Seat(side)), own.autopilot.kind)
        return plans

    def outcome(self, state: State) -> Outcome | None:
        if not state.table.over:
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
        """A sealed plan holds whatever the other sides did since."""
        return True


def _all_heard(before: State, after: State) -> State:
    """What was heard since the sides last sealed: more than one turn, where doctrine drove on."""
    own = [
        changed(new, heard=old.heard + new.heard)
        for old, new in zip(before.own, after.own, strict=True)
    ]
    table = changed(after.table, film=before.table.film + after.table.film)
    return State(table=table, own=tuple(own))


def _acts(view: View) -> bool:
    own = view.own
    if own is None or view.table.over or own.plan is not None or own.autopilot is not None:
        return False
    return any(not view.table.cars[sheet.car].out for sheet in own.sheets)


AUTODUEL: Final = AutoduelGame()
"""The one instance."""
