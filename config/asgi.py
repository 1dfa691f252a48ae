"""The site as an ASGI application: pages and API in threads, live streams on the event loop."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from config import limits
from config.connections import TOO_SLOW, Connection
from config.loading import loading
from config.stuck_requests import time_limit
from config.wsgi import application as django

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and body of a response."""
REFUSAL: Final[Answer] = (HTTPStatus.REQUEST_TIMEOUT, [("connection", "close")], TOO_SLOW.encode())


class Pages:
    """A WSGI application in threads, as an ASGI application.

    A thread gets a complete request and returns a complete response, so that it never waits for a
    slow client. If the body is too long or has no length, it is not read, and the application
    refuses it by its headers.
    """

    def __init__(self, application: Callable[..., Any], threads: int) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self.check_pool = ThreadPoolExecutor(1, thread_name_prefix="check")
        """For the check of the process, which must not wait for pages."""
        self.bodies_held = 0
        """Bytes of the bodies of all requests in progress."""
        self.arriving: dict[asyncio.Timeout, None] = {}
        """Deadlines of incomplete requests, oldest first."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Wait for the body, unless its sender disconnects, and let a thread answer."""
        parts: list[bytes] = []
        try:
            answer = await self._answer(scope, receive, parts)
        finally:
            self.bodies_held -= sum(map(len, parts))
        if answer is None:
            return
        status, fields, body = answer
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], parts: list[bytes]
    ) -> Answer | None:
        """Return the response, or None if the sender has disconnected."""
        try:
            if body_length(scope) and not await self._read(receive, parts):
                return None
        except TimeoutError:
            return REFUSAL
        environ = environ_of(scope, b"".join(parts))
        pool = self.check_pool if scope["path"] == "/livez" else self.pool
        return await asyncio.get_running_loop().run_in_executor(pool, self._ask, environ)

    async def _read(self, receive: Callable[[], Awaitable[Any]], parts: list[bytes]) -> bool:
        """Read a body, and return whether it is complete. Raise TimeoutError if it takes too long.

        If too many bytes are held, the oldest incomplete body is treated as too slow.
        """
        async with asyncio.timeout(limits.BODY_SECONDS) as deadline:
            self.arriving[deadline] = None
            try:
                while (message := await receive())["type"] == "http.request":
                    parts.append(message.get("body", b""))
                    self.bodies_held += len(parts[-1])
                    oldest = next(iter(self.arriving))
                    if self.bodies_held > limits.BODIES_HELD and not oldest.expired():
                        oldest.reschedule(0)
                        await asyncio.sleep(0)  # Let it end, even if it is this one.
                    if not message.get("more_body"):
                        return True
            finally:
                del self.arriving[deadline]
        return False

    def _ask(self, environ: dict[str, Any]) -> Answer:
        """Return the application's response."""
        begun: list[Any] = []
        parts: list[bytes] = []

        def start_response(*status_and_headers: Any) -> Callable[[bytes], None]:
            begun[:] = status_and_headers[:2]
            return parts.append

        with time_limit(), closing(self.application(environ, start_response)) as answer:
            parts.extend(answer)
        return int(begun[0][:3]), begun[1], b"".join(parts)


def body_length(scope: Any) -> int | None:
    """Return the number of bytes of a request's body, or None if it is not read."""
    headers = dict(scope["headers"])
    length = int(headers.get(b"content-length", b"0"))
    is_read = length <= limits.LARGEST_BODY and b"transfer-encoding" not in headers
    return length if is_read else None


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """Return a request as WSGI's environment.

    It drops headers with an underscore, because they would look like those with a hyphen.
    """
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
        if b"_" not in name:
            key = name.decode("latin-1").upper().replace("-", "_")
            key = key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


with loading():
    from home.live.asgi import PersonalStreams  # The apps must be loaded first.
    from play.live.asgi import LiveStreams

site = LiveStreams(PersonalStreams(Pages(django, limits.THREADS)))


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request, while no deadline of its connection runs."""
    connection = Connection.current.get()
    is_read = body_length(scope) is not None
    with connection.request(is_read=is_read) if connection else nullcontext():
        await site(scope, receive, send)
