"""Prefixes of ledger causes that several packages use."""

from __future__ import annotations


def week_cause(week: object) -> str:
    """Return the prefix of all causes in the week with this id."""
    return f"week:{week}"
