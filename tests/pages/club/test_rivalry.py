"""The page about a team's rivalry with another team."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import NOT_FOUND, House
from .test_careers import drive

pytestmark = pytest.mark.django_db


def rivalry(house: House, team: int = 0, rival: int = 1) -> str:
    teams = house.club.teams
    slugs = {"team": teams[team].slug, "rival": teams[rival].slug}
    return house.path("espionage:rivalry", **slugs)


def test_rivalry_shows_the_duels_of_both_teams(house: House) -> None:
    before = house.read(rivalry(house))
    assert "The two teams have not met in a recorded duel." in before
    drive(house)
    page = house.read(rivalry(house))
    assert "Duels with both teams 1: 1 ahead, 0 behind" in page
    assert "Kills in these duels 5 by us, 0 by them" in page
    assert "Season 1, week 1 1 2 5–0" in page
    assert "1: 0 ahead, 1 behind" in house.read(rivalry(house, 1, 0), "rival")


def test_only_owners_can_open_a_rivalry_and_only_with_another_team(house: House) -> None:
    for who in ("rival", "gm", "spectator", "stranger"):
        assert house.get(rivalry(house), who).status_code == NOT_FOUND
    assert house.get(rivalry(house, 0, 0)).status_code == NOT_FOUND
    assert house.get(rivalry(house) + "?season=7").status_code == NOT_FOUND


def test_rivals_page_and_dossier_link_to_the_rivalry(
    house: House, django_assert_max_num_queries: Any
) -> None:
    path = rivalry(house)
    rival = house.path("team", team=house.club.teams[1].slug)
    dossier = house.own("team") + "dossier/"
    for page in (rival, dossier):
        assert path in house.get(page).content.decode()
    with django_assert_max_num_queries(20):
        house.read(path)
