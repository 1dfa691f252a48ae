"""The result of a match for each chair."""

from __future__ import annotations

from collections.abc import Sequence

from engine.values import Seat
from play.models import Chair
from play.running import Running


def results(
    chairs: Sequence[Chair], running: Running | None, ending: str, winners: Sequence[Seat]
) -> tuple[str, ...]:
    """Return, for each chair, whether it won, drew or lost. If there is no result, return "" for
    all chairs.

    `winners` lists the winners if the rules do not determine them. A player who resigned or left
    has lost, even if a bot then won from their seat.
    """
    outcome = running.outcome if running is not None else None
    if ending not in {"", "resigned", "left", "out of time"} or (not ending and outcome is None):
        return ("",) * len(chairs)
    won = winners if ending or outcome is None else outcome.winners
    return tuple([_result(chair, won) for chair in chairs])


def _result(chair: Chair, won: Sequence[Seat]) -> str:
    if chair.resigned_at is not None:
        return Chair.Result.LOST
    if not won:
        return Chair.Result.DRAWN
    return Chair.Result.WON if chair.seat in won else Chair.Result.LOST
