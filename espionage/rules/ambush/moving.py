"""Moving in a phase: steps, standing up, crouching, leaving the map (P4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import changed

from .bursts import burn
from .fighting import down
from .ground import OFF
from .steps import budget, budgeted
from .terrain import BLOCKED
from .values import WAY_NUMBER, Stepped

if TYPE_CHECKING:
    from .duel import Duel, Side


def move(duel: Duel, side: Side) -> None:
    """The movement of a phase: steps, or another posture (P4). A blocked step is lost and paid
    for.
    """
    deeds = side.phases[duel.phase - 1]
    if not deeds:
        return
    if deeds[0] not in WAY_NUMBER:
        side.man = changed(side.man, crouched=deeds[0] == "crouch")
        _stepped(duel, side, 0)
        return
    lost = 0
    for deed in deeds:
        lost += not _step(duel, side, WAY_NUMBER[deed], alone=len(deeds) == 1)
        if side.man.left or down(side.man):
            break
    if len(deeds) > 1:
        side.man = changed(side.man, ran=True)
    _stepped(duel, side, lost)


def _stepped(duel: Duel, side: Side, lost: int) -> None:
    man = side.man
    duel.tell(
        side,
        Stepped(
            phase=duel.phase,
            at=man.at,
            crouched=man.crouched,
            paced=man.paced,
            diagonals=man.diagonals,
            lost=lost,
        ),
    )


def _step(duel: Duel, side: Side, way: int, *, alone: bool) -> bool:
    man = side.man
    paced, diagonals = budgeted(man.paced, man.diagonals, way)
    if paced > budget(man, duel.numbers):  # a hit has stopped him (P38)
        return False
    there = duel.terrain.steps[man.at * 8 + way]
    if (
        there == BLOCKED
        or there == duel.other(side).man.at
        or (there != OFF and duel.terrain.slow[there] and not alone)
    ):
        side.man = changed(man, paced=paced, diagonals=diagonals)
        return False
    if there == OFF:
        side.man = changed(man, at=OFF, paced=paced, diagonals=diagonals, moved=True, left="edge")
        duel.ending = "edge"
        return True
    side.man = changed(man, at=there, paced=paced, diagonals=diagonals, moved=True)
    for squares, fire in duel.fires:
        if there in squares:
            burn(duel, side, fire.by)
    return True
