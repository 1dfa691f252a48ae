"""A delay that anyone can verify. It is a chain of memory-hard hashes, computed one after another.

Link 0 is `SHA-256("delay/" + root)`. Each further link is `scrypt(previous link, "dead-drop/delay",
N=2^15, r=8, p=1)`, which takes 32 MiB and about a tenth of a second. A link can be computed only
from the previous one. Once all links are known, each can be verified separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import scrypt, sha256
from typing import Final

from .sealing import Hex32

MEMORY: Final = 2**15
"""The scrypt parameter N. Together with r = 8, a link needs 32 MiB."""
_SALT: Final = b"dead-drop/delay"
_ROOM: Final = 64 * 1024 * 1024


def links_from(root: str, count: int) -> tuple[Hex32, ...]:
    """Return `count` links that start from a root. The last link is the result of the delay."""
    links: list[Hex32] = []
    before = first(root)
    for _ in range(count):
        before = _link(before)
        links.append(before.hex())
    return tuple(links)


def first(root: str) -> bytes:
    """Return link 0 of the chain that starts from a root."""
    return sha256(b"delay/" + bytes.fromhex(root)).digest()


def wrong_link(root: str, links: Sequence[Hex32], look_at: Iterable[int]) -> int | None:
    """Return the first position whose link does not follow from the previous one, or None."""
    before = [first(root), *[bytes.fromhex(link) for link in links]]
    return next((index for index in look_at if _link(before[index]) != before[index + 1]), None)


def _link(before: bytes) -> bytes:
    return scrypt(before, salt=_SALT, n=MEMORY, r=8, p=1, maxmem=_ROOM, dklen=32)
