"""Rules for posts: limits, the time for editing, and digests (C81, C84). All functions are pure."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec

LONGEST: Final = 2000
"""Maximum length of a post."""
TITLE: Final = 120
"""Maximum length of a title."""
NOTE: Final = 10_000
"""Maximum length of a team's private note about a rival."""
EDITABLE: Final = timedelta(minutes=10)
"""Time in which an author can edit a post."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AN_HOUR: Final = 20
A_DAY: Final = 100
"""Maximum posts of a person in a club per hour and per day, including letters."""
ASKED_ONCE_IN: Final = DAY
"""Time between messages of a muted member to the GM."""
LONGEST_MUTE: Final = timedelta(days=366)

Pace: TypeAlias = Literal["hour", "day", ""]


def editable_until(written: datetime) -> datetime:
    """Return the time after which a post cannot be edited."""
    return written + EDITABLE


def too_fast(in_an_hour: int, in_a_day: int) -> Pace:
    """Return the name of the limit that these numbers of posts have reached, or ""."""
    if in_an_hour >= AN_HOUR:
        return "hour"
    return "day" if in_a_day >= A_DAY else ""


def digest(*, post: str, number: int, text: str, at: datetime) -> str:
    """Return the SHA-256 digest of a wording in hexadecimal.

    It covers the JSON list of the post's id, the wording's number from 1, its time in UTC, and its
    text. Anyone who has these values can calculate it again.
    """
    said = [post, number, f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}", text]
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()
