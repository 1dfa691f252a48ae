"""Loading of the site in a process while garbage collection is disabled."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from django.urls import get_resolver


@contextmanager
def loading() -> Iterator[None]:
    """Disable garbage collection while the block loads modules, and then freeze the loaded objects.

    Garbage collection would take a quarter of the loading time. Scanning the objects later would
    delay a page or a stream by a tenth of a second.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
    gc.collect()
    gc.freeze()


def load_pages() -> None:
    """Load all pages and operations, which makes the first request fast and saves memory."""
    _ = get_resolver().url_patterns
