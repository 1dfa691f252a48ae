"""Topics and channels of notices. Each kind of notice has a topic (`core.notifications.kinds`)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Topic(StrEnum):
    """The topic of a notice. Each notice has one."""

    WAITS = "waits"
    TURNS = "turns"
    WEEKS = "weeks"
    REPORTS = "reports"
    TALK = "talk"
    CLUB = "club"


TOPIC_TEXTS: Final = {
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
"""The title and description of each topic."""

DEFAULT_TOPICS: Final = frozenset({Topic.WAITS, Topic.WEEKS, Topic.REPORTS, Topic.TALK})
"""Topics that are sent by default."""


class ChannelName(StrEnum):
    """A channel by which a person can be reached."""

    MAIL = "mail"
    PUSH = "push"
    HOOK = "hook"


CHANNEL_TITLES: Final = {
    ChannelName.MAIL: "Email",
    ChannelName.PUSH: "Your devices",
    ChannelName.HOOK: "Your webhook",
}
"""Names of the channels."""


def selected_topics(topics: list[str] | None) -> frozenset[Topic]:
    """Return the topics that a person chose for a channel. If `topics` is None, return the default.

    Unknown topics are ignored.
    """
    if topics is None:
        return DEFAULT_TOPICS
    return frozenset([topic for topic in Topic if topic in topics])
