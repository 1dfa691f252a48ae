"""A whole week that a view allows, everything unknown left to the dice: what bots think with, and
what tests secrecy.

What the seat knows is kept as it is. Of the others, people's skills, garages, sheets, rolls and
results are made up; so is, where the seat is not asked itself, who is being asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import IllegalMove

from .decision_moves import menu, plain_results, standing_answer
from .guesses import Guess
from .samples import setups
from .values import Move, State, View

if TYPE_CHECKING:
    from engine.dice import Dice

__all__ = ["imagine", "propose", "setups"]


def propose(view: View, dice: Dice) -> Move:
    """A sensible move: mostly what standing orders would say, else any; of an ambush, one of its
    plain ends.
    """
    if view.ambush is not None:
        return dice.pick(plain_results(view.ambush))
    if view.own is not None and view.own.question is not None and dice.die(2) == 1:
        return standing_answer(view.own)
    moves = menu(view)
    if not moves:
        raise IllegalMove("Nothing is asked of this seat now.")
    return dice.pick(moves)


def imagine(view: View, dice: Dice) -> State:
    """A state whose view is this view."""
    guess = Guess(view, dice)
    if view.table.over:
        return guess.over()
    if view.ambush is not None:
        return guess.ambush_as_called(view.ambush)
    own = view.own
    if own is not None and view.seat is not None:
        if own.meeting is not None:
            return guess.own_ambush(view.seat, own.meeting)
        if own.question is not None:
            return guess.asked(view.seat, own.question)
    return guess.elsewhere(view.seat)
