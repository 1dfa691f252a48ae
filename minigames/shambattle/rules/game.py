"""Spy Agent Shambattle under the engine's contract."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, assert_never

from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat, changed

from . import fire, judo, movement, turns
from .custody import check_guards, led_away
from .geometry import measure
from .menu import menu, propose, to_move
from .roster import ROSTER
from .values import (
    MASTERMIND,
    SPY,
    Back,
    Deploy,
    Deployed,
    Done,
    Drown,
    Drowned,
    Event,
    Fought,
    Judo,
    Man,
    March,
    MastermindSettled,
    Move,
    Push,
    Pushed,
    Setup,
    Shoot,
    Shot,
    Spray,
    Sprayed,
    State,
    Table,
    TableSet,
    TakenBack,
    TimeRanOut,
    TimeUp,
    View,
    Volley,
    Walk,
    Walked,
)
from .victory import outcome, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

SETUPS: Final = (
    Setup(),
    Setup(map="drydock"),
    Setup(clock=5),
    Setup(map="drydock", countdown=6, clock=5),
)


class Shambattle(Game[Setup, State, Move, Event, View]):
    """Two seats: 0 is the Mastermind's side, 1 the Spy's. Everything is open."""

    key = "shambattle"
    rules_version = 1
    longest = 6_000
    fleeting = MappingProxyType(
        {
            Fought: "everyone",  # everything is open: both dice of a fight (S8),
            Shot: "everyone",  # the die of a shot (S9),
            Sprayed: "everyone",  # and where a burst was aimed (S17)
        }
    )

    def setups(self) -> Sequence[Setup]:
        return SETUPS

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return (MASTERMIND, SPY)

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        table = Table(
            map=setup.map, countdown=setup.countdown, clock=setup.clock, men=(Man(),) * len(ROSTER)
        )
        return State(table=table), _everyone(TableSet(setup=setup))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return to_move(state.table)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat=seat, table=state.table)

    def legal_moves(self, view: View) -> Sequence[Move]:
        """A sample: ways and bursts are too many to list. `check` judges them all."""
        return menu(view)

    def propose(self, view: View, dice: Dice) -> Move:
        return propose(view, dice)

    def check(self, view: View, move: Move) -> None:
        """The server's measure of every move; what the page measures with the same functions is
        allowed, to the unit.
        """
        table, seat = view.table, view.seat
        if isinstance(move, TimeUp):
            _check_time_up(table, seat)
            return
        if seat is None or seat not in to_move(table):
            raise IllegalMove("It is not your turn.", code="not-your-turn")
        _check_step(table, move)
        match move:
            case March(walks=walks):
                movement.march(table, seat, walks)
            case Back(walks=walks):
                movement.check_back(table, walks)
            case Judo(man=man, against=against):
                judo.check_fight(table, seat, man, against)
            case Push(distance=distance):
                judo.check_push(table, distance)
            case Drown():
                judo.check_drown(table)
            case Shoot() | Spray():
                _check_fire(table, seat, (move,))
            case Volley(fire=told):
                _check_fire(table, seat, told)
            case Done(guards=guards):
                check_guards(table, guards)
            case Deploy(spots=spots):
                turns.check_deployment(table, seat, spots)
            case _:
                assert_never(move)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        table, told = _play(state.table, seat, move, dice)
        was = state.table.mastermind
        if table.mastermind == "dead" != was:
            told = (*told, MastermindSettled(fate="dead"))
        table, over = settle(table)
        return State(table=table), _everyone(*told, *over)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state.table)

    def imagine(self, view: View, dice: Dice) -> State:
        """Nothing is hidden: the state is what is seen."""
        return State(table=view.table)


STEPS: Final[dict[type, str]] = {
    Deploy: "deploy",
    March: "move",
    Back: "move",
    Judo: "judo",
    Shoot: "fire",
    Spray: "fire",
    Volley: "fire",
}
"""The step to which a move belongs. Pushing waits for nothing; every step but deployment can be
ended.
"""

NOT_NOW: Final = {
    "deploy": "Place your figures first.",
    "move": "This is the movement step. Judo and shooting come later.",
    "judo": "This is the judo step. Movement is over, and shooting comes next.",
    "fire": "This is the shooting step. Movement and judo are over.",
}


def _check_time_up(table: Table, seat: Seat | None) -> None:
    if seat != HOST or not table.clock or table.step == "over":
        raise IllegalMove("Only the turn clock can call time.", code="not-yours")


def _check_step(table: Table, move: Move) -> None:
    """Move, then judo, then shooting, and no going back (S10)."""
    if isinstance(move, Push | Drown):
        judo.waiting(table)
        return
    if table.push is not None:
        raise IllegalMove("First choose how far to push the loser.", code="wrong-step")
    belongs = STEPS.get(type(move), table.step)
    if belongs != table.step or (isinstance(move, Done) and table.step == "deploy"):
        raise IllegalMove(NOT_NOW[table.step], code="wrong-step")


def _play(table: Table, seat: Seat, move: Move, dice: Dice) -> tuple[Table, tuple[Event, ...]]:
    match move:
        case March(walks=walks):
            return _march(table, walks)
        case Back(walks=count):
            return _take_back(table, count)
        case Shoot() | Spray():
            return _fire(table, seat, move, dice)
        case Volley(fire=shots):
            return _volley(table, seat, shots, dice)
        case Done(guards=guards):
            return turns.end_step(table, guards)
        case Judo(man=man, against=against):
            table, fought = judo.fight(table, man, against, dice)
            return table, (fought,)
        case Push(distance=distance):
            return _push(table, distance)
        case Drown():
            return judo.drown(table), (Drowned(man=judo.waiting(table).loser),)
        case Deploy(spots=spots):
            table, told = turns.deploy(table, seat, spots)
            return table, (Deployed(side=seat, spots=spots), *told)
        case TimeUp():
            return _time_up(table)
        case _:
            assert_never(move)


def _march(table: Table, walks: tuple[Walk, ...]) -> tuple[Table, tuple[Event, ...]]:
    told: list[Event] = []
    for walk in walks:
        way = (table.men[walk.man].spot, *walk.path)
        told.append(Walked(man=walk.man, path=walk.path, spent=measure(way)))
        table = movement.walked(table, walk)
    table, led = led_away(table)
    return changed(table, gone=()) if led else table, (*told, *led)


def _take_back(table: Table, walks: int) -> tuple[Table, tuple[Event, ...]]:
    told = tuple(
        [TakenBack(man=stood.man, to=stood.spot) for stood in reversed(table.gone[-walks:])]
    )
    return movement.taken_back(table, walks), told


def _check_fire(table: Table, seat: Seat, told: tuple[Shoot | Spray, ...]) -> None:
    """Everybody in it fires once, and could fire so now if only the bursts before were fired
    (S35).
    """
    if len({each.man for each in told}) < len(told):
        raise IllegalMove("Each figure fires once per turn.", code="fired-already")
    for each in told:
        if isinstance(each, Shoot):
            fire.check_shot(table, seat, each.man, each.at)
        else:
            table = fire.spray(table, each.man, fire.check_spray(table, seat, each.man, each.aim))


def _volley(
    table: Table, seat: Seat, told: tuple[Shoot | Spray, ...], dice: Dice
) -> tuple[Table, tuple[Event, ...]]:
    """One after the other; who may not fire so any more holds his fire (S35)."""
    heard: tuple[Event, ...] = ()
    for each in told:
        try:
            table, fired = _fire(table, seat, each, dice)
        except IllegalMove:
            continue
        heard += fired
    return table, heard


def _fire(
    table: Table, seat: Seat, move: Shoot | Spray, dice: Dice
) -> tuple[Table, tuple[Event, ...]]:
    if isinstance(move, Spray):
        under = fire.check_spray(table, seat, move.man, move.aim)
        burst = Sprayed(man=move.man, aim=move.aim, hit=under)
        return fire.spray(table, move.man, under), (burst,)
    shot = fire.check_shot(table, seat, move.man, move.at)
    table, face, hit = fire.shoot(table, shot, dice)
    return table, (
        Shot(
            man=move.man, at=move.at, face=face, modifier=shot.modifier, needed=shot.needs, hit=hit
        ),
    )


def _push(table: Table, distance: int) -> tuple[Table, tuple[Event, ...]]:
    loser = judo.waiting(table).loser
    table, to = judo.push(table, distance)
    return table, (Pushed(man=loser, to=to),)


def _time_up(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The turn is over at once (S10). A loser still to be pushed stays where he is; a side not yet
    deployed stands as the map says (S22).
    """
    side = table.side
    if table.step == "deploy":
        spots = turns.standard(table, side)
        table, told = turns.deploy(table, side, spots)
        return table, (TimeRanOut(side=side), Deployed(side=side, spots=spots), *told)
    table, told = turns.end_turn(changed(table, push=None))
    return table, (TimeRanOut(side=side), *told)


def _everyone(*events: Event) -> tuple[Told[Event], ...]:
    return tuple([Told(event=event, to=EVERYONE) for event in events])


SHAMBATTLE: Final = Shambattle()
