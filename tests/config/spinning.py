"""An application that never answers some addresses, for servers in separate processes."""

from __future__ import annotations

import os
import re
import time
from typing import Any

from config.asgi import Answer, Pages
from config.web import listen, supervise


def respond(scope: Any, body: bytes) -> Answer:
    """Loop forever at two addresses and answer all others."""
    while scope["path"] == "/spin":
        pass
    if scope["path"] == "/hold":  # in one call that holds the interpreter
        re.fullmatch("(a+)+", "a" * 60 + "b")
    return 200, [("Content-Type", "text/plain")], f"hello from process {os.getpid()}".encode()


pages = Pages(respond, 2)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Block the event loop at one address."""
    if scope["path"] == "/block":
        time.sleep(3600)  # noqa: ASYNC251 - the fault to detect
    await pages(scope, receive, send)


if __name__ == "__main__":
    with listen() as listener:
        supervise(application, listener)
