"""Lists and tables of short facts as HTML: a page has hundreds, and a template's loop takes ten
times as long. All words are escaped here.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Link:
    """One of several pages side by side, and how many things wait there. What is `roomy` is left
    out where there is little room.
    """

    label: str
    url: str
    current: bool = False
    count: int = 0
    roomy: bool = False

    @property
    def html(self) -> str:
        """Its place in a list; the page that is shown is marked."""
        here = ' aria-current="page"' if self.current else ""
        waiting = f' <span class="count">{self.count}</span>' if self.count else ""
        return f'<li><a href="{escape(self.url)}"{here}>{escape(self.label)}{waiting}</a></li>'


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Terms and descriptions from (label, words) pairs, both with a capital."""
    return "".join(
        [
            f"<div><dt>{_capital(label)}</dt><dd>{_capital(words)}</dd></div>"
            for label, words in pairs
        ]
    )


def cells(rows: Iterable[tuple[str, str, str]]) -> str:
    """Rows of a table: a heading, words with a capital, and a number."""
    return "".join(
        [
            (
                f'<tr><th scope="row">{escape(head)}</th><td>{_capital(words)}</td><td '
                f'class="number">{escape(number)}</td></tr>'
            )
            for head, words, number in rows
        ]
    )


def _capital(words: str) -> str:
    return escape(words[:1].upper() + words[1:])
