"""The numbers that a table drives by: movement chart, braking, control, crashes, suits. Ours follow
the classic game as clubs play it (C31); a club may set each of them otherwise.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from core.web.problems import Problem
from engine.values import Value, changed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .tables import NumberRow

PHASES: Final = 5
SAFE: Final = 0
LOST: Final = 7
BEST_HANDLING: Final = 7
WORST_HANDLING: Final = -6
HANDLING: Final = tuple(range(BEST_HANDLING, WORST_HANDLING - 1, -1))
"""The handling track, from the best to the worst."""
SPEEDS: Final = tuple(range(10, 201, 10))
BRAKES: Final = tuple(range(5, 46, 5))

_CONTROL: Final = """
.............2 ............23 ............24 ...........234 ..........2345
.........23445 .........23456 .........34556 ........23556X ........24566X
........3466XX .......2356XXX .......2456XXX .......346XXXX ......2356XXXX
......2456XXXX ......346XXXXX .....2356XXXXX .....2456XXXXX .....346XXXXXX
"""

Cell = Annotated[
    int,
    Meta(ge=SAFE, le=LOST, description="A die at or over it keeps control; 0 safe, 7 lost."),
]


def _cell(letter: str) -> int:
    return {".": SAFE, "X": LOST}[letter] if letter in ".X" else int(letter)


class DuelNumbers(Value):
    """What the duel at the table is driven by (C31).

    `phase_order` names the phases that get a car's inches, the first inch first; `braking` the
    difficulty of braking by 5, 10 … 45 mph; `control` a row for each 10 mph and a column for each
    handling status from +7 to −6; `crash_speed` what each 10 mph begun adds to a crash roll; `skid`
    and `fishtail` the highest total of each row of the two crash tables but the last; `suit` the
    points of the suits that everybody aboard wears.
    """

    phase_order: tuple[int, ...] = (3, 1, 5, 2, 4)
    braking: tuple[int, ...] = (0, 0, 1, 2, 3, 5, 7, 9, 11)
    control: tuple[tuple[Cell, ...], ...] = tuple(
        tuple(_cell(letter) for letter in row) for row in _CONTROL.split()
    )
    crash_speed: tuple[int, ...] = (
        -3, -2, -1, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6,
    )  # fmt: skip
    skid: tuple[int, ...] = (2, 4, 6, 8, 10, 12, 14)
    fishtail: tuple[int, ...] = (4, 8, 10, 14)
    suit: int = 3


NUMBERS: Final = DuelNumbers()
SKID: Final = (
    "Skid ¼ inch; aim −3",
    "Skid ½ inch, −5 mph; aim −6",
    "Skid ¾ inch, −10 mph, tyres −1, then ¼ in the next inch; no aimed fire",
    "Skid 1 inch, −20 mph, tyres −2, then ½ in the next inch; no aimed fire",
    "Spin-out",
    "Roll",
    "Roll, burning on 4–6 of a die",
    "Vault",
)
"""What each row of the first crash table says."""
FISHTAIL: Final = (
    "Fishtail 15°; aim −3",
    "Fishtail 30°; aim −6",
    "Fishtail 15°, and the first table",
    "Fishtail 30°, and the first table",
    "Fishtail 45°, and the first table",
)
"""What each row of the second crash table says."""


def movement(speed: int, numbers: DuelNumbers = NUMBERS) -> tuple[int, ...]:
    """Half inches that a car moves in each phase (C31): an inch for each 10 mph, dealt to the
    phases in their order and again; 5 mph more are half an inch in the phase next in line.
    """
    moved = [0] * PHASES
    for nth in range(speed // 10):
        moved[numbers.phase_order[nth % PHASES] - 1] += 2
    if speed % 10:
        moved[numbers.phase_order[speed // 10 % PHASES] - 1] += 1
    return tuple(moved)


def control(speed: int, handling: int, numbers: DuelNumbers = NUMBERS) -> int:
    """The number that keeps control at this speed and handling status (C31): `SAFE`, 2 to 6, or
    `LOST`. Beyond the table its nearest row or column counts.
    """
    row = min(max(-(-speed // 10), 1), len(SPEEDS)) - 1
    column = BEST_HANDLING - min(max(handling, WORST_HANDLING), BEST_HANDLING)
    return numbers.control[row][column]


# --- what a club sets otherwise -------------------------------------------------------------------


def _keys() -> dict[str, tuple[str, tuple[int, ...], tuple[int, int]]]:
    """Every number that a club may set: its field, where in it, its least and highest value."""
    found: dict[str, tuple[str, tuple[int, ...], tuple[int, int]]] = {"suit": ("suit", (), (0, 6))}
    for nth in range(PHASES):
        found[f"inch_{nth + 1}"] = ("phase_order", (nth,), (1, PHASES))
    for nth, by in enumerate(BRAKES):
        found[f"brake_{by}"] = ("braking", (nth,), (0, 13))
    for row, speed in enumerate(SPEEDS):
        for column, status in enumerate(HANDLING):
            sign = f"minus_{-status}" if status < 0 else str(status)
            found[f"control_{speed}_{sign}"] = ("control", (row, column), (SAFE, LOST))
        found[f"crash_at_{speed}"] = ("crash_speed", (row,), (-9, 9))
    for nth in range(len(NUMBERS.skid)):
        found[f"skid_{nth + 1}"] = ("skid", (nth,), (-9, 40))
    for nth in range(len(NUMBERS.fishtail)):
        found[f"fishtail_{nth + 1}"] = ("fishtail", (nth,), (-9, 40))
    return found


KEYS: Final = _keys()


def own_duel_numbers(rows: Sequence[NumberRow]) -> DuelNumbers:
    """Our numbers, with those that the club sets otherwise. Rows that `wrong_numbers` finds wrong
    are not for here.
    """
    return _own(tuple(rows)) if rows else NUMBERS


@lru_cache(maxsize=64)
def _own(rows: tuple[NumberRow, ...]) -> DuelNumbers:
    numbers = NUMBERS
    for row in rows:
        field, place, _ = KEYS[row.key]
        numbers = changed(numbers, **{field: _put(getattr(numbers, field), place, row.value)})
    return numbers


def _put(held: object, place: tuple[int, ...], value: int) -> object:
    if not place or not isinstance(held, tuple):
        return value
    at = place[0]
    return (*held[:at], _put(held[at], place[1:], value), *held[at + 1 :])


def wrong_numbers(rows: Sequence[NumberRow]) -> Iterator[Problem]:
    """What is wrong with a club's own numbers of the duel, in sentences that say what to change."""
    for row in rows:
        if row.key not in KEYS:
            yield _problem(
                f"Unknown duel number “{row.key}”. Use suit, inch_1 to inch_5, brake_5 to "
                "brake_45, control_60_minus_2 and similar, crash_at_10 to crash_at_200, skid_1 "
                "to skid_7, or fishtail_1 to fishtail_4."
            )
            return
        _, _, (low, high) = KEYS[row.key]
        if not low <= row.value <= high:
            yield _problem(f"“{row.key}” must be between {low} and {high}.")
            return
    if len({row.key for row in rows}) < len(rows):
        yield _problem("List each number only once.")
    numbers = own_duel_numbers(rows)
    if len(set(numbers.phase_order)) < PHASES:
        yield _problem("inch_1 to inch_5 must name each of the five phases once.")
    for name, bounds in (("skid", numbers.skid), ("fishtail", numbers.fishtail)):
        if any(low >= high for low, high in pairwise(bounds)):
            yield _problem(f"{name}_1, {name}_2 and so on must increase.")


def _problem(sentence: str) -> Problem:
    return Problem(field="duel_numbers", code="does-not-fit", sentence=sentence)
