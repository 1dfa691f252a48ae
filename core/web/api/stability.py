"""How much a tool may build on an operation: three grades, given by subject, here and nowhere else.

The description says an operation's grade (`x-stability`), `docs/api.md` what each promises, and
`tests.published` keeps the promise: it knows what breaks a tool, and which line has to tell of it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Stability(StrEnum):
    """The grades, the firmest first."""

    STABLE = "stable"
    SETTLING = "settling"
    EXPERIMENTAL = "experimental"


PROMISES: Final = {
    Stability.STABLE: (
        "Stable. Breaking changes are announced in the changelog of a release and made in a "
        "later release."
    ),
    Stability.SETTLING: (
        "Beta. Breaking changes are listed in the changelog of the release that makes them."
    ),
    Stability.EXPERIMENTAL: "Experimental. Can change or be removed without notice.",
}
"""What each grade promises, in the words of `docs/api.md`."""

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
    """The grade of a subject; one that nobody has graded yet is experimental."""
    if subject in STABLE:
        return Stability.STABLE
    return Stability.SETTLING if subject in SETTLING else Stability.EXPERIMENTAL
