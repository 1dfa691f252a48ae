"""The site as an ASGI application. Pages and API run in threads, and live streams run on the event
loop.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from http import HTTPStatus
from io import BytesIO
from threading import get_ident
from typing import TYPE_CHECKING, Any, Final

import django
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started

from config import limits
from config.connections import TOO_SLOW
from config.loading import load_pages, loading

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

Answer = tuple[int, list[tuple[str, str]], bytes]
"""The status, headers and body of a response."""
REFUSAL: Final[Answer] = (HTTPStatus.REQUEST_TIMEOUT, [("connection", "close")], TOO_SLOW.encode())
RESET_ON_CLOSE: Final = struct.pack("ii", 1, 0)
"""Value for SO_LINGER that makes the system discard unsent data when a socket is closed."""
running: Final[dict[int, float]] = {}
"""For each thread, the start time of the request that it is processing."""


class Pages:
    """An ASGI application that answers requests in threads.

    A thread gets a complete request and returns a complete response, so it never waits for a slow
    client. If a body is too long or has no length, it is not read, and `respond` refuses the
    request on the basis of its headers.
    """

    def __init__(self, respond: Callable[[Any, bytes], Answer], threads: int) -> None:
        self.respond = respond
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self.check_thread = ThreadPoolExecutor(1, thread_name_prefix="check")
        """Executor for health checks of the process, which must not wait for pages."""
        self.held: dict[asyncio.Timeout, int] = {}
        """Number of bytes that the process holds for each slow client, by the client's deadline,
        oldest first.
        """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Wait for the body, unless the client disconnects, and let a thread answer. Raise
        TimeoutError if the client takes too long to receive the response.
        """
        headers = dict(scope["headers"])
        length = int(headers.get(b"content-length", b"0"))
        is_read = 0 < length <= limits.LARGEST_BODY and b"transfer-encoding" not in headers
        body = bytearray()
        try:
            if is_read and not await self._read(receive, body):
                return
        except TimeoutError:
            answer = REFUSAL
        else:
            threads = self.check_thread if scope["path"] == "/livez" else self.threads
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(threads, self._respond, scope, bytes(body))
        status, fields, content = answer
        pairs = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        await send({"type": "http.response.body", "body": content, "more_body": True})
        unsent = scope["state"]["transport"].get_write_buffer_size()
        seconds = limits.ANSWER_SECONDS * max(1.0, unsent / limits.LARGEST_BODY)
        async with self._deadline(seconds) as deadline:
            await self._hold(unsent, deadline)
            await send({"type": "http.response.body"})  # Wait until the client has everything.

    async def _read(self, receive: Any, body: bytearray) -> bool:
        async with self._deadline(limits.BODY_SECONDS) as deadline:
            while (message := await receive())["type"] == "http.request":
                body += message["body"]
                await self._hold(len(message["body"]), deadline)
                if not message["more_body"]:
                    return True
        return False

    def _respond(self, scope: Any, body: bytes) -> Answer:
        running[get_ident()] = time.monotonic()
        try:
            return self.respond(scope, body)
        finally:
            del running[get_ident()]

    @asynccontextmanager
    async def _deadline(self, seconds: float) -> AsyncIterator[asyncio.Timeout]:
        """Raise TimeoutError if the block takes too long."""
        async with asyncio.timeout(seconds) as deadline:
            self.held[deadline] = 0
            try:
                yield deadline
            finally:
                del self.held[deadline]

    async def _hold(self, size: int, deadline: asyncio.Timeout) -> None:
        """Count the bytes held for a client. If there are too many in total, expire the oldest
        deadline.
        """
        self.held[deadline] += size
        oldest = next(iter(self.held))
        if sum(self.held.values()) > limits.BYTES_HELD and not oldest.expired():
            oldest.reschedule(0)
            await asyncio.sleep(0)  # Let it end, even if it is this one.


class Site(BaseHandler):
    """Django's request handler for complete requests."""

    def respond(self, scope: Any, body: bytes) -> Answer:
        """Return Django's response. This runs in a thread."""
        request_started.send(sender=type(self), scope=scope)
        try:
            request = ASGIRequest(scope, BytesIO(body))
        except UnicodeDecodeError:
            return HTTPStatus.BAD_REQUEST, [], b""
        with closing(self.get_response(request)) as response:
            cookies = [("Set-Cookie", c.OutputString()) for c in response.cookies.values()]
            return response.status_code, [*response.items(), *cookies], b"".join(response)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with loading():
    django.setup()
    from core.live.asgi import Streams  # The apps must be loaded first.

    django_site = Site()
    django_site.load_middleware()
    load_pages()
site = Streams(Pages(django_site.respond, limits.THREADS))


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request. Clients that receive the response too slowly are cut off."""
    try:
        await site(scope, receive, send)
    except TimeoutError:
        transport = scope["state"]["transport"]
        with suppress(OSError):  # The client may already have left.
            transport.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE
            )
        transport.abort()
        await asyncio.sleep(0)  # Let the server notice this.
