"""A problem is a sentence that a player reads next to the field it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable


class Problem(Value):
    """What is wrong (`code`, stable for the API), where (`field`, "" for the whole form) and what
    to change (`sentence`).
    """

    field: str
    code: str
    sentence: str


def money(dollars: int) -> str:
    """Dollars as players read them: -1500 is "−$1,500"."""
    return f"−${-dollars:,}" if dollars < 0 else f"${dollars:,}"


def plural(count: int, thing: str, things: str = "") -> str:
    """A count with its noun: "1 week", "3 weeks"."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"


def joined(things: Iterable[object]) -> str:
    """All of them in one phrase: "1, 2 and 3"."""
    *most, last = [str(thing) for thing in things]
    return f"{', '.join(most)} and {last}" if most else last
