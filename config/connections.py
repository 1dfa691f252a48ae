"""Connections of the web server, with limits for slow clients (`config.limits`).

uvicorn has a timeout only for idle connections. This protocol adds one for the head of a request
and one for receiving a response, and limits on heads, pipelined requests and idle connections.

It overrides methods of `asyncio.Protocol` and the parser's callback `on_body`, and reads uvicorn's
`pipeline`. It relies on uvicorn starting a request's task inside `data_received`, with its context.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

SLICE_BYTES: Final = 16 * 1024
"""Maximum bytes that are parsed before the limits are checked again."""
TOO_SLOW: Final = "This request took too long to arrive. Send it again."
TOO_LONG: Final = "The headers of this request are too long."
RESET_ON_CLOSE: Final = struct.pack("ii", 1, 0)
"""Value of SO_LINGER that makes the system discard unsent data when a socket is closed."""


class Connection(HttpToolsProtocol):
    """A connection that waits for a request, answers one, or is receiving a response."""

    current: ClassVar[ContextVar[Connection | None]] = ContextVar("connection", default=None)
    """The connection of the request that the current task answers."""
    taking: ClassVar[dict[Connection, asyncio.TimerHandle]] = {}
    """Connections whose client has not received everything yet, oldest first."""
    idle: ClassVar[dict[Connection, None]] = {}
    """Connections without a request, oldest first."""

    wire: asyncio.Transport
    head_deadline: asyncio.TimerHandle | None = None
    requests = 0
    """Number of requests in progress. With pipelining, two can overlap for a moment."""
    room = limits.LARGEST_HEAD
    """Number of bytes of heads that can still arrive before the next request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request. If too many connections do, close the oldest."""
        super().connection_made(transport)
        self.wire = transport
        transport.set_write_buffer_limits(high=0)  # Report all data that the client has not taken.
        self._set_head_deadline(limits.HEAD_SECONDS)
        self.idle[self] = None
        if len(self.idle) > limits.IDLE_CONNECTIONS:
            next(iter(self.idle)).wire.close()

    def data_received(self, data: bytes) -> None:
        """Start the clock of a request, and check the size of its head."""
        if not self.requests and self.head_deadline is None:
            self._set_head_deadline(limits.HEAD_SECONDS)
        self.current.set(self)
        for start in range(0, len(data), SLICE_BYTES):
            part = data[start : start + SLICE_BYTES]
            self.room -= len(part)
            super().data_received(part)
            if len(self.pipeline) > limits.PIPELINED_REQUESTS:
                return self.cut_off()
            if self.wire.is_closing():
                return None
        if self.room < 0:  # A complete request starts a task, which runs before this check.
            asyncio.get_running_loop().call_soon(self._check_size)
        return None

    def on_body(self, body: bytes) -> None:
        """Do not count the body of a request, which has limits of its own."""
        self.room += len(body)
        super().on_body(body)

    @contextmanager
    def request(self, *, is_read: bool) -> Iterator[None]:
        """Stop the clock while the block answers a request. If its body is not read, discard the
        rest of it afterwards, so that its sender gets the response.
        """
        self.requests += 1
        self.room = limits.LARGEST_HEAD
        self._set_head_deadline(None)
        self.idle.pop(self, None)
        try:
            yield
        finally:
            self.requests -= 1
            if not self.requests and not self.wire.is_closing():
                self.idle[self] = None
                if not is_read:
                    self._set_head_deadline(limits.HEAD_SECONDS)

    def pause_writing(self) -> None:
        """Start the clock of a response that the client did not take immediately. Cut off the
        oldest ones if too much is buffered.
        """
        super().pause_writing()
        if self not in self.taking:
            seconds = limits.seconds_to_take(self.wire.get_write_buffer_size())
            loop = asyncio.get_running_loop()
            self.taking[self] = loop.call_later(seconds, self.cut_off)
        while sum(each.wire.get_write_buffer_size() for each in self.taking) > limits.ANSWERS_HELD:
            next(iter(self.taking)).cut_off()

    def resume_writing(self) -> None:
        """Stop the clock, because the client has taken all data."""
        super().resume_writing()
        self._stop_taking()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all clocks."""
        self._set_head_deadline(None)
        self._stop_taking()
        self.idle.pop(self, None)
        super().connection_lost(exc)

    def _set_head_deadline(self, seconds: float | None) -> None:
        if self.head_deadline:
            self.head_deadline.cancel()
            self.head_deadline = None
        if seconds:
            self.head_deadline = asyncio.get_running_loop().call_later(
                seconds, self._turn_away, HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW
            )

    def _stop_taking(self) -> None:
        if clock := self.taking.pop(self, None):
            clock.cancel()

    def _check_size(self) -> None:
        if self.room < 0 and not self.wire.is_closing():
            self._turn_away(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)

    def _turn_away(self, status: HTTPStatus, sentence: str) -> None:
        """Close the connection. If the client has begun a request, send an error first."""
        if not self.requests and self.room < limits.LARGEST_HEAD:
            lines = (
                f"HTTP/1.1 {status.value} {status.phrase}",
                "Content-Type: text/plain; charset=utf-8",
                f"Content-Length: {len(sentence)}",
                "Connection: close",
            )
            self.wire.write("\r\n".join([*lines, "", sentence]).encode())
        self.wire.close()

    def cut_off(self) -> None:
        """Abort a response and discard the system's buffers."""
        self._stop_taking()
        with suppress(OSError):  # The client may have left already.
            self.wire.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE
            )
        self.wire.abort()
