"""Player, GM, tool writer, operator and contributor each have a short first page that names buttons
by their labels and links on.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from core.web.views.documents import FIRST, page_of, rendered
from home.help import shelves

ROOT: Final = Path(settings.BASE_DIR)
LONGEST: Final = 120
SPOKEN: Final = ("templates/**/*.html", *(f"{room}/**/*.py" for room in ("core", "home", "play")))
SPOKEN_OF_CLUBS: Final = (
    "campaign/**/*.py",
    "ambush/**/*.py",
    "espionage/**/*.py",
    "docs/reference/rules/espionage.md",
)
DEMO: Final = re.compile(r"^(Sign in as) [a-z]+$")


def _plain(text: str) -> str:
    """Return the text in one line with one kind of apostrophe."""
    return " ".join(re.sub(r'"\s+"', "", text).replace("’", "'").split())


@cache
def texts_of_pages() -> str:
    """Return all texts of pages: templates with and without tags, and strings in the code."""
    files = (file for place in (*SPOKEN, *SPOKEN_OF_CLUBS) for file in ROOT.glob(place))
    texts = [file.read_text(encoding="utf-8") for file in files]
    bare = [re.sub(r"<[^>]*>|[{][{%].*?[%}][}]", " ", text) for text in texts]
    return " ".join(_plain(text) for text in (*texts, *bare))


def text_of(key: str) -> str:
    """Return a first page from the repository."""
    page = page_of(key)
    assert page
    return page.file.read_text(encoding="utf-8")


@pytest.mark.django_db
def test_help_starts_with_five_roles_that_have_a_page_each() -> None:
    who = shelves()[0]
    assert who.key == "who"
    assert [entry.url for entry in who.entries] == [
        reverse("help-page", args=[key]) for key in FIRST
    ]
    assert all(entry.description for entry in who.entries)
    page = Client().get(reverse("help")).content.decode()
    assert page.index('id="who"') < page.index('id="help"')


@pytest.mark.parametrize("key", FIRST)
def test_a_first_page_is_short_and_says_what_to_do_and_read_next(key: str) -> None:
    assert len(text_of(key).splitlines()) <= LONGEST
    page = page_of(key)
    assert page
    heads = [head for head, _ in rendered(page.file, page.file.stat().st_mtime_ns)[1]]
    assert (heads[0], heads[-1]) == ("your-first-ten-minutes", "next-steps")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"(docs/tutorials/{key}.md)" in readme, "the repository's first page leads there, too"


@pytest.mark.parametrize("key", FIRST)
def test_a_first_page_names_buttons_and_pages_by_their_labels(key: str) -> None:
    named = re.findall(r"(?<![*\w])[*]([^*]+)[*](?![*])", text_of(key))
    words = [DEMO.sub(r"\1", _plain(each)) for each in named]
    missing = [each for each in words if each not in texts_of_pages()]
    assert not missing, ", ".join(missing)
