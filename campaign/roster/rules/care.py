"""A paramedic's week (E20): one roll for one patient.

The effect is our own rule (C18). The printed text only says that spies cannot do it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.web.problems import Problem
from engine.values import Value

from .skills import is_trained

if TYPE_CHECKING:
    from engine.dice import Dice

TARGET: Final = 7


class Care(Value):
    """One roll. `healed` DP return to the patient, in addition to those from rest."""

    faces: tuple[int, ...]
    total: int
    target: int
    healed: int


def check_care(paramedic: int) -> tuple[Problem, ...]:
    """Return the problem of a character without the paramedic skill who cares for the wounded."""
    if is_trained(paramedic):
        return ()
    return (
        Problem(
            field="worker",
            code="untrained",
            sentence="Care needs the paramedic skill at base level.",
        ),
    )


def roll_care(paramedic: int, dice: Dice, *, dp: int, full_dp: int, modifier: int = 0) -> Care:
    """Roll 2d6 + paramedic + the paramedic's own wounds. 7 or more heals 1 DP of a living, wounded
    patient.
    """
    faces = dice.roll(2)
    total = sum(faces) + paramedic + modifier
    return Care(
        faces=faces, total=total, target=TARGET, healed=int(total >= TARGET and 0 < dp < full_dp)
    )
