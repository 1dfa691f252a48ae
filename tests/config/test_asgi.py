"""What the site's ASGI application does with requests before a thread answers them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any

import pytest

from config import limits
from config.asgi import Pages, environ_of

Message = dict[str, Any]


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
    }


class Client:
    """A client that sends these parts of a body, and more when it is told to."""

    def __init__(self, *parts: bytes, announces: int) -> None:
        self.parts: asyncio.Queue[Message] = asyncio.Queue()
        self.left = announces
        self.scope = scope((b"content-length", b"%d" % announces))
        self.said: list[Message] = []
        for part in parts:
            self.sends(part)

    def sends(self, part: bytes) -> None:
        self.left -= len(part)
        message = {"type": "http.request", "body": part, "more_body": self.left > 0}
        self.parts.put_nowait(message)

    def leaves(self) -> None:
        self.parts.put_nowait({"type": "http.disconnect"})

    async def send(self, message: Message) -> None:
        self.said.append(message)

    def asks(self, application: Pages) -> asyncio.Task[None]:
        return asyncio.create_task(application(self.scope, self.parts.get, self.send))  # type: ignore[arg-type]


def echo(environ: Message, start: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the body."""
    start("200 OK", [])
    yield environ["wsgi.input"].read()


def status(client: Client) -> int:
    return int(client.said[0]["status"])


def test_a_body_sent_in_chunks_is_passed_on_as_one() -> None:
    async def scene() -> None:
        application = Pages(echo, 1)
        client = Client(b"ab", b"cd", announces=4)
        await client.asks(application)
        assert client.said[1]["body"] == b"abcd"
        assert not application.bodies_held

    asyncio.run(scene())


def test_a_client_that_disconnects_during_its_body_gets_no_answer() -> None:
    async def scene() -> None:
        application = Pages(echo, 1)
        client = Client(b"ab", announces=4)
        client.leaves()
        await client.asks(application)
        assert not client.said
        assert not application.bodies_held

    asyncio.run(scene())


def test_the_oldest_incomplete_body_is_dropped_above_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "BODIES_HELD", 10)

    async def scene() -> None:
        application = Pages(echo, 1)
        old, new = Client(b"12345", announces=9), Client(b"12345", announces=9)
        asking = [old.asks(application), new.asks(application)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        new.sends(b"6789")
        await asyncio.gather(*asking)
        assert (status(old), status(new)) == (408, 200)
        assert not application.bodies_held

    asyncio.run(scene())


def test_a_single_body_above_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODIES_HELD", 10)

    async def scene() -> None:
        client = Client(b"x" * 11, announces=11)
        await client.asks(Pages(echo, 1))
        assert status(client) == 408

    asyncio.run(scene())


def test_a_timeout_inside_the_application_is_raised() -> None:
    def away(environ: Message, start: Callable[..., Any]) -> Iterable[bytes]:
        raise TimeoutError

    async def scene() -> None:
        client = Client(b"12", announces=2)
        with pytest.raises(TimeoutError):
            await client.asks(Pages(away, 1))
        assert client.said == []

    asyncio.run(scene())


def test_the_liveness_check_does_not_wait_for_pages() -> None:
    begun, released = Event(), Event()

    def busy(environ: Message, start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/livez":
            begun.set()
            released.wait(10)
        start("200 OK", [])
        yield b""

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

    asyncio.run(scene())


def test_a_body_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)

    async def scene() -> None:
        client = Client(b"12", announces=4)
        await client.asks(Pages(echo, 1))
        assert status(client) == 408
        assert (b"connection", b"close") in client.said[0]["headers"]

    asyncio.run(scene())


def test_headers_with_underscores_are_dropped() -> None:
    asked: list[Message] = []

    def application(environ: Message, start: Callable[..., Any]) -> Iterable[bytes]:
        asked.append(environ)
        start("204 No Content", [])
        yield b""

    async def scene() -> None:
        client = Client(announces=0)
        client.scope["headers"] += [
            (b"x-forwarded-proto", b"http"),
            (b"x_forwarded_proto", b"https"),
            (b"x_only", b"1"),
        ]
        await client.asks(Pages(application, 1))

    asyncio.run(scene())
    assert asked[0]["HTTP_X_FORWARDED_PROTO"] == "http"
    assert "HTTP_X_ONLY" not in asked[0]


def test_the_wsgi_environ_has_raw_paths_and_joined_headers() -> None:
    headers = [(b"content-type", b"a/b"), (b"accept", b"x"), (b"accept", b"y")]
    environ = environ_of(scope(*headers, path="/café/"), b"body")
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/café/"
    assert environ["QUERY_STRING"] == "a=%20"
    assert (environ["CONTENT_TYPE"], environ["HTTP_ACCEPT"]) == ("a/b", "x,y")
    assert environ["wsgi.input"].read() == b"body"
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("127.0.0.1", "8000")
    assert environ["REMOTE_ADDR"] == "127.0.0.1"
