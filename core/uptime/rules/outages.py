"""The definition of an outage, and the time for which deadlines are held after an outage."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

MAX_HEARTBEAT_GAP: Final = timedelta(minutes=10)
"""Maximum time between two heartbeats. A longer gap is an outage."""
RECOVERY_TIME: Final = timedelta(hours=1)
"""Time for which the site must have been up again before a held deadline passes."""
MAX_RECOVERY_TIME: Final = timedelta(days=1)
"""Maximum recovery time that grows with the length of an outage."""


class Span(NamedTuple):
    """Start and end of an outage."""

    began_at: datetime
    ended_at: datetime

    @property
    def recovery_time(self) -> timedelta:
        """The time that the outage took, from `RECOVERY_TIME` to `MAX_RECOVERY_TIME`."""
        return min(max(self.ended_at - self.began_at, RECOVERY_TIME), MAX_RECOVERY_TIME)


def outage(last: datetime, now: datetime) -> Span | None:
    """Return the outage between two consecutive heartbeats, or None."""
    return Span(last, now) if now - last > MAX_HEARTBEAT_GAP else None


def held_until(
    due: datetime, outages: Iterable[Span], wait: timedelta | None = RECOVERY_TIME
) -> datetime:
    """Return when an event that was due at `due` happens, taking outages into account.

    The event is held until the site has been up for `wait` after every outage that began before it
    was due, or for the outage's own `recovery_time` if `wait` is None. Later times are not moved. A
    time that was moved by one outage can be moved again by the next.

    >>> from datetime import UTC
    >>> eight = datetime(2040, 3, 8, 20, tzinfo=UTC)
    >>> away = Span(eight - timedelta(minutes=20), eight + timedelta(minutes=25))
    >>> held_until(eight, [away]).isoformat()
    '2040-03-08T21:25:00+00:00'
    """
    for span in sorted(outages):
        if span.began_at <= due:
            due = max(due, span.ended_at + (span.recovery_time if wait is None else wait))
    return due
