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
        "What waits for you",
        (
            "Your turn in an ambush, a question from the field, orders not written a day before "
            "the deadline, a driver to be replaced, a vote in the club, a week that is stuck, "
            "somebody who challenges you to a game, your match in a tournament."
        ),
    ),
    Topic.TURNS: (
        "Your turn at a table",
        "You are to move in a match with a clock, and have not for a quarter of an hour.",
    ),
    Topic.WEEKS: (
        "The calendar",
        "A week opens, or is settled; a duel starts; a deadline is moved.",
    ),
    Topic.REPORTS: (
        "Reports",
        "Your report is here, a duel or a tournament has a result, something of yours blew up.",
    ),
    Topic.TALK: (
        "Letters and talk",
        "A letter to your team, an answer to what you wrote, a word of the GM's.",
    ),
    Topic.CLUB: (
        "The rest of the club's life",
        "Teams and roles, offers for vehicles, corrections, what a GM opened.",
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


WAYS: Final = {Way.MAIL: "By mail", Way.PUSH: "On your devices", Way.HOOK: "To your own hook"}
"""What each way is called."""


def chosen(topics: list[str] | None) -> frozenset[Topic]:
    """The topics that a person chose for a way; what is usual for null. One that is no longer known
    is wanted by nobody.
    """
    return USUAL if topics is None else frozenset([topic for topic in Topic if topic in topics])
