"""The end of the game: the winners, and the value of a state for a seat."""

from __future__ import annotations

from engine.game import Outcome
from engine.values import Seat

from .values import ROUNDS, Kinds, State, Table


def real_sides(table: Table, kinds: Kinds) -> tuple[int, ...]:
    """Return the side with which each seat wins. A Spy wins with the other side (A7)."""
    return tuple(
        [1 - side if kind == "spy" else side for side, kind in zip(table.sides, kinds, strict=True)]
    )


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a finished game (A7).

    The side that has won most of the five matches wins; otherwise, the game is a draw. A seat's
    score is the number of half wins of the side with which it wins.
    """
    table = state.table
    if table.phase != "over":
        return None
    sides = real_sides(table, table.opened[-1].kinds)
    red, blu = table.halves
    scores = tuple([table.halves[side] for side in sides])
    if red == blu:
        return Outcome(winners=(), ending="draw", scores=scores)
    winning_side = int(blu > red)
    return Outcome(
        winners=tuple([Seat(seat) for seat, side in enumerate(sides) if side == winning_side]),
        ending="five-matches",
        scores=scores,
    )


def evaluate(state: State, seat: Seat) -> float:
    """Return the value of a state for a seat, from 0 to 1.

    A win is 1, and a draw is ½. Before the end, the value depends on the lead in half wins.
    """
    side = real_sides(state.table, tuple([own_info.kind for own_info in state.own]))[seat]
    lead = state.table.halves[side] - state.table.halves[1 - side]
    if state.table.phase == "over":
        return 0.5 if lead == 0 else float(lead > 0)
    return 0.5 + 0.5 * lead / (2 * ROUNDS)
