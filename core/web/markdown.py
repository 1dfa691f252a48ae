"""Conversion of users' Markdown to safe HTML, without images, headings or raw HTML. Links are
nofollow.
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
def render_markdown(text: str) -> SafeString:
    """Return a user's text as HTML."""
    html = PARSER.render(text)
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes=SCHEMES,
        link_rel="nofollow noopener noreferrer ugc",
    )
    return mark_safe(clean)  # noqa: S308 - cleaned by nh3


def as_plain_text(text: str) -> str:
    """Return a user's text without markup, for reading aloud.

    >>> as_plain_text("Bring **dice**, 2 < 3.")
    'Bring dice, 2 < 3.'
    """
    return unescape(nh3.clean(render_markdown(text), tags=set())).strip()


def shorten(text: str, max_length: int) -> str:
    """Return a user's text as a single line of at most `max_length` characters."""
    single_line = " ".join(text.split())
    if len(single_line) <= max_length:
        return single_line
    return single_line[: max_length - 1].rstrip() + "…"
