"""Live streams of people's own events.

A stream announces each new event with its type and address (`OwnEvent`), in order. A client that
reconnects names the last event that it received, and continues from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from uuid import UUID

import msgspec

from core.live.hub import Stream
from core.notifications.api.own_events import event_out
from core.notifications.selectors import events

MAX_EVENTS_PER_WRITE: Final = 32
"""Maximum number of events to send together.

Every connection accepts this many. If there are more, the stream ends, and its reader reconnects.
"""

Line = tuple[int, bytes]
"""An event's position and its bytes in a stream."""
Update = tuple[int, "tuple[bytes, ...]", bool]
"""The position up to which a stream has been read, its new lines, and whether there are more."""


@dataclass(eq=False, slots=True)
class EventStream(Stream):
    """A reader of a person's events. It has received all events up to position `last_position`.

    `first_id` is the id of the event after which the stream starts. `caught_up` is true once the
    events from before the stream have been sent.
    """

    MAX_PER_PERSON: ClassVar = 6

    last_position: int
    first_id: str
    caught_up: bool = False

    def first_message(self) -> bytes:
        """Return the id of the event after which the stream starts."""
        return b"id: %b\n\n" % self.first_id.encode()

    @classmethod
    def look(cls, streams: Sequence[EventStream]) -> list[tuple[EventStream, Update]]:
        """Return the new events of each stream."""
        return look(streams)

    def tell(self, content: Update) -> None:
        """Write new events. If there are more, end the stream."""
        self.last_position, lines, has_more = content
        self.caught_up = True
        if lines:
            self.write(b"".join(lines))
        if has_more:
            self.end()


def look(streams: Sequence[EventStream]) -> list[tuple[EventStream, Update]]:
    """Return the new events of each stream.

    This takes one query, and one more if there are new events. Each stream that has not been read
    before takes an additional query, because it can be far behind the others.
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
    """Return people's events between two positions, by person."""
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
    """Return an event as the bytes that a stream sends."""
    return b"id: %b\ndata: %b\n\n" % (str(row.pk).encode(), msgspec.json.encode(event_out(row)))
