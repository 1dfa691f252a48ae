"""What counts as an outage, and how long what was due waits after one: pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

LONGEST_PAUSE: Final = timedelta(minutes=10)
"""Between two heartbeats. More is an outage."""
UP_FOR: Final = timedelta(hours=1)
"""So long the site has to be up again before anything runs out that was due about the outage."""


class Span(NamedTuple):
    """From when to when the site was away."""

    began_at: datetime
    ended_at: datetime


def outage(last: datetime, now: datetime) -> Span | None:
    """The outage between two heartbeats that follow each other, None when there was none."""
    return Span(last, now) if now - last > LONGEST_PAUSE else None


def held_until(due: datetime, outages: Iterable[Span], wait: timedelta = UP_FOR) -> datetime:
    """Until when something is held that was due at `due`: till the site has been up for `wait`
    after every outage that began by then.

    What is due longer than that after an outage is not moved: its time comes when the site has been
    up for long enough. A moment that one outage has moved may be moved by the next.

    >>> from datetime import UTC
    >>> eight = datetime(2040, 3, 8, 20, tzinfo=UTC)
    >>> away = Span(eight - timedelta(minutes=20), eight + timedelta(minutes=25))
    >>> held_until(eight, [away]).isoformat()
    '2040-03-08T21:25:00+00:00'
    """
    for span in sorted(outages):
        if span.began_at <= due:
            due = max(due, span.ended_at + wait)
    return due
