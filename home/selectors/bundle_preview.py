"""A preview of a bundle's contents, which staff see before they import it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from uuid import UUID

from home.models import BundleUpload
from home.rules.bundle import PEOPLE, Manifest

from .bundle_files import Bundle
from .bundle_keys import is_ours

MINUTE = 60
ROWS_PER_SECOND = 1_000
"""Number of rows that a slow machine imports per second."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The contents of a bundle, for a page. `people` lists the names of the people in the club."""

    manifest: Manifest
    key: str
    is_ours: bool
    seasons: int
    weeks: int
    teams: tuple[str, ...]
    people: tuple[str, ...]
    rows: int

    @property
    def duration(self) -> str:
        """A description of the estimated duration of the import."""
        seconds = max(5, self.rows // ROWS_PER_SECOND)
        return f"{seconds} seconds" if seconds < MINUTE else f"{seconds // MINUTE + 1} minutes"


def preview(bundle: Bundle) -> Preview:
    """Return the contents of a bundle that has already been checked."""
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


def upload_of(user_id: UUID, pk: UUID) -> BundleUpload | None:
    """Return a bundle that this person has uploaded, or None."""
    return BundleUpload.objects.filter(pk=pk, by=user_id).first()
