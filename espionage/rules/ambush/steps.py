"""What steps cost and how many a man has (P4): the budget that a plan is checked against and that
steps are paid from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .numbers import Numbers
    from .values import Man


def budget(man: Man, numbers: Numbers) -> int:
    """Squares a turn: 5, and one for each running level, four at most; below base counts as
    base.
    """
    return numbers.walk + _faster(man, numbers)


def _faster(man: Man, numbers: Numbers) -> int:
    running = man.who.skills.running
    return min(running, numbers.faster_phases) if running > 0 else 0


def steps_allowed(man: Man, phase: int, numbers: Numbers) -> int:
    """Steps in one phase: one, and a second in as many of the first four phases as he has running
    levels.
    """
    return 2 if phase <= _faster(man, numbers) else 1


def budgeted(paced: int, diagonals: int, way: int) -> tuple[int, int]:
    """Squares paced and diagonal steps taken this turn, after a step that way: every second
    diagonal costs two.
    """
    if way % 2 == 0:
        return paced + 1, diagonals
    return paced + 2 - (diagonals + 1) % 2, diagonals + 1
