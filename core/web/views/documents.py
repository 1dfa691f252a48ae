"""Documents in the repository, shown as help pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

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

ROOT: Final = Path(settings.BASE_DIR)
IMAGES: Final = ROOT / "docs" / "images"
"""Folder with screenshots, which `make pictures` writes. They are served as static files."""
EXAMPLES: Final = ROOT / "docs" / "examples"
"""Folder with example tools, which are served as static files."""
FOLDERS: Final[dict[str, str]] = {}
"""Folders whose documents are shown by another package, with the URL name of its page. The page
takes a document's key.
"""
PICTURES: Final[dict[str, Callable[[HttpRequest], str]]] = {}
"""Functions that draw the illustrations of help pages, by name. Apps add their own."""
PICTURE: Final = re.compile(
    r'<p><img src="(?:[a-z-]+/|[a-z./]+/drawn-)(?P<key>[a-z-]+)\.(?:svg|png)"[^>]*></p>'
)
"""Pattern for a paragraph with an image that the site draws itself.

The repository has a copy of each of these images, `docs/images/drawn-….png`.
"""
FIRST: Final = ("player", "gm", "tool-writer", "operator", "contributor")
"""Key of the first page for each kind of reader, in index order."""
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
"""Files and folders in each part of the help index. Other documents have no page."""
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Page:
    """A document, with its URL key, first heading, file, and section (a key of `SHELVES`)."""

    key: str
    title: str
    file: Path
    shelf: str


def pages() -> tuple[Page, ...]:
    """Return all documents on `SHELVES` and each app's `rules.md`, ordered by title."""
    all_pages = [Page(key, title_of(file), file, shelf) for key, file, shelf in _files()]
    return tuple(sorted(all_pages, key=lambda page: (page.key == "glossary", page.title)))


def page_of(key: str) -> Page | None:
    """Return the help page with this key, or None."""
    return next(
        (
            Page(key, title_of(file), file, shelf)
            for file_key, file, shelf in _files()
            if file_key == key
        ),
        None,
    )


def _files() -> Iterator[tuple[str, Path, str]]:
    for app in apps.get_app_configs():
        if (rules := Path(app.path) / "rules.md").is_file():
            yield app.label, rules, "games"
    for shelf, places in SHELVES.items():
        for place in places:
            path = ROOT / place
            for file in sorted(path.glob("*.md")) if path.is_dir() else (path,) * path.is_file():
                yield _key(file), file, shelf


def _key(file: Path) -> str:
    """Return a document's key: its name, or if that is not unique, with its folder's name."""
    folder, name = file.parent.name, file.stem.lower()
    if name == "readme":
        return folder
    return f"{folder}-{name}" if folder in {"operating", "api"} else name


def title_of(file: Path) -> str:
    """Return the document's first heading, or its name."""
    with file.open(encoding="utf-8") as lines:
        return next(
            (line.lstrip("# ").strip() for line in lines if line.startswith("# ")),
            file.stem.replace("-", " ").capitalize(),
        )


@require_safe
def page(request: HttpRequest, page: str) -> HttpResponse:
    """Show a help page."""
    document = or_404(page_of(page))
    body, heads = rendered(document.file, document.file.stat().st_mtime_ns)
    context = {
        "title": document.title,
        "body": with_pictures(body, {key: draw(request) for key, draw in PICTURES.items()}),
        "heads": heads,
        "crumbs": (("Help", reverse("help")),),
    }
    return render(request, "web/help_page.html", context)


def with_pictures(body: str, pictures: Mapping[str, str]) -> SafeString:
    """Return a document with its illustrations inserted. Unknown illustrations are removed."""
    return mark_safe(PICTURE.sub(lambda match: pictures.get(match["key"], ""), body))  # noqa: S308 - cleaned, and drawn by us


@lru_cache(maxsize=128)
def rendered(file: Path, _changed: int) -> tuple[SafeString, tuple[tuple[str, str], ...]]:
    """Return the document as safe HTML without its title, and its second-level headings.

    Headings are (anchor, text) pairs. `_changed` is used only as part of the cache key.
    """
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
    """Give each heading an id, and return the second-level headings. Duplicate ids get a number."""
    headings = []
    counts: Counter[str] = Counter()
    for token, text in pairwise(tokens):
        if token.type == "heading_open" and token.tag in ("h2", "h3", "h4"):
            anchor = slugify(text.content)
            counts[anchor] += 1
            if counts[anchor] > 1:
                anchor = f"{anchor}-{counts[anchor] - 1}"
            token.attrSet("id", anchor)
            if token.tag == "h2":
                headings.append((anchor, text.content.replace("`", "").replace("*", "")))
    return headings


def _relinked(tokens: Sequence[Token], file: Path) -> list[Token]:
    """Return the tokens of a line, with its links and images converted for the site.

    Links to files that are not pages are replaced by their text and path.
    """
    result: list[Token] = []
    path = ""
    for token in tokens:
        if token.type == "image":
            token.attrSet("src", _image(str(token.attrs.get("src", "")), file))
            token.attrSet("loading", "lazy")
        elif token.type == "link_open":
            href = str(token.attrs.get("href", ""))
            address = address_of(href, file)
            path = "" if address else _path(href, file)
            if not address:
                continue
            token.attrSet("href", address)
        elif token.type == "link_close" and path:
            if not any(path.endswith(one.content) for one in result[-1:] if one.content):
                result += [Token("text", "", 0, content=" ("), _code(path)]
                result.append(Token("text", "", 0, content=")"))
            path = ""
            continue
        result.append(token)
    return result


def _code(words: str) -> Token:
    return Token("code_inline", "code", 0, content=words, markup="`")


def address_of(href: str, file: Path) -> str:
    """Return the URL on the site for a document's link, or "" if the file is not a page."""
    target, _, anchor = href.partition("#")
    if not target or target.startswith("/") or ":" in target:
        return href
    address = _page_at((file.parent / target).resolve())
    return address and address + (f"#{anchor}" if anchor else "")


def _page_at(place: Path) -> str:
    """Return the URL of a document, a folder or a tool's file, or "" if there is no page."""
    if place.parent == EXAMPLES and place.is_file():
        return f"{settings.STATIC_URL}examples/{place.name}"
    url_name = FOLDERS.get(place.parent.name)
    if url_name and place.suffix == ".md":
        return reverse(url_name, args=[place.stem])
    for key, file, shelf in _files():
        if file == place:
            return reverse("help-page", args=[key])
        if file.parent == place != ROOT:
            return f"{reverse('help')}#{shelf}"
    return ""


def _path(href: str, file: Path) -> str:
    """Return the path in the repository that a document's link refers to."""
    place = (file.parent / href.partition("#")[0]).resolve()
    return place.relative_to(ROOT).as_posix() if place.is_relative_to(ROOT) else href


def _image(src: str, file: Path) -> str:
    """Return the URL of a document's image. Images that the site draws itself keep their name."""
    place = (file.parent / src).resolve()
    if place.parent == IMAGES and not place.name.startswith("drawn-"):
        return static(f"docs/{place.name}")
    return src


def _framed(html: str) -> str:
    """Return HTML in which tables and code are in scrollable frames that can receive the focus."""
    html = html.replace("<pre>", '<pre tabindex="0">')
    parts = html.replace("<th></th>", "<td></td>").split("<table>")
    frame = (
        '<div class="scroll" tabindex="0" role="region" aria-label="Table {}"><table class="table">'
    )
    opened = parts[0] + "".join(
        frame.format(number) + part for number, part in enumerate(parts[1:], 1)
    )
    return opened.replace("</table>", "</table></div>")
