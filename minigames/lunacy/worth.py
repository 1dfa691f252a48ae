"""The value of a position for a seat, as used in the search bot's playouts."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.values import Seat
from minigames.lunacy.rules.laboratory import DISTANCE, NOWHERE, ROOF_LIFT
from minigames.lunacy.rules.step_builder import rival
from minigames.lunacy.rules.values import State

PIECE: Final = 1.2
STASHED: Final = 0.8
"""Value of a hidden piece, which the spy must still fetch."""
LIFE: Final = 1.6
HEALTH: Final = 0.2
FAR: Final = 0.25
"""Cost of each step from the roof elevator for a spy that carries all three pieces."""
ALL: Final = 2.0
ARMED: Final = 0.5
SHIELDED: Final = 0.25
SEIZED: Final = 0.2
"""Share of the value that is lost for each piece held by the police.

Both spies lose if the police escape with all three pieces.
"""
FRONTIER: Final = 0.15
"""Cost of each step to the nearest available piece or to a rival that carries one."""


def worth(state: State, seat: Seat) -> float:
    """Return the position's value for a seat, from 0 to 1. A win is 1, and a draw is ½.

    Pieces held by the police reduce the value.
    """
    outcome = state.table.outcome
    if outcome is not None:
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    share = 1 / (1 + exp(_strength(state, rival(seat)) - _strength(state, seat)))
    seized = sum([len(cop.pieces) for cop in state.table.cops])
    return share * (1 - SEIZED * seized)


def _strength(state: State, seat: Seat) -> float:
    """Return a seat's strength, based on pieces, lives, health, equipment and distances."""
    spy, own_state = state.table.spies[seat], state.own[seat]
    strength = (
        PIECE * len(own_state.pieces)
        + STASHED * len(own_state.stashed)
        + LIFE * spy.lives
        + HEALTH * spy.health
    )
    strength += ARMED * bool(own_state.weapon) + SHIELDED * bool(own_state.defence)
    if spy.place == NOWHERE:
        return strength
    distances = DISTANCE[spy.place]
    if len(own_state.pieces) == 3:
        return strength + ALL - FAR * distances[ROOF_LIFT] + ARMED
    goals = [
        place
        for place, cell in enumerate(state.cells)
        for number in cell.tokens
        if number in state.table.circled
    ]
    goals += [place for place, room in enumerate(state.table.rooms) if room.pieces]
    other = rival(seat)
    if state.own[other].pieces and state.table.spies[other].place != NOWHERE:
        goals.append(state.table.spies[other].place)
    return strength - FRONTIER * min([distances[place] for place in goals], default=0)
