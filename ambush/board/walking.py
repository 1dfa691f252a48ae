"""Follows a plan across the map, assuming that nobody is in the way.

The picture and the odds are based on the result.
"""

from __future__ import annotations

from collections.abc import Sequence

from ambush.rules.ground import OFF_MAP, SIDE
from ambush.rules.steps import add_step
from ambush.rules.terrain import BLOCKED, STEPS, terrain_of
from ambush.rules.values import DIRECTION_NUMBERS, PHASES, Man, Movement, Table
from engine.values import Value


class Stop(Value):
    """The end of a phase.

    `trail` lists the squares entered in the phase. `blocked` is the square that could not be
    entered, or OFF_MAP.
    """

    phase: int
    square: int
    crouched: bool
    moved: bool
    paced: int
    trail: tuple[int, ...] = ()
    blocked: int = OFF_MAP


def follow_plan(table: Table, man: Man, phases: Sequence[tuple[Movement, ...]]) -> tuple[Stop, ...]:
    """Return the end of every phase that is still to be played.

    If the duel is planned phase by phase, only one is returned.
    """
    last_phase = table.phase if table.phase_by_phase else PHASES
    terrain = terrain_of(table.ground)
    square, crouched, moved, paced, diagonals = (
        man.at,
        man.crouched,
        man.moved,
        man.paced,
        man.diagonals,
    )
    stops = []
    for phase in range(table.phase, last_phase + 1):
        phases_done = phase - table.phase
        trail: list[int] = []
        blocked = OFF_MAP
        for movement in phases[phases_done] if phases_done < len(phases) else ():
            direction = DIRECTION_NUMBERS.get(movement)
            if direction is None:
                crouched = movement == "crouch"
                continue
            if square == OFF_MAP:
                break
            next_square = terrain.steps[square * 8 + direction]
            paced, diagonals = add_step(paced, diagonals, direction)
            if next_square == BLOCKED:
                dx, dy = STEPS[direction]
                blocked = square + dy * SIDE + dx
                break
            square, moved = next_square, True
            if square != OFF_MAP:
                trail.append(square)
        stops.append(
            Stop(
                phase=phase,
                square=square,
                crouched=crouched,
                moved=moved,
                paced=paced,
                trail=tuple(trail),
                blocked=blocked,
            )
        )
    return tuple(stops)
