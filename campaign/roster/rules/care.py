"""A paramedic's week (E20): one roll for one patient. What it does is ours (C18); the text only
keeps spies from doing it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.web.problems import Problem
from engine.values import Value

from .skills import trained

if TYPE_CHECKING:
    from engine.dice import Dice

TARGET: Final = 7


class Care(Value):
    """One roll; `healed` DP come back to the patient, besides what rest gives."""

    faces: tuple[int, ...]
    total: int
    target: int
    healed: int


def check_care(paramedic: int) -> tuple[Problem, ...]:
    """Whether somebody of this paramedic level may care for the wounded."""
    if trained(paramedic):
        return ()
    return (
        Problem(
            field="worker",
            code="untrained",
            sentence="Care needs the paramedic skill at base level.",
        ),
    )


def week_of_care(paramedic: int, dice: Dice, *, dp: int, full_dp: int, modifier: int = 0) -> Care:
    """2d6 + paramedic + the paramedic's own wounds at 7 or over: 1 DP for a living, wounded
    patient.
    """
    faces = dice.roll(2)
    total = sum(faces) + paramedic + modifier
    return Care(
        faces=faces, total=total, target=TARGET, healed=int(total >= TARGET and 0 < dp < full_dp)
    )
