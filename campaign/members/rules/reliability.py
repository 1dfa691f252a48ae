"""Rules for the reliability of a person (C22), which is the share of weeks in which they gave
orders.
"""

from __future__ import annotations

from typing import Final

from engine.values import Value

MIN_WEEKS: Final = 3
"""Minimum number of weeks for a figure."""


class Reliability(Value, kw_only=True):
    """Weeks in which someone ran a team: those with orders, and those missed without an excuse."""

    kept: int = 0
    missed: int = 0

    @property
    def percent(self) -> int | None:
        """Return the percentage of weeks with orders, rounded down. Return None for a new
        player.
        """
        weeks = self.kept + self.missed
        return None if weeks < MIN_WEEKS else 100 * self.kept // weeks

    @property
    def label(self) -> str:
        """Return the reliability for lists, such as "93 %" or "new"."""
        return "new" if self.percent is None else f"{self.percent} %"
