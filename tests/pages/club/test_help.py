"""Help starts with the reader's role, and each page links to the section about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from core.web.views.documents import PICTURE, PICTURES, page_of, pages, rendered
from home.help import DESCRIPTIONS, SECTION_OF, SECTIONS, SHELVES, shelves
from tests.secrecy.routes import ROUTES

if TYPE_CHECKING:
    from .conftest import House


def text_of(key: str) -> str:
    """Return a rendered help page without pictures."""
    found = page_of(key)
    assert found, key
    return str(rendered(found.file, found.file.stat().st_mtime_ns)[0])


def test_help_sections_come_in_the_order_of_need() -> None:
    found = shelves()
    assert [(shelf.key, shelf.title) for shelf in found] == list(SHELVES.items())
    _, begin, rules, games, tools, *_ = (shelf.entries for shelf in found)
    assert [entry.title for entry in begin][:2] == ["Your first week", "Running a club"]
    assert [entry.url for entry in rules] == [
        reverse("help-page", args=[key])
        for key in ("espionage", "campaign", "ambush", "duel", "tournaments")
    ]
    assert len(games) == len([page for page in pages() if page.shelf == "games"])
    assert tools[0].url == reverse("help-page", args=["glossary"])
    there = {page.key for page in pages()}
    assert there >= set(DESCRIPTIONS) - {"siege", "speed"}, "what is spoken of is there"


@pytest.mark.django_db
@pytest.mark.slow("opens every help page")
def test_every_entry_of_the_index_links_to_a_page() -> None:
    for shelf in shelves():
        for entry in shelf.entries:
            assert Client().get(entry.url).status_code == 200, entry.title


@pytest.mark.parametrize("place", SECTIONS)
def test_every_place_named_by_a_help_link_exists(place: str) -> None:
    page, _, anchor = place.partition("#")
    assert not anchor or f'id="{anchor}"' in text_of(page)


def test_help_links_belong_to_existing_addresses_once_each() -> None:
    assert sum(map(len, SECTIONS.values())) == len(SECTION_OF), "no page has two places"
    assert set(SECTION_OF) <= set(ROUTES)


def test_the_first_week_page_uses_every_sample_picture() -> None:
    body = text_of("first-week")
    named = {found["key"] for found in PICTURE.finditer(body)}
    assert named == set(PICTURES)
    assert body.count("<img") == len(named)


def test_a_link_to_a_file_not_on_the_site_names_its_path() -> None:
    body = text_of("operating-running")
    assert "units (<code>docs/operating/systemd</code>)" in body
    assert 'href="/help/operating-restore/"' in body


@pytest.mark.django_db
def test_the_first_week_page_shows_rendered_samples() -> None:
    page = Client().get(reverse("help-page", args=["first-week"])).content.decode()
    assert page.count('<figure class="sample">') == len(PICTURES)
    assert "<img" not in page and 'class="receipt"' in page


@pytest.mark.parametrize(
    ("name", "who", "place"),
    [
        ("orders", "owner", "first-week/#the-order-sheet-in-a-minute"),
        ("store", "owner", "first-week/#money-and-gear"),
        ("duel", "owner", "first-week/#the-duel"),
        ("desk", "gm", "running-a-club/#the-desk"),
        ("club", "owner", "first-week/"),
        ("members", "owner", ""),
    ],
)
def test_a_pages_help_link_opens_at_its_place(
    house: House, name: str, who: str, place: str
) -> None:
    path = {
        "orders": lambda: house.own("team") + "orders/",
        "store": lambda: house.own("store"),
        "duel": lambda: house.path("duel", number=1),
    }.get(name, lambda: house.path(name))()
    page = house.get(path, who).content.decode()
    (link,) = re.findall(r'class="help-here[^"]*"\s+href="([^"]+)"', page)
    assert link == f"/help/{place}"
