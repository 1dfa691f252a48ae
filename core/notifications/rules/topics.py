"""What a person may want to hear of: notices sorted into a few topics. Which belongs where, its
kind says (`core.notifications.kinds`). And the ways to reach them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Topic(StrEnum):
    """What a notice is about. Every notice belongs to one topic."""

    WAITS = "waits"
    TURNS = "turns"
    WEEKS = "weeks"
    REPORTS = "reports"
    TALK = "talk"
    CLUB = "club"


WORDS: Final = {
    Topic.WAITS: (
        "Action needed",
        (
            "Your turn in an ambush, decisions, missing orders a day before the deadline, "
            "drivers to replace, club votes, stuck weeks, game challenges and tournament "
            "matches."
        ),
    ),
    Topic.TURNS: (
        "Your turn at a table",
        "It has been your turn in a match with a clock for 15 minutes.",
    ),
    Topic.WEEKS: (
        "Schedule",
        "Weeks that open or are settled, duels that start, and changed deadlines.",
    ),
    Topic.REPORTS: (
        "Reports",
        "New reports, results of duels and tournaments, and explosions in your team.",
    ),
    Topic.TALK: (
        "Letters and comments",
        "Letters to your team, replies to your posts and messages from the GM.",
    ),
    Topic.CLUB: (
        "Other club news",
        "Changes to teams and roles, vehicle offers, corrections, and secrets opened by a GM.",
    ),
}
"""Each topic's title, and what belongs to it."""

USUAL: Final = frozenset({Topic.WAITS, Topic.WEEKS, Topic.REPORTS, Topic.TALK})
"""What is sent to whoever has not chosen."""


class Way(StrEnum):
    """A way to reach a person."""

    MAIL = "mail"
    PUSH = "push"
    HOOK = "hook"


WAYS: Final = {Way.MAIL: "Email", Way.PUSH: "Your devices", Way.HOOK: "Your webhook"}
"""What each way is called."""


def chosen(topics: list[str] | None) -> frozenset[Topic]:
    """The topics that a person chose for a way; what is usual for null. One that is no longer known
    is wanted by nobody.
    """
    return USUAL if topics is None else frozenset([topic for topic in Topic if topic in topics])
