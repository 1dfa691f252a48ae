"""An ASGI application for people's own streams, similar to the one for tables
(`play.live.asgi`).
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError
from django.urls import reverse

from core.web.api.scopes import ScopeMissing
from play.live.asgi import DOORKEEPERS, request_of, retry, serve

from .hub import MAX_STREAMS, hub
from .views import stream_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .hub import EventStream

TOO_MANY: Final = f"You already have {MAX_STREAMS} open streams. Close one first.".encode()
RETRY_SECONDS: Final = b"60"
"""Seconds after which a client can retry."""


class PersonalStreams:
    """An ASGI application that serves people's streams and passes other requests on."""

    def __init__(self, site: Callable[..., Awaitable[None]]) -> None:
        self.site = site
        self.executor = ThreadPoolExecutor(DOORKEEPERS, thread_name_prefix="live-me-door")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a stream, or pass the request on."""
        stream = None
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == _path():
            loop = asyncio.get_running_loop()
            stream = await loop.run_in_executor(self.executor, _stream_for, scope)
        if stream is None:
            await self.site(scope, receive, send)
        elif hub().is_full(stream.key):
            await _refuse(send)
        else:
            first = retry() + b"id: %b\n\n" % stream.first_id.encode()
            await serve(stream, hub(), first, scope, receive, send)


@cache
def _path() -> str:
    return reverse("live-me")


def _stream_for(scope: Any) -> EventStream | None:
    """Return the requested stream, or None if Django has to answer with an error."""
    try:
        return stream_for(request_of(scope))
    except (SuspiciousOperation, ScopeMissing, DatabaseError):
        return None


async def _refuse(send: Any) -> None:
    """Refuse a stream above the limit. The status stops browsers from retrying."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store, private"),
        (b"retry-after", RETRY_SECONDS),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_MANY})
