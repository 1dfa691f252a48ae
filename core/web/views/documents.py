"""The rules and the glossary as pages: the repository's own documents, rendered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import nh3
from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from core.web.not_found import or_404

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.token import Token

DOCS: Final = Path(settings.BASE_DIR) / "docs"
FOLDERS: Final[dict[str, str]] = {}
"""Folders of documents that are pages of another room: the name of the address that takes a
document's key. Apps add theirs.
"""
PICTURES: Final[dict[str, Callable[[HttpRequest], str]]] = {}
"""What draws a picture of the help pages, by its name; apps add theirs."""
PICTURE: Final = re.compile(r'<p><img src="[a-z-]+/(?P<key>[a-z-]+)\.svg"[^>]*></p>')
"""How a document shows a picture that the site draws: alone in its paragraph."""
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Page:
    """A document: its key in the address, its first heading, its file, and among which others it
    stands: `help`, `rules`, `games` or `tools`.
    """

    key: str
    title: str
    file: Path
    shelf: str


def pages() -> tuple[Page, ...]:
    """Every help and rules page and the glossary, by title: those of the documents, and the
    `rules.md` of each app that has one.
    """
    files = [(app.label, Path(app.path) / "rules.md", "games") for app in apps.get_app_configs()]
    files += [
        (file.stem.lower(), file, shelf)
        for shelf in ("help", "rules")
        for file in (DOCS / shelf).glob("*.md")
    ]
    files.append(("glossary", DOCS / "glossary.md", "tools"))
    found = [Page(key, title_of(file), file, shelf) for key, file, shelf in files if file.is_file()]
    return tuple(sorted(found, key=lambda page: (page.key == "glossary", page.title)))


def page_of(key: str) -> Page | None:
    """The help page under this key."""
    return next((one for one in pages() if one.key == key), None)


def title_of(file: Path) -> str:
    """The document's first heading, or its name without one."""
    with file.open(encoding="utf-8") as lines:
        return next(
            (line.lstrip("# ").strip() for line in lines if line.startswith("# ")),
            file.stem.replace("-", " ").capitalize(),
        )


@require_safe
def page(request: HttpRequest, page: str) -> HttpResponse:
    """One help page."""
    found = or_404(page_of(page))
    body, heads = rendered(found.file, found.file.stat().st_mtime_ns)
    shown = {
        "title": found.title,
        "body": with_pictures(body, {key: draw(request) for key, draw in PICTURES.items()}),
        "heads": heads,
        "crumbs": (("Help", reverse("help")),),
    }
    return render(request, "web/help_page.html", shown)


def with_pictures(body: str, pictures: Mapping[str, str]) -> SafeString:
    """A document with its pictures in their places; nothing where there is none of that name."""
    return mark_safe(PICTURE.sub(lambda found: pictures.get(found["key"], ""), body))  # noqa: S308 - cleaned, and drawn by us


@lru_cache(maxsize=64)
def rendered(file: Path, _changed: int) -> tuple[SafeString, tuple[tuple[str, str], ...]]:
    """The document without its title as safe HTML, and its second headings as (anchor, words)."""
    tokens = MARKDOWN.parse(file.read_text(encoding="utf-8"))
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        tokens = tokens[3:]
    heads = tuple(_anchored(tokens))
    for token in tokens:
        _relink(token)
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    clean = nh3.clean(
        html,
        attributes={
            **nh3.ALLOWED_ATTRIBUTES,
            "h2": {"id"},
            "h3": {"id"},
            "th": {"align"},
            "td": {"align"},
        },
        link_rel=None,
    )
    return mark_safe(_framed(clean)), heads  # noqa: S308 - cleaned by nh3


def _anchored(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Give every second and third heading an id; the second headings."""
    found = []
    for token, words in pairwise(tokens):
        if token.type == "heading_open" and token.tag in ("h2", "h3"):
            anchor = slugify(words.content)
            token.attrSet("id", anchor)
            if token.tag == "h2":
                found.append((anchor, words.content.replace("`", "").replace("*", "")))
    return found


def _relink(token: Token) -> None:
    """Links between documents become links between help pages."""
    for child in token.children or ():
        href: Any = child.attrs.get("href", "")
        target, _, anchor = str(href).partition("#")
        if child.type == "link_open" and target.endswith(".md"):
            child.attrSet("href", _page_of(Path(target)) + (f"#{anchor}" if anchor else ""))


def _page_of(document: Path) -> str:
    """The address of the page that shows a document; that of all help pages, if none does."""
    name = document.parent.name if document.name == "rules.md" else document.stem.lower()
    elsewhere = FOLDERS.get(document.parent.name)
    if elsewhere:
        return reverse(elsewhere, args=[name])
    return reverse("help-page", args=[name]) if page_of(name) else reverse("help")


def _framed(html: str) -> str:
    """Tables may be wider than a phone: each scrolls in a frame of its own. A corner without words
    heads nothing.
    """
    parts = html.replace("<th></th>", "<td></td>").split("<table>")
    frame = (
        '<div class="scroll" tabindex="0" role="region" aria-label="Table {}"><table class="table">'
    )
    opened = parts[0] + "".join(
        frame.format(number) + part for number, part in enumerate(parts[1:], 1)
    )
    return opened.replace("</table>", "</table></div>")
