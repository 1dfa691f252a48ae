"""Fair play at tables: whether somebody plays to the end what they begin with others."""

from __future__ import annotations

from typing import Final

from engine.values import Value

FEWEST: Final = 3
"""With fewer matches than this there is no figure."""


class FairPlay(Value, kw_only=True):
    """What became of somebody's matches with other people: how many there were, and how many of
    them they `left`, resigned in time or not; how many they `resigned`; how many of their moves
    were made `in_time`, and how many `late` ones the clock made for them.
    """

    matches: int = 0
    left: int = 0
    resigned: int = 0
    in_time: int = 0
    late: int = 0

    @property
    def finished(self) -> int:
        """The matches that they did not leave."""
        return self.matches - self.left

    @property
    def percent(self) -> int | None:
        """The share of matches finished, in whole percent rounded down; None for who is new."""
        return None if self.matches < FEWEST else 100 * self.finished // self.matches

    @property
    def words(self) -> str:
        """As a list has it: "finishes 97 % of 38 matches", or "new"."""
        if self.percent is None:
            return "new"
        return f"finishes {self.percent} % of {self.matches} matches"

    def also(self, *, seats: int, resigned: bool, in_time: int, late: int) -> FairPlay:
        """With one more match, of so many seats. Resigning ends a match of two, as its rules would;
        who resigns a larger one leaves the others with a bot, and so does, whatever the size, who
        lets the clock move more often than they move.
        """
        return FairPlay(
            matches=self.matches + 1,
            left=self.left + ((resigned and seats > 2) or late > in_time),
            resigned=self.resigned + resigned,
            in_time=self.in_time + in_time,
            late=self.late + late,
        )
