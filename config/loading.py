"""How a process loads the site: at once, without looking for garbage meanwhile, and for good."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from django.urls import get_resolver


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while the block loads modules: they all stay, and to look through them
    again and again takes a quarter of the time. What is there after the block is never looked
    through again: that would hold up a page or a stream for a tenth of a second.
    """
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()
    gc.collect()
    gc.freeze()


def load_pages() -> None:
    """Load every page and operation, so that processes that are forked from this one share them and
    the first to ask waits for none.
    """
    _ = get_resolver().url_patterns
