"""The hub of live streams. In each process, one task learns of changes and writes to each stream
that has new content.

The task is woken by its own process (`wake`, after each commit that changes something) and, if
Redis is configured, by other processes. It also polls the database regularly to find missed
changes. A wake-up message contains only ids. A single query reads the content for any number of
streams, and the hub writes to all of them without waiting.

Every few seconds, a separate check ends streams of users who signed out, changed their password, or
lost their token or account.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.db import Error, connections

from core.accounts.selectors.credentials import Credentials, expired_credentials
from core.web import clock

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Sequence

    import redis


log = structlog.get_logger(__name__)

CHANNEL: Final = "deaddrop:live"
"""Redis channel for wake-up messages."""
REPAIR_SECONDS: Final = 10.0
"""Interval at which all streams are read if Redis is configured. It replaces `POLL_SECONDS`."""
POLL_SECONDS: Final = 1.0
REDIS_AWAY_SECONDS: Final = 5.0
HEARTBEAT_SECONDS: Final = 10.0
"""Period in which each stream gets one heartbeat. The time between two heartbeats can be up to two
periods.
"""
BEATS: Final = 10
"""Number of batches of heartbeats per period."""
CHECK_SECONDS: Final = 5.0
"""Interval at which readers' credentials are checked."""
BEAT: Final = b":\n\n"


@dataclass(eq=False, slots=True)
class Stream(ABC):
    """A reader of events, with the id that wakes the stream and the credentials with which the
    reader signed in.

    `send` is the reader's connection while the stream is open, and `deadline` is when the stream
    ends.
    """

    MAX_PER_PERSON: ClassVar[int]
    """Maximum number of streams of this kind that one person can have open at the same time."""
    IS_POLLED: ClassVar[bool] = False
    """Whether streams of this kind are read every `POLL_SECONDS`, even if Redis is configured. This
    suits streams that no wake-up message announces."""

    key: UUID
    credentials: Credentials
    send: Callable[[Any], Coroutine[Any, Any, None]] | None = field(default=None, init=False)
    deadline: asyncio.Timeout | None = field(default=None, init=False)

    @abstractmethod
    def first_message(self) -> bytes:
        """Return the bytes that are sent when the stream opens."""

    @classmethod
    @abstractmethod
    def look(cls, streams: Sequence[Any]) -> Collection[tuple[Any, Any]]:
        """Return the current content for each of these streams, even if it has not changed. This
        runs in a thread because it queries the database.
        """

    @abstractmethod
    def tell(self, content: Any) -> None:
        """Write the result of a look if it is new."""

    def write(self, body: bytes) -> None:
        """Send bytes without waiting. If the connection cannot accept them, end the stream."""
        if self.send is None:
            return
        sending = self.send({"type": "http.response.body", "body": body, "more_body": True})
        try:
            sending.send(None)  # Run the coroutine until it ends or has to wait.
        except StopIteration:
            return
        sending.close()
        self.end()

    def end(self) -> None:
        """Tell the stream to end."""
        if self.deadline and not self.deadline.expired():
            self.deadline.reschedule(0)


