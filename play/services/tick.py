"""The tick of the tables: clocks that ran out, bots that are to think, matches to be rated, the
deal of the day, tournaments that begin or go on, and people who leave a turn idle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from . import clocks, daily, rating, thinking, tournament_rounds, turn_reminders

SECONDS: Final = 20.0
"""How long bots may think in one tick."""


def tick(*, seconds: float = SECONDS) -> Mapping[str, int]:
    """Do all that is due at tables, bots within bounds; how many moves were made, by what made
    them, how many matches were rated, whether a day was dealt, and how many steps tournaments
    took.
    """
    clocked, thought = clocks.run_out(), thinking.think(limit=200, seconds=seconds)
    turn_reminders.remind()
    rated, dealt = rating.rate_due(), daily.deal_today()
    advanced = tournament_rounds.advance_due()
    return Counter(
        {
            "clocks": clocked,
            "bots": thought,
            "ratings": rated,
            "deals": int(dealt),
            "tournaments": advanced,
        }
    )
