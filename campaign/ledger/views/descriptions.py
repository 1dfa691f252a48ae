"""Descriptions of ledger rows, with what caused them and what changed. The stored causes are never
shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.models import Damage, Entry, Prestige, SkillPoint, Stock, Wound
from campaign.ledger.rules import gear
from core.web.pictures.words import MINUS, counted, signed

CAUSES_BY_PREFIX: Final = {
    "hire": "Hired", "edit": "Changed before approval", "assign": "General points assigned",
    "rest": "Week of rest", "work": "A week’s work", "workshop": "Workshop", "refit": "Refit",
    "build": "Built", "buy": "Bought", "sell-gear": "Sold", "sell": "Sold",
    "trade": "Trade between teams", "duel": "Duel", "correction": "Correction by the GM",
    "gold-cross": "Gold Cross", "revived": "Gold Cross", "founding": "Team created",
    "transfer": "Transfer", "deal": "Deal", "arena": "Win in the open arena",
    "living": "Living costs", "moved-in": "Imported with old records",
}  # fmt: skip
CAUSES_BY_SUFFIX: Final = {
    "tried": "Attempted a mission or stood guard", "succeeded": "Mission succeeded",
    "counterspied": "Counterspy succeeded", "placed": "Explosives placed",
    "assassination": "An assassin’s hits", "explosives": "Own explosives",
    "explosion": "An explosion", "fired": "A charge went off", "ambush": "In an ambush",
    "escaped": "Escaped from an ambush", "felled": "Defeated an enemy",
    "vanished": "Slipped away unseen",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """A ledger row as text. `change` has a sign and a unit. `is_good` says whether the change is
    good for the owner.
    """

    booked_at: datetime
    week: int | None
    description: str
    change: str
    note: str
    booked_by: str
    is_good: bool


def describe_cause(cause: str, *, week: bool = False, for_owner: bool = True) -> str:
    """Return a description of a cause without revealing the stored cause.

    For viewers other than the owners, all results of orders have the same description.
    """
    start = cause.partition(":")[0]
    if start in CAUSES_BY_PREFIX:
        return CAUSES_BY_PREFIX[start]
    default = "The week’s orders" if week else "Booked"
    return CAUSES_BY_SUFFIX.get(cause.rpartition("/")[2], default) if for_owner else default


def describe_rows(
    rows: Iterable[Entry], *, names: Mapping[str, str], for_owner: bool
) -> tuple[Row, ...]:
    """Return descriptions of these rows.

    `names` has the names of items. `for_owner` says whether the viewer is an owner.
    """
    return tuple(
        Row(
            booked_at=row.at,
            week=row.week.number if row.week else None,
            description=describe_cause(row.cause, week=row.week is not None, for_owner=for_owner),
            change=_change(row, names),
            note=row.note,
            booked_by=row.by.get_username() if row.by else "",
            is_good=_is_good(row),
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


def _is_good(row: Entry) -> bool:
    return row.amount < 0 if isinstance(row, (Wound, Damage)) else row.amount > 0


def skill_names(rules: HouseRules) -> dict[str, str]:
    """Return the names of skills, general points and prestige awards by key."""
    return {
        SkillPoint.GENERAL: "general",
        **{row.key: row.title for row in rules.skill_costs},
        **{row.key: row.title for row in rules.prestige},
    }


def gear_names() -> dict[str, str]:
    """Return the names of personal gear by key."""
    return {key: item.name for key, item in gear.GEAR.items()}
