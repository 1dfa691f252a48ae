"""The tick for all tables. It handles expired clocks, scheduled starts, bots, ratings, the deal of
the day, tournaments and turn reminders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from . import clocks, daily, rating, scheduled, thinking, tournament_rounds, turn_reminders

SECONDS: Final = 20.0
"""Maximum time for bots in one tick, in seconds."""


def tick(*, seconds: float = SECONDS) -> Mapping[str, int]:
    """Do everything that is due at tables, within the limits for bots. Return the numbers of
    scheduled starts, clock moves, bot moves, rated matches, new deals and tournament steps.
    """
    begun = scheduled.begin_due()
    clocked = clocks.move_for_expired_clocks()
    bot_moves = thinking.think(limit=200, seconds=seconds)
    turn_reminders.remind()
    rated, has_new_deal = rating.rate_due(), daily.deal_today()
    advanced = tournament_rounds.advance_due()
    return Counter(
        {
            "starts": begun,
            "clocks": clocked,
            "bots": bot_moves,
            "ratings": rated,
            "deals": int(has_new_deal),
            "tournaments": advanced,
        }
    )
