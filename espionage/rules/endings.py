"""The endings of missions, for the debrief and the awards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .explosives import cell_of
from .tables import SUCCESS_ROW

if TYPE_CHECKING:
    from .report import Ending
    from .values import MissionFate, MissionRecord

ENDINGS_BY_FATE: Final[dict[MissionFate, Ending]] = {
    "thwarted": "thwarted",
    "stopped": "stopped",
    "called_off": "called_off",
}


def ending_of(record: MissionRecord) -> Ending:
    """Return the ending that is reported to the spying team."""
    if record.fate in ENDINGS_BY_FATE:
        return ENDINGS_BY_FATE[record.fate]
    row = record.throw.row if record.throw else 0
    if row < SUCCESS_ROW:
        return "blunder" if row == 2 else "failed"
    if record.choice == "infiltrate":
        return "modifier"
    if not record.reached:
        return "nobody_there"
    if record.mission == "blow_up":
        return _explosives_ending(record)
    return "saw" if record.mission == "infiltrate" else "hit"


def _explosives_ending(record: MissionRecord) -> Ending:
    if record.explosives is None or cell_of(record.explosives) == "dud":
        return "dud"
    return "exploded" if record.blast and record.blast.due == "now" else "waiting"


def has_succeeded(record: MissionRecord) -> bool:
    """Return whether a mission rolled 7+ and was not stopped (E14).

    A 12+ spent on -4 is a success (ours: E33). A mission that finds no target is a failure (E17).
    """
    return ending_of(record) in SUCCESSES


SUCCESSES: Final[frozenset[Ending]] = frozenset(
    {"modifier", "saw", "hit", "exploded", "dud", "waiting"}
)

SUCCESSFUL_ENDINGS: Final = SUCCESSES - {"dud"}
"""Endings described as a success. A dud is not among them, although it earns points (E14)."""

STOPPED: Final[frozenset[Ending]] = frozenset({"thwarted", "stopped", "called_off"})
"""Endings of missions that were stopped by the target's guards."""

EXPLODES: Final[frozenset[Ending]] = frozenset({"exploded", "waiting"})
"""Endings of missions whose bomb goes off, this week or at the duel."""
