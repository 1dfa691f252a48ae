"""The roster: 17 figures on the Mastermind's side and 21 on the Spy's side.

A figure's number is its index in the roster.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.values import Seat

from .values import MASTERMIND, SPY

Rank = Literal["mastermind", "henchman", "officer", "soldier", "spy"]
Weapon = Literal["pistol", "smg"]


class Figure(NamedTuple):
    """The properties of a figure that never change."""

    side: Seat
    rank: Rank
    weapon: Weapon
    name: str

    @property
    def judo(self) -> int:
        """Return the modifier of the figure's die in a fight (S8).

        Officers have 1, and the Spy and the Henchman have 2.
        """
        return {"officer": 1, "henchman": 2, "spy": 2}.get(self.rank, 0)


def _rank(side: Seat, rank: Rank, weapon: Weapon, name: str, count: int) -> tuple[Figure, ...]:
    return tuple([Figure(side, rank, weapon, f"{name} {n}") for n in range(1, count + 1)])


ROSTER: Final = (
    Figure(MASTERMIND, "mastermind", "pistol", "The Mastermind"),
    Figure(MASTERMIND, "henchman", "pistol", "The Henchman"),  # S5: his pistol
    *_rank(MASTERMIND, "officer", "pistol", "Guard officer", 3),
    *_rank(MASTERMIND, "soldier", "smg", "Guard", 12),
    Figure(SPY, "spy", "smg", "The Spy"),
    *_rank(SPY, "officer", "pistol", "Commando officer", 4),
    *_rank(SPY, "soldier", "smg", "Commando", 16),
)
BOSS: Final = 0
"""The Mastermind's number."""

SIDES: Final = tuple(
    [
        tuple([n for n, figure in enumerate(ROSTER) if figure.side == side])
        for side in (MASTERMIND, SPY)
    ]
)
"""Numbers of the figures on each side."""

LEADER: Final = SIDES[SPY][0]
"""The Spy's number."""
