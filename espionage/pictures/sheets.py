"""The display of an order sheet's state (E15, E41), with a shape, a word and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class SheetMark:
    """The display of a sheet's state. `key` names its shape in templates and style sheets."""

    key: str
    word: str
    sentence: str


SHEET_MARKS: Final = {
    "nothing": SheetMark(
        "nothing",
        "Nothing sent",
        (
            "No order sheet has been saved. If the deadline passes now, your standing orders "
            "decide. Without an earlier sheet, no one goes out and no one is on guard."
        ),
    ),
    "draft": SheetMark(
        "draft",
        "Draft",
        "Saved as a draft. If the deadline passes now, this draft counts.",
    ),
    "final": SheetMark(
        "final", "Sealed", "Signed and sealed. You can still reopen it until the deadline."
    ),
    "passed": SheetMark(
        "passed",
        "Passed",
        "You chose to send no one this week. This does not count as missed orders.",
    ),
    "standing": SheetMark(
        "standing",
        "By standing orders",
        "You sent nothing, so your standing orders repeated the orders of an earlier sheet.",
    ),
    "bot": SheetMark("bot", "By a bot", "You sent nothing, so your stand-in bot wrote the orders."),
}


def sheet_mark(state: str | None) -> SheetMark:
    """Return the mark for a state. None means that no sheet was sent."""
    return SHEET_MARKS[state or "nothing"]
