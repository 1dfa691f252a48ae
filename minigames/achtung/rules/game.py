"""Achtung, Spy!, implemented as a game of the engine.

Moves are ballots, squads, votes, notes and actions. Players who act in the same step submit sealed
answers, and the last answer ends the step (minigames/achtung/rules.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from engine.dice import Dice
from engine.game import Game, Outcome, Step, Told
from engine.values import HOST, Seat, changed, swap

from . import endings
from .actions import check_move, menu_of, moves_of, open_offers
from .imagine import imagine
from .options import samples
from .sequence import begin, continue_step
from .step_builder import StepBuilder
from .values import Answered, Event, MatchChosen, Move, Setup, State, View


class Achtung(Game[Setup, State, Move, Event, View]):
    """Two teams, with Spies among their players, compete in five matches."""

    key = "achtung"
    rules_version = 1
    max_plies = 6_000
    fleeting = MappingProxyType({MatchChosen: "everyone"})  # open ballots, and a tie (A13)

    def setups(self) -> Sequence[Setup]:
        return samples()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(seat) for seat in range(2 * setup.team_size)])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        return begin(setup, dice).finish()

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.acting

    def view(self, state: State, seat: Seat | None) -> View:
        if seat is None or seat == HOST:
            return View(seat=seat, table=state.table)
        return View(
            seat=seat,
            table=state.table,
            team=state.teams[state.table.sides[seat]],
            own=state.own[seat],
        )

    def legal_moves(self, view: View) -> Sequence[Move]:
        """Return the moves on the menu.

        For squads of large teams, Medics' lists and notes, the menu contains only samples. `check`
        accepts all legal moves.
        """
        return menu_of(view)

    def check(self, view: View, move: Move) -> None:
        check_move(view, move)

    def propose(self, view: View, dice: Dice) -> Move:
        """Return a random move of a random kind.

        The kind is chosen first, because otherwise most moves of a Spy would be guesses.
        """
        offers = open_offers(view)
        return dice.pick(moves_of(view, offers[0] if len(offers) == 1 else dice.pick(offers)))

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        own_infos = swap(state.own, seat, changed(state.own[seat], answer=move))
        acting = tuple([other for other in state.acting if other != seat])
        state = changed(state, own=own_infos, acting=acting)
        events: tuple[Told[Event], ...] = (Told(event=Answered(move=move), to=(seat,)),)
        if _others_must_answer(state, seat):
            return state, events
        step = StepBuilder(state, dice, events)
        continue_step(step, seat)
        return step.finish()

    def outcome(self, state: State) -> Outcome | None:
        return endings.outcome(state)

    def imagine(self, view: View, dice: Dice) -> State:
        return imagine(view, dice)


def _others_must_answer(state: State, seat: Seat) -> bool:
    """Return whether another player who acts in this step has not answered yet."""
    if state.table.phase != "squads":
        return bool(state.acting)
    sides = state.table.sides
    side = sides[seat]
    return any(sides[other] == side for other in state.acting)


ACHTUNG: Final = Achtung()
