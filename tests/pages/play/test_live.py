"""The live stream of a table: access, events, silence, and the hub under faults."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.db import connections

from core.accounts.models import ApiToken
from core.live import asgi as live_asgi
from core.live import hub as live_hub
from core.live.asgi import Streams
from play.live import streams as table_streams
from play.models import Table
from play.selectors import participants
from tests.conftest import session_cookie
from tests.sessions import hang_up, sessions

from .parlour import Parlour

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 30.0
"""Seconds within which events must come; many for a busy machine, because only a failure waits that
long.
"""
QUIET = 0.4


@pytest.fixture(autouse=True)
def _no_redis(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use one process and look at the database often."""
    settings.REDIS_URL = ""
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 0.1)
    monkeypatch.setattr(live_hub, "_redis_away_until", 0.0)
    monkeypatch.setattr(live_hub, "_hub", None)
    yield
    hang_up()  # ours included: the next test begins with new connections
    connections.close_all()


class Reader:
    """A browser or bot at the other end of an ASGI connection."""

    def __init__(self) -> None:
        self.status, self.headers = 0, list[tuple[bytes, bytes]]()
        self.came: asyncio.Queue[bytes] = asyncio.Queue()
        self.asked, self.begun, self.gone, self.has_room = (
            False,
            asyncio.Event(),
            asyncio.Event(),
            asyncio.Event(),
        )
        self.has_room.set()
        self.served: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def receive(self) -> dict[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b""}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.has_room.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
            self.begun.set()
        else:
            self.came.put_nowait(message.get("body", b""))

    async def part(self) -> bytes:
        """Return the next chunk, or nothing at the end."""
        async with asyncio.timeout(SOON):
            return await self.came.get()

    async def heard(self) -> str:
        """Return the version in the next event, or nothing at the end."""
        while (part := await self.part()) == live_hub.BEAT:
            pass
        return str(json.loads(part.partition(b"data: ")[2])["v"]) if part else ""

    async def is_quiet(self) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(QUIET):
                while await self.came.get() == live_hub.BEAT:
                    pass
                return False
        return True

    async def leave(self) -> None:
        """Disconnect and wait until the server has noticed."""
        self.gone.set()
        await self.served


async def ask(path: str, cookie: str = "", token: str = "", *, host: str = "testserver") -> Reader:
    """Request a path and return the reader once its answer has begun."""
    name = settings.SESSION_COOKIE_NAME
    headers = {
        b"host": host,
        b"cookie": f"{name}={cookie}" * bool(cookie),
        b"authorization": f"Token {token}" * bool(token),
    }
    path, _, query = path.partition("?")
    scope = {
        "type": "http", "method": "GET", "path": path, "query_string": query.encode(),
        "headers": [(name, value.encode()) for name, value in headers.items() if value],
    }  # fmt: skip
    reader = Reader()
    reader.served = asyncio.ensure_future(
        Streams(get_asgi_application())(scope, reader.receive, reader.send)
    )
    async with asyncio.timeout(SOON):
        await reader.begun.wait()
    return reader


async def open_stream(at: Parlour, who: str) -> Reader:
    """Open the stream of one of the people."""
    reader = await ask(at.path("play-live"), await asyncio.to_thread(cookie, at, who))
    assert reader.status == 200
    return reader


def cookie(at: Parlour, who: str) -> str:
    try:
        return session_cookie(at.people[who])[1]
    finally:
        connections.close_all()


def play(scene: Callable[[], Awaitable[Any]]) -> Any:
    """Run a scene in its own event loop and close everything afterwards."""

    async def whole() -> Any:
        try:
            return await scene()
        finally:
            house = live_hub.hub()
            for task in house.tasks:
                task.cancel()
            await house.loop.run_in_executor(house.reader, connections.close_all)
            house.reader.shutdown()
            await sync_to_async(connections.close_all)()

    return aside(lambda: asyncio.run(whole()))


def aside(act: Callable[[], Any]) -> Any:
    """Run this in a separate thread, because another test's browser may keep a loop running in this
    one.
    """

    def done() -> Any:
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(done).result()


