"""Table lookups for movement, braking, control, crashes and rams (V10, V13, V15, V18, V29)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from .numbers import DuelNumbers

PHASES: Final = (1, 2, 3, 4, 5)
_PHASES_OF_INCHES: Final = (3, 1, 5, 2, 4)
MAX_SPEED: Final = 200

Crash: TypeAlias = Literal["skid", "spin", "roll", "burning-roll", "vault"]
SKIDS: Final = (
    # length of the skid in inches, mph lost, damage to each tyre, aiming modifier (None: no aimed
    # fire)
    ((250,), 0, 0, -3),
    ((500,), 5, 0, -6),
    ((750, 250), 10, 1, None),
    ((1000, 500), 20, 2, None),
)


@lru_cache(maxsize=256)
def chart(speed: int) -> tuple[int, ...]:
    """Return the distance that a car moves in each of the five phases, in half inches (V10).

    Inches are assigned to phases 3, 1, 5, 2 and 4, repeatedly in that order. An odd 5 mph adds half
    an inch to the next phase.
    """
    halves = [0] * 5
    inches = abs(speed) // 10
    for number in range(inches):
        halves[_PHASES_OF_INCHES[number % 5] - 1] += 2
    halves[_PHASES_OF_INCHES[inches % 5] - 1] += abs(speed) % 10 // 5
    return tuple(halves)


def braking(numbers: DuelNumbers, reduction: int) -> int:
    """Return the D of braking by `reduction` mph (V13).

    The table's last row applies to higher values.
    """
    row = min((reduction + 4) // 5, len(numbers.braking)) - 1
    return numbers.braking[row] if reduction > 0 else 0


def brake_tyres(reduction: int) -> tuple[int, int]:
    """Return the damage to each tyre from hard braking: the dice and the points (V13)."""
    if reduction < 35:
        return 0, 0
    return (0, 2) if reduction < 40 else (1, 0) if reduction < 45 else (1, 3)


def control(numbers: DuelNumbers, speed: int, hs: int) -> int:
    """Return the lowest die that keeps control (V15). 0 means safe and 7 means lost."""
    row = min(max((abs(speed) + 9) // 10, 1), len(numbers.control)) - 1
    cell = numbers.control[row][7 - max(-6, min(7, hs))]
    return 0 if cell == "." else 7 if cell == "X" else int(cell)


def crash_speed(numbers: DuelNumbers, speed: int) -> int:
    """Return the modifier for speed on a crash roll (V18)."""
    row = min(max((abs(speed) + 9) // 10, 1), len(numbers.crash_speed)) - 1
    return numbers.crash_speed[row]


def crash_table_1(total: int) -> tuple[Crash, int]:
    """Return the result on crash table 1 (V18). For a skid, include the row of `SKIDS`."""
    if total <= 8:
        return "skid", 0 if total <= 2 else (total - 1) // 2
    if total <= 10:
        return "spin", 0
    return ("roll", 0) if total <= 12 else ("burning-roll", 0) if total <= 14 else ("vault", 0)


def crash_table_2(total: int) -> tuple[int, bool]:
    """Return the result on crash table 2 (V18).

    The result has the fishtail in steps of 15°, and whether a roll on table 1 follows.
    """
    if total <= 4:
        return 1, False
    if total <= 8:
        return 2, False
    return (1, True) if total <= 10 else (2, True) if total <= 14 else (3, True)


def ram_dice(speed: int) -> tuple[int, int]:
    """Return the number of dice and the modifier for a collision speed (V29)."""
    if speed <= 0:
        return 0, 0
    if speed <= 15:
        return 1, (-4, -2, -1)[(speed + 4) // 5 - 1]
    return (1, 0) if speed <= 30 else ((speed + 4) // 5 - 5, 0)


def weight_factor(weight: int) -> int:
    """Return a car's weight factor in a ram, in thirds (V29)."""
    return 1 if weight <= 2000 else 2 if weight <= 4000 else 3


_SPEED_QUARTERS: Final = ((2, 1, 1), (3, 2, 2), (3, 2, 2))


def temporary_speed(speed: int, own_factor: int, other_factor: int) -> int:
    """Return a car's speed after a ram, based on the weight factors (V29).

    The speed is rounded up to a multiple of 5 mph.
    """
    quarters = _SPEED_QUARTERS[own_factor - 1][other_factor - 1]
    return (abs(speed) * quarters + 19) // 20 * 5


def quarter_speed(speed: int) -> int:
    """Return a quarter of a speed, rounded up to a multiple of 5 mph, for sideswipes (V29)."""
    return (abs(speed) + 19) // 20 * 5
