"""Links for pages and menus."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A link to one of several pages, optionally with a count.

    On narrow screens, the header shows a link's `icon`, if it has one, without the label.
    If the current link leads to one of several pages of a subject, `sections` links to all of them.
    """

    label: str
    url: str
    current: bool = False
    count: int = 0
    icon: str = ""
    sections: tuple[Link, ...] = ()
