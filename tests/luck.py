"""Luck that a test can rely on: what the site draws at random follows from the test's name, so a
test that passes always passes.

Keys, salts and seeds come from `os.urandom`, which is a stream made from a name while luck is
`ruling`. That the rules hold whatever the dice say is asked where it can be asked of many dice: of
the rules themselves (`tests/*/rules`, `engine.conformance`).
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
    """Bytes that follow from a name. Threads may draw at once; none gets what another got."""

    def __init__(self, name: str) -> None:
        self.name = name.encode()
        self.drawn = count()

    def draw(self, size: int) -> bytes:
        return hashlib.shake_256(b"%s/%d" % (self.name, next(self.drawn))).digest(size)


def free() -> bool:
    """Whether chance is nobody's."""
    return os.urandom is CHANCE


def rules() -> bool:
    """Whether it is luck that rules, and not chance, nor a test that has chance in its own
    hands.
    """
    return isinstance(getattr(os.urandom, "__self__", None), Luck)


@contextmanager
def ruling(name: str) -> Iterator[None]:
    """Inside the block all that is random follows from this name."""
    kept = os.urandom, random._urandom  # type: ignore[attr-defined]
    os.urandom = random._urandom = Luck(name).draw  # type: ignore[attr-defined]
    try:
        yield
    finally:
        os.urandom, random._urandom = kept  # type: ignore[attr-defined]
