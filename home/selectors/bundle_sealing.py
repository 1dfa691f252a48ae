"""Sealed bundles: an open bundle that only its own site can open, as long as public numbers say.

A GM may carry it away and learns nothing: neither what is in it nor how much.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from hashlib import sha256
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Final
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django_scopes import scopes_disabled

from espionage.models import SealedSeat
from home.rules.bundle import SEALED, VERSION, Club, SealedManifest, padded_size

from .bundle_files import BadBundle, archive_for, entry, read_sealed, write_manifest
from .bundle_keys import sealing_keys
from .bundles import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from campaign.league.models import Campaign
    from home.rules.bundle import Manifest, Talk

CHUNK: Final = 1 << 20
SALT: Final = 16
HEAD: Final = 8
TAG: Final = 16


def sealed_bundle(campaign: Campaign, *, talk: Talk, at: datetime) -> IO[bytes]:
    """A sealed bundle of the club, in a file that is gone when it is closed. Raises Refused for a
    try-out, WrongTime while a week is being resolved.
    """
    out = TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    try:
        with TemporaryFile() as inside:
            manifest = write(campaign, inside, talk=talk, at=at)
            _seal(campaign, manifest, inside, out)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return out


def _seal(campaign: Campaign, manifest: Manifest, inside: IO[bytes], file: IO[bytes]) -> None:
    size, salt = inside.seek(0, os.SEEK_END), os.urandom(SALT)
    inside.seek(0)
    with scopes_disabled():
        seats = SealedSeat.objects.filter(week__season__campaign=campaign).count()
    whole = padded_size(size + HEAD, seats)
    cipher, seen, written = AESGCM(next(sealing_keys(salt))), sha256(salt), SALT
    with archive_for(file) as archive:
        with archive.open(entry(SEALED, ZIP_STORED), "w") as out:
            out.write(salt)
            for number, chunk in enumerate(_padded(inside, size, whole)):
                last = (number + 1) * CHUNK >= whole
                said = cipher.encrypt(_nonce(number, last=last), chunk, None)
                out.write(said)
                seen.update(said)
                written += len(said)
        write_manifest(
            archive,
            SealedManifest(
                version=VERSION,
                site_version=settings.VERSION,
                made_at=manifest.made_at,
                club=Club(id=str(campaign.pk), name=campaign.name, slug=campaign.slug),
                size=written,
                digest=seen.hexdigest(),
            ),
        )


def _padded(inside: IO[bytes], size: int, whole: int) -> Iterator[bytes]:
    """The length of what is inside, itself, and as many zeros as make it `whole` bytes."""
    ahead = size.to_bytes(HEAD)
    for start in range(0, whole, CHUNK):
        wanted = min(CHUNK, whole - start)
        chunk = ahead + inside.read(wanted - len(ahead))
        ahead = b""
        yield chunk.ljust(wanted, b"\0")


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11) + bytes([last])


@contextmanager
def unsealed(file: IO[bytes]) -> Iterator[IO[bytes]]:
    """The open bundle in a file that may be one, or one that this site sealed. Raises BadBundle."""
    with TemporaryFile() as out:
        yield out if unseal(file, out) else file


def unseal(file: IO[bytes], out: IO[bytes]) -> bool:
    """Write the open bundle that this site sealed; False where the file is an open one, and nothing
    is written. Raises BadBundle.
    """
    try:
        with ZipFile(file) as archive:
            said = read_sealed(archive)
            if said is None:
                return False
            with archive.open(SEALED) as sealed:
                _open(sealed, said, out)
    except (BadZipFile, KeyError, EOFError) as error:
        raise BadBundle("This file is not a bundle, or it is incomplete.") from error
    return True


def _open(sealed: IO[bytes], said: SealedManifest, out: IO[bytes]) -> None:
    salt, whole = sealed.read(SALT), said.size - SALT
    ciphers = [AESGCM(key) for key in sealing_keys(salt)]
    left = number = 0
    while chunk := sealed.read(CHUNK + TAG):
        last = (number + 1) * (CHUNK + TAG) >= whole
        ciphers, opened = _tried(ciphers, _nonce(number, last=last), chunk)
        if number == 0:
            left, opened = int.from_bytes(opened[:HEAD]), opened[HEAD:]
        out.write(opened[:left])
        left -= min(left, len(opened))
        number += 1
    if left or not number:
        raise BadBundle("The sealed part was changed after the bundle was sealed.")


def _tried(ciphers: list[AESGCM], nonce: bytes, chunk: bytes) -> tuple[list[AESGCM], bytes]:
    """The chunk as one of these keys opens it, and that key."""
    for cipher in ciphers:
        try:
            return [cipher], cipher.decrypt(nonce, chunk, None)
        except InvalidTag:
            continue
    raise BadBundle(
        "This bundle was sealed by another site or was changed. Only the site that sealed it "
        "can open it."
    )
