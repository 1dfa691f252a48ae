"""The cost of steps, and the number of squares that a fighter can move per turn (P4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .numbers import Numbers
    from .values import Man


def squares_per_turn(man: Man, numbers: Numbers) -> int:
    """Return 5 squares, plus one per running level up to four. A level below base adds none."""
    return numbers.walk + _extra_squares(man, numbers)


def _extra_squares(man: Man, numbers: Numbers) -> int:
    running = man.who.skills.running
    return min(running, numbers.faster_phases) if running > 0 else 0


def steps_allowed(man: Man, phase: int, numbers: Numbers) -> int:
    """Return the number of steps allowed in a phase: one or two.

    A second step is allowed in as many of the first four phases as the fighter has running levels.
    """
    return 2 if phase <= _extra_squares(man, numbers) else 1


def add_step(paced: int, diagonals: int, direction: int) -> tuple[int, int]:
    """Return the squares and diagonals after one more step.

    Every second diagonal costs two squares.
    """
    if direction % 2 == 0:
        return paced + 1, diagonals
    return paced + 2 - (diagonals + 1) % 2, diagonals + 1
