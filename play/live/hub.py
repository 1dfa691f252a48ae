"""The hub of live streams. In each process, one task learns which tables have changed and writes to
each stream whose version has changed.

The task is woken by this process (`wake`, after each commit that changes a table) and, if Redis is
configured, by other processes. It also polls the database regularly to find missed changes. A wake
contains only a table's id. One query reads a table for any number of its streams, and the hub
writes to all of them without waiting.

Each check includes the permission to see the table. A user who has left the playing team or the
watching club gets no further messages. A separate check every few seconds ends streams of users who
signed out, changed their password, or lost their token or account.

Streams that do not concern tables have their own hub with the same tasks (`StreamHub`).
"""

from __future__ import annotations

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar
from uuid import UUID

import structlog
from django.conf import settings
from django.db import Error, connections

from core.accounts.selectors.credentials import expired_credentials
from core.web import clock
from engine.values import Seat
from play.models import Chair, Table
from play.selectors import participants, table_view
from play.selectors.names import load_parties
from play.selectors.participants import NoSuchTable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import redis

    from core.accounts.models import User
    from core.accounts.selectors.credentials import Credentials

log = structlog.get_logger(__name__)

CHANNEL: Final = "deaddrop:tables"
REPAIR_SECONDS: Final = 10.0
"""Interval at which all watched tables are read if Redis is configured. Without Redis it is
`POLL_SECONDS`.
"""
POLL_SECONDS: Final = 1.0
REDIS_AWAY_SECONDS: Final = 5.0
HEARTBEAT_SECONDS: Final = 10.0
"""Period in which each stream gets one heartbeat. The time between two heartbeats is at most two
periods.
"""
BEATS: Final = 10
"""Number of batches of heartbeats per period."""
CHECK_SECONDS: Final = 5.0
"""Interval at which the readers' credentials are checked."""
BEAT: Final = b":\n\n"
NO_ACCESS: Final = ""
"""Version reported for a table that the reader can no longer see."""

MAX_UNSENT: Final = 8
"""Maximum number of messages that wait for a slow reader."""

Rows = tuple[Table, tuple[Chair, ...]]


class Wire:
    """Messages for one reader, which `play.live.asgi` sends."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[bytes] = asyncio.Queue(MAX_UNSENT)
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def write(self, body: bytes) -> None:
        """Send these bytes without waiting. If the reader has not received the messages before,
        end the stream.
        """
        try:
            self.messages.put_nowait(body)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Tell the stream to end. Its owner closes it."""
        self.is_open.cancel()


@dataclass(eq=False, slots=True)
class Stream:
    """A reader of a table. `version` is the last version sent, `credentials` are what the reader
    signed in with, and `wire` is the connection while the stream is open.

    The fields below them store the results of the last look.
    """

    table: UUID
    user: User
    seat: int | None
    version: str
    credentials: Credentials
    wire: Wire | None = None
    access: tuple[Any, ...] = ()
    role: Seat | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def key(self) -> UUID:
        """The id that wakes it."""
        return self.table


class HubStream(Protocol):
    """The parts of a stream that a hub needs: the id that wakes it, its reader's credentials, and
    the connection while it is open.
    """

    credentials: Credentials
    wire: Wire | None

    @property
    def key(self) -> UUID: ...


StreamT = TypeVar("StreamT", bound=HubStream)


