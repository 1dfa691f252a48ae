"""Spy Agent Shambattle, implemented as a game of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, assert_never

from engine.dice import Dice
from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat, changed

from . import fire, judo, movement, turns
from .custody import check_guards, lead_away
from .geometry import path_length
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
from .victory import outcome, settle_battle

SETUPS: Final = (
    Setup(),
    Setup(map="drydock"),
    Setup(clock=5),
    Setup(map="drydock", countdown=6, clock=5),
)


class Shambattle(Game[Setup, State, Move, Event, View]):
    """A game for two seats without hidden information.

    Seat 0 plays the Mastermind's side, and seat 1 plays the Spy's side.
    """

    key = "shambattle"
    rules_version = 1
    max_plies = 6_000
    fleeting = MappingProxyType(
        {
            Fought: "everyone",  # everything is public: both dice of a fight (S8),
            Shot: "everyone",  # the die of a shot (S9),
            Sprayed: "everyone",  # and the direction of a burst (S17)
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
        return State(table=table), _to_everyone(TableSet(setup=setup))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return to_move(state.table)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat=seat, table=state.table)

    def legal_moves(self, view: View) -> Sequence[Move]:
        """Return a sample of the legal moves, because there are too many paths and bursts to list.

        `check` accepts all legal moves.
        """
        return menu(view)

    def propose(self, view: View, dice: Dice) -> Move:
        return propose(view, dice)

    def check(self, view: View, move: Move) -> None:
        """Raise IllegalMove if a move is not legal.

        The page uses the same functions to measure moves, so page and rules never disagree.
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
                movement.after_march(table, seat, walks)
            case Back(walks=walks):
                movement.check_back(table, walks)
            case Judo(man=man, against=defender):
                judo.check_fight(table, seat, man, defender)
            case Push(distance=distance):
                judo.check_push(table, distance)
            case Drown():
                judo.check_drown(table)
            case Shoot() | Spray():
                _check_fire(table, seat, (move,))
            case Volley(fire=shots):
                _check_fire(table, seat, shots)
            case Done(guards=guards):
                check_guards(table, guards)
            case Deploy(spots=spots):
                turns.check_deployment(table, seat, spots)
            case _:
                assert_never(move)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        table, events = _play_move(state.table, seat, move, dice)
        fate_before = state.table.mastermind
        if table.mastermind == "dead" != fate_before:
            events = (*events, MastermindSettled(fate="dead"))
        table, end_events = settle_battle(table)
        return State(table=table), _to_everyone(*events, *end_events)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state.table)

    def imagine(self, view: View, dice: Dice) -> State:
        """Return the actual state, because nothing is hidden."""
        return State(table=view.table)


STEP_OF_MOVE: Final[dict[type, str]] = {
    Deploy: "deploy",
    March: "move",
    Back: "move",
    Judo: "judo",
    Shoot: "fire",
    Spray: "fire",
    Volley: "fire",
}
"""The step to which each kind of move belongs.

Pushes do not belong to a step. Every step except deployment can be ended.
"""

WRONG_STEP: Final = {
    "deploy": "Place your figures first.",
    "move": "This is the movement step. Judo and shooting come later.",
    "judo": "This is the judo step. Movement is over, and shooting comes next.",
    "fire": "This is the shooting step. Movement and judo are over.",
}


def _check_time_up(table: Table, seat: Seat | None) -> None:
    if seat != HOST or not table.clock or table.step == "over":
        raise IllegalMove("Only the turn clock can call time.", code="not-yours")


def _check_step(table: Table, move: Move) -> None:
    """Check that the move belongs to the current step. The order is move, judo, shooting (S10)."""
    if isinstance(move, Push | Drown):
        judo.pending_push(table)
        return
    if table.push is not None:
        raise IllegalMove("First choose how far to push the loser.", code="wrong-step")
    move_step = STEP_OF_MOVE.get(type(move), table.step)
    if move_step != table.step or (isinstance(move, Done) and table.step == "deploy"):
        raise IllegalMove(WRONG_STEP[table.step], code="wrong-step")


