"""The repository's own documents as pages: help, rules, and what tool writers, operators and
contributors read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import nh3
from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.web.not_found import or_404

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT: Final = Path(settings.BASE_DIR)
IMAGES: Final = ROOT / "docs" / "images"
"""Pictures of pages, which `make pictures` writes; served among the static files."""
EXAMPLES: Final = ROOT / "docs" / "examples"
"""Tools to use or to take apart; served among the static files, under their own names."""
FOLDERS: Final[dict[str, str]] = {}
"""Folders of documents that are pages of another room: the name of the address that takes a
document's key. Apps add theirs.
"""
PICTURES: Final[dict[str, Callable[[HttpRequest], str]]] = {}
"""What draws a picture of the help pages, by its name; apps add theirs."""
PICTURE: Final = re.compile(
    r'<p><img src="(?:[a-z-]+/|[a-z./]+/drawn-)(?P<key>[a-z-]+)\.(?:svg|png)"[^>]*></p>'
)
"""How a document shows a picture that the site draws: alone in its paragraph. What the site draws
into the help pages has a photograph in the repository, `docs/images/drawn-….png`.
"""
FIRST: Final = ("player", "gm", "tool-writer", "operator", "contributor")
"""Keys of the first page for each kind of reader, in the order of the index."""
SHELVES: Final[dict[str, tuple[str, ...]]] = {
    "who": tuple(f"docs/tutorials/{key}.md" for key in FIRST),
    "help": ("docs/tutorials/first-week.md", "docs/how-to/playing"),
    "rules": ("docs/reference/rules",),
    "games": (),
    "tools": (
        "docs/glossary.md",
        "docs/api.md",
        "docs/reference/hooks.md",
        "docs/reference/proof.md",
    ),
    "operating": (
        "docs/operating",
        "docs/how-to/operating",
        "docs/reference/commands.md",
        "docs/explanation/scale.md",
    ),
    "building": (
        "CONTRIBUTING.md",
        "docs/architecture.md",
        "docs/explanation/components.md",
        "docs/explanation/secrecy.md",
        "docs/reference/visibility.md",
        "docs/reference/testing.md",
        "docs/siege.md",
        "docs/mutation.md",
        "docs/speed.md",
        "docs/reference/design-system.md",
        "docs/how-to/contributing",
    ),
    "changes": ("CHANGELOG.md", "docs/api/changelog.md"),
    "reasons": ("docs/decisions",),
}
"""Files and folders of each part of the help index. A document outside them is not a page."""
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Page:
    """A document: its key in the address, its first heading, its file, and among which others it
    stands: a key of `SHELVES`.
    """

    key: str
    title: str
    file: Path
    shelf: str


def pages() -> tuple[Page, ...]:
    """Every document that is a page, by title: those on `SHELVES`, and the `rules.md` of each app
    that has one.
    """
    found = [Page(key, title_of(file), file, shelf) for key, file, shelf in _files()]
    return tuple(sorted(found, key=lambda page: (page.key == "glossary", page.title)))


def page_of(key: str) -> Page | None:
    """The help page under this key."""
    return next((Page(key, title_of(at), at, on) for one, at, on in _files() if one == key), None)


def _files() -> Iterator[tuple[str, Path, str]]:
    """Key, file and shelf of each document."""
    for app in apps.get_app_configs():
        if (rules := Path(app.path) / "rules.md").is_file():
            yield app.label, rules, "games"
    for shelf, places in SHELVES.items():
        for place in places:
            at = ROOT / place
            for file in sorted(at.glob("*.md")) if at.is_dir() else (at,) * at.is_file():
                yield _key(file), file, shelf


def _key(file: Path) -> str:
    """A document's word in the address: its own name, with that of its folder where others have
    the same.
    """
    folder, name = file.parent.name, file.stem.lower()
    if name == "readme":
        return folder
    return f"{folder}-{name}" if folder in {"operating", "api"} else name


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


@lru_cache(maxsize=128)
def rendered(file: Path, _changed: int) -> tuple[SafeString, tuple[tuple[str, str], ...]]:
    """The document without its title as safe HTML, and its second headings as (anchor, words)."""
    tokens = MARKDOWN.parse(file.read_text(encoding="utf-8"))
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        tokens = tokens[3:]
    heads = tuple(_anchored(tokens))
    for token in tokens:
        if token.children:
            token.children = _relinked(token.children, file)
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    clean = nh3.clean(
        html,
        attributes={
            **nh3.ALLOWED_ATTRIBUTES,
            "h2": {"id"},
            "h3": {"id"},
            "h4": {"id"},
            "th": {"align"},
            "td": {"align"},
            "img": {"src", "alt", "loading"},
        },
        link_rel=None,
    )
    return mark_safe(_framed(clean)), heads  # noqa: S308 - cleaned by nh3


def _anchored(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Give the second to fourth headings an id; the second headings. Of the same words the second
    is numbered, as the repository's own pages do it.
    """
    found = []
    met: Counter[str] = Counter()
    for token, words in pairwise(tokens):
        if token.type == "heading_open" and token.tag in ("h2", "h3", "h4"):
            anchor = slugify(words.content)
            met[anchor] += 1
            if met[anchor] > 1:
                anchor = f"{anchor}-{met[anchor] - 1}"
            token.attrSet("id", anchor)
            if token.tag == "h2":
                found.append((anchor, words.content.replace("`", "").replace("*", "")))
    return found


