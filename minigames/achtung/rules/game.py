"""Achtung, Spy! as one game: seats are players of two teams, moves are ballots, squads, votes,
notes and actions.

Whoever is asked together answers sealed; the last answer carries the step on
(minigames/achtung/rules.md).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.game import Game, Outcome, Step, Told
from engine.values import HOST, Seat, changed, swap

from . import endings
from .actions import expand, judge, menu, open_offers
from .imagine import imagine
from .options import samples
from .sequence import begin, proceed
from .step_builder import StepBuilder
from .values import Answered, Event, MatchChosen, Move, Setup, State, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice


class Achtung(Game[Setup, State, Move, Event, View]):
    """Two teams with Spies among them, five matches."""

    key = "achtung"
    rules_version = 1
    longest = 6_000
    fleeting = MappingProxyType({MatchChosen: "everyone"})  # open ballots and their tie (A13)

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
        """The menu. Of large teams' squads, Medics' lists and notes it lists some; `check`
        judges.
        """
        return menu(view)

    def check(self, view: View, move: Move) -> None:
        judge(view, move)

    def propose(self, view: View, dice: Dice) -> Move:
        """A kind of move first, then one of that kind: so a Spy does not spend all his time
        guessing classes.
        """
        offers = open_offers(view)
        return dice.pick(expand(view, offers[0] if len(offers) == 1 else dice.pick(offers)))

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        own = swap(state.own, seat, changed(state.own[seat], answer=move))
        acting = tuple([each for each in state.acting if each != seat])
        state = changed(state, own=own, acting=acting)
        told: tuple[Told[Event], ...] = (Told(event=Answered(move=move), to=(seat,)),)
        if _waits(state, seat):
            return state, told
        p = StepBuilder(state, dice, told)
        proceed(p, seat)
        return p.finish()

    def outcome(self, state: State) -> Outcome | None:
        return endings.outcome(state)

    def imagine(self, view: View, dice: Dice) -> State:
        return imagine(view, dice)


def _waits(state: State, seat: Seat) -> bool:
    """Whether somebody who was asked together with this seat is still to answer."""
    if state.table.phase != "squads":
        return bool(state.acting)
    sides = state.table.sides
    side = sides[seat]
    return any(sides[each] == side for each in state.acting)


ACHTUNG: Final = Achtung()
