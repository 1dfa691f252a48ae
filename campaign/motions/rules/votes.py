"""When a motion is carried (C23). Pure: who has a vote, and what they said, is handed in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

OPEN_FOR: Final = timedelta(days=3)
"""So long teams may vote."""
HEARD_FOR: Final = timedelta(hours=48)
"""So long a team that a motion is about may say that it is here, however the others vote."""

Count: TypeAlias = Literal["carried", "lost", ""]


FEWEST: Final = 2
"""So many votes at the least decide on another team: one rival alone does not."""


def needed(votes: int, *, about_a_team: bool) -> int:
    """How many votes of so many carry a motion: more than half."""
    return max(votes // 2 + 1, FEWEST if about_a_team else 1)


def counted(yes: int, no: int, votes: int, *, about_a_team: bool) -> Count:
    """What so many votes, of all that there are, come to: what is decided is decided at once."""
    if yes >= needed(votes, about_a_team=about_a_team):
        return "carried"
    return "lost" if 2 * no > votes else ""


def done_at(moved: datetime, now: datetime, *, about_a_team: bool) -> datetime:
    """When what is carried now is done: at once; about a team when its people have had time to
    answer.
    """
    return max(now, moved + HEARD_FOR) if about_a_team else now
