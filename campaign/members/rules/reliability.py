"""Rules for a person's reliability (C22), which is the share of weeks in which they gave orders."""

from __future__ import annotations

from typing import Final

from engine.values import Value

MIN_WEEKS: Final = 3
"""Minimum number of weeks that a percentage requires."""


class Reliability(Value, kw_only=True):
    """A person's weeks as a team owner: those with orders, and those missed without an excuse."""

    kept: int = 0
    missed: int = 0

    @property
    def percent(self) -> int | None:
        """Return the percentage of weeks with orders, rounded down, or None for a new player."""
        weeks = self.kept + self.missed
        return None if weeks < MIN_WEEKS else 100 * self.kept // weeks

    @property
    def label(self) -> str:
        """Return the reliability as shown in lists, such as "93 %" or "new"."""
        return "new" if self.percent is None else f"{self.percent} %"
