"""The hub of live streams: one task a process that hears which tables changed, and tells each
stream whose own version is another.

What wakes it: this process itself (`wake`, after each commit that changed a table), other processes
through Redis where there is one, and a look at the database now and then, which repairs what was
lost. A wake holds a table's id and nothing else. However many streams a table has, it is read with
one query, and all of them are written to in one go: nobody is waited for.

At each look it is asked anew who may see the table: whoever was put out of the team that plays, or
of the club that watches, hears nothing more. Who signed out, or has another password, no token or
no account any more, is found by a look of its own every few seconds.

Streams of something else than tables have a hub of their own with the same tasks (`StreamHub`).
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
from play.selectors.participants import NoSuchTable

from .selectors import participants, table_view
from .selectors.names import load_parties

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import redis

    from core.accounts.models import User
    from core.accounts.selectors.credentials import Credentials

log = structlog.get_logger(__name__)

CHANNEL: Final = "deaddrop:tables"
REPAIR_SECONDS: Final = 10.0
"""How often all watched tables are looked at where Redis carries the news; without it,
`POLL_SECONDS`.
"""
POLL_SECONDS: Final = 1.0
REDIS_AWAY_SECONDS: Final = 5.0
HEARTBEAT_SECONDS: Final = 10.0
"""Within this each stream beats once, so that no two beats are further apart than twice this."""
BEATS: Final = 10
"""In so many turns."""
CHECK_SECONDS: Final = 5.0
"""How often it is looked at whether those who listen may still come in at all."""
BEAT: Final = b":\n\n"
GONE: Final = ""
"""The version of a table that this reader may no longer see."""

Rows = tuple[Table, tuple[Chair, ...]]


class Wire(Protocol):
    """The way to one reader."""

    def write(self, body: bytes) -> None:
        """Send this without waiting; never raises."""

    def end(self) -> None:
        """Let the stream end; its owner closes it."""


@dataclass(eq=False, slots=True)
class Stream:
    """One reader of one table. `version` is what was told last, `credentials` what its reader came
    in with, `wire` the way to them while the stream is open.

    What follows is remembered from the last look.
    """

    table: UUID
    user: User
    seat: int | None
    version: str
    credentials: Credentials
    wire: Wire | None = None
    who: tuple[Any, ...] = ()
    role: Seat | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def key(self) -> UUID:
        """What wakes it."""
        return self.table


class Heard(Protocol):
    """A stream as a hub needs it: what wakes it, what its reader came in with, and the way to them
    while it is open.
    """

    credentials: Credentials
    wire: Wire | None

    @property
    def key(self) -> UUID: ...


StreamT = TypeVar("StreamT", bound=Heard)


class StreamHub(ABC, Generic[StreamT]):
    """The streams of one event loop, of one sort. All but `poke` and `look` runs in that loop."""

    channel: ClassVar[str]
    """What Redis carries their wakes on."""

    def __init__(self) -> None:
        self.streams: defaultdict[UUID, set[StreamT]] = defaultdict(set)
        self.dirty: set[StreamT] = set()
        self.news = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="live")
        self.tasks: list[asyncio.Task[None]] = []

    def open(self, stream: StreamT, wire: Wire) -> None:
        """A stream begins. The first one starts the hub's tasks."""
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
        """A stream ends. The last one stops everything, and gives the database connection back."""
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
        """This changed; from any thread."""
        if key in self.streams:
            with suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(self.changed, key)

    def changed(self, key: UUID) -> None:
        """Look at the streams that this wakes soon."""
        if key in self.streams:
            self.mark(self.streams[key])

    def mark(self, streams: Iterable[StreamT]) -> None:
        """Look at these streams soon."""
        self.dirty.update(streams)
        self.news.set()

    @abstractmethod
    def look(self, streams: Iterable[StreamT]) -> Sequence[tuple[StreamT, Any]]:
        """What each of these streams is to be told, which may be nothing new. On a thread of its
        own, as it asks the database.
        """

    @abstractmethod
    def tell(self, stream: StreamT, wire: Wire, found: Any) -> None:
        """Write what was found to an open stream, where it is new."""

    # --- the tasks ---

    async def _tell(self) -> None:
        """Look at what changed, and write to the streams that have not heard it."""
        while True:
            await self.news.wait()
            self.news.clear()
            streams, self.dirty = self.dirty, set()
            try:
                found = await self.loop.run_in_executor(self.reader, self.look, streams)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the next look tells what this one could not
                log.warning("live_look_failed", error=type(problem).__name__)
                continue
            for stream, each in found:
                if stream.wire:
                    self.tell(stream, stream.wire, each)

    async def _beat(self) -> None:
        """Write to the quiet ones too, a few at a time: whatever stands between keeps the stream,
        and who is dead is found.
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
        """Look at all streams now and then, whatever was lost."""
        while True:
            await asyncio.sleep(REPAIR_SECONDS if settings.REDIS_URL else POLL_SECONDS)
            self.mark(self._all())

    async def _check(self) -> None:
        """End the streams of those who may no longer come in, whatever they listen to."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            streams = self._all()
            held = {stream.credentials for stream in streams}
            try:
                gone = await self.loop.run_in_executor(self.reader, _ended, held)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the next look finds who this one could not
                log.warning("live_check_failed", error=type(problem).__name__)
                continue
            for stream in streams:
                if stream.wire and stream.credentials in gone:
                    stream.wire.end()

    async def _listen(self) -> None:
        """Hear from other processes what changed; while Redis is away the repair goes on alone."""
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
                        else:  # Redis listens for us from now on; what came before is looked up
                            self.mark(self._all())
            except (redis.RedisError, OSError) as problem:
                log.warning("live_redis_away", error=type(problem).__name__)
            await asyncio.sleep(1)

    def _hear(self, said: bytes) -> None:
        with suppress(ValueError):  # whoever wrote that
            for each in said.decode().split():
                self.changed(UUID(each))


