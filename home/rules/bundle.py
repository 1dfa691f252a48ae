"""The format of a bundle, a file that contains a club as a list of parts with a signed manifest.

A bundle is a zip file. `manifest.json` lists its contents, and `signature.json` has the signature.
Each part is a file of JSON lines with one row per line. A sealed bundle has a single part, which is
an open bundle, encrypted and padded. Only the site that created it can open it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

FORMAT: Final = "dead-drop-bundle"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "signature.json"
SEALED: Final = "sealed.bin"
PEOPLE: Final = "people"
"""Name of the part with the id and name of every person that other rows refer to."""

Talk: TypeAlias = Literal["none", "public", "all"]
"""The messages in a bundle: none, those that all members can read, or also letters and notes."""

Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count: TypeAlias = Annotated[int, Meta(ge=0)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file in the bundle, with its number of rows, its unpacked size in bytes and its SHA-256
    hash.
    """

    name: Annotated[str, Meta(pattern="^[a-z]+(\\.[a-z]+)?$")]
    rows: Count
    size: Count
    digest: Digest

    @property
    def file(self) -> str:
        """The name of the file in the zip archive."""
        return f"rows/{self.name}.jsonl"


class Club(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The club that a bundle contains."""

    id: str
    name: str
    slug: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of an open bundle.

    `rules` holds the rules versions of its matches. If a week was open, `anew` is the week's
    number, and the week restarts in the copy. Otherwise, `anew` is None.
    """

    format: Literal["dead-drop-bundle"] = "dead-drop-bundle"
    version: Annotated[int, Meta(ge=1)]
    site_version: str
    made_at: datetime
    club: Club
    talk: Talk
    rules: dict[str, Annotated[int, Meta(ge=1)]]
    anew: Annotated[int, Meta(ge=0)] | None
    parts: tuple[Part, ...]


class SealedManifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The public description of a sealed bundle. Its size depends only on public numbers."""

    format: Literal["dead-drop-sealed-bundle"] = "dead-drop-sealed-bundle"
    version: Annotated[int, Meta(ge=1)]
    site_version: str
    made_at: datetime
    club: Club
    size: Count
    digest: Digest


class Signature(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Ed25519 signature of the bytes of `manifest.json`, and the site's public key."""

    key: Digest
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


MAX_ROWS: Final = 100_000
"""Maximum number of rows in a bundle that is imported on a page.

A club of twelve teams reaches this number after 130 weeks.
"""
MAX_UNPACKED_BYTES: Final = 1 << 27
"""Maximum unpacked size of a bundle that is imported on a page, in bytes."""
MAX_UPLOAD_BYTES: Final = 1 << 22
"""Maximum size of a bundle that is uploaded on a page, in bytes. The command has no limit."""
BASE_BYTES: Final = 1 << 20
BYTES_PER_SEAT: Final = 1 << 13
"""Bytes reserved per team and week, of which about 3 KiB are used.

Thirty weeks of twelve teams take 1 MiB.
"""


def padded_size(size: int, seats: int) -> int:
    """Return the padded size of a bundle that will be sealed, in bytes.

    The size is based on the number of weeks that teams have played, which is public. It is doubled
    until the bundle fits.
    """
    budget = BASE_BYTES + seats * BYTES_PER_SEAT
    while budget < size:
        budget *= 2
    return budget
