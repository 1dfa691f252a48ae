"""The live stream of a table: who may open it, what it says, when it is silent, and what the hub does on bad days."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.test import AsyncRequestFactory

from campaign.models import ApiToken
from play import live, live_hub
from play.live_asgi import LiveStreams
from play.models import Table
from play.selectors import seatings
from tests.conftest import session_cookie
from tests.sessions import hang_up

from .parlour import Parlour

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 30.0
"""Seconds within which news must come: many, for a busy machine; it waits only for what does not come."""
QUIET = 0.4


@pytest.fixture(autouse=True)
def _no_redis(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In one process, and looking at the database often."""
    settings.REDIS_URL = ""
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 0.1)
    monkeypatch.setattr(live_hub, "_redis_away_until", 0.0)
    monkeypatch.setattr(live_hub, "_hub", None)
    yield
    hang_up()  # ours included: the next test begins with new connections
    connections.close_all()


async def open_stream(at: Parlour, who: str) -> AsyncIterator[bytes]:
    """The events for one of the people, as their browser would get them."""
    request = AsyncRequestFactory().get(at.path("play-live"))
    request.user, request.session = at.people[who], {}
    opened = await sync_to_async(live.opened_for)(request, at.table.pk, None)
    assert opened is not None
    return live.events(opened)


def play(scene: Callable[[], Awaitable[Any]]) -> Any:
    """Play a scene in a loop of its own, and leave nothing open behind it."""

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
    """Do it on a thread of its own: a browser of another test may keep a loop running on this one."""

    def done() -> Any:
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(done).result()


async def heard(events: AsyncIterator[bytes]) -> str:
    """The version in the next event."""
    async with asyncio.timeout(SOON):
        found = await anext(events)
    version: str = json.loads(found.partition(b"data: ")[2])["v"]
    return version


async def is_quiet(events: AsyncIterator[bytes]) -> bool:
    waiting = asyncio.ensure_future(anext(events))
    done, _ = await asyncio.wait([waiting], timeout=QUIET)
    waiting.cancel()
    return not done


