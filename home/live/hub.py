"""Hub of people's own streams of events.

A stream announces each new event with its type and address (`OwnEvent`), in order. A client that
reconnects names the last event it received and continues after it.
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
from play.live.hub import StreamHub, Wire, publish

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Sequence
    from uuid import UUID

    from core.accounts.selectors.credentials import Credentials

CHANNEL: Final = "deaddrop:people"
MAX_STREAMS: Final = 6
"""Maximum number of streams a person can have open at the same time."""
MAX_EVENTS_PER_WRITE: Final = 32
"""Maximum number of events sent together.

Every connection accepts that many. If there are more, the stream ends, and its reader reconnects.
"""

Line = tuple[int, bytes]
"""An event's position and its bytes in a stream."""
Update = tuple[int, "tuple[bytes, ...]", bool]
"""The position up to which a stream is read, its new lines, and whether there are more."""


@dataclass(eq=False, slots=True)
class EventStream:
    """A reader of a person's events, who has received all events up to position `last_position`.

    `first_id` is the event id after which it starts. The stream lasts as long as its reader's
    credentials. `caught_up` is true once the events from before the stream have been sent.
    """

    key: UUID
    last_position: int
    credentials: Credentials
    first_id: str = ""
    wire: Wire | None = None
    caught_up: bool = False


class EventHub(StreamHub[EventStream]):
    """The streams of people."""

    channel = CHANNEL

    def is_full(self, user: UUID) -> bool:
        """Return whether a person has the maximum number of open streams."""
        return len(self.streams.get(user, ())) >= MAX_STREAMS

    def look(self, streams: Iterable[EventStream]) -> Sequence[tuple[EventStream, Update]]:
        """Return the new events of each stream.

        Reconnect once if the database connection is lost.
        """
        all_streams = tuple(streams)
        try:
            return look(all_streams)
        except Error:
            connections.close_all()
            return look(all_streams)

    def tell(self, stream: EventStream, wire: Wire, update: Update) -> None:
        """Write new events. If there are more, end the stream."""
        position, lines, has_more = update
        stream.last_position, stream.caught_up = position, True
        if lines:
            wire.write(b"".join(lines))
        if has_more:
            wire.end()


def look(streams: Sequence[EventStream]) -> list[tuple[EventStream, Update]]:
    """Return the new events of each stream.

    It takes one query, and one more if there are new events. Each stream that was not read before
    takes another query, because it can be far behind the others.
    """
    newest_position = events.last_number()
    behind = [
        stream
        for stream in streams
        if stream.last_position < newest_position or not stream.caught_up
    ]
    caught_up = [stream for stream in behind if stream.caught_up]
    lines_by_key = _read(
        {stream.key for stream in caught_up},
        min([s.last_position for s in caught_up], default=newest_position),
        newest_position,
    )
    for stream in behind:
        if not stream.caught_up:
            lines_by_key[stream] = _read(
                {stream.key}, stream.last_position, newest_position, MAX_EVENTS_PER_WRITE + 1
            )[stream.key]
    return [
        (
            stream,
            _update_for(
                stream, lines_by_key[stream.key if stream.caught_up else stream], newest_position
            ),
        )
        for stream in behind
    ]


def _read(
    users: Collection[UUID], after: int, until: int, limit: int | None = None
) -> defaultdict[Hashable, list[Line]]:
    """Return the events of people between two positions, by person."""
    lines: defaultdict[Hashable, list[Line]] = defaultdict(list)
    for row in events.events_between(users, after, until, limit) if users else ():
        if row.number is not None:
            lines[row.user_id].append((row.number, event_bytes(row)))
    return lines


def _update_for(stream: EventStream, rows: Sequence[Line], newest_position: int) -> Update:
    new_lines = [row for row in rows if row[0] > stream.last_position]
    batch = new_lines[:MAX_EVENTS_PER_WRITE]
    has_more = len(new_lines) > len(batch)
    return (
        (batch[-1][0] if has_more else newest_position),
        tuple([body for _, body in batch]),
        has_more,
    )


def event_bytes(row: Any) -> bytes:
    """Return an event as bytes of a stream."""
    return b"id: %b\ndata: %b\n\n" % (str(row.pk).encode(), msgspec.json.encode(event_out(row)))


_hub: EventHub | None = None


def hub() -> EventHub:
    """Return the hub of the running event loop."""
    global _hub  # noqa: PLW0603 - one a process
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = EventHub()
    return _hub


def open_streams() -> int:
    """Return the number of open streams of this process. It can be called from any thread."""
    return sum(len(streams) for streams in list(_hub.streams.values())) if _hub else 0


def wake(users: Collection[UUID]) -> None:
    """Tell all streaming processes that these people have new events.

    Never raises an error: a stream that misses the message sends the events after its next regular
    check.
    """
    if _hub is not None:
        for user in users:
            _hub.poke(user)
    publish(CHANNEL, *users)
