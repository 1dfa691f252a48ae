"""A problem is a sentence that a player reads next to the field it is about."""

from __future__ import annotations

from engine.values import Value


class Problem(Value):
    """What is wrong (`code`, stable for the API), where (`field`, "" for the whole form) and what to change (`sentence`)."""

    field: str
    code: str
    sentence: str


def money(dollars: int) -> str:
    """Dollars as players read them: -1500 is "−$1,500"."""
    return f"−${-dollars:,}" if dollars < 0 else f"${dollars:,}"


def plural(count: int, thing: str, things: str = "") -> str:
    """A count with its noun: "1 week", "3 weeks"."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"
