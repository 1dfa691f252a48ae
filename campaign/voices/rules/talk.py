"""How much may be said, for how long it may be changed, and what proves what was said (C81, C84).
Pure.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec

LONGEST: Final = 2000
"""Letters of a post."""
TITLE: Final = 120
"""Letters of a title."""
NOTE: Final = 10_000
"""Letters of a team's private note about a rival."""
EDITABLE: Final = timedelta(minutes=10)
"""So long its writer may change a post."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AN_HOUR: Final = 20
A_DAY: Final = 100
"""So many posts somebody may write in a club within an hour, and within a day, letters included."""
ASKED_ONCE_IN: Final = DAY
"""Who is muted may write to the GM once in this time."""
LONGEST_MUTE: Final = timedelta(days=366)

Pace: TypeAlias = Literal["hour", "day", ""]


def editable_until(written: datetime) -> datetime:
    """From this moment on a post stays as it is."""
    return written + EDITABLE


def too_fast(in_an_hour: int, in_a_day: int) -> Pace:
    """Which limit is reached by who has written so much already; "" for none."""
    if in_an_hour >= AN_HOUR:
        return "hour"
    return "day" if in_a_day >= A_DAY else ""


def digest(*, post: str, number: int, text: str, at: datetime) -> str:
    """SHA-256, in hex, of one wording of a post: of the JSON list of the post's id, the wording's
    number from 1, its moment in UTC, and its text. Whoever holds the four can work it out.
    """
    said = [post, number, f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}", text]
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()
