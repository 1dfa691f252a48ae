"""How reliable somebody is (C22): the share of weeks that they kept."""

from __future__ import annotations

from typing import Final

from engine.values import Value

FEWEST: Final = 3
"""With fewer weeks than this there is no figure."""


class Reliability(Value, kw_only=True):
    """Weeks in which somebody ran a team: those kept, and those missed without excuse."""

    kept: int = 0
    missed: int = 0

    @property
    def percent(self) -> int | None:
        """The share of weeks kept, in whole percent rounded down; None for who is new."""
        weeks = self.kept + self.missed
        return None if weeks < FEWEST else 100 * self.kept // weeks

    @property
    def words(self) -> str:
        """As a list has it: "93 %" or "new"."""
        return "new" if self.percent is None else f"{self.percent} %"
