"""The duellists' tables and careers, for every role."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.services import results
from campaign.league.models import Season, Week
from engine.values import changed
from tests.factories import duel_of

from .conftest import NOT_FOUND, House

pytestmark = pytest.mark.django_db
MEMBERS = ("owner", "rival", "gm", "spectator")


def drive(house: House) -> None:
    """Let Rook of the owner's team drive in week 1 and make five kills, and record the result."""
    club = house.club
    for team in (0, 1):
        club.enter(team)
    with club.scope():
        week = club.open_week
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
        form = results.form_for(club.duel)
    mine = str(club.who(0, "Rook").pk)
    people = tuple(
        changed(
            row, kills=5 if row.character == mine else 0, kills_by_ram=int(row.character == mine)
        )
        for row in form.people
    )
    teams = tuple(
        changed(row, place=1 if row.team == str(club.teams[0].pk) else 2) for row in form.teams
    )
    results.record(
        duel=duel_of(week),
        result=DuelRecord(form=changed(form, people=people, teams=teams)),
        actor=club.gm,
        now=week.duel_at,
    )
    house.go_to(week.duel_at + timedelta(hours=1))


def test_all_members_can_read_a_career(house: House) -> None:
    drive(house)
    career = house.path("duellist", pk=house.club.who(0, "Rook").pk)
    for who in MEMBERS:
        page = house.read(career, who)
        for words in (
            "+18, ranked 1 of all time",
            "5, 1 by ramming",
            "Ace",
            "5 more for double ace",
            "Season 1, week 1",
            "Anvil 1, driver",
            "2 driver, 3 general, 4 gunner",
            "Prestige over time",
        ):
            assert words in page, (who, words)
    for who in ("stranger", "anonymous"):
        assert house.get(career, who).status_code != 200


def test_people_without_a_duel_get_the_same_404_as_unknown_people(house: House) -> None:
    drive(house)
    for who in MEMBERS:
        there, nobody = (
            house.get(house.path("duellist", pk=pk), who)
            for pk in (house.club.who(0, "Vesper").pk, uuid4())
        )
        assert there.status_code == nobody.status_code == NOT_FOUND
        assert there.content == nobody.content


def test_the_duellist_table_links_to_careers_and_back(house: House) -> None:
    table = house.path("duellists")
    assert "No duels recorded" in house.read(table)
    drive(house)
    career = house.path("duellist", pk=house.club.who(0, "Rook").pk)
    for address in (table, f"{table}?season=1", f"{table}?season=all"):
        assert f'href="{career}"' in house.get(address).content.decode()
    assert house.get(f"{table}?season=9").status_code == NOT_FOUND
    duel = house.get(house.path("duel", number=1)).content.decode()
    assert f'href="{career}"' in duel
    assert "3 general, 2 driver, 4 gunner" in duel
    assert f'href="{table}?season=1"' in house.get(house.path("standings")).content.decode()


def test_careers_take_at_most_twelve_queries(
    house: House,
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    drive(house)
    career = house.path("duellist", pk=house.club.who(0, "Rook").pk)
    for address in (
        house.path("duellists"),
        house.path("honours"),
        f"{house.path('duellists')}?season=all",
        career,
    ):
        house.get(address)
        with django_assert_max_num_queries(13):  # type: ignore[operator]
            house.get(address)


def test_c35_the_roll_of_honour_links_to_careers(house: House) -> None:
    assert "No honours yet" in house.read(house.path("honours"))
    drive(house)
    career = house.path("duellist", pk=house.club.who(0, "Rook").pk)
    page = house.read(house.path("honours"), "spectator")
    assert "(Anvil): ace, 5 kills" in page
    assert f'href="{career}"' in house.get(house.path("honours")).content.decode()
    with house.club.scope():
        Season.objects.filter(pk=house.club.season.pk).update(closed_at=house.club.at)
    page = house.read(house.path("honours"), "spectator")
    assert "Champions" in page
    assert "Anvil 5" in page
