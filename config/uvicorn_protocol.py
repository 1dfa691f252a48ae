"""How uvicorn speaks HTTP where live streams are served: each request says on which connection it
came, and has to be here in time, as its answer has to be taken in time.

A stream then writes there by itself (`play.live_wires`), which takes half as long as by the way of
every other answer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config import limits
from play.live_wires import CONNECTION

if TYPE_CHECKING:
    from asyncio.events import TimerHandle

TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Streaming(HttpToolsProtocol):
    """HTTP by httptools, with the connection in the scope's extensions. Who sends too slowly is
    told so and hung up on, who takes too slowly is cut off.
    """

    taking: ClassVar[dict[Streaming, None]] = {}  # the oldest first
    """Connections on which something waits to be taken."""

    patience: TimerHandle | None = None
    take_by: TimerHandle | None = None
    silent = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and should say something. We hear of it as soon as they leave anything
        that is sent to them.
        """
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)
        self._wait(limits.HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """They say something. Line ends between requests are nothing to wait longer for."""
        self.silent = False
        idle = self.timeout_keep_alive_task
        super().data_received(data)
        if idle and self.patience is None and self._is_answered:
            self._wait(limits.HEAD_SECONDS)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["extensions"] = {CONNECTION: {"transport": self.transport}}
        self._wait(limits.HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """Its head is here."""
        super().on_headers_complete()
        self._wait(limits.BODY_SECONDS)

    def on_message_complete(self) -> None:
        """All of it is here."""
        super().on_message_complete()
        self._wait(None)

    def pause_writing(self) -> None:
        """They did not take all at once. One clock runs for an answer, however often they take a
        little of it.
        """
        super().pause_writing()
        self.taking[self] = None
        if self.take_by is None:
            seconds = limits.seconds_to_take(self.transport.get_write_buffer_size())
            self.take_by = self.loop.call_later(seconds, self._cut_off)
        while _held(self.taking) > limits.ANSWERS_HELD:
            oldest = next(iter(self.taking))
            del self.taking[oldest]
            oldest._cut_off()  # noqa: SLF001 - one of us

    def resume_writing(self) -> None:
        """They have taken what there was."""
        super().resume_writing()
        self.taking.pop(self, None)
        if self._is_answered:
            self._taken()

    def on_response_complete(self) -> None:
        """There is no more to be taken of this answer."""
        if not self.flow.write_paused:
            self._taken()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._wait(None)
        self._taken()
        self.taking.pop(self, None)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops: a stream ends as it would at its time, and its reader opens the next
        one elsewhere.
        """
        super().shutdown()
        if not self._is_answered:
            extension: Any = self.scope["extensions"][CONNECTION]
            extension["stops"] = True
            extension.get("end", lambda: None)()

    @property
    def _is_answered(self) -> bool:
        cycle: Any = self.cycle  # there is none before the first request
        return cycle is None or cycle.response_complete

    def _cut_off(self) -> None:
        """Break off an answer that is not taken."""
        limits.reset_on_close(self.transport.get_extra_info("socket"))
        self.transport.abort()

    def _taken(self) -> None:
        if self.take_by is not None:
            self.take_by.cancel()
            self.take_by = None

    def _wait(self, seconds: float | None) -> None:
        """Have so much patience from now on; None for any."""
        if self.patience is not None:
            self.patience.cancel()
        self.patience = None if seconds is None else self.loop.call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        cycle: Any = self.cycle
        answering = cycle is not None and cycle.response_started and not cycle.response_complete
        if not (self.silent or answering or self.transport.is_closing()):
            self.transport.write(TOO_SLOW)
        self.transport.close()


def _held(taking: dict[Streaming, None]) -> int:
    """So many bytes wait to be taken."""
    return sum(each.transport.get_write_buffer_size() for each in taking)
