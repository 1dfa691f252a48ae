"""The hub of live streams: one task a process that hears which tables changed, and tells each stream whose own version is another.

What wakes it: this process itself (`wake`, after each commit that changed a table), other processes through Redis where there is one, and
a look at the database now and then, which repairs what was lost. A wake holds a table's id and nothing else. However many streams a table
has, it is read with two queries.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import redis
import redis.asyncio
import structlog
from django.conf import settings
from django.db import Error, connections

from play.models import Chair, Table
from play.selectors import seatings, sight
from play.selectors.seatings import NoSuchTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.models import User
    from engine.values import Seat

log = structlog.get_logger(__name__)

CHANNEL: Final = "deaddrop:tables"
REPAIR_SECONDS: Final = 10.0
"""How often all watched tables are looked at where Redis carries the news; without it, `POLL_SECONDS`."""
POLL_SECONDS: Final = 1.0
REDIS_AWAY_SECONDS: Final = 5.0
GONE: Final = ""
"""The version of a table that this reader may no longer see."""

Rows = tuple[Table, tuple[Chair, ...]]


@dataclass(eq=False, slots=True)
class Stream:
    """One reader of one table. `version` is what was told last, `told` wakes the stream, `next` is what to tell."""

    table: UUID
    user: User
    seat: int | None
    version: str
    next: str = ""
    told: asyncio.Event = field(default_factory=asyncio.Event)
    who: tuple[Any, ...] = ()
    role: Seat | None = None
    seats: tuple[Seat, ...] = ()


class Hub:
    """The streams of one event loop. Everything but `poke` runs in that loop."""

    def __init__(self) -> None:
        self.streams: defaultdict[UUID, set[Stream]] = defaultdict(set)
        self.dirty: set[UUID] = set()
        self.news = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="live")
        self.tasks: list[asyncio.Task[None]] = []

    def open(self, stream: Stream) -> None:
        """A stream begins. The first one starts the hub's tasks."""
        self.streams[stream.table].add(stream)
        if not self.tasks:
            jobs = [self._tell(), self._repair(), *([self._listen()] if settings.REDIS_URL else [])]
            self.tasks = [self.loop.create_task(job) for job in jobs]
        self.mark([stream.table])

    def close(self, stream: Stream) -> None:
        """A stream ends. The last one stops everything, and gives the database connection back."""
        self.streams[stream.table].discard(stream)
        if not self.streams[stream.table]:
            del self.streams[stream.table]
        if not self.streams:
            for task in self.tasks:
                task.cancel()
            self.tasks = []
            self.reader.submit(_hang_up)

    def poke(self, table: UUID) -> None:
        """This table changed; from any thread."""
        if table in self.streams:
            with suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(self.mark, [table])

    def mark(self, tables: Iterable[UUID]) -> None:
        """Look at these tables soon."""
        self.dirty.update(table for table in tables if table in self.streams)
        if self.dirty:
            self.news.set()

    # --- the tasks ---

    async def _tell(self) -> None:
        """Look at what changed, and wake the streams whose version is another."""
        while True:
            await self.news.wait()
            self.news.clear()
            tables, self.dirty = self.dirty, set()
            watched = {table: tuple(self.streams.get(table, ())) for table in tables}
            try:
                found = await self.loop.run_in_executor(self.reader, look, watched)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the next look tells what this one could not
                log.warning("live_look_failed", error=type(problem).__name__)
                continue
            for stream, version in found:
                if version != stream.version:
                    stream.next = version
                    stream.told.set()

    async def _repair(self) -> None:
        """Look at all watched tables now and then, whatever was lost."""
        while True:
            await asyncio.sleep(REPAIR_SECONDS if settings.REDIS_URL else POLL_SECONDS)
            self.mark(list(self.streams))

    async def _listen(self) -> None:
        """Hear from other processes which tables changed; while Redis is away the repair goes on alone."""
        while True:
            try:
                async with redis.asyncio.from_url(settings.REDIS_URL) as client, client.pubsub() as ear:
                    await ear.subscribe(CHANNEL)
                    self.mark(list(self.streams))
                    async for message in ear.listen():
                        if message["type"] == "message":
                            self.mark(_tables_in(message["data"]))
            except (redis.RedisError, OSError) as problem:
                log.warning("live_redis_away", error=type(problem).__name__)
            await asyncio.sleep(1)


