"""Encryption (RFC 8291) and signatures (RFC 8292) for push messages.

The push service can neither read nor change a message. The site's key is derived from the site's
secret unless a key is configured.
"""

from __future__ import annotations

import base64
import json
import os
import struct
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve, which is the number of possible keys."""
POINT: Final = 65
AUTH: Final = 16
RECORD: Final = 4096
MAX_MESSAGE_BYTES: Final = 3000
"""Maximum size of a message before encryption, in bytes. Push services accept 4,096 encrypted
bytes.
"""
DELIMITER: Final = b"\x02"
"""Delimiter that marks the last record. Messages have only one record."""
SIGNATURE_LIFETIME: Final = timedelta(hours=12)


def encode(data: bytes) -> str:
    """Encode bytes in URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode URL-safe base64. Raise ValueError if it is invalid."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)


def is_browser_key(p256dh: str, auth: str) -> bool:
    """Return whether a browser's keys are valid: a point on the curve, and sixteen bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point := decode(p256dh))
        return len(point) == POINT and len(decode(auth)) == AUTH
    except ValueError:
        return False


def encrypt(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a push message (RFC 8291, section 3.4; `aes128gcm` of RFC 8188, one
    record).

    `key` and `salt` are random unless a test sets them.
    """
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(16)
    browser_key, own_key = decode(p256dh), _point(key)
    shared = key.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key)
    )
    secret = _derive(shared, decode(auth), b"WebPush: info\0" + browser_key + own_key, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, message + DELIMITER, None)
    return salt + struct.pack("!IB", RECORD, len(own_key)) + own_key + sealed


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def site_key() -> str:
    """Return the public key for browsers. Messages must be signed with the matching private key."""
    return encode(_point(_keys()[0]))


def signature(endpoint: str, vapid: str, now: datetime) -> str | None:
    """Return the `Authorization` header (RFC 8292) for a browser that subscribed with the key
    `vapid`.

    Return None if the site no longer has that key.
    """
    key = next((key for key in _keys() if encode(_point(key)) == vapid), None)
    if key is None:
        return None
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + SIGNATURE_LIFETIME).timestamp()),
        "sub": _subject(),
    }
    signed_part = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(key.sign(signed_part.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed_part}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={vapid}"


def _json(value: object) -> str:
    return encode(json.dumps(value, separators=(",", ":")).encode())


def _subject() -> str:
    if settings.SITE_OWNER_EMAIL:
        return f"mailto:{settings.SITE_OWNER_EMAIL[0]}"
    url: str = settings.SITE_URL
    return url if url.startswith("https://") else "mailto:nobody@localhost"


def _keys() -> tuple[ec.EllipticCurvePrivateKey, ...]:
    """Return the site's current and former keys.

    Former keys stay valid while the secret is being replaced.
    """
    derived = [
        _derive_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
    return (_configured_key(settings.VAPID_KEY), *derived) if settings.VAPID_KEY else tuple(derived)


@lru_cache(maxsize=8)
def _derive_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Derive a key from a secret. 48 bytes make the distribution uniform."""
    key_bytes = _derive(secret.encode(), b"", b"dead drop: web push", 48)
    return ec.derive_private_key(int.from_bytes(key_bytes) % (ORDER - 1) + 1, CURVE)


@lru_cache(maxsize=2)
def _configured_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the configured key, which has 32 bytes in the usual format of VAPID private keys."""
    return ec.derive_private_key(int.from_bytes(decode(text)), CURVE)
