"""What people write in Markdown, as safe HTML: no pictures, no headings, no HTML of their own, and
links that lend the site's name to nobody.
"""

from __future__ import annotations

from functools import lru_cache
from html import unescape
from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

PARSER: Final = MarkdownIt("commonmark", {"html": False, "breaks": True, "linkify": False}).disable(
    ["image", "heading", "lheading", "html_block", "html_inline", "reference"]
)
TAGS: Final = {
    "a", "blockquote", "br", "code", "em", "hr", "li", "ol", "p", "pre", "strong", "ul",
}  # fmt: skip
SCHEMES: Final = {"http", "https", "mailto"}


@lru_cache(maxsize=512)
def written(text: str) -> SafeString:
    """Somebody's text as HTML."""
    html = PARSER.render(text)
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes=SCHEMES,
        link_rel="nofollow noopener noreferrer ugc",
    )
    return mark_safe(clean)  # noqa: S308 - cleaned by nh3


def unmarked(text: str) -> str:
    """Somebody's text as its reader reads it aloud: the words without their marks.

    >>> unmarked("Bring **dice**, 2 < 3.")
    'Bring dice, 2 < 3.'
    """
    return unescape(nh3.clean(written(text), tags=set())).strip()


def plain(text: str, most: int) -> str:
    """Somebody's text in one line, for where there is no markup: cut at so many letters."""
    words = " ".join(text.split())
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
