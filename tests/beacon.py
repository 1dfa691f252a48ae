"""A beacon whose rounds tests can sign."""

from __future__ import annotations

from hashlib import sha256

from pyblst import BlstP1Element, BlstP2Element

from engine import beacon
from engine.beacon import Chain

KEY = int.from_bytes(sha256(b"the tests' own beacon").digest(), "big") >> 2


def chain(key: int = KEY, *, genesis: int = 1_000_000, period: int = 30) -> Chain:
    """Return a chain with a known secret key."""
    generator = BlstP2Element.uncompress(beacon._GENERATOR)
    public = bytes(generator.scalar_mul(key).compress()).hex()
    return Chain(public_key=public, genesis=genesis, period=period)


def signature(number: int, key: int = KEY) -> str:
    """Return the chain's signature of a round."""
    hashed = BlstP1Element.hash_to_group(sha256(number.to_bytes(8, "big")).digest(), beacon._TAG)
    return bytes(hashed.scalar_mul(key).compress()).hex()
