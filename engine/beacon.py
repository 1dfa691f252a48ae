"""Public randomness in drand's format.

A network of independent operators signs a new round every few seconds. Nobody knows a round in
advance. A round is valid if its signature of the round number verifies with the chain's public key.
Its randomness is the SHA-256 hash of the signature. The supported scheme is
`bls-unchained-g1-rfc9380` (signatures on G1 of BLS12-381, keys on G2), which `quicknet` uses.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final, TypeAlias

import msgspec

from .sealing import Hex32
from .values import Value

PublicKey: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{192}$")]
"""A point of G2 in compressed form, as hexadecimal."""
Signature: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{96}$")]
"""A point of G1 in compressed form, as hexadecimal."""

_TAG: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_GENERATOR: Final = bytes.fromhex(
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)
"""The generator of G2 in compressed form."""


class Chain(Value):
    """A beacon, with its public key and the times of its rounds. Round 1 is published at `genesis`
    (in seconds since 1970), and each further round is published `period` seconds later.
    """

    public_key: PublicKey
    genesis: Annotated[int, msgspec.Meta(ge=0, le=2**40)]
    period: Annotated[int, msgspec.Meta(ge=1, le=86_400)]


QUICKNET: Final = Chain(
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=1_692_803_367,
    period=3,
)
"""The League of Entropy's chain, which has a round every three seconds."""
QUICKNET_HASH: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""Quicknet's identifier in the URLs of its relays."""


def round_at(chain: Chain, moment: int) -> int:
    """Return the first round published at or after this time, which is in seconds since 1970."""
    return max(0, -((chain.genesis - moment) // chain.period)) + 1


def comes_out(chain: Chain, number: int) -> int:
    """Return the time at which a round is published, in seconds since 1970."""
    return chain.genesis + (number - 1) * chain.period


def holds(chain: Chain, number: int, signature: Signature) -> bool:
    """Return whether this is the chain's signature of the round.

    The signature is valid if e(signature, g2) = e(H(round), key). Points at infinity are rejected,
    because the check would always pass for them.
    """
    if _at_infinity(chain.public_key) or _at_infinity(signature):
        return False
    # This is loaded at the first check, because most processes never make one.
    from pyblst import BlstP1Element, BlstP2Element, final_verify, miller_loop

    message = sha256(number.to_bytes(8, "big")).digest()
    try:
        key = BlstP2Element.uncompress(bytes.fromhex(chain.public_key))
        signed = BlstP1Element.uncompress(bytes.fromhex(signature))
    except ValueError:
        return False
    hashed = BlstP1Element.hash_to_group(message, _TAG)
    generator = BlstP2Element.uncompress(_GENERATOR)
    return bool(final_verify(miller_loop(signed, generator), miller_loop(hashed, key)))


def _at_infinity(point: str) -> bool:
    return bool(int(point[:2], 16) & 0x40)


def randomness(signature: Signature) -> Hex32:
    """Return a round's randomness, which is the SHA-256 hash of its signature."""
    return sha256(bytes.fromhex(signature)).hexdigest()
