"""Connections of the web server, with limits on the header sections of requests (`config.limits`).

uvicorn has a time limit only for connections between two requests. This protocol overrides methods
of `asyncio.Protocol`, callbacks of the parser, and `on_response_complete`.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config import limits

if TYPE_CHECKING:
    import asyncio

TOO_SLOW: Final = "This request took too long to arrive. Send it again."
TOO_LONG: Final = "The headers of this request are too long."


class Connection(HttpToolsProtocol):
    """A connection that closes if a request's header section is too long or arrives too slowly.

    The application finds the connection's transport in the state of the ASGI scope.
    """

    waiting: ClassVar[dict[Connection, asyncio.TimerHandle]] = {}
    """Deadlines of the connections that have no request in progress, oldest first."""
    head_size = 0
    """Number of bytes received since the last complete header section or body part."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # Pause the application while data is unsent.
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Limit the size of the header section."""
        self.head_size += len(data)
        super().data_received(data)
        if self.head_size > limits.LARGEST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)

    def on_message_begin(self) -> None:
        """Restart the clock when a request begins."""
        super().on_message_begin()
        self.scope["state"]["transport"] = self.transport
        if self in self.waiting:
            self._wait()

    def on_headers_complete(self) -> None:
        """Stop the clock. If there are too many waiting requests, make the parser fail, so that
        uvicorn closes the connection.
        """
        self.head_size = 0
        self._stop_waiting()
        if len(self.pipeline) >= limits.PIPELINED_REQUESTS:
            raise OverflowError
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Exclude the body from the count, because it has its own limits."""
        self.head_size = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has already arrived. uvicorn discards the rest of a
        body that was not read, so that the client gets the response.
        """
        if not self.pipeline:
            self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Start the clock. If too many connections are waiting, close the oldest of them."""
        self._stop_waiting()
        self.waiting[self] = self.loop.call_later(
            limits.HEAD_SECONDS, self._refuse, HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW
        )
        if len(self.waiting) > limits.IDLE_CONNECTIONS:
            oldest = next(iter(self.waiting))
            self.waiting.pop(oldest).cancel()
            oldest.transport.close()

    def _stop_waiting(self) -> None:
        if deadline := self.waiting.pop(self, None):
            deadline.cancel()

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Close the connection. If the client has begun a request, first send an error."""
        if self.transport.is_closing():
            return self.transport.abort()
        if self.head_size and self in self.waiting:
            self.transport.write(
                f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain\r\n"
                f"Content-Length: {len(sentence)}\r\nConnection: close\r\n\r\n{sentence}".encode()
            )
        return self.transport.close()
