"""The site's signing key and sealing key for bundles, both derived from its secret."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from home.rules.bundle import Signature


def public_key() -> str:
    """Return the public key for this site's signatures, as 64 hexadecimal digits."""
    return _signing_key(settings.SECRET_KEY).public_key().public_bytes_raw().hex()


def is_ours(signature: Signature) -> bool:
    """Return whether this site made a signature, with either its current or a previous secret."""
    return any(
        _signing_key(secret).public_key().public_bytes_raw().hex() == signature.key
        for secret in _secrets()
    )


def sign(manifest: bytes) -> Signature:
    """Return this site's signature of a manifest."""
    return Signature(
        key=public_key(), signature=_signing_key(settings.SECRET_KEY).sign(manifest).hex()
    )


def is_valid_signature(signature: Signature, manifest: bytes) -> bool:
    """Return whether a signature is valid for a manifest and for the key that it names."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
    try:
        key.verify(bytes.fromhex(signature.signature), manifest)
    except InvalidSignature:
        return False
    return True


def sealing_keys(salt: bytes) -> Iterator[bytes]:
    """Yield the keys for sealing and unsealing, starting with the current one."""
    for secret in _secrets():
        yield _derive_key(secret, salt, b"dead drop: sealed bundle")


def _secrets() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=8)
def _signing_key(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(
        _derive_key(secret, b"", b"dead drop: bundle signature")
    )


def _derive_key(secret: str, salt: bytes, info: bytes) -> bytes:
    return HKDF(hashes.SHA256(), 32, salt, info).derive(secret.encode())
