"""Stability levels of operations, by subject.

The description shows an operation's level (`x-stability`), and `docs/api.md` explains what each
level promises. `tests.published` enforces the promises. It detects changes that break tools, and
requires changelog entries for them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Stability(StrEnum):
    """Stability levels, most stable first."""

    STABLE = "stable"
    SETTLING = "settling"
    EXPERIMENTAL = "experimental"


PROMISES: Final = {
    Stability.STABLE: (
        "Safe to build on. A breaking change is announced in the changelog of one release and made "
        "in a later release."
    ),
    Stability.SETTLING: (
        "In use, but can still change. A breaking change is listed in the changelog of the release "
        "that makes it."
    ),
    Stability.EXPERIMENTAL: "New or rarely used. It can change or be removed without notice.",
}
"""The promise of each level, as published in `docs/api.md`."""

STABLE: Final = frozenset({
    "about", "calendar feed", "catalogues", "desk", "dossier", "duels", "founding", "games",
    "garage", "heard", "hooks", "matches", "me", "members", "news", "opened", "orders",
    "people", "records", "reports", "roster", "schemas", "seats", "standings", "store",
    "tables", "teams", "todo", "weeks",
})  # fmt: skip
SETTLING: Final = frozenset({
    "ambushes", "careers", "challenges", "daily", "decisions", "deputies", "events", "holidays",
    "ladder", "letters", "library", "mail", "more time", "motions", "offers", "own events",
    "papers", "pausing", "public", "public page", "reach", "record", "sealed", "shared", "sharing",
    "starting", "story", "table", "talk", "tournaments", "workshop",
})  # fmt: skip


def stability_of(subject: str) -> Stability:
    """Return the level of a subject. Unlisted subjects are experimental."""
    if subject in STABLE:
        return Stability.STABLE
    return Stability.SETTLING if subject in SETTLING else Stability.EXPERIMENTAL
