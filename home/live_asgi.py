"""People's own streams straight on ASGI, as those of tables are (`play.live_asgi`)."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import DisallowedHost
from django.urls import reverse

from core.web.api.scopes import ScopeMissing
from play.live_asgi import DOORKEEPERS, request_of, retry, serve

from .live import opened_for
from .live_hub import MOST_STREAMS, hub

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .live_hub import EventStream

TOO_MANY: Final = f"You already have {MOST_STREAMS} open streams. Close one first.".encode()
WAIT: Final = b"60"
"""After so many seconds it may be tried again."""


class PersonalStreams:
    """An ASGI application, with the streams of people taken out of its hands."""

    def __init__(self, site: Callable[..., Awaitable[None]]) -> None:
        self.site = site
        self.doors = ThreadPoolExecutor(DOORKEEPERS, thread_name_prefix="live-me-door")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a stream, or hand the request on."""
        stream = None
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == _path():
            loop = asyncio.get_running_loop()
            stream = await loop.run_in_executor(self.doors, _opened, scope)
        if stream is None:
            await self.site(scope, receive, send)
        elif hub().is_full(stream.key):
            await _refuse(send)
        else:
            first = retry() + b"id: %b\n\n" % stream.first.encode()
            await serve(stream, hub(), first, scope, receive, send)


@cache
def _path() -> str:
    return reverse("live-me")


def _opened(scope: Any) -> EventStream | None:
    """The stream that is asked for; None when Django has to say why not."""
    try:
        return opened_for(request_of(scope))
    except (DisallowedHost, ScopeMissing):
        return None


async def _refuse(send: Any) -> None:
    """Nobody has any number of streams; a browser asks no more."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store, private"),
        (b"retry-after", WAIT),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_MANY})