def _ended(held: Collection[Credentials]) -> frozenset[Credentials]:
    """Those that let nobody in any more; a lost connection is made anew once."""
    try:
        return expired_credentials(held, clock.now())
    except Error:
        _hang_up()
        return expired_credentials(held, clock.now())


class Hub(StreamHub[Stream]):
    """The streams of tables."""

    channel = CHANNEL

    def look(self, streams: Iterable[Stream]) -> Sequence[tuple[Stream, str]]:
        """The version of what each of them should have been told last."""
        return look(streams)

    def tell(self, stream: Stream, wire: Wire, found: str) -> None:
        """Write the version, if it is another."""
        if found == stream.version:
            return
        stream.version = found
        if found == GONE:
            wire.end()
        else:
            wire.write(told(found))


@lru_cache(maxsize=256)
def told(version: str) -> bytes:
    """One event."""
    return b"data: " + json.dumps({"v": version}).encode() + b"\n\n"


# --- looking --------------------------------------------------------------------------------------


def look(streams: Iterable[Stream]) -> list[tuple[Stream, str]]:
    """What each of these streams should have been told last. On a thread of its own, as it asks the
    database.

    A table that cannot be looked at is left out, for the next look: the others have their news
    nevertheless.
    """
    watched: defaultdict[UUID, list[Stream]] = defaultdict(list)
    for stream in streams:
        watched[stream.table].append(stream)
    rows = read_tables(watched)
    found: list[tuple[Stream, str]] = []
    for table, around in watched.items():
        try:
            found += (
                _look_at(rows[table], around)
                if table in rows
                else [(stream, GONE) for stream in around]
            )
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is this table's alone
            log.warning("live_look_failed", table=str(table), error=type(problem).__name__)
    return found


def _look_at(rows: Rows, streams: Sequence[Stream]) -> list[tuple[Stream, str]]:
    """The same for the streams of one table."""
    who, versions = _who(rows), dict[tuple[Seat | None, bool], str]()
    if (before := streams[0].who) == who:
        who = before  # the very same, which a thousand streams tell at once
    return [(stream, _version(rows, who, stream, versions)) for stream in streams]


def read_tables(watched: Mapping[UUID, Sequence[Stream]]) -> Mapping[UUID, Rows]:
    """Tables with their chairs as they are now, which know who plays for their parties, and who of
    those who listen may watch where the room above decides. One query, so that they are of one
    moment; one more where parties play, and three where the room above decides. A lost connection
    is made anew once.
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
    load_parties([chair for those in chairs.values() for chair in those])
    tables = {table: (those[0].table, tuple(those)) for table, those in chairs.items()}
    participants.load_admitted(
        (row, [stream.user.pk for stream in watched[table]]) for table, (row, _) in tables.items()
    )
    return tables


def _hang_up() -> None:
    connections.close_all()


def _who(rows: Rows) -> tuple[Any, ...]:
    """Everything that decides who may see a table from which seat; while it stays the same nobody's
    place is worked out again.
    """
    table, chairs = rows
    sitting = tuple(
        (
            each.holder_id,
            each.party_players,
            each.deputy_id,
            each.kept_for_id,
            each.resigned_at,
        )
        for each in chairs
    )
    return (table.visibility, table.watched, table.watchers, table.status, table.admitted, sitting)


def _version(
    rows: Rows, who: tuple[Any, ...], stream: Stream, known: dict[tuple[Seat | None, bool], str]
) -> str:
    """The version of what this stream's reader has heard, worked out once for each seat."""
    table, chairs = rows
    if stream.who is not who:
        try:
            found = participants.participant_at(table, chairs, stream.user, stream.seat)
        except NoSuchTable:
            return GONE
        stream.who, stream.role, stream.seats = who, found.seat, found.seats
    key = stream.role, bool(stream.seats)
    if key not in known:
        place = participants.Participant(
            table, chairs, stream.user, stream.seats, stream.role, is_member=bool(stream.seats)
        )
        known[key] = table_view.version(place)
    return known[key]


# --- waking ---------------------------------------------------------------------------------------

_hub: Hub | None = None
_redis_away_until = 0.0


def open_streams() -> int:
    """How many streams this process keeps open; from any thread."""
    return sum(len(streams) for streams in list(_hub.streams.values())) if _hub else 0


def hub() -> Hub:
    """The hub of the running event loop."""
    global _hub  # noqa: PLW0603 - one a process
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


@lru_cache(maxsize=2)
def _publisher(url: str) -> redis.Redis:
    import redis

    return redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5)


def wake(table: UUID) -> None:
    """Tell every process that streams that something changed at this table. Never raises: who hears
    nothing looks by themselves.
    """
    if _hub is not None:
        _hub.poke(table)
    publish(CHANNEL, table)


def publish(channel: str, *changed: UUID) -> None:
    """Tell other processes what changed, where there is Redis. Never raises."""
    global _redis_away_until  # noqa: PLW0603 - one a process
    if not settings.REDIS_URL or time.monotonic() < _redis_away_until:
        return
    import redis

    try:
        _publisher(settings.REDIS_URL).publish(channel, " ".join(map(str, changed)))
    except (redis.RedisError, OSError) as problem:
        _redis_away_until = time.monotonic() + REDIS_AWAY_SECONDS
        log.warning("live_redis_away", error=type(problem).__name__)
