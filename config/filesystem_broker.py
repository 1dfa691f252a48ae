"""A message broker that uses a folder. It is kombu's file system transport, but with atomic writes.

kombu writes a message directly under its final name, so a worker can read half of the message and
crash. Here, a file gets its final name only when it is complete. Incomplete messages left by a
crash are ignored, because the database has the task and the next tick sends another message.
"""

from __future__ import annotations

from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel that stores messages as files."""

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override] # as kombu's own does
        name = f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        path = Path(self.data_folder_out, name)
        part = path.with_suffix(".part")
        part.write_text(dumps(payload))
        part.rename(path)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            return super()._get(queue)
        except ValueError as torn:
            raise Empty from torn


class Transport(filesystem.Transport):
    """The transport for addresses that begin with `filesystem:`."""

    Channel = Channel
