"""How the causes of ledger rows begin, where more than one room has to know."""

from __future__ import annotations


def week_cause(week: object) -> str:
    """The cause of all that the game of the week with this id leads to."""
    return f"week:{week}"
