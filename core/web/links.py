"""Links for pages and menus."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A link to one of several pages, optionally with a count.

    A `roomy` link is left out on narrow screens.
    """

    label: str
    url: str
    current: bool = False
    count: int = 0
    roomy: bool = False
