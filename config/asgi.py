"""The site as an ASGI application: pages and API in threads, live streams on the event loop."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext, suppress
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any

from config import limits
from config.connections import TOO_SLOW, Connection
from config.loading import loading
from config.stuck_requests import time_limit
from config.web import THREADS
from config.wsgi import application as django

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Application = Callable[..., Awaitable[None]]
    Receive = Callable[[], Awaitable[Any]]


class Buffered:
    """An ASGI application that gets complete requests, so that no thread waits for a slow client.

    Oversized requests and those without a length are passed on unread. The application refuses them
    by their headers. Headers with an underscore are dropped, because WSGI cannot distinguish them
    from those with a hyphen.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self.bodies_held = 0
        """Bytes of the bodies of all requests in progress."""
        self.arriving: dict[asyncio.Timeout, None] = {}
        """Deadlines of incomplete requests, oldest first."""
        self.streams: set[asyncio.Timeout] = set()
        """Timeouts of applications that wait until their client disconnects."""
        self.is_stopping = False

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """Wait for the body and pass the request on, unless its sender has disconnected."""
        headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
        length = int(dict(headers).get(b"content-length", b"0"))
        is_whole = length <= limits.LARGEST_BODY and b"transfer-encoding" not in dict(headers)
        connection = Connection.current.get()
        with connection.request(is_whole=is_whole) if connection else nullcontext():
            body = await self._body(receive, send) if length and is_whole else b""
            if body is not None:
                try:
                    again = self._again(body, receive)
                    await self.application({**scope, "headers": headers}, again, send)
                finally:
                    self.bodies_held -= len(body)

    def stop(self) -> None:
        """End all streams, and each later one immediately, so that the server can stop."""
        self.is_stopping = True
        _expire(*self.streams)

    async def _body(self, receive: Receive, send: Any) -> bytes | None:
        """Return the body, or None if its sender disconnects or is too slow.

        If too much is held of all bodies, the sender of the oldest incomplete one is too slow.
        """
        pieces, is_complete, deadline = list[bytes](), False, asyncio.timeout(limits.BODY_SECONDS)
        self.arriving[deadline] = None
        try:
            async with deadline:
                while not is_complete and (message := await receive())["type"] == "http.request":
                    pieces.append(message.get("body", b""))
                    is_complete = not message.get("more_body", False)
                    self.bodies_held += len(pieces[-1])
                    if self.bodies_held > limits.BODIES_HELD:
                        _expire(next(iter(self.arriving)))
        except TimeoutError:
            is_complete = False
            await _refuse(send)
        finally:
            del self.arriving[deadline]
            self.bodies_held -= 0 if is_complete else sum(map(len, pieces))
        return b"".join(pieces) if is_complete else None

    def _again(self, body: bytes, receive: Receive) -> Receive:
        """Return a `receive` function that returns the body and then waits until the client
        disconnects. When the server stops, it says that the client has disconnected.
        """
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Any:
            if messages:
                return messages.pop()
            with suppress(TimeoutError):
                async with asyncio.timeout(0 if self.is_stopping else None) as waiting:
                    self.streams.add(waiting)
                    try:
                        while (await receive())["type"] != "http.disconnect":
                            pass
                    finally:
                        self.streams.discard(waiting)
            return {"type": "http.disconnect"}

        return again


def _expire(*timeouts: asyncio.Timeout) -> None:
    """Let timeouts expire now."""
    for each in timeouts:
        if not each.expired():
            each.reschedule(0)


async def _refuse(send: Any) -> None:
    """Tell a client that it is too slow, and hang up."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    status = HTTPStatus.REQUEST_TIMEOUT.value
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_SLOW.encode()})


class Threads:
    """A WSGI application as an ASGI application. A thread returns the whole response, so that it
    never waits for a client. Requests must be complete.
    """

    def __init__(self, application: Callable[..., Any], threads: int) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="web")

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """Answer a request in a thread."""
        environ = environ_of(scope, (await receive())["body"])
        loop = asyncio.get_running_loop()
        status, headers, body = await loop.run_in_executor(self.pool, self._answer, environ)
        fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        await send({"type": "http.response.start", "status": int(status[:3]), "headers": fields})
        await send({"type": "http.response.body", "body": body})

    def _answer(self, environ: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return the status, headers and body of the response."""
        parts: list[bytes] = []
        begun: list[Any] = []

        def start_response(*status_and_headers: Any) -> Callable[[bytes], None]:
            begun[:] = status_and_headers[:2]
            return parts.append

        with time_limit(), closing(self.application(environ, start_response)) as answer:
            parts.extend(answer)
        return begun[0], begun[1], b"".join(parts)


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """Return a request as WSGI's environment."""
    server, client = scope["server"] or ("", 0), scope["client"] or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


with loading():
    from home.live_asgi import PersonalStreams  # The apps must be loaded first.
    from play.live_asgi import LiveStreams

application = Buffered(LiveStreams(PersonalStreams(Threads(django, THREADS))))