def _tables_in(data: bytes) -> list[UUID]:
    try:
        return [UUID(data.decode())]
    except ValueError:
        return []


def look(watched: Mapping[UUID, Iterable[Stream]]) -> list[tuple[Stream, str]]:
    """What each of these streams should have been told last. On a thread of its own, as it may ask the database (who plays for a party)."""
    rows = read_tables(watched)
    found: list[tuple[Stream, str]] = []
    for table, streams in watched.items():
        here = rows.get(table)
        versions: dict[tuple[Seat | None, bool], str] = {}
        who = _who(here) if here else ()
        found += [(stream, GONE if here is None else _version(here, who, stream, versions)) for stream in streams]
    return found


def read_tables(ids: Iterable[UUID]) -> Mapping[UUID, Rows]:
    """Tables with their chairs as they are now. Two queries; a lost connection is made anew once."""
    try:
        return _read(ids)
    except Error:
        _hang_up()
        return _read(ids)


def _read(ids: Iterable[UUID]) -> Mapping[UUID, Rows]:
    tables = list(Table.objects.filter(pk__in=list(ids)).select_related("match"))
    chairs: defaultdict[UUID, list[Chair]] = defaultdict(list)
    for chair in Chair.objects.filter(table__in=tables).order_by("seat"):
        chairs[chair.table_id].append(chair)
    return {table.pk: (table, tuple(chairs[table.pk])) for table in tables}


def _hang_up() -> None:
    connections.close_all()


def _who(rows: Rows) -> tuple[Any, ...]:
    """Everything that decides who may see a table from which seat; while it stays the same nobody's place is worked out again."""
    table, chairs = rows
    sitting = tuple((each.holder_id, each.party, each.deputy_id, each.kept_for_id, each.resigned_at) for each in chairs)
    return (table.visibility, table.watched, table.status, sitting)


def _version(rows: Rows, who: tuple[Any, ...], stream: Stream, known: dict[tuple[Seat | None, bool], str]) -> str:
    """The version of what this stream's reader has heard, worked out once for each seat."""
    table, chairs = rows
    if stream.who != who:
        try:
            found = seatings.placed(table, chairs, stream.user, stream.seat)
        except NoSuchTable:
            return GONE
        stream.who, stream.role, stream.seats = who, found.seat, found.seats
    key = stream.role, bool(stream.seats)
    if key not in known:
        place = seatings.Place(table, chairs, stream.user, stream.seats, stream.role, is_member=bool(stream.seats))
        known[key] = sight.version(place)
    return known[key]


# --- waking ------------------------------------------------------------------------------------------------------------

_hub: Hub | None = None
_redis_away_until = 0.0


def hub() -> Hub:
    """The hub of the running event loop."""
    global _hub  # noqa: PLW0603 - one a process
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


@lru_cache(maxsize=2)
def _publisher(url: str) -> redis.Redis:
    return redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5)


def wake(table: UUID) -> None:
    """Tell every process that streams that something changed at this table. Never raises: who hears nothing looks by themselves."""
    global _redis_away_until  # noqa: PLW0603 - one a process
    if _hub is not None:
        _hub.poke(table)
    if not settings.REDIS_URL or time.monotonic() < _redis_away_until:
        return
    try:
        _publisher(settings.REDIS_URL).publish(CHANNEL, str(table))
    except (redis.RedisError, OSError) as problem:
        _redis_away_until = time.monotonic() + REDIS_AWAY_SECONDS
        log.warning("live_redis_away", error=type(problem).__name__)
