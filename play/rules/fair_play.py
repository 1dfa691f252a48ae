"""Fair play figures, which measure how reliably people finish their matches with others."""

from __future__ import annotations

from typing import Final

from engine.values import Value

MIN_MATCHES: Final = 3
"""Minimum number of matches before a figure is shown."""


MISSED_MOVES: Final = 3
"""Number of moves in a row that a player has to miss to count as away (T14, T15)."""


class FairPlay(Value, kw_only=True):
    """Counts of a person's matches with other people. They include all matches, the matches that
    the person `left` or `resigned`, the moves made `in_time`, and the `late` moves that the clock
    made.
    """

    matches: int = 0
    left: int = 0
    resigned: int = 0
    in_time: int = 0
    late: int = 0

    @property
    def finished(self) -> int:
        """The number of matches that the person did not leave."""
        return self.matches - self.left

    @property
    def percent(self) -> int | None:
        """The share of finished matches in whole percent, rounded down, or None if there are too
        few matches.
        """
        return None if self.matches < MIN_MATCHES else 100 * self.finished // self.matches

    @property
    def description(self) -> str:
        """The figure as shown in lists, such as "finishes 97 % of 38 matches" or "new"."""
        if self.percent is None:
            return "new"
        return f"finishes {self.percent} % of {self.matches} matches"

    def also(
        self,
        *,
        seats: int,
        resigned: bool,
        in_time: int,
        late: int,
        min_moves: int,
        missed: int = 0,
    ) -> FairPlay:
        """Return the counts with one more match (T13).

        Resigning a two-player match ends it. This counts as leaving if the player has made fewer
        moves in time than `min_moves`. A player also leaves a match by resigning when there are
        more players, in which case a bot takes over, if the clock makes more of their moves than
        they do, or if they are out of it after `missed` moves in a row (T14).
        """
        has_left = resigned and (seats > 2 or in_time < min_moves or missed >= MISSED_MOVES)
        return FairPlay(
            matches=self.matches + 1,
            left=self.left + (has_left or late > in_time),
            resigned=self.resigned + resigned,
            in_time=self.in_time + in_time,
            late=self.late + late,
        )
