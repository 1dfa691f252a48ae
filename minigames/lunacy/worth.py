"""What a position of Lunacy at the Labs is worth to a seat: what the search bot asks of its
playouts.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from minigames.lunacy.rules.laboratory import DISTANCE, NOWHERE, ROOF_LIFT
from minigames.lunacy.rules.step_builder import rival

if TYPE_CHECKING:
    from engine.values import Seat
    from minigames.lunacy.rules.values import State

PIECE: Final = 1.2
STASHED: Final = 0.8
"""A piece hidden is a piece to fetch."""
LIFE: Final = 1.6
HEALTH: Final = 0.2
FAR: Final = 0.25
"""What a step to the roof costs whoever carries all three."""
ALL: Final = 2.0
ARMED: Final = 0.5
SHIELDED: Final = 0.25
SEIZED: Final = 0.2
"""The share of all hope that goes with each piece in the hands of the police, who make both lose.
"""
FRONTIER: Final = 0.15
"""A step nearer to the nearest piece that can be picked up, or to the rival who carries one."""


def worth(state: State, seat: Seat) -> float:
    """From 0 to 1: 1 for a win, a half for a draw or an even position; less the more the police
    hold.
    """
    outcome = state.table.outcome
    if outcome is not None:
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    even = 1 / (1 + exp(_strength(state, rival(seat)) - _strength(state, seat)))
    seized = sum([len(cop.pieces) for cop in state.table.cops])
    return even * (1 - SEIZED * seized)


def _strength(state: State, seat: Seat) -> float:
    """Pieces, lives, health, arms, and the way to go."""
    spy, own = state.table.spies[seat], state.own[seat]
    strength = (
        PIECE * len(own.pieces)
        + STASHED * len(own.stashed)
        + LIFE * spy.lives
        + HEALTH * spy.health
    )
    strength += ARMED * bool(own.weapon) + SHIELDED * bool(own.defence)
    if spy.place == NOWHERE:
        return strength
    away = DISTANCE[spy.place]
    if len(own.pieces) == 3:
        return strength + ALL - FAR * away[ROOF_LIFT] + ARMED
    goals = [
        at
        for at, cell in enumerate(state.cells)
        for number in cell.tokens
        if number in state.table.circled
    ]
    goals += [at for at, room in enumerate(state.table.rooms) if room.pieces]
    other = rival(seat)
    if state.own[other].pieces and state.table.spies[other].place != NOWHERE:
        goals.append(state.table.spies[other].place)
    return strength - FRONTIER * min([away[at] for at in goals], default=0)
