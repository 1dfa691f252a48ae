"""How uvicorn speaks HTTP where live streams are served: each request says on which connection it came.

A stream then writes there by itself (`play.live_wires`), which takes half as long as by the way of every other answer.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from play.live_wires import CONNECTION


class Streaming(HttpToolsProtocol):
    """HTTP by httptools, with the connection in the scope's extensions."""

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["extensions"] = {CONNECTION: {"transport": self.transport}}
