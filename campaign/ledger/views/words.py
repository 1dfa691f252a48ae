"""Ledger rows in plain words: what happened, and what it changed. Causes themselves are never
shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from campaign.ledger.models import Damage, Prestige, SkillPoint, Stock, Wound
from campaign.ledger.rules import gear
from core.web.pictures.words import MINUS, counted, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.league.rules.house import HouseRules
    from campaign.ledger.models import Entry

BEGINNINGS: Final = {
    "hire": "Hired", "edit": "Changed before approval", "assign": "General points assigned",
    "rest": "Week of rest", "work": "A week’s work", "workshop": "Workshop", "refit": "Refit",
    "build": "Built", "buy": "Bought", "sell-gear": "Sold", "sell": "Sold",
    "trade": "Trade between teams", "duel": "Duel", "correction": "Correction by the GM",
    "gold-cross": "Gold Cross", "revived": "Gold Cross", "founding": "Team created",
    "transfer": "Transfer", "moved-in": "Imported with old records",
}  # fmt: skip
ENDINGS: Final = {
    "tried": "Attempted a mission or stood guard", "succeeded": "Mission succeeded",
    "counterspied": "Counterspied well", "placed": "Explosives placed",
    "assassination": "An assassin’s hits", "explosives": "Own explosives",
    "explosion": "An explosion", "fired": "A charge went off", "ambush": "In an ambush",
    "escaped": "Escaped from an ambush", "felled": "Felled an enemy",
    "vanished": "Slipped away unseen",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a ledger. `change` is signed and names its unit; `good` is whether the owner
    likes it.
    """

    at: datetime
    week: int | None
    what: str
    change: str
    note: str
    by: str
    good: bool


def cause_in_words(cause: str, *, week: bool = False, own: bool = True) -> str:
    """What a cause is about, without the cause itself. For who is not the owner, what orders led to
    has one word for all of it.
    """
    start = cause.partition(":")[0]
    if start in BEGINNINGS:
        return BEGINNINGS[start]
    plain = "The week’s orders" if week else "Booked"
    return ENDINGS.get(cause.rpartition("/")[2], plain) if own else plain


def in_words(rows: Iterable[Entry], *, names: Mapping[str, str], own: bool) -> tuple[Row, ...]:
    """These rows in words; `names` translates items, `own` is whether an owner reads."""
    return tuple(
        Row(
            at=row.at,
            week=row.week.number if row.week else None,
            what=cause_in_words(row.cause, week=row.week is not None, own=own),
            change=_change(row, names),
            note=row.note,
            by=row.by.get_username() if row.by else "",
            good=_good(row),
        )
        for row in rows
    )


def _change(row: Entry, names: Mapping[str, str]) -> str:
    name = names.get(row.item, row.item.replace("_", " "))
    if isinstance(row, Wound):
        return f"{signed(-row.amount)} DP"
    if isinstance(row, Damage):
        return f"{signed(-row.amount)} {name}"
    if isinstance(row, Prestige):
        return f"{signed(row.amount)} prestige: {name.lower()}"
    if isinstance(row, SkillPoint):
        unit = "point" if abs(row.amount) == 1 else "points"
        return f"{signed(row.amount)} {unit}: {name}"
    if isinstance(row, Stock):
        return f"{'+' if row.amount > 0 else MINUS}{counted(abs(row.amount), name, name)}"
    return signed(row.amount)


def _good(row: Entry) -> bool:
    return row.amount < 0 if isinstance(row, (Wound, Damage)) else row.amount > 0


def skill_names(house: HouseRules) -> dict[str, str]:
    """Skills, general points and prestige awards by key."""
    return {
        SkillPoint.GENERAL: "general",
        **{row.key: row.title for row in house.skill_costs},
        **{row.key: row.title for row in house.prestige},
    }


def gear_names() -> dict[str, str]:
    """Personal gear by key."""
    return {key: one.name for key, one in gear.GEAR.items()}
