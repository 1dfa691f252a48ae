"""All pages that are printed for a duel, in order."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.duels.rules.arenas import Arena
from campaign.duels.rules.papers import CarPaper, EntryLine
from campaign.house_rules.rules.duel_numbers import DuelNumbers
from core.web.pictures.paper import Paper, Sheet

from .arena import arena_sheet
from .evening import entries_sheets, events_sheet, tables_sheet
from .modifier_sheet import modifier_sheet
from .race import race_sheets
from .record_sheet import record_sheet
from .referee_answers import answers_sheet


def pack(
    cars: Sequence[CarPaper],
    entries: Sequence[EntryLine],
    *,
    arena: Arena,
    heading: str,
    numbers: DuelNumbers,
    paper: Paper,
    salvage_percent: int,
    laps: int,
) -> tuple[Sheet, ...]:
    """Return all pages: those that everyone shares, and then a record sheet for each car.

    A race has a number of `laps`, a duel 0.
    """
    return (
        *entries_sheets(entries, heading, paper),
        events_sheet(heading, paper),
        *(race_sheets(entries, laps, heading, paper) if laps else ()),
        arena_sheet(arena, heading, paper, race=laps > 0),
        tables_sheet(numbers, heading, paper),
        modifier_sheet(numbers, heading, paper),
        answers_sheet(numbers, heading, paper, salvage_percent),
        *(record_sheet(car, numbers, paper) for car in cars),
    )