def test_a_seat_hears_its_own_move_and_the_other_hears_nothing_of_it(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        first, second, watcher = [await open_stream(at, who) for who in ("first", "second", "watcher")]
        before = {name: await heard(events) for name, events in (("first", first), ("second", second), ("watcher", watcher))}
        await sync_to_async(at.bid)("first", 4)
        assert await heard(first) != before["first"]
        assert await is_quiet(second) and await is_quiet(watcher)

    play(scene)


def test_everybody_hears_when_the_round_is_opened(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        before = await heard(watcher)
        await sync_to_async(at.bid)("first", 4)
        await sync_to_async(at.bid)("second", 2)
        after = await heard(watcher)
        assert after != before
        page = await sync_to_async(at.get)("watcher", at.path("play-pulse"))
        assert page.json() == {"v": after}

    play(scene)


def test_what_another_process_wrote_is_heard_without_redis(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        await heard(watcher)
        await sync_to_async(Table.objects.filter(pk=at.table.pk).update)(stamp=77)
        assert ".77." in await heard(watcher)

    play(scene)


def test_redis_carries_the_news_to_other_processes(parlour: Callable[..., Parlour], settings: Any, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        await heard(watcher)
        await asyncio.sleep(QUIET)
        await sync_to_async(Table.objects.filter(pk=at.table.pk).update)(stamp=78)
        kept, live_hub._hub = live_hub._hub, None  # this process's own way is shut: only Redis is left
        await sync_to_async(live_hub.wake)(at.table.pk)
        live_hub._hub = kept
        assert ".78." in await heard(watcher)

    play(scene)


def test_redis_that_is_away_harms_no_move(parlour: Callable[..., Parlour], settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    at = parlour()
    at.bid("first", 3)
    assert "You bid 3." in at.read("first")


def test_a_table_that_is_no_longer_theirs_ends_the_stream(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        watcher = await open_stream(at, "watcher")
        await heard(watcher)
        await sync_to_async(Table.objects.filter(pk=at.table.pk).update)(visibility="private")
        with pytest.raises(StopAsyncIteration):
            await heard(watcher)

    play(scene)


def test_who_may_hear_what_is_asked_beside_the_loop_where_the_database_may_be_asked(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plays for a party is asked of the database, which a running loop forbids."""
    at, asked, placed = parlour(), list[str](), seatings.placed

    def beside(*given: Any) -> Any:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        asked.append("beside")
        return placed(*given)

    monkeypatch.setattr(live_hub.seatings, "placed", beside)

    async def scene() -> None:
        events = await open_stream(at, "first")
        before = await heard(events)
        await sync_to_async(at.bid)("first", 4)
        assert await heard(events) != before

    play(scene)
    assert asked


def test_a_look_that_fails_is_made_up_for_by_the_next(parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch) -> None:
    at, look, failed = parlour(), live_hub.look, list[bool]()

    def stumbles(watched: Any) -> Any:
        if len(failed) < 3:
            failed.append(True)
            raise ZeroDivisionError
        return look(watched)

    monkeypatch.setattr(live_hub, "look", stumbles)

    async def scene() -> None:
        events = await open_stream(at, "first")
        before = await heard(events)
        await sync_to_async(at.bid)("first", 4)
        assert await heard(events) != before

    play(scene)
    assert len(failed) == 3


def test_a_quiet_stream_beats_and_ends_after_its_time(parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.05)
    at = parlour()

    async def scene() -> tuple[list[bytes], list[bytes]]:
        long = await open_stream(at, "first")
        begun = [await anext(long) for _ in range(3)]
        await long.aclose()  # type: ignore[attr-defined]
        monkeypatch.setattr(live, "LONGEST_SECONDS", 0.2)
        return begun, [part async for part in await open_stream(at, "first")]

    begun, whole = play(scene)
    assert begun[0].startswith(b"retry:") and begun[1:] == [live.BEAT, live.BEAT]
    assert whole[0].startswith(b"retry:") and set(whole[1:]) <= {live.BEAT}


def test_a_stream_holds_no_database_connection_and_the_hub_gives_its_own_back(parlour: Callable[..., Parlour]) -> None:
    at = parlour()

    async def scene() -> None:
        streams = [await open_stream(at, who) for who in ("first", "second", "watcher")]
        for events in streams:
            await heard(events)
        assert not await sync_to_async(lambda: [one for one in connections.all(initialized_only=True) if one.connection is not None])()
        for events in streams:
            await events.aclose()  # type: ignore[attr-defined]
        house = live_hub.hub()
        assert not house.streams and not house.tasks

    play(scene)


def test_a_token_opens_the_stream_and_others_find_nothing(parlour: Callable[..., Parlour]) -> None:
    at = parlour(visibility="invited", watched=False)
    factory = AsyncRequestFactory()
    tokens = {who: ApiToken.objects.create(user=at.people[who], name="bot")[1] for who in ("first", "watcher")}

    def ask(path: str, token: str = "") -> Any:
        async def asking() -> Any:
            from django.core.handlers.asgi import ASGIHandler

            handler = ASGIHandler()
            request = factory.get(path, headers={"Authorization": f"Token {token}"} if token else {})
            return await handler.get_response_async(request)

        return play(asking)

    path = at.path("play-live")
    unknown = path.replace(str(at.table.pk), str(UUID(int=7)))
    assert ask(path, tokens["first"]).status_code == 200
    assert ask(path).status_code == ask(path, "dd_nonsense").status_code == 401
    assert [ask(each, tokens["watcher"]).status_code for each in (path, unknown)] == [404, 404]
    assert ask(f"{path}?as=1", tokens["first"]).status_code == 404


def test_where_nothing_can_be_streamed_the_browser_is_told_to_stop(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    assert aside(lambda: at.get("first", at.path("play-live"))).status_code == 204
    assert aside(lambda: at.client("first").post(at.path("play-live"))).status_code == 405


# --- straight on ASGI ------------------------------------------------------------------------------------------------------


class Wire:
    """The two ends of an ASGI connection: what was sent, and when the reader leaves."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.left = asyncio.Event()
        self.handed_on = False

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if message.get("body"):
            self.left.set()

    async def django(self, *_: Any) -> None:
        self.handed_on = True


def over_the_wire(path: str, cookie: str = "", host: str = "testserver") -> Wire:
    """One request to the streams' own application, by a reader who leaves after the first event."""
    name = settings.SESSION_COOKIE_NAME
    headers = [(b"host", host.encode()), *([(b"cookie", f"{name}={cookie}".encode())] if cookie else [])]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}

    async def scene() -> Wire:
        wire = Wire()
        streams = LiveStreams(wire.django)
        async with asyncio.timeout(SOON):
            await streams(scope, wire.receive, wire.send)
        streams.doors.shutdown()
        assert not live_hub.hub().streams
        return wire

    found: Wire = play(scene)
    return found


def test_a_session_opens_a_stream_without_the_middleware(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    wire = over_the_wire(at.path("play-live"), session_cookie(at.people["first"])[1])
    assert not wire.handed_on and wire.sent[0]["status"] == 200
    assert (b"content-type", b"text/event-stream") in wire.sent[0]["headers"]
    assert wire.sent[1]["body"].startswith(b"retry: 2000\n\ndata: {")


def test_what_is_refused_or_no_stream_is_left_to_django(parlour: Callable[..., Parlour]) -> None:
    at = parlour(visibility="invited", watched=False)
    path, stranger = at.path("play-live"), session_cookie(at.people["watcher"])[1]
    for asked in (
        (path, stranger),
        (path,),
        (path, "nonsense"),
        (path, session_cookie(at.people["first"])[1], "evil.example"),
        ("/play/",),
    ):
        wire = over_the_wire(*asked)
        assert wire.handed_on and not wire.sent, asked
