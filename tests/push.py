"""A fake browser and push service: keys, a server that accepts messages, and their decryption,
written independently from RFC 8188 and RFC 8291.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def in_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """A browser's keys: its subscription, and what decrypts its messages."""

    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = b"sixteen bytes, so"[:16]

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": in_base64(self.point), "auth": in_base64(self.secret)}

    def opened(self, body: bytes) -> bytes:
        """Return the content of a message."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), public)
        secret = _expand(_mac(self.secret, shared), b"WebPush: info\0" + self.point + theirs, 32)
        drawn = _mac(salt, secret)
        plain = AESGCM(_expand(drawn, b"Content-Encoding: aes128gcm\0", 16)).decrypt(
            _expand(drawn, b"Content-Encoding: nonce\0", 12), sealed, None
        )
        return plain.rstrip(b"\0").removesuffix(b"\2")


def _mac(key: bytes, data: bytes) -> bytes:
    found = hmac.HMAC(key, hashes.SHA256())
    found.update(data)
    return found.finalize()


def _expand(secret: bytes, info: bytes, length: int) -> bytes:
    return _mac(secret, info + b"\1")[:length]


def claims_of(authorization: str) -> dict[str, Any]:
    """Return the verified claims of a message's signature."""
    said, key = (
        part.strip().partition("=")[2] for part in authorization.removeprefix("vapid ").split(",")
    )
    head, body, signature = said.split(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(key))
    raw = from_base64(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(both, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(from_base64(body))
    return found


@dataclass
class PushService:
    """A server that accepts push messages."""

    status: int = 201
    heard: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""


@contextmanager
def push_service(settings: Any) -> Iterator[PushService]:
    """Run a push service on this machine, to which the site sends meanwhile."""
    there = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            there.heard.append((self.path, dict(self.headers), body))
            self.send_response(there.status)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    there.url = f"http://127.0.0.1:{server.server_port}/push/"
    settings.PUSH_STAND_IN = there.url
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield there
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
