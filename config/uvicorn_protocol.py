"""How uvicorn speaks HTTP where live streams are served: each request says on which connection it
came, and has to be here in time.

A stream then writes there by itself (`play.live_wires`), which takes half as long as by the way of
every other answer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config import limits
from play.live_wires import CONNECTION

if TYPE_CHECKING:
    from asyncio.events import TimerHandle

TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Streaming(HttpToolsProtocol):
    """HTTP by httptools, with the connection in the scope's extensions. Who is too slow is told so
    and hung up on.
    """

    patience: TimerHandle | None = None
    silent = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and should say something."""
        super().connection_made(transport)
        self._wait(limits.HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """They say something."""
        self.silent = False
        super().data_received(data)

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

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._wait(None)
        super().connection_lost(exc)

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
