"""Rules for carrying a motion (C23). All functions are pure and depend only on vote counts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

VOTING_TIME: Final = timedelta(days=3)
"""Time for which a motion is open for voting."""
ANSWER_TIME: Final = timedelta(hours=48)
"""Minimum time for the team concerned to confirm that it is active, whatever the votes are."""

VoteResult: TypeAlias = Literal["carried", "lost", ""]


MIN_VOTES: Final = 2
"""Minimum number of votes for a decision about another team, so that a single rival cannot decide
alone.
"""


def needed(votes: int, *, about_a_team: bool) -> int:
    """Return the number of votes that carries a motion, which is more than half of all votes."""
    return max(votes // 2 + 1, MIN_VOTES if about_a_team else 1)


def count_votes(yes: int, no: int, votes: int, *, about_a_team: bool) -> VoteResult:
    """Return the result of the votes so far.

    A result that can no longer change applies immediately.
    """
    if yes >= needed(votes, about_a_team=about_a_team):
        return "carried"
    return "lost" if 2 * no > votes else ""


def takes_effect_at(moved: datetime, now: datetime, *, about_a_team: bool) -> datetime:
    """Return the time at which a motion that is carried now takes effect.

    The motion takes effect immediately. If it is about a team, the team's people must first have
    had time to answer.
    """
    return max(now, moved + ANSWER_TIME) if about_a_team else now