def _play_move(table: Table, seat: Seat, move: Move, dice: Dice) -> tuple[Table, tuple[Event, ...]]:
    match move:
        case March(walks=walks):
            return _play_march(table, walks)
        case Back(walks=count):
            return _take_back(table, count)
        case Shoot() | Spray():
            return _play_fire(table, seat, move, dice)
        case Volley(fire=shots):
            return _play_volley(table, seat, shots, dice)
        case Done(guards=guards):
            return turns.end_step(table, guards)
        case Judo(man=man, against=defender):
            table, fought = judo.roll_fight(table, man, defender, dice)
            return table, (fought,)
        case Push(distance=distance):
            return _play_push(table, distance)
        case Drown():
            return judo.drown_loser(table), (Drowned(man=judo.pending_push(table).loser),)
        case Deploy(spots=spots):
            table, events = turns.deploy_side(table, seat, spots)
            return table, (Deployed(side=seat, spots=spots), *events)
        case TimeUp():
            return _end_by_clock(table)
        case _:
            assert_never(move)


def _play_march(table: Table, walks: tuple[Walk, ...]) -> tuple[Table, tuple[Event, ...]]:
    events: list[Event] = []
    for walk in walks:
        path = (table.men[walk.man].spot, *walk.path)
        events.append(Walked(man=walk.man, path=walk.path, spent=path_length(path)))
        table = movement.after_walk(table, walk)
    table, edge_events = lead_away(table)
    return changed(table, gone=()) if edge_events else table, (*events, *edge_events)


def _take_back(table: Table, walks: int) -> tuple[Table, tuple[Event, ...]]:
    events = tuple(
        [
            TakenBack(man=place_before.man, to=place_before.spot)
            for place_before in reversed(table.gone[-walks:])
        ]
    )
    return movement.after_undo(table, walks), events


def _check_fire(table: Table, seat: Seat, shots: tuple[Shoot | Spray, ...]) -> None:
    """Check that each figure fires only once, and can fire after the bursts before it (S35)."""
    if len({shot.man for shot in shots}) < len(shots):
        raise IllegalMove("Each figure fires once per turn.", code="fired-already")
    for shot in shots:
        if isinstance(shot, Shoot):
            fire.check_shot(table, seat, shot.man, shot.at)
        else:
            table = fire.fire_burst(
                table, shot.man, fire.check_spray(table, seat, shot.man, shot.aim)
            )


def _play_volley(
    table: Table, seat: Seat, shots: tuple[Shoot | Spray, ...], dice: Dice
) -> tuple[Table, tuple[Event, ...]]:
    """Fire the shots in order. A figure that can no longer fire as ordered holds its fire (S35)."""
    events: tuple[Event, ...] = ()
    for shot in shots:
        try:
            table, shot_events = _play_fire(table, seat, shot, dice)
        except IllegalMove:
            continue
        events += shot_events
    return table, events


def _play_fire(
    table: Table, seat: Seat, move: Shoot | Spray, dice: Dice
) -> tuple[Table, tuple[Event, ...]]:
    if isinstance(move, Spray):
        removed_figures = fire.check_spray(table, seat, move.man, move.aim)
        burst = Sprayed(man=move.man, aim=move.aim, hit=removed_figures)
        return fire.fire_burst(table, move.man, removed_figures), (burst,)
    shot = fire.check_shot(table, seat, move.man, move.at)
    table, face, is_hit = fire.fire_shot(table, shot, dice)
    return table, (
        Shot(
            man=move.man,
            at=move.at,
            face=face,
            modifier=shot.modifier,
            needed=shot.needs,
            hit=is_hit,
        ),
    )


def _play_push(table: Table, distance: int) -> tuple[Table, tuple[Event, ...]]:
    loser = judo.pending_push(table).loser
    table, to = judo.push_loser(table, distance)
    return table, (Pushed(man=loser, to=to),)


def _end_by_clock(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """End the turn immediately (S10).

    If a push is pending, the loser stays in place. A side that has not deployed gets the map's
    standard deployment (S22).
    """
    side = table.side
    if table.step == "deploy":
        spots = turns.standard_deployment(table, side)
        table, events = turns.deploy_side(table, side, spots)
        return table, (TimeRanOut(side=side), Deployed(side=side, spots=spots), *events)
    table, events = turns.end_turn(changed(table, push=None))
    return table, (TimeRanOut(side=side), *events)


def _to_everyone(*events: Event) -> tuple[Told[Event], ...]:
    return tuple([Told(event=event, to=EVERYONE) for event in events])


SHAMBATTLE: Final = Shambattle()
