"""An application that never answers some addresses, for servers in separate processes."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from config.asgi import Pages
from config.web import listener, supervise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Loop forever at two addresses and answer all others."""
    while environ["PATH_INFO"] == "/spin":
        pass
    if environ["PATH_INFO"] == "/hold":  # in one call that holds the interpreter
        re.fullmatch("(a+)+", "a" * 60 + "b")
    start_response("200 OK", [("Content-Type", "text/plain")])
    yield f"hello from process {os.getpid()}".encode()


if __name__ == "__main__":
    with listener() as door:
        supervise(Pages(application, 2), door)
