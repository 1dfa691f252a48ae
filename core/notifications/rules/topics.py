"""What a person may want by mail: notices sorted into a few topics. Which belongs where, its kind
says (`core.notifications.kinds`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Topic(StrEnum):
    """What mail is about. Every notice belongs to one topic."""

    WAITS = "waits"
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
    Topic.WEEKS: ("The calendar", "A week opens; a deadline is moved."),
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
