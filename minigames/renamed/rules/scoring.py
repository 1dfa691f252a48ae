"""Who has won (R8), and how good a position is for a bot that thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import Outcome
from engine.values import Seat

from .cards import SUIT, total

if TYPE_CHECKING:
    from .values import State, Table

LAIR_POINT: Final = 0.35
"""What a point of lair is worth in points of score, to `worth`."""
CAPTIVE: Final = 0.8
"""What a captive is worth before it is killed, as a share of its points."""


def outcome(state: State) -> Outcome | None:
    """R8: the highest score wins, equal scores share. R17: the target comes first among the reasons
    why it is over.
    """
    table = state.table
    if table.phase != "over":
        return None
    best = max(table.scores)
    winners = tuple([Seat(seat) for seat, score in enumerate(table.scores) if score == best])
    return Outcome(winners=winners, ending=_ending(table, best), scores=table.scores)


def _ending(table: Table, best: int) -> str:
    if best >= table.setup.target:
        return "target"
    return "no-spies" if table.spies_gone == SUIT else "ran-dry"


def worth(state: State, seat: Seat) -> float:
    """0 to 1: a share of the win once the match is over; before that, how far the seat is ahead of
    the best of the others.
    """
    result = outcome(state)
    if result is not None:
        return 1 / len(result.winners) if seat in result.winners else 0.0
    standing = [_standing(state, other) for other in range(len(state.own))]
    mine = standing.pop(seat)
    ahead = (mine - max(standing)) / state.table.setup.target
    return min(0.95, max(0.05, 0.5 + 0.45 * ahead))


def _standing(state: State, seat: int) -> float:
    """Points, what the lair may still catch, and what it holds."""
    table = state.table
    points = table.scores[seat] + LAIR_POINT * (
        total(table.lairs[seat].up) + total(state.own[seat].down)
    )
    captive = table.captive
    return (
        points + CAPTIVE * captive.points
        if captive is not None and captive.owner == seat
        else points
    )
