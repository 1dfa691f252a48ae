"""Buffering of requests under uvicorn. A request is passed on when it is complete, so that no
thread waits for a slow client.

Oversized requests and those without a length are passed on unread. Django or another application
refuses them by their headers.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from config import limits

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Application = Callable[..., Awaitable[None]]
    Receive = Callable[[], Awaitable[Any]]


class Gathered:
    """An ASGI application that gets complete requests with bodies of at most `largest` bytes.
    Larger requests go to the application `beyond`, if there is one.
    """

    def __init__(
        self,
        application: Application,
        largest: int = limits.LARGEST_BODY,
        beyond: Application | None = None,
    ) -> None:
        self.application, self.largest, self.beyond = application, largest, beyond or application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Wait for the body and pass the request on, unless its sender has disconnected."""
        headers = dict(scope["headers"]) if scope["type"] == "http" else {}
        announced = headers.get(b"content-length", b"")
        if not announced and b"transfer-encoding" not in headers:
            await self.application(scope, receive, send)
        elif announced.isdigit() and int(announced) <= self.largest:
            body = await _whole(receive)
            if body is not None:
                await self.application(scope, _Again(body, receive), send)
        else:
            await self.beyond(scope, _Again(b"", receive), send)


async def nothing_to_send(
    scope: Any, receive: Receive, send: Callable[..., Awaitable[None]]
) -> None:
    """Answer a request with an oversized body to an address that accepts no body."""
    sentence = b"There is nothing to send here."
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(sentence)).encode()),
        (b"connection", b"close"),
    ]
    await send(
        {
            "type": "http.response.start",
            "status": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "headers": headers,
        }
    )
    await send({"type": "http.response.body", "body": sentence})


async def _whole(receive: Receive) -> bytes | None:
    """Return the body, or None if its sender disconnects before it is complete."""
    pieces, more = [], True
    while more:
        said = await receive()
        if said["type"] == "http.disconnect":
            return None
        pieces.append(said.get("body", b""))
        more = said.get("more_body", False)
    return b"".join(pieces)


class _Again:
    """A `receive` function that returns the body in one piece, and then waits until the sender
    disconnects. Anything else that arrives is discarded.
    """

    def __init__(self, body: bytes, receive: Receive) -> None:
        self.first: bytes | None = body
        self.receive = receive

    async def __call__(self) -> Any:
        if self.first is not None:
            body, self.first = self.first, None
            return {"type": "http.request", "body": body, "more_body": False}
        said = await self.receive()
        while said["type"] != "http.disconnect":
            said = await self.receive()
        return said
