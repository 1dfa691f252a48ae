"""What became of a mission, in one word: for the debrief and for the awards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .explosives import cell_of
from .tables import SUCCESS_ROW

if TYPE_CHECKING:
    from .report import Ending
    from .values import Fate, MissionRecord

BY_FATE: Final[dict[Fate, Ending]] = {
    "thwarted": "thwarted",
    "stopped": "stopped",
    "called_off": "called_off",
}


def ending(record: MissionRecord) -> Ending:
    """How a mission ended, as its own team is told."""
    if record.fate in BY_FATE:
        return BY_FATE[record.fate]
    row = record.throw.row if record.throw else 0
    if row < SUCCESS_ROW:
        return "blunder" if row == 2 else "failed"
    if record.choice == "infiltrate":
        return "modifier"
    if not record.reached:
        return "nobody_there"
    if record.mission == "blow_up":
        return _of_explosives(record)
    return "saw" if record.mission == "infiltrate" else "hit"


def _of_explosives(record: MissionRecord) -> Ending:
    if record.explosives is None or cell_of(record.explosives) == "dud":
        return "dud"
    return "exploded" if record.blast and record.blast.due == "now" else "waiting"


def succeeded(record: MissionRecord) -> bool:
    """7+ and not stopped (E14), a 12+ spent on -4 included (ours: E33); an empty pool is a failure
    (E17).
    """
    return ending(record) in SUCCESSES


SUCCESSES: Final[frozenset[Ending]] = frozenset(
    {"modifier", "saw", "hit", "exploded", "dud", "waiting"}
)
