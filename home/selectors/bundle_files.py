"""Bundle files, which are written part by part and read line by line with little memory.

A reader checks every part of the file against the signed manifest before it yields rows.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import IO, Any, Final
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

from .bundle_keys import is_valid_signature, sign
from .bundle_rows import MAX_LINE_BYTES

MAX_BYTES: Final = 1 << 32
"""Maximum unpacked size of a bundle, in bytes."""
MAX_MANIFEST_BYTES: Final = 1 << 20


class BadBundle(Refused):
    """The bundle file is invalid, incomplete or not supported."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, field="file", code="bad-bundle")


def write_part(archive: ZipFile, name: str, lines: Iterable[bytes]) -> Part:
    """Write a part and return its entry for the manifest."""
    part = Part(name=name, rows=0, size=0, digest="0" * 64)
    rows = size = 0
    digest = sha256()
    with archive.open(zip_entry(part.file), "w") as file:
        for line in lines:
            file.write(line)
            digest.update(line)
            rows, size = rows + 1, size + len(line)
    return Part(name=name, rows=rows, size=size, digest=digest.hexdigest())


def write_manifest(archive: ZipFile, manifest: Manifest | SealedManifest) -> None:
    """Write the manifest and this site's signature. This must be done last."""
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    archive.writestr(zip_entry(MANIFEST), data)
    archive.writestr(zip_entry(SIGNATURE), msgspec.json.encode(sign(data)))


def zip_entry(name: str, compression: int = ZIP_DEFLATED) -> ZipInfo:
    """Return a zip entry that does not contain the time of writing."""
    info = ZipInfo(name)
    info.compress_type = compression
    return info


def create_archive(file: IO[bytes]) -> ZipFile:
    """Return a new zip archive."""
    return ZipFile(file, "w", ZIP_DEFLATED)


class Bundle:
    """An open bundle that has been checked."""

    def __init__(self, archive: ZipFile, manifest: Manifest, signature: Signature) -> None:
        self.manifest, self.signature = manifest, signature
        self._archive = archive
        self._parts = {part.name: part for part in manifest.parts}

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the rows of a part. If the bundle does not have it, yield nothing."""
        if name in self._parts:
            yield from _read_lines(self._archive, self._parts[name])


@contextmanager
def open_bundle(
    file: IO[bytes], *, most_bytes: int = MAX_BYTES, most_rows: int | None = None
) -> Iterator[Bundle]:
    """Check a bundle completely and return it.

    `most_bytes` limits its unpacked size, and `most_rows` limits its number of rows. Raise
    BadBundle, with the name of the part that was changed.
    """
    try:
        with ZipFile(file) as archive:
            signature, data = _read_signed_manifest(archive)
            manifest = _parse_manifest(data)
            _check_names(archive, manifest)
            _check_size(manifest, most_bytes, most_rows)
            for part in manifest.parts:
                for _ in _read_lines(archive, part):
                    pass
            yield Bundle(archive, manifest, signature)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise BadBundle("This file is not a bundle, or it is incomplete.") from error


def read_sealed(archive: ZipFile) -> SealedManifest | None:
    """Return the manifest of a sealed bundle, or None for an open bundle. Raise BadBundle if the
    file is invalid or was changed.
    """
    _, data = _read_signed_manifest(archive)
    try:
        return msgspec.json.decode(data, type=SealedManifest)
    except msgspec.MsgspecError:
        return None


def _read_signed_manifest(archive: ZipFile) -> tuple[Signature, bytes]:
    data = _read_small_file(archive, MANIFEST)
    try:
        signature = msgspec.json.decode(_read_small_file(archive, SIGNATURE), type=Signature)
    except msgspec.MsgspecError as error:
        raise BadBundle("The signature is not readable.") from error
    if not is_valid_signature(signature, data):
        raise BadBundle("The manifest was changed after it was signed.")
    return signature, data


def _read_small_file(archive: ZipFile, name: str) -> bytes:
    try:
        with archive.open(name) as file:
            data = file.read(MAX_MANIFEST_BYTES + 1)
    except KeyError as error:
        raise BadBundle(f"This file is not a bundle: {name} is missing.") from error
    if len(data) > MAX_MANIFEST_BYTES:
        raise BadBundle(f"{name} is too large.")
    return data


def _parse_manifest(data: bytes) -> Manifest:
    try:
        fields: dict[str, Any] = msgspec.json.decode(data, type=dict[str, Any])
        if fields.get("format") == FORMAT and fields.get("version") not in range(1, VERSION + 1):
            raise BadBundle(
                "This bundle was created by a newer version of Dead Drop. Upgrade this site to "
                "import it."
            )
        return msgspec.json.decode(data, type=Manifest)
    except msgspec.MsgspecError as error:
        raise BadBundle("The manifest is invalid.") from error


def _check_names(archive: ZipFile, manifest: Manifest) -> None:
    """Raise BadBundle unless the archive contains exactly the files in the manifest, each once."""
    actual = Counter(archive.namelist())
    expected = Counter([MANIFEST, SIGNATURE, *(part.file for part in manifest.parts)])
    for name in sorted((actual - expected) + (expected - actual)):
        raise BadBundle(f"{name} must be both in the bundle and in its manifest.")


def _check_size(manifest: Manifest, most_bytes: int, most_rows: int | None) -> None:
    """Raise BadBundle if the bundle is too large according to its manifest."""
    rows = sum(part.rows for part in manifest.parts)
    size = sum(part.size for part in manifest.parts)
    if size > MAX_BYTES:
        raise BadBundle("The bundle is too large.")
    if size > most_bytes or (most_rows is not None and rows > most_rows):
        raise BadBundle(
            "The club is too large to import on this page. The site's host can import it with "
            "manage.py import_campaign."
        )


def _read_lines(archive: ZipFile, part: Part) -> Iterator[bytes]:
    """Yield the lines of a part.

    Raise BadBundle after the last line if the part differs from its entry in the manifest, or
    earlier if it is too long.
    """
    rows = size = 0
    digest = sha256()
    try:
        with archive.open(part.file) as file:
            while line := file.readline(MAX_LINE_BYTES):
                rows, size = rows + 1, size + len(line)
                if size > part.size or rows > part.rows:
                    break
                digest.update(line)
                yield line
    except (BadZipFile, zlib.error, EOFError) as error:
        raise BadBundle(f"The part {part.name} was changed after the bundle was signed.") from error
    if (rows, size, digest.hexdigest()) != (part.rows, part.size, part.digest):
        raise BadBundle(f"The part {part.name} was changed after the bundle was signed.")
