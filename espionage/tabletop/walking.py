"""A plan followed over the map as if nobody stood in the way: what its picture and its odds are
made from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Value
from espionage.rules.ambush.ground import OFF, SIDE
from espionage.rules.ambush.steps import budgeted
from espionage.rules.ambush.terrain import BLOCKED, STEPS, terrain_of
from espionage.rules.ambush.values import PHASES, WAY_NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from espionage.rules.ambush.values import Deed, Man, Table


class Stop(Value):
    """Where a phase ends. `trail` are the squares entered in it, `blocked` the one that could not
    be, OFF without.
    """

    phase: int
    at: int
    crouched: bool
    moved: bool
    paced: int
    trail: tuple[int, ...] = ()
    blocked: int = OFF


def follow(table: Table, man: Man, phases: Sequence[tuple[Deed, ...]]) -> tuple[Stop, ...]:
    """Every phase that is still to be played, to the end of the turn; one only where plans are made
    phase by phase.
    """
    last = table.phase if table.phase_by_phase else PHASES
    terrain = terrain_of(table.ground)
    at, crouched, moved, paced, diagonals = (
        man.at,
        man.crouched,
        man.moved,
        man.paced,
        man.diagonals,
    )
    stops = []
    for phase in range(table.phase, last + 1):
        done = phase - table.phase
        trail: list[int] = []
        blocked = OFF
        for deed in phases[done] if done < len(phases) else ():
            way = WAY_NUMBER.get(deed)
            if way is None:
                crouched = deed == "crouch"
                continue
            if at == OFF:
                break
            there = terrain.steps[at * 8 + way]
            paced, diagonals = budgeted(paced, diagonals, way)
            if there == BLOCKED:
                dx, dy = STEPS[way]
                blocked = at + dy * SIDE + dx
                break
            at, moved = there, True
            if at != OFF:
                trail.append(at)
        stops.append(
            Stop(
                phase=phase,
                at=at,
                crouched=crouched,
                moved=moved,
                paced=paced,
                trail=tuple(trail),
                blocked=blocked,
            )
        )
    return tuple(stops)
