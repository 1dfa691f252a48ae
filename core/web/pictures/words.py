"""Numbers and spans of time in the words a player reads."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
NARROW: Final = "\N{NO-BREAK SPACE}"


def money(dollars: int) -> str:
    """Whole dollars: `3000` reads `$3,000`, a debt `−$250`."""
    return f"{MINUS if dollars < 0 else ''}${abs(dollars):,}"


def signed(number: int) -> str:
    """A modifier or a change: `+1`, `−2`, and `±0` for none."""
    if number == 0:
        return "±0"
    return f"{'+' if number > 0 else MINUS}{abs(number):,}"


def signed_money(dollars: int) -> str:
    """A ledger row: `+$500`, `−$3,000`."""
    return money(dollars) if dollars < 0 else f"+{money(dollars)}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `counted(1, "spy", "spies")` reads `1 spy`."""
    noun = one if number == 1 else many or f"{one}s"
    return f"{number:,}{NARROW}{noun}"


def some(names: Sequence[str]) -> str:
    """Names in a sentence, at most three: `Ann`, `Ann and Bob`, `Ann, Bob and Cat`, `Ann, Bob and 5
    more`.
    """
    if len(names) > 3:
        return f"{', '.join(names[:2])} and {len(names) - 2} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def time_left(seconds: float) -> str:
    """Return how long until a deadline, in two units at most: `2 days 4 h`, `3 h 12 min`, `12 min`,
    `42 s`; `passed` at zero.
    """
    if seconds <= 0:
        return "passed"
    minutes = int(seconds // 60)
    if minutes < 1:
        return f"{ceil(seconds)}{NARROW}s"
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return " ".join(filter(None, (counted(days, "day"), f"{hours}{NARROW}h" if hours else "")))
    if hours:
        return " ".join(
            filter(None, (f"{hours}{NARROW}h", f"{minutes}{NARROW}min" if minutes else ""))
        )
    return f"{minutes}{NARROW}min"


def age(weeks: int) -> str:
    """How old a fact is: `this week`, `last week`, `5 weeks old`."""
    if weeks <= 0:
        return "this week"
    return "last week" if weeks == 1 else f"{weeks}{NARROW}weeks old"