class Hub:
    """All streams of an event loop. All methods except `poke` run in that loop."""

    def __init__(self) -> None:
        self.streams: defaultdict[UUID, set[Stream]] = defaultdict(set)
        self.dirty: set[Stream] = set()
        self.news = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="live")
        self.tasks: list[asyncio.Task[None]] = []
        self.is_stopping = False

    def is_full(self, stream: Stream) -> bool:
        """Return whether the reader already has the maximum number of open streams of this kind."""
        kind, user = type(stream), stream.credentials.user
        own = [s for s in self._all() if type(s) is kind and s.credentials.user == user]
        return len(own) >= stream.MAX_PER_PERSON

    @contextmanager
    def opened(self, stream: Stream) -> Iterator[None]:
        """Write to a stream during the block. The first stream starts the hub's tasks. The last
        stream stops them and closes the database connection.
        """
        self.streams[stream.key].add(stream)
        if not self.tasks:
            jobs = [self._tell(), self._repair(), self._beat(), self._check()]
            jobs += [self._listen()] if settings.REDIS_URL else []
            self.tasks = [self.loop.create_task(job) for job in jobs]
        self.mark([stream])
        try:
            yield
        finally:
            stream.send = stream.deadline = None
            self.streams[stream.key].remove(stream)
            if not self.streams[stream.key]:
                del self.streams[stream.key]
            if not self.streams:
                for task in self.tasks:
                    task.cancel()
                self.tasks = []
                self.reader.submit(connections.close_all)

    def stop(self) -> None:
        """End all streams, and every later one as soon as it is opened, so that the server can
        stop.
        """
        self.is_stopping = True
        for stream in self._all():
            stream.end()

    def poke(self, key: UUID) -> None:
        """Report a change from any thread."""
        if key in self.streams:
            with suppress(RuntimeError):  # The loop has ended.
                self.loop.call_soon_threadsafe(self.changed, key)

    def changed(self, key: UUID) -> None:
        """Schedule a look at the streams with this id."""
        if key in self.streams:
            self.mark(self.streams[key])

    def mark(self, streams: Iterable[Stream]) -> None:
        """Schedule a look at these streams."""
        self.dirty.update(streams)
        self.news.set()

    def _all(self) -> list[Stream]:
        return [stream for streams in self.streams.values() for stream in streams]

    async def _query(
        self, function: Callable[[Any], Collection[Any]], argument: Any
    ) -> Collection[Any]:
        """Return the result of a function that queries the database. Reopen a lost connection once.

        If the function fails, return an empty result. The next look or check repeats the query.
        """

        def query() -> Collection[Any]:
            try:
                return function(argument)
            except Error:
                connections.close_all()
                return function(argument)

        try:
            return await self.loop.run_in_executor(self.reader, query)
        except Exception as problem:  # noqa: BLE001 - it is repeated
            log.warning("live_query_failed", error=type(problem).__name__)
            return ()

    # --- tasks --- ---

    async def _tell(self) -> None:
        """Look at streams marked as changed, and write to those with new content."""
        while True:
            await self.news.wait()
            self.news.clear()
            streams, self.dirty = self.dirty, set()
            for kind in {type(stream) for stream in streams}:
                of_kind = [stream for stream in streams if type(stream) is kind]
                for stream, content in await self._query(kind.look, of_kind):
                    if stream.send:
                        stream.tell(content)

    async def _beat(self) -> None:
        """Send heartbeats in batches. They prevent proxies from closing quiet streams, and reveal
        readers that have disconnected.
        """
        while True:
            streams = self._all()
            for turn in range(BEATS):
                await asyncio.sleep(HEARTBEAT_SECONDS / BEATS)
                for stream in streams[turn::BEATS]:
                    stream.write(BEAT)

    async def _repair(self) -> None:
        """Look at all streams regularly, in case a wake-up message was lost."""
        repaired_at = self.loop.time()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            is_due = self.loop.time() - repaired_at >= REPAIR_SECONDS
            if is_due or not settings.REDIS_URL:
                repaired_at = self.loop.time()
                self.mark(self._all())
            else:
                self.mark(stream for stream in self._all() if stream.IS_POLLED)

    async def _check(self) -> None:
        """End the streams of readers whose credentials are no longer valid."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            streams = self._all()
            expired = await self._query(
                lambda credentials: expired_credentials(credentials, clock.now()),
                {stream.credentials for stream in streams},
            )
            for stream in streams:
                if stream.credentials in expired:
                    stream.end()

    async def _listen(self) -> None:
        """Receive changes from other processes. While Redis is down, regular looks continue."""
        import redis.asyncio

        while True:
            try:
                async with (
                    redis.asyncio.from_url(settings.REDIS_URL) as client,
                    client.pubsub() as ear,
                ):
                    await ear.subscribe(CHANNEL)
                    async for message in ear.listen():
                        if message["type"] == "message":
                            self._hear(message["data"])
                        else:  # After subscribing, look for earlier changes.
                            self.mark(self._all())
            except (redis.RedisError, OSError) as problem:
                log.warning("live_redis_away", error=type(problem).__name__)
            await asyncio.sleep(1)

    def _hear(self, message: bytes) -> None:
        with suppress(ValueError):  # The message is not a wake-up of this site.
            for key in message.decode().split():
                self.changed(UUID(key))


# --- waking ---------------------------------------------------------------------------------------

_hub: Hub | None = None
_redis_away_until = 0.0


def open_streams() -> int:
    """Return the number of open streams in this process. This can be called from any thread."""
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


def wake(*keys: UUID) -> None:
    """Tell every streaming process what has changed. This never raises an error, because regular
    looks find missed changes.
    """
    global _redis_away_until  # noqa: PLW0603 - one per process
    if _hub is not None:
        for key in keys:
            _hub.poke(key)
    if not settings.REDIS_URL or time.monotonic() < _redis_away_until:
        return
    import redis

    try:
        _publisher(settings.REDIS_URL).publish(CHANNEL, " ".join(map(str, keys)))
    except (redis.RedisError, OSError) as problem:
        _redis_away_until = time.monotonic() + REDIS_AWAY_SECONDS
        log.warning("live_redis_away", error=type(problem).__name__)
