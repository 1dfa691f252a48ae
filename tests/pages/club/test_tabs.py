"""The tabs of a club and its teams, and the lines at the foot of a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

if TYPE_CHECKING:
    from .conftest import House

pytestmark = pytest.mark.django_db

SECTIONS = {
    "team": ("Team", "Roster"),
    "dossier": ("Reports", "Dossier", "Letters"),
    "workshop": ("Garage", "Workshop"),
    "store": ("Money", "Store"),
}


def tabs(page: str) -> list[list[str]]:
    """Return the texts of the rows of tabs of a page."""
    rows = re.findall(r'<nav class="subnav[^"]*".*?</nav>', page, re.DOTALL)
    return [[" ".join(text.split()) for text in re.findall(r"<a [^>]*>([^<]*)", r)] for r in rows]


def test_a_player_meets_at_most_twelve_tabs_in_club_and_team(house: House) -> None:
    club_tabs, *_ = tabs(house.get(house.path("club"), "owner").content.decode())
    team_tabs, *_ = tabs(house.get(house.own("team"), "owner").content.decode())
    assert len(club_tabs) + len(team_tabs) <= 12
    assert "Desk" in tabs(house.get(house.path("club"), "gm").content.decode())[0]


@pytest.mark.parametrize("name", SECTIONS)
def test_pages_of_one_subject_are_sections_of_one_tab(house: House, name: str) -> None:
    url = house.own("team") + "dossier/" if name == "dossier" else house.own(name)
    page = house.get(url, "owner").content.decode()
    assert tabs(page)[1] == list(SECTIONS[name])
    assert f'href="{url}" aria-current="page"' in page


def test_a_gm_without_a_team_gets_no_tab_of_secret_pages(house: House) -> None:
    rows = tabs(house.get(house.own("money"), "gm").content.decode())
    assert rows == [["Team", "Garage", "Money &amp; store"], ["Money", "Store"]]


def test_players_pages_have_one_help_link_and_no_line_about_trade_marks(house: House) -> None:
    page = house.get(house.path("club"), "owner").content.decode()
    assert page.count("with this page") == 1 and f'href="{reverse("help")}">Help' not in page
    assert "trademark" not in page and reverse("api-docs") not in page
    public = Client().get(reverse("home")).content.decode()
    assert "trademark" in public and reverse("api-docs") in public
