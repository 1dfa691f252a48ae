"""What a bundle holds, before it is taken in: for the site's staff."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from home.models import BundleUpload
from home.rules.bundle import PEOPLE

from .bundle_keys import is_ours

if TYPE_CHECKING:
    from uuid import UUID

    from home.rules.bundle import Manifest

    from .bundle_files import Bundle

MINUTE = 60
A_SECOND = 1_000
"""So many rows a slow machine takes in a second."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A bundle as a page shows it: the manifest, who signed it, and what is in it. `teams` are by
    name, `people` by the names that the club knows.
    """

    manifest: Manifest
    key: str
    is_ours: bool
    seasons: int
    weeks: int
    teams: tuple[str, ...]
    people: tuple[str, ...]
    rows: int

    @property
    def takes(self) -> str:
        """About how long it takes to take it in."""
        seconds = max(5, self.rows // A_SECOND)
        return f"{seconds} seconds" if seconds < MINUTE else f"{seconds // MINUTE + 1} minutes"


def preview(bundle: Bundle) -> Preview:
    """What a bundle says of itself and of its club; it has been found whole."""
    rows = {part.name: part.rows for part in bundle.manifest.parts}
    return Preview(
        manifest=bundle.manifest,
        key=bundle.signature.key,
        is_ours=is_ours(bundle.signature),
        seasons=rows.get("campaign.season", 0),
        weeks=rows.get("campaign.week", 0),
        teams=_names(bundle, "campaign.team"),
        people=_names(bundle, PEOPLE),
        rows=sum(rows.values()),
    )


def _names(bundle: Bundle, part: str) -> tuple[str, ...]:
    return tuple(sorted(str(json.loads(line)["name"]) for line in bundle.lines(part)))


def upload_of(by: UUID, pk: UUID) -> BundleUpload | None:
    """A bundle that this person has sent; None where there is none, or it is another's."""
    return BundleUpload.objects.filter(pk=pk, by=by).first()
