"""The two published tables.

A total outside the printed rows uses the nearest row (E1). `missions`, `explosives` and
`counterspy` apply the effects of the cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.tables import Table

if TYPE_CHECKING:
    from .orders import Mission

SPY_VS_SPY: Final = "Spy vs. Spy Table"
BLOW_UP_TABLE: Final = "Blow Up table"

Infiltrated: TypeAlias = Literal[
    "blunder", "no_info", "one_exterior", "all_exteriors", "one_sheet", "choice"
]
Assassinated: TypeAlias = Literal[
    "blunder",
    "not_reached",
    "one_hit_random",
    "two_hits_random",
    "die_random",
    "one_hit_chosen",
    "die_chosen",
    "choice",
]
Planted: TypeAlias = Literal["blunder", "not_reached", "random_reached", "chosen_reached", "choice"]
Counterspied: TypeAlias = Literal[
    "ambushed", "not_stopped", "spotted", "sighted", "thwarted", "stopped", "hunted"
]
Exploded: TypeAlias = Literal["in_hand", "soon_after", "half", "dud", "after_duel", "first_phase"]
Cell: TypeAlias = Infiltrated | Assassinated | Planted

INFILTRATE: Final[Table[Infiltrated]] = Table(
    {
        "2 or less": "blunder",
        "3": "no_info",
        "4": "no_info",
        "5": "no_info",
        "6": "no_info",
        "7": "one_exterior",
        "8": "all_exteriors",
        "9": "all_exteriors",
        "10": "all_exteriors",
        "11": "one_sheet",
        "12+": "choice",
    },
    source=f"{SPY_VS_SPY}, Infiltrate",
)
ASSASSINATE: Final[Table[Assassinated]] = Table(
    {
        "2 or less": "blunder",
        "3": "not_reached",
        "4": "not_reached",
        "5": "not_reached",
        "6": "not_reached",
        "7": "one_hit_random",
        "8": "two_hits_random",
        "9": "die_random",
        "10": "one_hit_chosen",
        "11": "die_chosen",
        "12+": "choice",
    },
    source=f"{SPY_VS_SPY}, Assassinate",
)
BLOW_UP: Final[Table[Planted]] = Table(
    {
        "2 or less": "blunder",
        "3": "not_reached",
        "4": "not_reached",
        "5": "not_reached",
        "6": "not_reached",
        "7": "random_reached",
        "8": "random_reached",
        "9": "random_reached",
        "10": "random_reached",
        "11": "chosen_reached",
        "12+": "choice",
    },
    source=f"{SPY_VS_SPY}, Blow Up",
)
COUNTERSPY: Final[Table[Counterspied]] = Table(
    {
        "2 or less": "ambushed",
        "3": "not_stopped",
        "4": "not_stopped",
        "5": "not_stopped",
        "6": "not_stopped",
        "7": "spotted",
        "8": "sighted",
        "9": "thwarted",
        "10": "thwarted",
        "11": "stopped",
        "12+": "hunted",
    },
    source=f"{SPY_VS_SPY}, Counterspy",
)
EXPLOSIVES: Final[Table[Exploded]] = Table(
    {
        "2 or less": "in_hand",
        "3-4": "soon_after",
        "5-6": "half",
        "7-9": "dud",
        "10-11": "after_duel",
        "12+": "first_phase",
    },
    source=BLOW_UP_TABLE,
)
COLUMNS: Final[dict[Mission, Table[Infiltrated] | Table[Assassinated] | Table[Planted]]] = {
    "infiltrate": INFILTRATE,
    "assassinate": ASSASSINATE,
    "blow_up": BLOW_UP,
}

LOWEST_ROW: Final = 2
SUCCESS_ROW: Final = 7
HIGHEST_ROW: Final = 12


def row_of(total: int) -> int:
    """Return the row of the Spy vs. Spy Table for a total (E1).

    Rows range from 2 ("2 or less") to 12 ("12+").
    """
    return min(max(total, LOWEST_ROW), HIGHEST_ROW)


def cell(mission: Mission, row: int) -> Cell:
    """Return the cell of a mission's column in a row from 2 to 12."""
    return COLUMNS[mission].read(row)
