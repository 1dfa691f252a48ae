"""Sealed bundles, which are encrypted so that only the site that created them can open them.

A GM can download a sealed bundle, but cannot learn anything from its contents or its size. The size
depends only on public numbers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from tempfile import TemporaryFile
from typing import IO, Final
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django_scopes import scopes_disabled

from campaign.league.models import Campaign
from espionage.models import SealedSeat
from home.rules.bundle import SEALED, VERSION, Club, Manifest, SealedManifest, Talk, padded_size

from .bundle_files import BadBundle, create_archive, read_sealed, write_manifest, zip_entry
from .bundle_keys import sealing_keys
from .bundles import write_bundle

CHUNK_BYTES: Final = 1 << 20
SALT_BYTES: Final = 16
LENGTH_BYTES: Final = 8
TAG_BYTES: Final = 16


def seal_bundle(campaign: Campaign, *, talk: Talk, now: datetime) -> IO[bytes]:
    """Return a sealed bundle of the club as a temporary file, which is deleted when it is closed.

    Raise Refused for a try-out, or WrongTime while a week is being processed.
    """
    out = TemporaryFile()  # noqa: SIM115 - the response closes it
    try:
        with TemporaryFile() as bundle_file:
            manifest = write_bundle(campaign, bundle_file, talk=talk, now=now)
            _seal(campaign, manifest, bundle_file, out)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return out


def _seal(campaign: Campaign, manifest: Manifest, bundle_file: IO[bytes], file: IO[bytes]) -> None:
    size, salt = bundle_file.seek(0, os.SEEK_END), os.urandom(SALT_BYTES)
    bundle_file.seek(0)
    with scopes_disabled():
        seats = SealedSeat.objects.filter(week__season__campaign=campaign).count()
    padded_bytes = padded_size(size + LENGTH_BYTES, seats)
    cipher, digest, written = AESGCM(next(sealing_keys(salt))), sha256(salt), SALT_BYTES
    with create_archive(file) as archive:
        with archive.open(zip_entry(SEALED, ZIP_STORED), "w") as out:
            out.write(salt)
            for number, chunk in enumerate(_pad_chunks(bundle_file, size, padded_bytes)):
                last = (number + 1) * CHUNK_BYTES >= padded_bytes
                encrypted = cipher.encrypt(_nonce(number, last=last), chunk, None)
                out.write(encrypted)
                digest.update(encrypted)
                written += len(encrypted)
        write_manifest(
            archive,
            SealedManifest(
                version=VERSION,
                site_version=settings.VERSION,
                made_at=manifest.made_at,
                club=Club(id=str(campaign.pk), name=campaign.name, slug=campaign.slug),
                size=written,
                digest=digest.hexdigest(),
            ),
        )


def _pad_chunks(bundle_file: IO[bytes], size: int, padded_bytes: int) -> Iterator[bytes]:
    """Yield the inner bundle's length, the bundle, and zeros up to `padded_bytes`."""
    header = size.to_bytes(LENGTH_BYTES)
    for start in range(0, padded_bytes, CHUNK_BYTES):
        length = min(CHUNK_BYTES, padded_bytes - start)
        chunk = header + bundle_file.read(length - len(header))
        header = b""
        yield chunk.ljust(length, b"\0")


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11) + bytes([last])


@contextmanager
def open_unsealed(file: IO[bytes]) -> Iterator[IO[bytes]]:
    """Yield a file with an open bundle. If this site sealed the bundle, it is unsealed first.

    Raise BadBundle if the file is invalid or was changed.
    """
    with TemporaryFile() as out:
        yield out if unseal(file, out) else file


def unseal(file: IO[bytes], out: IO[bytes]) -> bool:
    """Decrypt a bundle that this site sealed, and write it to `out`.

    If the bundle is not sealed, write nothing and return False. Raise BadBundle if the file is
    invalid or was changed.
    """
    try:
        with ZipFile(file) as archive:
            manifest = read_sealed(archive)
            if manifest is None:
                return False
            with archive.open(SEALED) as sealed:
                _decrypt(sealed, manifest, out)
    except (BadZipFile, KeyError, EOFError) as error:
        raise BadBundle("This file is not a bundle, or it is incomplete.") from error
    return True


def _decrypt(sealed: IO[bytes], manifest: SealedManifest, out: IO[bytes]) -> None:
    salt, sealed_bytes = sealed.read(SALT_BYTES), manifest.size - SALT_BYTES
    ciphers = [AESGCM(key) for key in sealing_keys(salt)]
    remaining = number = 0
    while chunk := sealed.read(CHUNK_BYTES + TAG_BYTES):
        last = (number + 1) * (CHUNK_BYTES + TAG_BYTES) >= sealed_bytes
        ciphers, decrypted = _decrypt_chunk(ciphers, _nonce(number, last=last), chunk)
        if number == 0:
            remaining = int.from_bytes(decrypted[:LENGTH_BYTES])
            decrypted = decrypted[LENGTH_BYTES:]
        out.write(decrypted[:remaining])
        remaining -= min(remaining, len(decrypted))
        number += 1
    if remaining or not number:
        raise BadBundle("The sealed part was changed after the bundle was sealed.")


def _decrypt_chunk(ciphers: list[AESGCM], nonce: bytes, chunk: bytes) -> tuple[list[AESGCM], bytes]:
    """Return the cipher that could decrypt the chunk, and the decrypted chunk."""
    for cipher in ciphers:
        try:
            return [cipher], cipher.decrypt(nonce, chunk, None)
        except InvalidTag:
            continue
    raise BadBundle(
        "This bundle was sealed by another site or was changed. Only the site that sealed it "
        "can open it."
    )
