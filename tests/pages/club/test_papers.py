"""The papers of a duel as a page, as a PDF and over the API (C30)."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from campaign.ledger.services.posting import Book
from espionage.services.tick import tick

from .conftest import NOT_FOUND, House
from .test_duel import entry, settle


def enter_and_start(house: House) -> str:
    """Enter both teams, go to the start of the duel, and return the address of its papers."""
    house.done(house.path("duel-enter", number=1), entry(house))
    rival = {"vehicle": house.club.car(1).pk, "driver": house.club.who(1, "Rook").pk}
    house.done(house.path("duel-enter", number=1), rival, "rival")
    settle(house)
    house.go_to(house.week().duel_at)
    tick(now=house.club.at)
    return house.path("duel-papers", number=1)


def drawn_labels(house: House, path: str, who: str = "owner") -> list[str]:
    """Return the labels of the drawn pages."""
    body = house.get(path, who).content.decode()
    return [part.split('"')[0] for part in body.split('role="img" aria-label="')[1:]]


def test_c30_the_gm_prints_the_whole_pack_and_a_player_their_own_sheets(house: House) -> None:
    path = enter_and_start(house)
    pages = drawn_labels(house, path, "gm")
    assert [page.split(".")[0] for page in pages] == [
        "List of entries",
        "Sequence of play",
        "Arena: Foundry Floor",
        "Tables",
        "Modifiers",
        "Answers of the referee",
        "Anvil 1, record sheet",
        "Basilisk 1, record sheet",
    ]
    assert "Rook" in pages[-1]
    assert drawn_labels(house, path)[6:] == [page for page in pages if page.startswith("Anvil 1")]
    assert not [page for page in drawn_labels(house, path, "spectator") if "record sheet" in page]
    assert "Give each team its own" in house.read(path, "gm")


def test_c30_the_pack_is_available_as_pdf_and_over_the_api(house: House) -> None:
    path = enter_and_start(house)
    files = {paper: house.get(f"{path}?paper={paper}&pdf=1", "gm") for paper in ("a4", "letter")}
    for answer in files.values():
        assert answer["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
    assert b"/MediaBox [0 0 595.28 841.89]" in files["a4"].content
    assert b"/MediaBox [0 0 612.00 792.00]" in files["letter"].content
    told = house.get(house.path("api-duel-papers", number=1) + "?pdf=true", "gm").json()
    assert [car["sheet"]["name"] for car in told["cars"]] == ["Anvil 1", "Basilisk 1"]
    assert told["all_cars"]
    assert base64.b64decode(told["pdf"]) == files["a4"].content
    own = house.get(house.path("api-duel-papers", number=1)).json()
    assert [car["sheet"]["name"] for car in own["cars"]] == ["Anvil 1"]
    assert own["pdf"] is None


def test_c30_a_vehicles_sheet_is_for_readers_of_the_teams_books(house: House) -> None:
    car = house.club.car(0).pk
    path = house.own("vehicle-paper", pk=car)
    assert [page.split(".")[0] for page in drawn_labels(house, path)] == ["Anvil 1, record sheet"]
    assert house.get(f"{path}?pdf=1").content.startswith(b"%PDF-")
    api = house.own("api-vehicle-paper", vehicle=car)
    assert house.get(api).json()["car"]["sheet"]["name"] == "Anvil 1"
    for who in ("rival", "spectator"):
        assert house.get(path, who).status_code == NOT_FOUND
        assert house.get(api, who).status_code == NOT_FOUND


def test_the_duel_page_links_to_the_papers_until_the_week_is_over(house: House) -> None:
    path = enter_and_start(house)
    assert f'href="{path}?season=1"' in house.get(house.path("duel", number=1)).content.decode()
    week = house.week()
    tick(now=week.closes_at)
    house.go_to(week.closes_at + timedelta(minutes=1))
    assert f'href="{path}?season=1"' not in house.get(house.path("duel", number=1)).content.decode()
    assert "nothing to print" in house.read(path)
    assert not drawn_labels(house, path)


@pytest.mark.slow("prints the papers of two worlds")
def test_c30_a_rivals_car_changes_nothing_in_other_teams_papers(house: House) -> None:
    path = enter_and_start(house)
    api = house.path("api-duel-papers", number=1)
    asked = [path, f"{path}?paper=letter", f"{path}?pdf=1", f"{api}?pdf=true"]
    before = {
        (who, one): house.get(one, who).content for who in ("rival", "spectator") for one in asked
    }
    mine = house.get(path).content
    early = house.club.at - timedelta(minutes=5)
    house.club.at = early
    house.book(Book.DAMAGE, house.club.car(0).pk, "armour:front", 4)
    house.book(Book.SKILL, house.club.who(0, "Rook").pk, "driver", 20)
    house.book(Book.WOUND, house.club.who(0, "Rook").pk, "dp", 1)
    assert before == {(who, one): house.get(one, who).content for who, one in before}
    assert mine != house.get(path).content


@pytest.mark.slow("prints eight cars")
def test_c30_the_pack_for_eight_cars_prints_as_one_document(
    at_club: Callable[..., House], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    house = at_club(teams=4, characters=4, vehicles=2)
    club = house.club
    with club.scope():
        for team in range(len(club.teams)):
            for nth, driver in enumerate(("Rook", "Sable")):
                club.enter(team, vehicle=club.car(team, nth), driver=driver)
    settle(house)
    house.go_to(house.week().duel_at)
    tick(now=club.at)
    path = house.path("duel-papers", number=1)
    house.get(path, "gm")
    with django_assert_max_num_queries(13):
        pages = drawn_labels(house, path, "gm")
    assert len([page for page in pages if "record sheet" in page]) == 8
    book = house.get(f"{path}?pdf=1", "gm").content
    assert len(re.findall(rb"/Type /Page\b", book)) == 14
    events = " ".join(page for page in pages if "Sequence of play" in page)
    assert "All others sign it." in events, "nobody waits for a GM"
