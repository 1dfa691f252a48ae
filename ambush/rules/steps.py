"""The cost of steps, and how many squares a fighter can move per turn (P4)."""

from __future__ import annotations

from .numbers import Numbers
from .values import Man


def squares_per_turn(man: Man, numbers: Numbers) -> int:
    """Return 5 squares, plus one for each running level up to four.

    Running levels below base add no squares.
    """
    return numbers.walk + _extra_squares(man, numbers)


def _extra_squares(man: Man, numbers: Numbers) -> int:
    running = man.who.skills.running
    return min(running, numbers.faster_phases) if running > 0 else 0


def steps_allowed(man: Man, phase: int, numbers: Numbers) -> int:
    """Return how many steps are allowed in a phase, which is one or two.

    A fighter can take a second step in as many phases as he has running levels, up to four.
    """
    return 2 if phase <= _extra_squares(man, numbers) else 1


def add_step(paced: int, diagonals: int, direction: int) -> tuple[int, int]:
    """Return the squares used and the diagonals taken after one more step.

    Every second diagonal costs two squares.
    """
    if direction % 2 == 0:
        return paced + 1, diagonals
    return paced + 2 - (diagonals + 1) % 2, diagonals + 1
