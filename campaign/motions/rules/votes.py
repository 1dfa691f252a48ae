"""Rules for carrying a motion (C23). Pure functions of the numbers of votes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

VOTING_TIME: Final = timedelta(days=3)
"""Time for voting."""
ANSWER_TIME: Final = timedelta(hours=48)
"""Minimum time in which the team concerned can confirm that it is active, regardless of the votes.
"""

VoteResult: TypeAlias = Literal["carried", "lost", ""]


MIN_VOTES: Final = 2
"""Minimum number of votes to decide about another team, so that a single rival cannot decide alone.
"""


def needed(votes: int, *, about_a_team: bool) -> int:
    """Return the number of votes that carry a motion: more than half."""
    return max(votes // 2 + 1, MIN_VOTES if about_a_team else 1)


def count_votes(yes: int, no: int, votes: int, *, about_a_team: bool) -> VoteResult:
    """Return the result of the votes cast so far. A result that can no longer change applies
    immediately.
    """
    if yes >= needed(votes, about_a_team=about_a_team):
        return "carried"
    return "lost" if 2 * no > votes else ""


def takes_effect_at(moved: datetime, now: datetime, *, about_a_team: bool) -> datetime:
    """Return when a motion that is carried now takes effect. This is immediately, or for a motion
    about a team, after its people had time to answer.
    """
    return max(now, moved + ANSWER_TIME) if about_a_team else now