def _relinked(tokens: Sequence[Token], file: Path) -> list[Token]:
    """A line of this document with its links and pictures as they are on the site. What the site
    does not show is no link: its words stay, and where it is in the repository stands beside them.
    """
    found: list[Token] = []
    named = ""
    for token in tokens:
        if token.type == "image":
            token.attrSet("src", _image(str(token.attrs.get("src", "")), file))
            token.attrSet("loading", "lazy")
        elif token.type == "link_open":
            href = str(token.attrs.get("href", ""))
            led = address_of(href, file)
            named = "" if led else _path(href, file)
            if not led:
                continue
            token.attrSet("href", led)
        elif token.type == "link_close" and named:
            if not any(named.endswith(one.content) for one in found[-1:] if one.content):
                found += [Token("text", "", 0, content=" ("), _code(named)]
                found.append(Token("text", "", 0, content=")"))
            named = ""
            continue
        found.append(token)
    return found


def _code(words: str) -> Token:
    return Token("code_inline", "code", 0, content=words, markup="`")


def address_of(href: str, file: Path) -> str:
    """Where a link of this document leads on the site; "" where to a file that is no page."""
    target, _, anchor = href.partition("#")
    if not target or target.startswith("/") or ":" in target:
        return href
    led = _page_at((file.parent / target).resolve())
    return led and led + (f"#{anchor}" if anchor else "")


def _page_at(place: Path) -> str:
    """The address of the page that shows a document, or a folder of them, and of a tool's file; ""
    if none does.
    """
    if place.parent == EXAMPLES and place.is_file():
        return f"{settings.STATIC_URL}examples/{place.name}"
    elsewhere = FOLDERS.get(place.parent.name)
    if elsewhere and place.suffix == ".md":
        return reverse(elsewhere, args=[place.stem])
    for key, file, shelf in _files():
        if file == place:
            return reverse("help-page", args=[key])
        if file.parent == place != ROOT:
            return f"{reverse('help')}#{shelf}"
    return ""


def _path(href: str, file: Path) -> str:
    """Where a link of this document leads in the repository."""
    place = (file.parent / href.partition("#")[0]).resolve()
    return place.relative_to(ROOT).as_posix() if place.is_relative_to(ROOT) else href


def _image(src: str, file: Path) -> str:
    """Where the site has a picture of this document: pictures of pages are static files, and what
    it draws itself keeps its name.
    """
    place = (file.parent / src).resolve()
    if place.parent == IMAGES and not place.name.startswith("drawn-"):
        return static(f"docs/{place.name}")
    return src


def _framed(html: str) -> str:
    """Tables and commands may be wider than a phone: each scrolls in a frame of its own, which keys
    reach. A corner without words heads nothing.
    """
    html = html.replace("<pre>", '<pre tabindex="0">')
    parts = html.replace("<th></th>", "<td></td>").split("<table>")
    frame = (
        '<div class="scroll" tabindex="0" role="region" aria-label="Table {}"><table class="table">'
    )
    opened = parts[0] + "".join(
        frame.format(number) + part for number, part in enumerate(parts[1:], 1)
    )
    return opened.replace("</table>", "</table></div>")
