"""The format of a bundle: a club in one file, as a list of parts under a signed manifest.

A bundle is a zip file. `manifest.json` says what is in it, `signature.json` who says so, and each
part is a file of JSON lines, a row a line. A sealed bundle has one part that only its own site can
open: a whole open bundle, encrypted and padded.
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
"""The part that has everybody whom other rows name: an id and a name, and nothing else."""

Talk: TypeAlias = Literal["none", "public", "all"]
"""What is carried of what was said: nothing; what every member reads; letters and notes as well."""

Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count: TypeAlias = Annotated[int, Meta(ge=0)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of the bundle: how many rows and bytes it has, and the SHA-256 of them, unpacked."""

    name: Annotated[str, Meta(pattern="^[a-z]+(\\.[a-z]+)?$")]
    rows: Count
    size: Count
    digest: Digest

    @property
    def file(self) -> str:
        """Its name in the zip file."""
        return f"rows/{self.name}.jsonl"


class Club(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose bundle it is."""

    id: str
    name: str
    slug: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an open bundle holds. `rules` are the versions of the games' rules its matches were
    played by; `anew` is the number of the week that was open and begins anew, None for none.
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
    """What everybody may know of a sealed bundle. Its size is made of public numbers."""

    format: Literal["dead-drop-sealed-bundle"] = "dead-drop-sealed-bundle"
    version: Annotated[int, Meta(ge=1)]
    site_version: str
    made_at: datetime
    club: Club
    size: Count
    digest: Digest


class Signature(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Ed25519 signature of `manifest.json`, byte for byte, and the public key of the site."""

    key: Digest
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


MOST_ROWS: Final = 100_000
"""Rows of a bundle that a page takes in: a club of twelve teams has as many after 130 weeks."""
MOST_UNPACKED: Final = 1 << 27
"""Bytes of a bundle that a page takes in, unpacked."""
LARGEST_UPLOAD: Final = 1 << 22
"""So many bytes of a bundle a page takes; the command takes any."""
STEP: Final = 1 << 20
PER_SEAT: Final = 1 << 13
"""A team's week takes some 3 KiB of a bundle; twelve teams' thirty weeks 1 MiB in all."""


def padded_size(size: int, seats: int) -> int:
    """To how many bytes a bundle of `size` is padded before it is sealed: a budget made of the
    number of teams' weeks, which everybody knows, doubled until it fits.
    """
    budget = STEP + seats * PER_SEAT
    while budget < size:
        budget *= 2
    return budget
