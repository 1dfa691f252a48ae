"""The live stream of a table: the version of what this reader has heard, whenever it is another; never what it was."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, StreamingHttpResponse
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.settings import api_settings

from play.selectors import seatings, sight
from play.selectors.seatings import NoSuchTable

from .live_hub import GONE, Stream, hub

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from django.http.response import HttpResponseBase

HEARTBEAT_SECONDS: Final = 20.0
LONGEST_SECONDS: Final = 600.0
"""A stream ends after this, and the browser opens the next one: who lost the right to it is out then at the latest."""
RETRY: Final = b"retry: 2000\n\n"
BEAT: Final = b":\n\n"


async def stream(request: HttpRequest, table: UUID) -> HttpResponseBase:
    """Events `{"v": version}` for a browser's session or an API token; `as` names the seat, for who has several.

    401 for who is not signed in, 404 for what is not theirs; 204, upon which browsers ask no more, where this process cannot stream.
    """
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    opened = await sync_to_async(opened_for)(request, table, seat_in(request))
    if opened is None:
        return HttpResponse("Sign in, or send an API token.", status=401, content_type="text/plain; charset=utf-8")
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    answer = StreamingHttpResponse(events(opened), content_type="text/event-stream")
    answer["Cache-Control"] = "no-store, private"
    answer["X-Accel-Buffering"] = "no"
    return answer


def seat_in(request: HttpRequest) -> int | None:
    """The seat that is looked from, as the address names it."""
    said = request.GET.get("as", "")
    return int(said) if said.isdecimal() and len(said) < 4 else None


def opened_for(request: HttpRequest, table: UUID, seat: int | None) -> Stream | None:
    """Who asks and what they have heard; None for nobody. Gives the database connection back, because a stream must hold none."""
    try:
        kinds: Any = api_settings.DEFAULT_AUTHENTICATION_CLASSES
        asker = Request(request, authenticators=[kind() for kind in kinds])
        user = asker.user
        if not user.is_authenticated:
            return None
        place = seatings.place(table, user, seat)
        return Stream(table=table, user=user, seat=seat, version=sight.version(place))
    except AuthenticationFailed:
        return None
    except NoSuchTable:
        raise Http404 from None
    finally:
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close()


async def events(opened: Stream) -> AsyncIterator[bytes]:
    """The stream itself: what is so at first, then what changes, and a heartbeat while nothing does."""
    loop, house = asyncio.get_running_loop(), hub()
    ends = loop.time() + LONGEST_SECONDS
    house.open(opened)
    try:
        yield RETRY + told(opened.version)
        while loop.time() < ends:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await opened.told.wait()
            except TimeoutError:
                yield BEAT
                continue
            opened.told.clear()
            opened.version = opened.next
            if opened.version == GONE:
                return
            yield told(opened.version)
    finally:
        house.close(opened)


@lru_cache(maxsize=256)
def told(version: str) -> bytes:
    """One event."""
    return b"data: " + json.dumps({"v": version}).encode() + b"\n\n"
