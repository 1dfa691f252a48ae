"""What a person may want by mail: notices sorted into a few topics."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Topic(StrEnum):
    """What mail is about. Every notice belongs to one topic."""

    WAITS = "waits"
    WEEKS = "weeks"
    REPORTS = "reports"
    CLUB = "club"


WORDS: Final = {
    Topic.WAITS: ("What waits for you", "Your turn in an ambush, a question from the field, orders not written a day before the deadline, a driver to be replaced, a week that is stuck."),
    Topic.WEEKS: ("The calendar", "A week opens; a deadline is moved."),
    Topic.REPORTS: ("Reports", "Your report is here, a duel has a result, something of yours blew up."),
    Topic.CLUB: ("The rest of the club's life", "Teams and roles, offers for vehicles, corrections, what a GM opened."),
}  # fmt: skip
"""Each topic's title, and what belongs to it."""

USUAL: Final = frozenset({Topic.WAITS, Topic.WEEKS, Topic.REPORTS})
"""What is sent to whoever has not chosen."""

_KINDS: Final = {
    "ambush": Topic.WAITS,
    "ambush-turn": Topic.WAITS,
    "decision": Topic.WAITS,
    "orders-due": Topic.WAITS,
    "substitute": Topic.WAITS,
    "week-stuck": Topic.WAITS,
    "week-opened": Topic.WEEKS,
    "deadline-extended": Topic.WEEKS,
    "week-postponed": Topic.WEEKS,
    "week-cancelled": Topic.WEEKS,
    "week-voided": Topic.WEEKS,
    "event-named": Topic.WEEKS,
    "report": Topic.REPORTS,
    "duel-recorded": Topic.REPORTS,
    "duel-corrected": Topic.REPORTS,
    "explosion": Topic.REPORTS,
}


def topic_of(kind: str) -> Topic:
    """The topic of a notice of this kind."""
    return _KINDS.get(kind, Topic.CLUB)
