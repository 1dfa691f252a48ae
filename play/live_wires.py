"""The ways on which a live stream reaches its reader: as any ASGI server lets it, or straight on
the connection.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio

CONNECTION: Final = "deaddrop.connection"
"""The extension of a request's scope in which a server hands over the connection
(`config.uvicorn_protocol`); in it a stream says how to end it (``"end"``), and a server that it
stops (``"stops"``).
"""


class Wire:
    """One open answer, on any server."""

    __slots__ = ("held", "send")

    def __init__(self, held: asyncio.Future[None], send: Any) -> None:
        self.held, self.send = held, send

    def write(self, body: bytes) -> None:
        """Send this. Where the server would make us wait, the reader has left a whole buffer
        unread, and is hung up on.
        """
        if not hand(self.send, body):
            self.end()

    def end(self) -> None:
        """Let the stream end."""
        self.held.cancel()


class Straight(Wire):
    """One open answer in chunks, straight on its connection."""

    __slots__ = ("transport",)

    def __init__(self, held: asyncio.Future[None], send: Any, transport: asyncio.Transport) -> None:
        super().__init__(held, send)
        self.transport = transport

    def write(self, body: bytes) -> None:
        """Send this. Where the connection takes no more, the reader has left all that it holds
        unread, and is hung up on.
        """
        if self.transport.is_closing():
            return  # the reader has left, which the server says too
        self.transport.write(chunk(body))
        if self.transport.get_write_buffer_size():
            self.transport.abort()


def hand(send: Any, body: bytes, *, more: bool = True) -> bool:
    """Hand a part of an answer to an ASGI server; whether it took it at once. Never waits."""
    sending = send({"type": "http.response.body", "body": body, "more_body": more})
    try:
        sending.send(None)
    except (StopIteration, OSError):  # it is sent; or the reader has left, which `receive` says too
        return True
    sending.close()
    return False


@lru_cache(maxsize=256)
def chunk(body: bytes) -> bytes:
    """A part of an answer whose length nobody knows beforehand, as HTTP writes it."""
    return b"%x\r\n%b\r\n" % (len(body), body)
