"""The numbers of a duel: movement chart, braking, control, crashes and suits.

The defaults follow the classic game as clubs play it (C31). A club can change each number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Final

from msgspec import Meta

from core.web.pictures.words import signed
from core.web.problems import Problem
from engine.values import Value, changed

from .tables import NumberRow

MAX_LAPS: Final = 3
"""Maximum number of laps of a race (C136)."""
PHASES: Final = 5
SAFE: Final = 0
LOST: Final = 7
BEST_HANDLING: Final = 7
WORST_HANDLING: Final = -6
HANDLING: Final = tuple(range(BEST_HANDLING, WORST_HANDLING - 1, -1))
"""Values of the handling track, from best to worst."""
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
    """The numbers of a duel at the table (C31).

    `phase_order` lists the phases in which a car moves its inches, in order. `braking` is the
    difficulty of braking by 5, 10 and so on up to 45 mph. `control` has a row for each 10 mph and a
    column for each handling status from +7 to −6. `crash_speed` is the modifier of a crash roll for
    each full or partial 10 mph. `skid` and `fishtail` are the highest totals of all rows but the
    last in the two crash tables. `suit` is the number of points that a suit has. `driver_fire` says
    whether drivers can fire in a phase in which they manoeuvre (V154).
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
    driver_fire: int = 0


DEFAULT_NUMBERS: Final = DuelNumbers(driver_fire=1)
SKID_RESULTS: Final = (
    "Skid ¼ inch; aim −3",
    "Skid ½ inch, −5 mph; aim −6",
    "Skid ¾ inch, −10 mph, tyres −1, then ¼ in the next inch; no aimed fire",
    "Skid 1 inch, −20 mph, tyres −2, then ½ in the next inch; no aimed fire",
    "Spin-out",
    "Roll",
    "Roll, burning on 4–6 of a die",
    "Vault",
)
"""Results of the first crash table, by row."""
FISHTAIL_RESULTS: Final = (
    "Fishtail 15°; aim −3",
    "Fishtail 30°; aim −6",
    "Fishtail 15°, and the first table",
    "Fishtail 30°, and the first table",
    "Fishtail 45°, and the first table",
)
"""Results of the second crash table, by row."""


def movement_by_phase(speed: int, numbers: DuelNumbers = DEFAULT_NUMBERS) -> tuple[int, ...]:
    """Return the distance that a car moves in each phase, in half inches (C31).

    A car moves one inch for each 10 mph. The inches are assigned to the phases in order, starting
    again with the first phase if necessary. A remaining 5 mph adds half an inch to the next phase.
    """
    moved = [0] * PHASES
    for nth in range(speed // 10):
        moved[numbers.phase_order[nth % PHASES] - 1] += 2
    if speed % 10:
        moved[numbers.phase_order[speed // 10 % PHASES] - 1] += 1
    return tuple(moved)


def control_number(speed: int, handling: int, numbers: DuelNumbers = DEFAULT_NUMBERS) -> int:
    """Return the number that keeps control at this speed and handling status (C31).

    The number is `SAFE`, 2 to 6, or `LOST`. Outside the table, the nearest row or column is used.
    """
    row = min(max(-(-speed // 10), 1), len(SPEEDS)) - 1
    column = BEST_HANDLING - min(max(handling, WORST_HANDLING), BEST_HANDLING)
    return numbers.control[row][column]


# --- numbers that a club changes ------------------------------------------------------------------


def _number_keys() -> dict[str, tuple[str, tuple[int, ...], tuple[int, int]]]:
    """Return each number that a club can change, with its field, its index there, and its lowest
    and highest values.
    """
    keys: dict[str, tuple[str, tuple[int, ...], tuple[int, int]]] = {
        "suit": ("suit", (), (0, 6)),
        "driver_fire": ("driver_fire", (), (0, 2)),
    }
    for nth in range(PHASES):
        keys[f"inch_{nth + 1}"] = ("phase_order", (nth,), (1, PHASES))
    for nth, mph in enumerate(BRAKES):
        keys[f"brake_{mph}"] = ("braking", (nth,), (0, 13))
    for row, speed in enumerate(SPEEDS):
        for column, status in enumerate(HANDLING):
            sign = f"minus_{-status}" if status < 0 else str(status)
            keys[f"control_{speed}_{sign}"] = ("control", (row, column), (SAFE, LOST))
        keys[f"crash_at_{speed}"] = ("crash_speed", (row,), (-9, 9))
    for nth in range(len(DEFAULT_NUMBERS.skid)):
        keys[f"skid_{nth + 1}"] = ("skid", (nth,), (-9, 40))
    for nth in range(len(DEFAULT_NUMBERS.fishtail)):
        keys[f"fishtail_{nth + 1}"] = ("fishtail", (nth,), (-9, 40))
    return keys


NUMBER_KEYS: Final = _number_keys()


def _number_title(key: str) -> str:
    field, path, _ = NUMBER_KEYS[key]
    match field:
        case "suit":
            return "Points of body armour"
        case "driver_fire":
            return (
                "Fire by drivers while they manoeuvre: 0 forbidden, 1 minus the difficulty, 2 free"
            )
        case "phase_order":
            return f"Phase of a car’s inch {path[0] + 1}"
        case "braking":
            return f"Difficulty of braking by {BRAKES[path[0]]} mph"
        case "control":
            return f"Control at {SPEEDS[path[0]]} mph, handling {signed(HANDLING[path[1]])}"
        case "crash_speed":
            return f"Crash modifier at {SPEEDS[path[0]]} mph"
        case _:
            return f"{field.capitalize()} table: highest roll of row {path[0] + 1}"


NUMBER_TITLES: Final = {key: _number_title(key) for key in NUMBER_KEYS}
"""Titles of the numbers that a club can change, by key. Control is 0 safe to 7 lost."""


def own_duel_numbers(rows: Sequence[NumberRow]) -> DuelNumbers:
    """Return the default numbers with a club's changes, checked by `find_wrong_numbers`."""
    return _changed_numbers(tuple(rows)) if rows else DEFAULT_NUMBERS


@lru_cache(maxsize=64)
def _changed_numbers(rows: tuple[NumberRow, ...]) -> DuelNumbers:
    numbers = DEFAULT_NUMBERS
    for row in rows:
        field, path, _ = NUMBER_KEYS[row.key]
        numbers = changed(numbers, **{field: _replace_at(getattr(numbers, field), path, row.value)})
    return numbers


def _replace_at(values: object, path: tuple[int, ...], value: int) -> object:
    if not path or not isinstance(values, tuple):
        return value
    index = path[0]
    return (*values[:index], _replace_at(values[index], path[1:], value), *values[index + 1 :])


def find_wrong_numbers(rows: Sequence[NumberRow]) -> Iterator[Problem]:
    """Yield the errors in a club's own numbers. Each message says what to change."""
    for row in rows:
        if row.key not in NUMBER_KEYS:
            yield _problem(
                f"Unknown duel number “{row.key}”. Use suit, driver_fire, inch_1 to inch_5, "
                "brake_5 to brake_45, control_60_minus_2 and similar, crash_at_10 to "
                "crash_at_200, skid_1 to skid_7, or fishtail_1 to fishtail_4."
            )
            return
        _, _, (low, high) = NUMBER_KEYS[row.key]
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
    return Problem("duel_numbers", "does-not-fit", sentence)
