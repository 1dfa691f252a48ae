"""The states of an order sheet (E15, E41), each with a shape, a word and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class SheetMark:
    """How a state of an order sheet is shown. `key` names the shape in the template and the
    stylesheet.
    """

    key: str
    word: str
    sentence: str


SHEET_MARKS: Final = {
    "nothing": SheetMark(
        "nothing",
        "Nothing sent",
        (
            "No order sheet has been saved. If the deadline passes now, your standing orders "
            "decide; without an earlier sheet nobody goes out and nobody is on the lookout."
        ),
    ),
    "draft": SheetMark(
        "draft",
        "Draft",
        "Saved, and still being written. If the deadline passes now, this draft runs as it is.",
    ),
    "final": SheetMark(
        "final", "Final", "Signed and sealed. You can still reopen it until the deadline."
    ),
    "passed": SheetMark(
        "passed",
        "Passed on purpose",
        "You chose to send nobody this week. This is an order, not a miss.",
    ),
    "standing": SheetMark(
        "standing",
        "By standing orders",
        "Nothing was sent, and your standing orders gave the orders of an earlier sheet again.",
    ),
    "bot": SheetMark(
        "bot", "By a bot", "Nothing was sent, and the bot that stands in for you wrote the orders."
    ),
}


def sheet_mark(state: str | None) -> SheetMark:
    """The mark of a state; no state means that nothing was sent."""
    return SHEET_MARKS[state or "nothing"]
