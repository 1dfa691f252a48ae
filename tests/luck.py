"""Reproducible randomness: what the site draws at random follows from the test's name, so a test
that passes once always passes.

Keys, salts and seeds come from `os.urandom`, which is a stream derived from a name inside `ruling`.
Other tests check that the rules hold for any dice: `tests/*/rules` and `engine.conformance`.
"""

from __future__ import annotations

import hashlib
import os
import random
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

CHANCE: Final = os.urandom


class Luck:
    """Bytes that follow from a name. Threads may draw at the same time and get different bytes."""

    def __init__(self, name: str) -> None:
        self.name = name.encode()
        self.drawn = count()

    def draw(self, size: int) -> bytes:
        return hashlib.shake_256(b"%s/%d" % (self.name, next(self.drawn))).digest(size)


def free() -> bool:
    """Return whether nobody has replaced the source of randomness."""
    return os.urandom is CHANCE


def rules() -> bool:
    """Return whether randomness follows from a name, and is neither real nor controlled by a
    test.
    """
    return isinstance(getattr(os.urandom, "__self__", None), Luck)


@contextmanager
def ruling(name: str) -> Iterator[None]:
    """Derive all random values inside the block from this name."""
    kept = os.urandom, random._urandom  # type: ignore[attr-defined]
    os.urandom = random._urandom = Luck(name).draw  # type: ignore[attr-defined]
    try:
        yield
    finally:
        os.urandom, random._urandom = kept  # type: ignore[attr-defined]
