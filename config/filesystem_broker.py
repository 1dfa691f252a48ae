"""The broker that is a folder: kombu's file system transport, with messages that are there whole or
not at all.

kombu writes a message under the name by which it is looked for; a worker that comes at the wrong
moment reads half of it and dies. Here it gets its name when it is whole. A torn one that a crash
left behind is passed over: the row in the database is the truth, and the next tick rings again.
"""

from __future__ import annotations

from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any, Final
from uuid import uuid4

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

NAME: Final = "filesystem"


class Channel(filesystem.Channel):
    """Messages as files, one each."""

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override] # as kombu's own does
        name = f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        whole = Path(self.data_folder_out, name)
        part = whole.with_suffix(".part")
        part.write_text(dumps(payload))
        part.rename(whole)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            return super()._get(queue)
        except ValueError as torn:
            raise Empty from torn


class Transport(filesystem.Transport):
    """The transport behind addresses that begin with `filesystem:`."""

    Channel = Channel


def install() -> None:
    """From now on `filesystem:` means this one."""
    TRANSPORT_ALIASES[NAME] = f"{__name__}:Transport"
