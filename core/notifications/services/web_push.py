"""Messages to browsers: encrypted for one browser (RFC 8291), and signed by the site (RFC 8292).

A message passes the browser's maker, who can neither read nor change it. The site's key is made
from its secret unless it has one of its own: nothing is to be set up.
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
"""How many keys the curve has."""
POINT: Final = 65
AUTH: Final = 16
RECORD: Final = 4096
LONGEST: Final = 3000
"""Bytes of a message before encryption; all push services take 4,096 after it."""
LAST: Final = b"\x02"
"""What ends the last record of a message; ours have one."""
SIGNED_FOR: Final = timedelta(hours=12)


def encoded(data: bytes) -> str:
    """Base64 for addresses, with nothing at its end."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of that. Raises ValueError for what is no such text."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)


def is_browser_key(p256dh: str, auth: str) -> bool:
    """Whether a browser's keys are what they should be: a point of the curve, and sixteen bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point := decoded(p256dh))
        return len(point) == POINT and len(decoded(auth)) == AUTH
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
    """The body of a push message (RFC 8291, section 3.4; `aes128gcm` of RFC 8188, one record). A
    new key and salt each time, unless a test says which.
    """
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs, ours = decoded(p256dh), _point(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derived(shared, decoded(auth), b"WebPush: info\0" + theirs + ours, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, message + LAST, None)
    return salt + struct.pack("!IB", RECORD, len(ours)) + ours + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def site_key() -> str:
    """The public key that browsers are given: what is sent to them has to be signed with its
    other half.
    """
    return encoded(_point(_keys()[0]))


def signature(endpoint: str, vapid: str, at: datetime) -> str | None:
    """The `Authorization` that says who sends (RFC 8292), for a browser that was given the site's
    key `vapid`; None where the site has that key no longer.
    """
    key = next((key for key in _keys() if encoded(_point(key)) == vapid), None)
    if key is None:
        return None
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((at + SIGNED_FOR).timestamp()),
        "sub": _subject(),
    }
    said = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={said}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={vapid}"


def _json(value: object) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())


def _subject() -> str:
    """Whom a push service can ask about this site."""
    if settings.SITE_OWNER_EMAIL:
        return f"mailto:{settings.SITE_OWNER_EMAIL[0]}"
    url: str = settings.SITE_URL
    return url if url.startswith("https://") else "mailto:nobody@localhost"


def _keys() -> tuple[ec.EllipticCurvePrivateKey, ...]:
    """The site's key, and those before it: what was signed with a secret that is being replaced
    goes on.
    """
    made = [_made(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    return (_given(settings.VAPID_KEY), *made) if settings.VAPID_KEY else tuple(made)


@lru_cache(maxsize=8)
def _made(secret: str) -> ec.EllipticCurvePrivateKey:
    """A key made from a secret: 48 bytes, so that what is left by the curve's order favours no
    key.
    """
    drawn = _derived(secret.encode(), b"", b"dead drop: web push", 48)
    return ec.derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, CURVE)


@lru_cache(maxsize=2)
def _given(text: str) -> ec.EllipticCurvePrivateKey:
    """A key of the site's own: 32 bytes, as other tools write VAPID private keys."""
    return ec.derive_private_key(int.from_bytes(decoded(text)), CURVE)
