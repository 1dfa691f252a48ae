"""Live streams, served directly on ASGI. The middleware would need a thread for each stream.

Django answers everything else, including refused streams. In a measurement with 300 streams, the
middleware used 120 KiB and one thread for each of them.
"""

from __future__ import annotations

import asyncio
import random
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.http import Http404

from core.web.api.scopes import ScopeMissing

from .access import opened_for, seat_in
from .hub import Wire, hub, version_event

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .hub import Stream, StreamHub, StreamT

PATH: Final = re.compile(
    re.escape(settings.LIVE_PATH) + r"play/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/"
)
DOORKEEPERS: Final = 4
"""Number of threads that authenticate requests for streams. Each closes its database connection
after a request.
"""
LONGEST_SECONDS: Final = 600.0
"""Maximum duration of a stream. After it, the browser opens a new one."""
LAST_SECONDS: Final = 1.0
"""Time for sending the end of a stream. A reader that does not take it is disconnected."""
RETRY_MILLISECONDS: Final = range(2_000, 5_000)
"""Time before a browser reconnects. It is random for each stream, so that readers do not all
reconnect at the same time after a restart.
"""
HEAD: Final = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, private"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)


class LiveStreams:
    """ASGI application that serves live streams and passes everything else to the site."""

    def __init__(self, site: Callable[..., Awaitable[None]]) -> None:
        self.site = site
        self.doors = ThreadPoolExecutor(DOORKEEPERS, thread_name_prefix="live-door")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a stream, or pass the request on."""
        match = (
            PATH.fullmatch(scope.get("path", ""))
            if scope["type"] == "http" and scope["method"] == "GET"
            else None
        )
        stream = None
        if match:
            stream = await asyncio.get_running_loop().run_in_executor(
                self.doors, _opened, scope, UUID(match[1])
            )
        if stream is None:
            await self.site(scope, receive, send)
        else:
            stream_hub, first = hub(), retry() + b"\n" + version_event(stream.version)
            await serve(stream, stream_hub, first, scope, receive, send)


def retry() -> bytes:
    """Return the line that tells a browser when to connect again."""
    return b"retry: %d\n" % random.choice(RETRY_MILLISECONDS)


def _opened(scope: Any, table: UUID) -> Stream | None:
    """Return the requested stream, or None if Django must answer the request."""
    try:
        request = request_of(scope)
        return opened_for(request, table, seat_in(request))
    except (Http404, SuspiciousOperation, ScopeMissing, DatabaseError):
        return None


def request_of(scope: Any) -> ASGIRequest:
    """Return the request for a stream, with its session. Raise `DisallowedHost`."""
    request = ASGIRequest(scope, BytesIO())
    request.get_host()
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = get_user(request)
    return request


async def serve(
    stream: StreamT,
    stream_hub: StreamHub[StreamT],
    first: bytes,
    scope: Any,
    receive: Any,
    send: Any,
) -> None:
    """Send `first` and keep the stream open. It ends when its reader leaves, when the server stops,
    when its maximum duration is over, or when the hub ends it.
    """
    await send({"type": "http.response.start", "status": 200, "headers": list(HEAD)})
    wire = Wire()
    wire.write(first)
    stream_hub.open(stream, wire)
    _open_wires.add(wire)
    if _is_stopping:
        wire.end()
    tasks = [
        asyncio.ensure_future(_wait_for_disconnect(receive)),
        asyncio.ensure_future(_send_messages(wire, send)),
    ]
    try:
        await asyncio.wait(
            [*tasks, wire.is_open], timeout=LONGEST_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        _open_wires.remove(wire)
        stream_hub.close(stream)
        for task in tasks:
            task.cancel()
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_SECONDS):
            while not wire.messages.empty():
                await _send_message(wire, send)
            await send({"type": "http.response.body", "body": b""})


async def _send_messages(wire: Wire, send: Any) -> None:
    while True:
        await _send_message(wire, send)


async def _send_message(wire: Wire, send: Any) -> None:
    body = await wire.messages.get()
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _wait_for_disconnect(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# --- stopping -------------------------------------------------------------------------------------

_open_wires: Final = set[Wire]()
_is_stopping = False


def stop() -> None:
    """End all streams, and each later one immediately, so that the server can stop."""
    global _is_stopping  # noqa: PLW0603 - one per process
    _is_stopping = True
    for wire in _open_wires:
        wire.end()
