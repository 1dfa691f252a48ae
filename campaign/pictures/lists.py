"""Lists and tables of short facts as HTML: a page has hundreds, and a template's loop takes ten times as long."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from django.utils.safestring import mark_safe
from django.utils.text import capfirst

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.utils.safestring import SafeString


def facts(pairs: Iterable[tuple[str, str]]) -> SafeString:
    """`<dl class="facts">{{ pairs|facts }}</dl>`: (label, words) pairs, both with a capital."""
    return mark_safe("".join([f"<div><dt>{_shown(label)}</dt><dd>{_shown(words)}</dd></div>" for label, words in pairs]))  # noqa: S308


def cells(rows: Iterable[tuple[str, str, str]]) -> SafeString:
    """`<tbody>{{ rows|cells }}</tbody>`: rows of a heading, words with a capital, and a number."""
    return mark_safe(  # noqa: S308 - escaped
        "".join(
            [
                f'<tr><th scope="row">{escape(head)}</th><td>{_shown(words)}</td><td class="number">{escape(number)}</td></tr>'
                for head, words, number in rows
            ]
        )
    )


def _shown(words: str) -> str:
    return escape(str(capfirst(words)))
