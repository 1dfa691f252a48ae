"""Rules for posts: limits, the time for editing, and digests (C81, C84).

All functions are pure.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec

MAX_POST_LENGTH: Final = 2000
"""Maximum length of a post, in characters."""
MAX_TITLE_LENGTH: Final = 120
"""Maximum length of a title, in characters."""
MAX_NOTE_LENGTH: Final = 10_000
"""Maximum length of a team's private note about a rival, in characters."""
EDIT_PERIOD: Final = timedelta(minutes=10)
"""Time within which an author can edit a post."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MAX_POSTS_PER_HOUR: Final = 20
MAX_POSTS_PER_DAY: Final = 100
"""Maximum number of posts, including letters, that a person can write in a club per hour and per
day.
"""
TIME_BETWEEN_QUESTIONS: Final = DAY
"""Minimum time between two questions to the GM by a muted member."""
MAX_MUTE_DURATION: Final = timedelta(days=366)
"""Maximum duration of a mute."""

PostLimit: TypeAlias = Literal["hour", "day", ""]


def editable_until(written: datetime) -> datetime:
    """Return the time until which a post can be edited."""
    return written + EDIT_PERIOD


def reached_limit(posts_in_hour: int, posts_in_day: int) -> PostLimit:
    """Return the limit that has been reached, or "" if none has been reached."""
    if posts_in_hour >= MAX_POSTS_PER_HOUR:
        return "hour"
    return "day" if posts_in_day >= MAX_POSTS_PER_DAY else ""


def digest(*, post: str, number: int, text: str, written_at: datetime) -> str:
    """Return the SHA-256 digest of a wording in hexadecimal.

    The digest covers a JSON list with the post's id, the wording's number (starting from 1), its
    time in UTC, and its text. Anyone who has these values can calculate the digest.
    """
    digested_values = [post, number, f"{written_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}", text]
    return hashlib.sha256(msgspec.json.encode(digested_values)).hexdigest()
