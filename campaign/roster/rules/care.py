"""A paramedic's weekly care (E20), which is one roll for one patient.

The effect is our own rule (C18). The printed rule only says that spies cannot care for patients.
"""

from __future__ import annotations

from typing import Final

from core.web.problems import Problem
from engine.dice import Dice
from engine.values import Value

from .skills import is_trained

TARGET: Final = 7


class Care(Value):
    """A paramedic's roll. The patient regains `healed` DP, in addition to those regained by
    resting.
    """

    faces: tuple[int, ...]
    total: int
    target: int
    healed: int


def check_care(paramedic: int) -> tuple[Problem, ...]:
    """Return an error if a character without the paramedic skill is assigned to a patient."""
    if is_trained(paramedic):
        return ()
    return (Problem("worker", "untrained", "Care needs the paramedic skill at base level."),)


def roll_care(paramedic: int, dice: Dice, *, dp: int, full_dp: int, modifier: int = 0) -> Care:
    """Roll 2d6 plus the paramedic skill and the modifier for the paramedic's own wounds.

    A result of 7 or more heals 1 DP of a living, wounded patient.
    """
    faces = dice.roll(2)
    total = sum(faces) + paramedic + modifier
    return Care(
        faces=faces, total=total, target=TARGET, healed=int(total >= TARGET and 0 < dp < full_dp)
    )
