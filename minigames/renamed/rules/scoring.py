"""The winners (R8), and an evaluation of positions for bots that search."""

from __future__ import annotations

from typing import Final

from engine.game import Outcome
from engine.values import Seat

from .cards import CARDS_PER_KIND, total_value
from .values import State, Table

LAIR_POINT_WORTH: Final = 0.35
"""Value of each point of a lair's size, in points of score."""
CAPTIVE_WORTH_SHARE: Final = 0.8
"""Value of a captive that has not been killed yet, as a share of its points."""


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a finished match, otherwise None.

    The highest score wins. Players with equal scores share the win (R8). If the target is reached,
    this is the ending even if there are other reasons (R17).
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
    return "no-spies" if table.spies_gone == CARDS_PER_KIND else "ran-dry"


def estimate_win_share(state: State, seat: Seat) -> float:
    """Return the share of the win that a seat is expected to get, from 0 to 1.

    After the match, the share is exact. Before the end, it depends on the lead over the best other
    seat.
    """
    result = outcome(state)
    if result is not None:
        return 1 / len(result.winners) if seat in result.winners else 0.0
    points = [_estimate_points(state, other) for other in range(len(state.own))]
    own_points = points.pop(seat)
    lead = (own_points - max(points)) / state.table.setup.target
    return min(0.95, max(0.05, 0.5 + 0.45 * lead))


def _estimate_points(state: State, seat: int) -> float:
    """Return a seat's score plus the estimated value of its lair and its captive."""
    table = state.table
    points = table.scores[seat] + LAIR_POINT_WORTH * (
        total_value(table.lairs[seat].up) + total_value(state.own[seat].down)
    )
    captive = table.captive
    return (
        points + CAPTIVE_WORTH_SHARE * captive.points
        if captive is not None and captive.owner == seat
        else points
    )
