"""The format of a bundle: a club in one file, as a list of parts under a signed manifest.

A bundle is a zip file. `manifest.json` lists its contents, and `signature.json` has the signature.
Each part is a file of JSON lines with one row per line. A sealed bundle has a single part: an open
bundle, encrypted and padded. Only its own site can open it.
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
"""Name of the part with the id and name of each person that other rows refer to."""

Talk: TypeAlias = Literal["none", "public", "all"]
"""Messages in a bundle: none, those that all members can read, or also letters and notes."""

Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count: TypeAlias = Annotated[int, Meta(ge=0)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of the bundle, with its number of rows, its unpacked size in bytes and its SHA-256."""

    name: Annotated[str, Meta(pattern="^[a-z]+(\\.[a-z]+)?$")]
    rows: Count
    size: Count
    digest: Digest

    @property
    def file(self) -> str:
        """The name in the zip file."""
        return f"rows/{self.name}.jsonl"


class Club(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The club that a bundle contains."""

    id: str
    name: str
    slug: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of an open bundle.

    `rules` are the versions of the rules of its matches. If a week was open, `anew` is its number,
    and the week restarts in the copy. Otherwise `anew` is None.
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
"""Maximum rows of a bundle imported on a page.

A club of twelve teams reaches it after 130 weeks.
"""
MAX_UNPACKED_BYTES: Final = 1 << 27
"""Maximum unpacked bytes of a bundle imported on a page."""
MAX_UPLOAD_BYTES: Final = 1 << 22
"""Maximum bytes of a bundle uploaded on a page. The command has no limit."""
BASE_BYTES: Final = 1 << 20
BYTES_PER_SEAT: Final = 1 << 13
"""Bytes reserved per team and week, which takes about 3 KiB.

Thirty weeks of twelve teams take 1 MiB.
"""


def padded_size(size: int, seats: int) -> int:
    """Return the padded size in bytes of a bundle that will be sealed.

    The size is based on the public number of weeks that teams have played. It is doubled until the
    bundle fits.
    """
    budget = BASE_BYTES + seats * BYTES_PER_SEAT
    while budget < size:
        budget *= 2
    return budget