class StreamHub(ABC, Generic[StreamT]):
    """All streams of one kind in an event loop. Everything except `poke` and `look` runs in that
    loop.
    """

    channel: ClassVar[str]
    """Redis channel of the wakes."""

    def __init__(self) -> None:
        self.streams: defaultdict[UUID, set[StreamT]] = defaultdict(set)
        self.dirty: set[StreamT] = set()
        self.news = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="live")
        self.tasks: list[asyncio.Task[None]] = []

    def open(self, stream: StreamT, wire: Wire) -> None:
        """Add a stream. The first one starts the hub's tasks."""
        stream.wire = wire
        self.streams[stream.key].add(stream)
        if not self.tasks:
            jobs = [
                self._tell(),
                self._repair(),
                self._beat(),
                self._check(),
                *([self._listen()] if settings.REDIS_URL else []),
            ]
            self.tasks = [self.loop.create_task(job) for job in jobs]
        self.mark([stream])

    def close(self, stream: StreamT) -> None:
        """Remove a stream. The last one stops the tasks and closes the database connection."""
        stream.wire = None
        self.streams[stream.key].remove(stream)
        if not self.streams[stream.key]:
            del self.streams[stream.key]
        if not self.streams:
            for task in self.tasks:
                task.cancel()
            self.tasks = []
            self.reader.submit(_hang_up)

    def poke(self, key: UUID) -> None:
        """Report a change from any thread."""
        if key in self.streams:
            with suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(self.changed, key)

    def changed(self, key: UUID) -> None:
        """Schedule a look at the streams of this id."""
        if key in self.streams:
            self.mark(self.streams[key])

    def mark(self, streams: Iterable[StreamT]) -> None:
        """Schedule a look at these streams."""
        self.dirty.update(streams)
        self.news.set()

    @abstractmethod
    def look(self, streams: Iterable[StreamT]) -> Sequence[tuple[StreamT, Any]]:
        """Return the current content for each of these streams, which can be unchanged. It runs on
        a thread because it queries the database.
        """

    @abstractmethod
    def tell(self, stream: StreamT, wire: Wire, content: Any) -> None:
        """Write the result of a look to an open stream if it is new."""

    # --- the tasks ---

    async def _tell(self) -> None:
        """Look at streams marked as changed, and write to those with new content."""
        while True:
            await self.news.wait()
            self.news.clear()
            streams, self.dirty = self.dirty, set()
            try:
                results = await self.loop.run_in_executor(self.reader, self.look, streams)
            except Exception as problem:  # noqa: BLE001 - the next look repeats this one
                log.warning("live_look_failed", error=type(problem).__name__)
                continue
            for stream, result in results:
                if stream.wire:
                    self.tell(stream, stream.wire, result)

    async def _beat(self) -> None:
        """Send heartbeats in batches. They keep proxies from closing quiet streams, and reveal
        readers that have disconnected.
        """
        while True:
            streams = self._all()
            for turn in range(BEATS):
                await asyncio.sleep(HEARTBEAT_SECONDS / BEATS)
                for stream in streams[turn::BEATS]:
                    if stream.wire:
                        stream.wire.write(BEAT)

    def _all(self) -> list[StreamT]:
        return [stream for streams in self.streams.values() for stream in streams]

    async def _repair(self) -> None:
        """Look at all streams regularly, in case a wake was lost."""
        while True:
            await asyncio.sleep(REPAIR_SECONDS if settings.REDIS_URL else POLL_SECONDS)
            self.mark(self._all())

    async def _check(self) -> None:
        """End the streams of readers whose credentials are no longer valid."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            streams = self._all()
            credentials = {stream.credentials for stream in streams}
            try:
                ended_credentials = await self.loop.run_in_executor(
                    self.reader, _ended, credentials
                )
            except Exception as problem:  # noqa: BLE001 - the next check repeats this one
                log.warning("live_check_failed", error=type(problem).__name__)
                continue
            for stream in streams:
                if stream.wire and stream.credentials in ended_credentials:
                    stream.wire.end()

    async def _listen(self) -> None:
        """Receive changes from other processes. While Redis is down, the regular looks continue."""
        import redis.asyncio

        while True:
            try:
                async with (
                    redis.asyncio.from_url(settings.REDIS_URL) as client,
                    client.pubsub() as ear,
                ):
                    await ear.subscribe(self.channel)
                    async for message in ear.listen():
                        if message["type"] == "message":
                            self._hear(message["data"])
                        else:  # Subscribed: look for earlier changes.
                            self.mark(self._all())
            except (redis.RedisError, OSError) as problem:
                log.warning("live_redis_away", error=type(problem).__name__)
            await asyncio.sleep(1)

    def _hear(self, message: bytes) -> None:
        with suppress(ValueError):  # not one of this site's wakes
            for key in message.decode().split():
                self.changed(UUID(key))


def _ended(credentials: Collection[Credentials]) -> frozenset[Credentials]:
    """Return the credentials that are no longer valid. Reopen a lost database connection once."""
    try:
        return expired_credentials(credentials, clock.now())
    except Error:
        _hang_up()
        return expired_credentials(credentials, clock.now())


class Hub(StreamHub[Stream]):
    """The hub for streams of tables."""

    channel = CHANNEL

    def look(self, streams: Iterable[Stream]) -> Sequence[tuple[Stream, str]]:
        """Return the current version of each stream."""
        return look(streams)

    def tell(self, stream: Stream, wire: Wire, version: str) -> None:
        """Write the version if it has changed."""
        if version == stream.version:
            return
        stream.version = version
        if version == NO_ACCESS:
            wire.end()
        else:
            wire.write(version_event(version))


@lru_cache(maxsize=256)
def version_event(version: str) -> bytes:
    """Return a version as a server-sent event."""
    return b"data: " + json.dumps({"v": version}).encode() + b"\n\n"


# --- looking --------------------------------------------------------------------------------------


def look(streams: Iterable[Stream]) -> list[tuple[Stream, str]]:
    """Return the current version of each stream. It runs on a thread because it queries the
    database.

    A table that cannot be read is skipped until the next look, so that the other streams are still
    updated.
    """
    watched: defaultdict[UUID, list[Stream]] = defaultdict(list)
    for stream in streams:
        watched[stream.table].append(stream)
    rows = read_tables(watched)
    results: list[tuple[Stream, str]] = []
    for table, table_streams in watched.items():
        try:
            results += (
                _look_at(rows[table], table_streams)
                if table in rows
                else [(stream, NO_ACCESS) for stream in table_streams]
            )
        except Exception as problem:  # noqa: BLE001 - other tables go on
            log.warning("live_look_failed", table=str(table), error=type(problem).__name__)
    return results


def _look_at(rows: Rows, streams: Sequence[Stream]) -> list[tuple[Stream, str]]:
    """Return the current versions of the streams of one table."""
    access, versions = _access(rows), dict[tuple[Seat | None, bool], str]()
    if (before := streams[0].access) == access:
        access = before  # One shared object is fast to compare.
    return [(stream, _version(rows, access, stream, versions)) for stream in streams]


def read_tables(watched: Mapping[UUID, Sequence[Stream]]) -> Mapping[UUID, Rows]:
    """Return tables with their chairs, parties, and admitted watchers loaded.

    One query reads all of them at the same moment. Parties need one more, and watchers three more
    if the package above decides who can watch. A lost database connection is reopened once.
    """
    try:
        return _read(watched)
    except Error:
        _hang_up()
        return _read(watched)


def _read(watched: Mapping[UUID, Sequence[Stream]]) -> Mapping[UUID, Rows]:
    chairs: defaultdict[UUID, list[Chair]] = defaultdict(list)
    rows = Chair.objects.filter(table__in=list(watched)).select_related("table").order_by("seat")
    for chair in rows:
        chairs[chair.table_id].append(chair)
    load_parties([chair for table_chairs in chairs.values() for chair in table_chairs])
    tables = {
        table: (table_chairs[0].table, tuple(table_chairs))
        for table, table_chairs in chairs.items()
    }
    participants.load_admitted(
        (row, [stream.user.pk for stream in watched[table]]) for table, (row, _) in tables.items()
    )
    return tables


def _hang_up() -> None:
    connections.close_all()


def _access(rows: Rows) -> tuple[Any, ...]:
    """Return all data that determine who can see a table from which seat. While they are unchanged,
    participants are not computed again.
    """
    table, chairs = rows
    sitting = tuple(
        (
            chair.holder_id,
            chair.party_players,
            chair.deputy_id,
            chair.kept_for_id,
            chair.resigned_at,
        )
        for chair in chairs
    )
    return (table.visibility, table.watched, table.watchers, table.status, table.admitted, sitting)


def _version(
    rows: Rows,
    access: tuple[Any, ...],
    stream: Stream,
    versions: dict[tuple[Seat | None, bool], str],
) -> str:
    """Return the version for this stream's reader, computed once for each seat."""
    table, chairs = rows
    if stream.access is not access:
        try:
            participant = participants.participant_at(table, chairs, stream.user, stream.seat)
        except NoSuchTable:
            return NO_ACCESS
        stream.access, stream.role, stream.seats = access, participant.seat, participant.seats
    key = stream.role, bool(stream.seats)
    if key not in versions:
        place = participants.Participant(
            table, chairs, stream.user, stream.seats, stream.role, is_member=bool(stream.seats)
        )
        versions[key] = table_view.version(place)
    return versions[key]


