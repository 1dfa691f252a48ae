"""Every link of every document has a target in the repository and on the site, which shows the same
files as help. No network is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from markdown_it import MarkdownIt

from core.web.views.documents import PICTURE, page_of, pages, rendered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

ROOT: Final = Path(settings.BASE_DIR)
ELSEWHERE: Final = {".git", ".venv", "var", "node_modules", "backups", "staticfiles"}
"""Folders of the working copy that are not part of the repository."""
COMMONMARK: Final = MarkdownIt("commonmark").enable("table")
WRITTEN_BY_RUNS: Final = {"docs/siege.md", "docs/speed.md"}
"""Documents written by long runs, which may be missing."""


@dataclass(frozen=True)
class Link:
    """A link of a document, or a picture in it."""

    href: str
    picture: bool


@cache
def documents() -> list[Path]:
    """Return every document of the repository."""
    folders = [
        folder
        for folder in ROOT.iterdir()
        if folder.is_dir() and folder.name not in ELSEWHERE and not folder.name.startswith(".")
    ]
    nested = (file for folder in folders for file in folder.rglob("*.md"))
    return sorted(
        [*ROOT.glob("*.md"), *(file for file in nested if not ELSEWHERE & set(file.parts))]
    )


def _named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _inline(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _inline(token.children or [])


@cache
def links(file: Path) -> tuple[Link, ...]:
    """Return every link and picture of a document."""
    found = []
    for token in _inline(COMMONMARK.parse(file.read_text(encoding="utf-8"))):
        if token.type == "link_open":
            found.append(Link(str(token.attrs["href"]), picture=False))
        elif token.type == "image":
            found.append(Link(str(token.attrs["src"]), picture=True))
    return tuple(found)


@cache
def anchors(file: Path) -> frozenset[str]:
    """Return the anchors of a document's headings as repository viewers build them: lower case
    without punctuation, a hyphen for each space, repeated ones numbered.
    """
    found: dict[str, int] = {}
    names = set()
    tokens = COMMONMARK.parse(file.read_text(encoding="utf-8"))
    for token, words in pairwise(tokens):
        if token.type == "heading_open":
            plain = "".join(
                one.content for one in words.children or [] if one.type in {"text", "code_inline"}
            )
            name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            found[name] = found.get(name, -1) + 1
            names.add(f"{name}-{found[name]}" if found[name] else name)
    return frozenset(names)


def _fault(file: Path, link: Link) -> str:
    """Return what is wrong with a link in the repository, or ""."""
    parts = urlsplit(link.href)
    if parts.scheme:
        return "" if parts.scheme in {"https", "mailto"} else "leads out by no safe way"
    if link.href.startswith("/"):
        try:
            resolve(parts.path)
        except Resolver404:
            return "no page of the site"
        return ""
    target = (file.parent / parts.path).resolve() if parts.path else file
    if not target.exists():
        return "drawn by no test: make pictures" if link.picture else "not there"
    if parts.fragment and target.suffix == ".md" and parts.fragment not in anchors(target):
        return "no such heading"
    return ""


def test_every_link_of_a_document_has_a_target() -> None:
    found = [
        f"{_named(file)}: {link.href}: {fault}"
        for file in documents()
        for link in links(file)
        if (fault := _fault(file, link))
    ]
    assert not found, "\n".join(found)


def test_every_document_named_in_code_and_documents_exists() -> None:
    sources = [
        file
        for room in (
            "core",
            "home",
            "campaign",
            "ambush",
            "espionage",
            "play",
            "engine",
            "lab",
            "config",
        )
        for file in (ROOT / room).rglob("*.py")
    ]
    named = {
        (_named(file), name)
        for file in (*sources, *documents())
        for name in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 50
    missing = [
        f"{file}: {name}"
        for file, name in sorted(named)
        if name not in WRITTEN_BY_RUNS and not (ROOT / name).is_file()
    ]
    assert not missing, "\n".join(missing)


# --- on the site ----------------------------------------------------------------------------------


@cache
def shown_document(key: str) -> str:
    """Return a document as the site shows it, without rendered samples."""
    found = page_of(key)
    assert found, key
    return PICTURE.sub("", str(rendered(found.file, found.file.stat().st_mtime_ns)[0]))


@cache
def index() -> str:
    """Return the page of all help."""
    return Client().get(reverse("help")).content.decode()


def _fault_on_site(key: str, href: str) -> str:
    """Return what is wrong with a link of a help page, or ""."""
    parts = urlsplit(href)
    if parts.scheme:
        return "" if parts.scheme in {"https", "mailto"} else "leads out by no safe way"
    if not parts.path:
        return "" if f'id="{parts.fragment}"' in shown_document(key) else "no such heading here"
    if parts.path.startswith(settings.STATIC_URL):
        there = finders.find(parts.path.removeprefix(settings.STATIC_URL))
        return "" if there else "no such static file"
    if not parts.path.startswith("/"):
        return "still a file's own name"
    try:
        found = resolve(parts.path)
    except Resolver404:
        return "no page of the site"
    if not parts.fragment:
        return ""
    if found.view_name == "help":
        there = f'id="{parts.fragment}"' in index()
    elif found.view_name == "help-page":
        there = f'id="{parts.fragment}"' in shown_document(found.kwargs["page"])
    else:
        there = True
    return "" if there else "no such heading"


@pytest.mark.django_db
def test_every_link_of_a_help_page_has_a_target() -> None:
    found = [
        f"{page.key}: {href}: {fault}"
        for page in pages()
        for href in re.findall(r'(?:href|src)="([^"]*)"', shown_document(page.key))
        if (fault := _fault_on_site(page.key, href))
    ]
    assert not found, "\n".join(found)


def test_headings_have_the_same_anchor_in_the_repository_and_on_the_site() -> None:
    linked: dict[Path, set[str]] = {}
    for file in documents():
        for link in links(file):
            if "#" in link.href:
                parts = urlsplit(link.href)
                linked.setdefault((file.parent / parts.path).resolve(), set()).add(parts.fragment)
    faults = []
    for page in pages():
        ids = re.findall(r'<h[234] id="([^"]*)"', shown_document(page.key))
        faults += [f"{page.key}: twice: {name}" for name in set(ids) if ids.count(name) > 1]
        faults += [
            f"{page.key}: no heading {name}" for name in linked.get(page.file, set()) - {*ids}
        ]
    assert not faults, "\n".join(faults)
