"""Formatting of numbers and durations."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
NARROW: Final = "\N{NO-BREAK SPACE}"


def money(dollars: int) -> str:
    """Format dollars. `3000` gives `$3,000`, and a debt gives `−$250`."""
    return f"{MINUS if dollars < 0 else ''}${abs(dollars):,}"


def signed(number: int) -> str:
    """Format a modifier or a change, as in `+1`, `−2` or `±0`."""
    if number == 0:
        return "±0"
    return f"{'+' if number > 0 else MINUS}{abs(number):,}"


def signed_money(dollars: int) -> str:
    """Format a ledger amount, as in `+$500` or `−$3,000`."""
    return money(dollars) if dollars < 0 else f"+{money(dollars)}"


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun. `counted(1, "spy", "spies")` gives `1 spy`."""
    noun = singular if number == 1 else plural or f"{singular}s"
    return f"{number:,}{NARROW}{noun}"


def join_names(names: Sequence[str]) -> str:
    """Join names, of which at most three are shown, as in `Ann`, `Ann and Bob`, `Ann, Bob and Cat`,
    or `Ann, Bob and 5 more`.
    """
    if len(names) > 3:
        return f"{', '.join(names[:2])} and {len(names) - 2} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def time_left(seconds: float) -> str:
    """Return the time until a deadline in at most two units, or `passed`.

    Examples are `2 days 4 h`, `3 h 12 min`, `12 min` and `42 s`.
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
    """Return the age of a fact, as in `this week`, `last week` or `5 weeks old`."""
    if weeks <= 0:
        return "this week"
    return "last week" if weeks == 1 else f"{weeks}{NARROW}weeks old"
