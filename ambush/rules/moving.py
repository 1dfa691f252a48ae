"""Movement in a phase: steps, standing up, crouching, and leaving the map (P4)."""

from __future__ import annotations

from engine.values import changed

from .bursts import burn
from .duel import Duel, Side
from .fighting import is_down
from .ground import OFF_MAP
from .steps import add_step, squares_per_turn
from .terrain import BLOCKED
from .values import DIRECTION_NUMBERS, Stepped


def move(duel: Duel, side: Side) -> None:
    """Carry out the steps or the change of posture in a phase (P4).

    Steps count even if they are blocked.
    """
    deeds = side.phases[duel.phase - 1]
    if not deeds:
        return
    if deeds[0] not in DIRECTION_NUMBERS:
        side.man = changed(side.man, crouched=deeds[0] == "crouch")
        _tell_steps(duel, side, 0)
        return
    blocked_steps = 0
    for deed in deeds:
        blocked_steps += not _step(
            duel, side, DIRECTION_NUMBERS[deed], is_only_step=len(deeds) == 1
        )
        if side.man.left or is_down(side.man):
            break
    if len(deeds) > 1:
        side.man = changed(side.man, ran=True)
    _tell_steps(duel, side, blocked_steps)


def _tell_steps(duel: Duel, side: Side, blocked_steps: int) -> None:
    man = side.man
    duel.tell(
        side,
        Stepped(
            phase=duel.phase,
            at=man.at,
            crouched=man.crouched,
            paced=man.paced,
            diagonals=man.diagonals,
            lost=blocked_steps,
        ),
    )


def _step(duel: Duel, side: Side, direction: int, *, is_only_step: bool) -> bool:
    man = side.man
    paced, diagonals = add_step(man.paced, man.diagonals, direction)
    if paced > squares_per_turn(man, duel.numbers):  # a hit has stopped the fighter (P38)
        return False
    next_square = duel.terrain.steps[man.at * 8 + direction]
    if (
        next_square == BLOCKED
        or next_square == duel.other_side(side).man.at
        or (next_square != OFF_MAP and duel.terrain.slow[next_square] and not is_only_step)
    ):
        side.man = changed(man, paced=paced, diagonals=diagonals)
        return False
    if next_square == OFF_MAP:
        side.man = changed(
            man, at=OFF_MAP, paced=paced, diagonals=diagonals, moved=True, left="edge"
        )
        duel.ending = "edge"
        return True
    side.man = changed(man, at=next_square, paced=paced, diagonals=diagonals, moved=True)
    for squares, fire in duel.fires:
        if next_square in squares:
            burn(duel, side, fire.by)
    return True
