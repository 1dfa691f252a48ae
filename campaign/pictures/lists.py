"""Lists and tables of short facts as HTML: a page has hundreds, and a template's loop takes ten times as long. All words are escaped here."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Terms and descriptions from (label, words) pairs, both with a capital."""
    return "".join([f"<div><dt>{_capital(label)}</dt><dd>{_capital(words)}</dd></div>" for label, words in pairs])


def cells(rows: Iterable[tuple[str, str, str]]) -> str:
    """Rows of a table: a heading, words with a capital, and a number."""
    return "".join(
        [
            f'<tr><th scope="row">{escape(head)}</th><td>{_capital(words)}</td><td class="number">{escape(number)}</td></tr>'
            for head, words, number in rows
        ]
    )


def _capital(words: str) -> str:
    return escape(words[:1].upper() + words[1:])
