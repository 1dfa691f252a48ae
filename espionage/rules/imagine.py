"""Builds a complete week that agrees with a view. Everything unknown is left to chance.

Bots think ahead with such weeks, and tests check secrecy with them. The seat's own knowledge is
kept. Other teams' skills, garages, sheets, rolls and results are invented. If another team has to
answer a question, that team is chosen at random too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import IllegalMove

from .decision_moves import list_moves, simple_results, standing_answer
from .guesses import Guess
from .samples import sample_setups
from .values import Move, State, View

if TYPE_CHECKING:
    from engine.dice import Dice

__all__ = ["imagine", "propose", "sample_setups"]


def propose(view: View, dice: Dice) -> Move:
    """Return a sensible move: often the standing orders' answer, otherwise any legal move.

    For an ambush, return one of the simple results.
    """
    if view.ambush is not None:
        return dice.pick(simple_results(view.ambush))
    if view.own is not None and view.own.question is not None and dice.die(2) == 1:
        return standing_answer(view.own)
    moves = list_moves(view)
    if not moves:
        raise IllegalMove("This seat has no decision to make now.")
    return dice.pick(moves)


def imagine(view: View, dice: Dice) -> State:
    """Return a possible state in which the seat has this view."""
    guess = Guess(view, dice)
    if view.table.over:
        return guess.finished_state()
    if view.ambush is not None:
        return guess.called_ambush_state(view.ambush)
    own_state = view.own
    if own_state is not None and view.seat is not None:
        if own_state.meeting is not None:
            return guess.own_ambush_state(view.seat, own_state.meeting)
        if own_state.question is not None:
            return guess.question_state(view.seat, own_state.question)
    return guess.other_decision_state(view.seat)
