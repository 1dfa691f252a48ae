"""The hub of people's own streams: what became known to each of them, as soon as it did.

A stream says that there is something new, of what kind and where to read it (`OwnEvent`), and in
which order. Whoever lost it names the last event they heard, and goes on after it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.db import Error, connections

from core.notifications.api.own_events import event_out
from core.notifications.selectors import events
from play.live_hub import StreamHub, Wire, publish

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Sequence
    from uuid import UUID

    from core.accounts.selectors.credentials import Credentials

CHANNEL: Final = "deaddrop:people"
MOST_STREAMS: Final = 6
"""So many streams a person has open at once."""
MOST_AT_ONCE: Final = 32
"""So many events are told in one go, which every connection takes. Where there are more the stream
ends, and its reader goes on in the next one.
"""

Line = tuple[int, bytes]
"""An event's place, and how a stream says it."""
Found = tuple[int, "tuple[bytes, ...]", bool]
"""Up to which place a stream was looked at, what it is told, and whether there is more."""


@dataclass(eq=False, slots=True)
class EventStream:
    """One reader of a person's events, who was told all up to the place `last`; `first` is the id
    that they go on from. It lasts as long as its reader's credentials do. `looked_at`: what came
    before the stream was told, too.
    """

    key: UUID
    last: int
    credentials: Credentials
    first: str = ""
    wire: Wire | None = None
    looked_at: bool = False


class EventHub(StreamHub[EventStream]):
    """The streams of people."""

    channel = CHANNEL

    def is_full(self, user: UUID) -> bool:
        """Whether this person has as many streams open as one may."""
        return len(self.streams.get(user, ())) >= MOST_STREAMS

    def look(self, streams: Iterable[EventStream]) -> Sequence[tuple[EventStream, Found]]:
        """What is new for each of these streams. A lost connection is made anew once."""
        looked_at = tuple(streams)
        try:
            return look(looked_at)
        except Error:
            connections.close_all()
            return look(looked_at)

    def tell(self, stream: EventStream, wire: Wire, found: Found) -> None:
        """Write what is new; with more behind it, the stream ends."""
        place, said, more = found
        stream.last, stream.looked_at = place, True
        if said:
            wire.write(b"".join(said))
        if more:
            wire.end()


def look(streams: Sequence[EventStream]) -> list[tuple[EventStream, Found]]:
    """What is new for each of these streams. One query where nothing is; one more for all that were
    looked at before, and one for each that was not, which may begin far behind the others.
    """
    top = events.last_place()
    behind = [stream for stream in streams if stream.last < top or not stream.looked_at]
    known = [stream for stream in behind if stream.looked_at]
    found = _read({stream.key for stream in known}, min([s.last for s in known], default=top), top)
    for stream in behind:
        if not stream.looked_at:
            found[stream] = _read({stream.key}, stream.last, top, MOST_AT_ONCE + 1)[stream.key]
    return [
        (stream, _new(stream, found[stream.key if stream.looked_at else stream], top))
        for stream in behind
    ]


def _read(
    users: Collection[UUID], after: int, until: int, most: int | None = None
) -> defaultdict[Hashable, list[Line]]:
    """What these people hear after one place and up to another, by person."""
    found: defaultdict[Hashable, list[Line]] = defaultdict(list)
    for row in events.told_between(users, after, until, most) if users else ():
        if row.number is not None:
            found[row.user_id].append((row.number, told(row)))
    return found


def _new(stream: EventStream, rows: Sequence[Line], top: int) -> Found:
    new = [row for row in rows if row[0] > stream.last]
    now = new[:MOST_AT_ONCE]
    more = len(new) > len(now)
    return (now[-1][0] if more else top), tuple([body for _, body in now]), more


def told(row: Any) -> bytes:
    """One event."""
    return b"id: %b\ndata: %b\n\n" % (str(row.pk).encode(), msgspec.json.encode(event_out(row)))


_hub: EventHub | None = None


def hub() -> EventHub:
    """The hub of the running event loop."""
    global _hub  # noqa: PLW0603 - one a process
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = EventHub()
    return _hub


def open_streams() -> int:
    """How many streams this process keeps open; from any thread."""
    return sum(len(streams) for streams in list(_hub.streams.values())) if _hub else 0


def wake(users: Collection[UUID]) -> None:
    """Tell every process that streams that these people have something new. Never raises: who hears
    nothing looks by themselves.
    """
    if _hub is not None:
        for user in users:
            _hub.poke(user)
    publish(CHANNEL, *users)
