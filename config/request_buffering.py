"""Where uvicorn serves, a request is handed on when all of it is here, so that no thread waits for
a slow client.

What is too much to be read, or does not say how much it is, is handed on unread: Django refuses it
by its head, or another application does.
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
    """An ASGI application that gets requests whole: bodies of `largest` bytes at most. What is more
    goes `beyond`, if that is elsewhere.
    """

    def __init__(
        self,
        application: Application,
        largest: int = limits.LARGEST_BODY,
        beyond: Application | None = None,
    ) -> None:
        self.application, self.largest, self.beyond = application, largest, beyond or application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Wait for the body, and hand the request on; not if its sender has left meanwhile."""
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
    """The answer of an address to which nobody has anything to send."""
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
    """The body; None if its sender leaves before it is here."""
    pieces, more = [], True
    while more:
        said = await receive()
        if said["type"] == "http.disconnect":
            return None
        pieces.append(said.get("body", b""))
        more = said.get("more_body", False)
    return b"".join(pieces)


class _Again:
    """Tells an application the body in one piece, and then only when its sender leaves: what still
    comes is thrown away.
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
