"""Bundles as files: written part by part, read line by line, in so much memory as a few rows take.

A reader first goes through the whole file and holds every part against the signed manifest; only
then it may give rows.
"""

from __future__ import annotations

import zlib
from collections import Counter
from contextlib import contextmanager
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import msgspec

from core.web.refusals import Refused
from home.rules.bundle import (
    FORMAT,
    MANIFEST,
    SIGNATURE,
    VERSION,
    Manifest,
    Part,
    SealedManifest,
    Signature,
)

from .bundle_keys import holds, sign
from .bundle_rows import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST: Final = 1 << 32
"""So many bytes a bundle may have, unpacked."""
MOST_IN_A_MANIFEST: Final = 1 << 20


class BadBundle(Refused):
    """A file that is no bundle, not whole, or not one that this site reads."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, field="file", code="bad-bundle")


def write_part(archive: ZipFile, name: str, lines: Iterable[bytes]) -> Part:
    """Write a part; what the manifest says of it."""
    part = Part(name=name, rows=0, size=0, digest="0" * 64)
    rows = size = 0
    seen = sha256()
    with archive.open(entry(part.file), "w") as file:
        for line in lines:
            file.write(line)
            seen.update(line)
            rows, size = rows + 1, size + len(line)
    return Part(name=name, rows=rows, size=size, digest=seen.hexdigest())


def write_manifest(archive: ZipFile, manifest: Manifest | SealedManifest) -> None:
    """Write the manifest and this site's signature of it: the last that is written."""
    said = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    archive.writestr(entry(MANIFEST), said)
    archive.writestr(entry(SIGNATURE), msgspec.json.encode(sign(said)))


def entry(name: str, kind: int = ZIP_DEFLATED) -> ZipInfo:
    """A file of the archive, without the moment it was written at."""
    made = ZipInfo(name)
    made.compress_type = kind
    return made


def archive_for(file: IO[bytes]) -> ZipFile:
    """A new archive."""
    return ZipFile(file, "w", ZIP_DEFLATED)


class Bundle:
    """An open bundle that was found whole."""

    def __init__(self, archive: ZipFile, manifest: Manifest, signature: Signature) -> None:
        self.manifest, self.signature = manifest, signature
        self._archive = archive
        self._parts = {part.name: part for part in manifest.parts}

    def lines(self, name: str) -> Iterator[bytes]:
        """The rows of a part; none where the bundle has no such part."""
        if name in self._parts:
            yield from _lines(self._archive, self._parts[name])


@contextmanager
def opened(file: IO[bytes]) -> Iterator[Bundle]:
    """A bundle, gone through and whole. Raises BadBundle with the part that was changed."""
    try:
        with ZipFile(file) as archive:
            signature, said = _signed(archive)
            manifest = _manifest(said)
            _check_names(archive, manifest)
            for part in manifest.parts:
                for _ in _lines(archive, part):
                    pass
            yield Bundle(archive, manifest, signature)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise BadBundle("This file is not a bundle, or it is incomplete.") from error


def read_sealed(archive: ZipFile) -> SealedManifest | None:
    """What a sealed bundle says of itself; None of an open one. Raises BadBundle."""
    _, said = _signed(archive)
    try:
        return msgspec.json.decode(said, type=SealedManifest)
    except msgspec.MsgspecError:
        return None


def _signed(archive: ZipFile) -> tuple[Signature, bytes]:
    """The manifest's bytes, and who signed them."""
    said = _small(archive, MANIFEST)
    try:
        signature = msgspec.json.decode(_small(archive, SIGNATURE), type=Signature)
    except msgspec.MsgspecError as error:
        raise BadBundle("The signature is not readable.") from error
    if not holds(signature, said):
        raise BadBundle("The manifest was changed after it was signed.")
    return signature, said


def _small(archive: ZipFile, name: str) -> bytes:
    try:
        with archive.open(name) as file:
            said = file.read(MOST_IN_A_MANIFEST + 1)
    except KeyError as error:
        raise BadBundle(f"This file is not a bundle: {name} is missing.") from error
    if len(said) > MOST_IN_A_MANIFEST:
        raise BadBundle(f"{name} is too large.")
    return said


def _manifest(said: bytes) -> Manifest:
    try:
        shape: dict[str, Any] = msgspec.json.decode(said, type=dict[str, Any])
        if shape.get("format") == FORMAT and shape.get("version") not in range(1, VERSION + 1):
            raise BadBundle(
                "This bundle was created by a newer version of Dead Drop. Upgrade this site to "
                "import it."
            )
        return msgspec.json.decode(said, type=Manifest)
    except msgspec.MsgspecError as error:
        raise BadBundle("The manifest is invalid.") from error


def _check_names(archive: ZipFile, manifest: Manifest) -> None:
    """The archive has exactly the files that the manifest names, each once, and not too much."""
    there = Counter(archive.namelist())
    named = Counter([MANIFEST, SIGNATURE, *(part.file for part in manifest.parts)])
    for name in sorted((there - named) + (named - there)):
        raise BadBundle(f"{name} must be both in the bundle and in its manifest.")
    if sum(part.size for part in manifest.parts) > MOST:
        raise BadBundle("The bundle is too large.")


def _lines(archive: ZipFile, part: Part) -> Iterator[bytes]:
    """The lines of a part. Raises BadBundle at the end of one that is not as it was signed, before
    it where it is too long.
    """
    rows = size = 0
    seen = sha256()
    try:
        with archive.open(part.file) as file:
            while line := file.readline(MOST_BYTES):
                rows, size = rows + 1, size + len(line)
                if size > part.size:
                    break
                seen.update(line)
                yield line
    except (BadZipFile, zlib.error, EOFError) as error:
        raise BadBundle(f"The part {part.name} was changed after the bundle was signed.") from error
    if (rows, size, seen.hexdigest()) != (part.rows, part.size, part.digest):
        raise BadBundle(f"The part {part.name} was changed after the bundle was signed.")