# --- waking ---------------------------------------------------------------------------------------

_hub: Hub | None = None
_redis_away_until = 0.0


def open_streams() -> int:
    """Return the number of open streams of this process. Can be called from any thread."""
    return sum(len(streams) for streams in list(_hub.streams.values())) if _hub else 0


def hub() -> Hub:
    """Return the hub of the running event loop."""
    global _hub  # noqa: PLW0603 - one per process
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


@lru_cache(maxsize=2)
def _publisher(url: str) -> redis.Redis:
    import redis

    return redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5)


def wake(table: UUID) -> None:
    """Tell every streaming process that this table changed. Never raise, because regular looks find
    missed changes.
    """
    if _hub is not None:
        _hub.poke(table)
    publish(CHANNEL, table)


def publish(channel: str, *changed: UUID) -> None:
    """Tell other processes what changed, if Redis is configured. Never raise."""
    global _redis_away_until  # noqa: PLW0603 - one per process
    if not settings.REDIS_URL or time.monotonic() < _redis_away_until:
        return
    import redis

    try:
        _publisher(settings.REDIS_URL).publish(channel, " ".join(map(str, changed)))
    except (redis.RedisError, OSError) as problem:
        _redis_away_until = time.monotonic() + REDIS_AWAY_SECONDS
        log.warning("live_redis_away", error=type(problem).__name__)
