"""What the site's ASGI application does with requests before a thread answers them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from config import limits
from config.asgi import Answer, Pages, django_site

if TYPE_CHECKING:
    from collections.abc import Coroutine

Message = dict[str, Any]
BEGUN = ["http.response.start", "http.response.body"]


def scope(*headers: tuple[bytes, bytes], path: str = "/") -> Message:
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"a=%20",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.1", 50000),
        "headers": list(headers),
        "state": {"transport": Transport()},
    }


class Transport:
    """A connection with bytes that its client has not received."""

    unsent = 0

    def get_write_buffer_size(self) -> int:
        return self.unsent


class Client:
    """A client that sends these parts of a body, and more when it is told to."""

    def __init__(self, *parts: bytes, announces: int) -> None:
        self.parts: asyncio.Queue[Message] = asyncio.Queue()
        self.left = announces
        self.scope = scope((b"content-length", b"%d" % announces))
        self.said: list[Message] = []
        self.takes = 100
        """Number of messages that it receives before it stalls."""
        for part in parts:
            self.sends(part)

    def sends(self, part: bytes) -> None:
        self.left -= len(part)
        message = {"type": "http.request", "body": part, "more_body": self.left > 0}
        self.parts.put_nowait(message)

    def leaves(self) -> None:
        self.parts.put_nowait({"type": "http.disconnect"})

    async def send(self, message: Message) -> None:
        if len(self.said) == self.takes:
            await asyncio.sleep(3600)
        self.said.append(message)

    def asks(self, application: Pages) -> asyncio.Task[None]:
        return asyncio.create_task(application(self.scope, self.parts.get, self.send))  # type: ignore[arg-type]


def echo(scope: Any, body: bytes) -> Answer:
    """Answer with the body."""
    return 200, [], body


def play(scene: Coroutine[Any, Any, None]) -> None:
    """Run a scene in a separate thread, because another test's browser may keep a loop running in
    this one.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scene).result()


def status(client: Client) -> int:
    return int(client.said[0]["status"])


def test_a_body_sent_in_chunks_is_passed_on_as_one() -> None:
    async def scene() -> None:
        application = Pages(echo, 1)
        client = Client(b"ab", b"cd", announces=4)
        await client.asks(application)
        assert client.said[1]["body"] == b"abcd"
        assert not application.held

    play(scene())


def test_a_client_that_disconnects_during_its_body_gets_no_answer() -> None:
    async def scene() -> None:
        application = Pages(echo, 1)
        client = Client(b"ab", announces=4)
        client.leaves()
        await client.asks(application)
        assert not client.said
        assert not application.held

    play(scene())


def test_the_oldest_incomplete_body_is_dropped_above_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "BYTES_HELD", 10)

    async def scene() -> None:
        application = Pages(echo, 1)
        old, new = Client(b"12345", announces=9), Client(b"12345", announces=9)
        asking = [old.asks(application), new.asks(application)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        new.sends(b"6789")
        await asyncio.gather(*asking)
        assert (status(old), status(new)) == (408, 200)
        assert not application.held

    play(scene())


def test_a_single_body_above_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BYTES_HELD", 10)

    async def scene() -> None:
        client = Client(b"x" * 11, announces=11)
        await client.asks(Pages(echo, 1))
        assert status(client) == 408

    play(scene())


def test_a_timeout_inside_the_application_is_raised() -> None:
    def away(scope: Any, body: bytes) -> Answer:
        raise TimeoutError

    async def scene() -> None:
        client = Client(b"12", announces=2)
        with pytest.raises(TimeoutError):
            await client.asks(Pages(away, 1))
        assert client.said == []

    play(scene())


def test_the_liveness_check_does_not_wait_for_pages() -> None:
    begun, released = Event(), Event()

    def busy(scope: Any, body: bytes) -> Answer:
        if scope["path"] != "/livez":
            begun.set()
            released.wait(10)
        return 200, [], b""

    async def scene() -> None:
        application = Pages(busy, 1)
        page, check = Client(announces=0), Client(announces=0)
        check.scope["path"] = "/livez"
        asking = page.asks(application)
        await asyncio.to_thread(begun.wait, 10)
        await check.asks(application)
        assert (status(check), page.said) == (200, [])
        released.set()
        await asking

    play(scene())


def test_a_body_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)

    async def scene() -> None:
        client = Client(b"12", announces=4)
        await client.asks(Pages(echo, 1))
        assert status(client) == 408
        assert (b"connection", b"close") in client.said[0]["headers"]

    play(scene())


def test_a_client_that_receives_the_response_too_slowly_raises_a_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.01)

    async def scene() -> None:
        client = Client(announces=0)
        client.scope["state"]["transport"].unsent = 5
        client.takes = 2
        with pytest.raises(TimeoutError):
            await client.asks(Pages(echo, 1))
        assert [message["type"] for message in client.said] == BEGUN

    play(scene())


@pytest.mark.django_db
def test_a_query_that_is_not_utf_8_gets_400() -> None:
    assert django_site.respond(scope() | {"query_string": b"q=\xff"}, b"")[0] == 400