def test_a_player_hears_their_own_sealed_move_and_nobody_else_does(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()

    async def scene() -> None:
        first, second, watcher = [
            await open_stream(at, who) for who in ("first", "second", "watcher")
        ]
        before = {
            name: await events.heard()
            for name, events in (("first", first), ("second", second), ("watcher", watcher))
        }
        await sync_to_async(at.bid)("first", 4)
        assert await first.heard() != before["first"]
        assert await second.is_quiet() and await watcher.is_quiet()

    play(scene)


def test_everyone_hears_when_a_round_is_revealed(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        before = await watcher.heard()
        await sync_to_async(at.bid)("first", 4)
        await sync_to_async(at.bid)("second", 2)
        after = await watcher.heard()
        assert after != before
        page = await sync_to_async(at.get)("watcher", at.path("play-pulse"))
        assert page.json() == {"v": after}

    play(scene)


def test_changes_by_another_process_are_heard_without_redis(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        await watcher.heard()
        await sync_to_async(Table.objects.filter(pk=at.table.pk).update)(stamp=77)
        assert ".77." in await watcher.heard()

    play(scene)


def test_redis_carries_events_to_other_processes(
    parlour: Callable[..., Parlour], settings: Any, redis_url: str
) -> None:
    settings.REDIS_URL = redis_url
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        await watcher.heard()
        await asyncio.sleep(QUIET)
        await sync_to_async(Table.objects.filter(pk=at.table.pk).update)(stamp=78)
        kept, live_hub._hub = (
            live_hub._hub,
            None,
        )  # this process's own way is shut: only Redis is left
        await sync_to_async(live_hub.wake)(at.table.pk)
        live_hub._hub = kept
        assert ".78." in await watcher.heard()

    play(scene)


def test_a_missing_redis_does_not_prevent_a_move(
    parlour: Callable[..., Parlour], settings: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    at = parlour()
    at.bid("first", 3)
    assert "You bid 3." in at.read("first")


def test_a_stream_ends_when_its_table_becomes_private(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        await watcher.heard()
        await sync_to_async(Table.objects.filter(pk=at.table.pk).update)(visibility="private")
        assert not await watcher.heard()
        await watcher.served

    play(scene)


def test_stream_rights_are_checked_outside_the_event_loop(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players of a party are read from the database, which a running loop forbids."""
    at, asked, placed = parlour(), list[str](), participants.participant_at

    def beside(*given: Any) -> Any:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        asked.append("beside")
        return placed(*given)

    monkeypatch.setattr(participants, "participant_at", beside)

    async def scene() -> None:
        events = await open_stream(at, "first")
        before = await events.heard()
        await sync_to_async(at.bid)("first", 4)
        assert await events.heard() != before

    play(scene)
    assert asked


def test_a_failed_lookup_is_made_up_by_the_next_one(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    at, look, failed = parlour(), table_streams.look, list[bool]()

    def stumbles(watched: Any) -> Any:
        if len(failed) < 3:
            failed.append(True)
            raise ZeroDivisionError
        return look(watched)

    monkeypatch.setattr(table_streams, "look", stumbles)

    async def scene() -> None:
        events = await open_stream(at, "first")
        before = await events.heard()
        await sync_to_async(at.bid)("first", 4)
        assert await events.heard() != before

    play(scene)
    assert len(failed) == 3


def test_one_broken_table_does_not_delay_events_of_another(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound, placed = parlour(), parlour(), participants.participant_at

    def stumbles(table: Table, *given: Any) -> Any:
        if table.pk == broken.table.pk:
            raise ZeroDivisionError
        return placed(table, *given)

    async def scene() -> None:
        streams = [await open_stream(at, "first") for at in (broken, sound)]
        before = [await each.heard() for each in streams]
        monkeypatch.setattr(participants, "participant_at", stumbles)
        for at in (broken, sound):
            await sync_to_async(Table.objects.filter(pk=at.table.pk).update)(
                stamp=79, watched=False
            )
        assert ".79." in await streams[1].heard() and await streams[0].is_quiet()
        monkeypatch.setattr(participants, "participant_at", placed)
        assert ".79." in await streams[0].heard() != before[0]

    play(scene)


def test_a_client_that_does_not_read_is_disconnected_and_delays_nobody(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_hub, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(live_asgi, "LAST_SECONDS", 0.1)
    at = parlour()

    async def scene() -> None:
        slow, quick = [await open_stream(at, "first") for _ in range(2)]
        before = [await each.heard() for each in (slow, quick)]
        slow.has_room.clear()
        await sync_to_async(at.bid)("first", 4)
        assert await quick.heard() not in before
        with pytest.raises(TimeoutError):  # the end is not taken either
            await slow.served
        assert len(live_hub.hub().streams[at.table.pk]) == 1

    play(scene)


def test_pending_events_are_sent_before_a_stream_ends(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        reader = await open_stream(at, "first")
        await reader.heard()
        [stream] = live_hub.hub().streams[at.table.pk]
        for number in range(8):
            stream.write(b"%d" % number)
        stream.end()
        await reader.served
        said = [await reader.part() for _ in range(9)]
        assert said == [*(b"%d" % number for number in range(8)), b""]

    play(scene)


def test_a_stopping_server_ends_old_and_new_streams(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        old = await open_stream(at, "first")
        await old.heard()
        live_hub.hub().stop()
        new = await open_stream(at, "second")
        async with asyncio.timeout(SOON):
            await asyncio.gather(old.served, new.served)
        assert await old.part() == b""
        assert await new.heard() and not await new.heard()

    play(scene)


def test_a_quiet_stream_sends_heartbeats_and_ends_after_its_time(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_hub, "HEARTBEAT_SECONDS", 0.05)
    at = parlour()

    async def scene() -> None:
        long = await open_stream(at, "first")
        begun = [await long.part() for _ in range(3)]
        assert re.match(rb"retry: [2-4]\d{3}\n\ndata: {", begun[0])
        assert begun[1:] == [live_hub.BEAT, live_hub.BEAT]
        monkeypatch.setattr(live_asgi, "LONGEST_SECONDS", 0.2)
        short = await open_stream(at, "second")
        assert await short.heard() and not await short.heard()
        assert not long.served.done()

    play(scene)


def test_a_stream_holds_no_database_connection(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    def fewer_than(number: int) -> None:
        """Wait until the number of database sessions has dropped by this many."""
        end = time.monotonic() + SOON
        while len(sessions() - before) >= number:
            assert time.monotonic() < end
            time.sleep(0.02)

    async def scene() -> None:
        streams = [await open_stream(at, who) for who in ("first", "second", "watcher")]
        for each in streams:
            await each.heard()
        await asyncio.to_thread(fewer_than, 2)
        for each in streams:
            await each.leave()
        house = live_hub.hub()
        assert not house.streams and not house.tasks
        await asyncio.to_thread(fewer_than, 1)

    before = sessions()
    play(scene)


def test_a_person_cannot_open_more_streams_of_tables_than_the_limit(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_streams.TableStream, "MAX_PER_PERSON", 2)
    here, there = parlour(), parlour()
    there.people = here.people

    async def scene() -> None:
        streams = [await open_stream(at, "first") for at in (here, there)]
        said = await asyncio.to_thread(cookie, here, "first")
        assert (await ask(here.path("play-live"), said)).status == 429
        await open_stream(here, "second")
        await streams[1].leave()
        await open_stream(here, "first")

    play(scene)


def statuses_of(*asked: dict[str, Any]) -> list[int]:
    """Return the status of each request."""

    async def scene() -> list[int]:
        return [(await ask(**each)).status for each in asked]

    found: list[int] = play(scene)
    return found


def test_a_session_opens_a_stream_that_is_not_cached_or_buffered(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()

    async def scene() -> None:
        headers = dict((await open_stream(at, "first")).headers)
        assert headers[b"content-type"] == b"text/event-stream"
        assert (headers[b"cache-control"], headers[b"x-accel-buffering"]) == (
            b"no-store, private",
            b"no",
        )

    play(scene)


def test_a_token_opens_the_stream_and_outsiders_get_404(parlour: Callable[..., Parlour]) -> None:
    at = parlour(visibility="invited", watched=False)
    tokens = {
        who: ApiToken.objects.create(user=at.people[who], name="bot")[1]
        for who in ("first", "watcher")
    }
    stranger, path = session_cookie(at.people["watcher"])[1], at.path("play-live")
    unknown = path.replace(str(at.table.pk), str(UUID(int=7)))
    assert statuses_of({"path": path, "token": tokens["first"]}) == [200]
    assert statuses_of(
        {"path": path}, {"path": path, "token": "dd_nonsense"}, {"path": path, "cookie": "nonsense"}
    ) == [401, 401, 401]
    assert statuses_of(
        {"path": path, "token": tokens["watcher"]}, {"path": unknown, "token": tokens["watcher"]}
    ) == [404, 404]
    assert statuses_of(
        {"path": path, "cookie": stranger}, {"path": f"{path}?as=1", "token": tokens["first"]}
    ) == [404, 404]
    assert statuses_of({"path": path, "token": tokens["first"], "host": "evil.example"}) == [400]


def test_a_browser_is_told_to_stop_if_nothing_can_be_streamed(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    assert aside(lambda: at.get("first", at.path("play-live"))).status_code == 204
    assert aside(lambda: at.client("first").post(at.path("play-live"))).status_code == 405


# --- on a real server -----------------------------------------------------------------------------


def test_a_stream_is_chunked_and_its_connection_is_reusable(
    parlour: Callable[..., Parlour], site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = parlour()
    connection = HTTPConnection(site.url.removeprefix("http://"), timeout=SOON)
    headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie(at, 'first')}"}

    def opened() -> HTTPResponse:
        connection.request("GET", at.path("play-live"), headers=headers)
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("transfer-encoding")) == (200, "chunked")
        assert re.fullmatch(rb"retry: [2-4]\d{3}\n", answer.readline())
        return answer

    def news(answer: HTTPResponse) -> str:
        while not (line := answer.readline()).startswith(b"data: "):
            assert line in (b"\n", b":\n"), line
        return str(json.loads(line.removeprefix(b"data: "))["v"])

    long = opened()
    before = news(long)
    at.bid("first", 4)
    assert news(long) != before
    connection.close()
    monkeypatch.setattr(live_asgi, "LONGEST_SECONDS", 0.2)
    short = opened()
    assert news(short) and not short.read().strip(b":\n")
    connection.request("GET", at.path("play-pulse"), headers=headers)
    assert json.loads(connection.getresponse().read())["v"]
    connection.close()
