"""Connections of live streams to their readers, through any ASGI server or directly on the
transport.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio

CONNECTION: Final = "deaddrop.connection"
"""Scope extension in which a server passes its connection (`config.uvicorn_protocol`). In it, the
stream stores a function that ends it (``"end"``), and the server sets ``"stops"`` when it is
stopping.
"""


class Wire:
    """An open response on any ASGI server."""

    __slots__ = ("held", "send")

    def __init__(self, held: asyncio.Future[None], send: Any) -> None:
        self.held, self.send = held, send

    def write(self, body: bytes) -> None:
        """Send this. If the server would have to wait, the reader has left a whole buffer unread,
        so disconnect it.
        """
        if not hand(self.send, body):
            self.end()

    def end(self) -> None:
        """Tell the stream to end."""
        self.held.cancel()


class Straight(Wire):
    """An open chunked response directly on its transport."""

    __slots__ = ("transport",)

    def __init__(self, held: asyncio.Future[None], send: Any, transport: asyncio.Transport) -> None:
        super().__init__(held, send)
        self.transport = transport

    def write(self, body: bytes) -> None:
        """Send this. If the transport does not accept all of it, the reader has left a whole buffer
        unread, so disconnect it.
        """
        if self.transport.is_closing():
            return  # The reader has left. The server reports that too.
        self.transport.write(chunk(body))
        if self.transport.get_write_buffer_size():
            self.transport.abort()


def hand(send: Any, body: bytes, *, more: bool = True) -> bool:
    """Send a part of a response to an ASGI server, and return whether the server accepted it
    immediately. Never wait.
    """
    sending = send({"type": "http.response.body", "body": body, "more_body": more})
    try:
        sending.send(None)
    except (StopIteration, OSError):  # sent, or the reader has left
        return True
    sending.close()
    return False


@lru_cache(maxsize=256)
def chunk(body: bytes) -> bytes:
    """Return a part of a chunked HTTP response."""
    return b"%x\r\n%b\r\n" % (len(body), body)
