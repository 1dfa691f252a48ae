"""The site's keys for bundles, made from its secret: one to sign with, whose public half everybody
may know, and one to seal with, which nobody is told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from home.rules.bundle import Signature

if TYPE_CHECKING:
    from collections.abc import Iterator


def public_key() -> str:
    """What bundles of this site are signed with, as 64 hexadecimal digits."""
    return _signing(settings.SECRET_KEY).public_key().public_bytes_raw().hex()


def is_ours(signature: Signature) -> bool:
    """Whether this site signed it, by its secret or one that was replaced."""
    return any(
        _signing(secret).public_key().public_bytes_raw().hex() == signature.key
        for secret in _secrets()
    )


def sign(manifest: bytes) -> Signature:
    """This site's signature of a manifest."""
    return Signature(key=public_key(), signature=_signing(settings.SECRET_KEY).sign(manifest).hex())


def holds(signature: Signature, manifest: bytes) -> bool:
    """Whether the signature is one of this manifest by the key that it names."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
    try:
        key.verify(bytes.fromhex(signature.signature), manifest)
    except InvalidSignature:
        return False
    return True


def sealing_keys(salt: bytes) -> Iterator[bytes]:
    """The keys with which this site seals and opens, today's first."""
    for secret in _secrets():
        yield _derived(secret, salt, b"dead drop: sealed bundle")


def _secrets() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=8)
def _signing(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(
        _derived(secret, b"", b"dead drop: bundle signature")
    )


def _derived(secret: str, salt: bytes, info: bytes) -> bytes:
    return HKDF(hashes.SHA256(), 32, salt, info).derive(secret.encode())
