"""Live streams, which are served directly over ASGI because the middleware would need a thread for
each stream.

Django answers all other requests, including refused streams. In a measurement with 300 streams, the
middleware used 120 KiB and one thread for each stream.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, connections
from django.http import Http404
from django.urls import resolve

from core.web.api.scopes import ScopeMissing

from .hub import Stream, hub

OPENING_THREADS: Final = 4
"""Number of threads that authenticate stream requests."""
LONGEST_SECONDS: Final = 600.0
"""Maximum duration of a stream, after which the browser opens a new one."""
LAST_SECONDS: Final = 1.0
"""Time allowed for sending the end of a stream."""
RETRY_MILLISECONDS: Final = range(2_000, 5_000)
"""Time before a browser reconnects. It is random for each stream, so that readers do not all
reconnect at the same time after a restart.
"""
HEADERS: Final = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, private"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)
TOO_MANY_HEADERS: Final = (
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"cache-control", b"no-store, private"),
    (b"retry-after", b"60"),
)


class Streams:
    """An ASGI application that serves live streams and passes all other requests to the site."""

    def __init__(self, site: Callable[..., Awaitable[None]]) -> None:
        self.site = site
        self.threads = ThreadPoolExecutor(OPENING_THREADS, thread_name_prefix="live-open")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a stream, or pass the request on."""
        stream = None
        if scope["method"] == "GET" and scope["path"].startswith(settings.LIVE_PATH):
            loop = asyncio.get_running_loop()
            stream = await loop.run_in_executor(self.threads, _stream_for, scope)
        if stream is None:
            await self.site(scope, receive, send)
        elif hub().is_full(stream):
            await _refuse(stream, send)
        else:
            await _serve(stream, receive, send)


def _stream_for(scope: Any) -> Stream | None:
    """Return the requested stream, or None if Django must answer the request."""
    try:
        request = ASGIRequest(scope, BytesIO())
        request.get_host()
        store = import_module(settings.SESSION_ENGINE).SessionStore
        request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        request.user = get_user(request)
        view: Any
        view, _, names = resolve(request.path_info)
        stream: Stream | None = view.view_class().open(request, **names)
    except (Http404, SuspiciousOperation, ScopeMissing, DatabaseError):
        return None
    else:
        return stream
    finally:
        connections.close_all()  # A stream must not hold a connection.


async def _serve(stream: Stream, receive: Any, send: Any) -> None:
    """Keep the stream open until its reader leaves, the server stops, its maximum duration is over,
    or the hub ends it. Raise TimeoutError if the reader does not accept the end of the stream.
    """
    first = b"retry: %d\n" % random.choice(RETRY_MILLISECONDS) + stream.first_message()
    seconds = 0 if hub().is_stopping else LONGEST_SECONDS
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds) as stream.deadline:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            await send({"type": "http.response.body", "body": first, "more_body": True})
            stream.send = send
            with hub().opened(stream):
                while (await receive())["type"] != "http.disconnect":
                    pass
    async with asyncio.timeout(LAST_SECONDS):
        await send({"type": "http.response.body", "body": b""})


async def _refuse(stream: Stream, send: Any) -> None:
    """Refuse a stream that exceeds the limit. The status stops browsers from retrying."""
    body = f"You already have {stream.MAX_PER_PERSON} open streams. Close one first.".encode()
    headers = list(TOO_MANY_HEADERS)
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body})
