"""The order form and the rules know the same facts, and the form needs fewer queries."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Stock, Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from espionage.selectors.files import team_files
from espionage.selectors.public import view_for_week
from espionage.selectors.sheets import roster_of
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


def wound(club: Club, who: Character, lost: int, cause: str) -> None:
    with club.scope():
        posting.post([Line(Book.WOUND, who.pk, Wound.DP, lost, cause, club.at)])


def test_e24_form_knows_only_public_facts() -> None:
    club = found_club(teams=3)
    wound(club, club.who(0, "Rook"), 1, "a fall")
    wound(club, club.who(1, "Sable"), 9, "another fall")
    with club.scope():
        team, week = club.teams[0], club.open_week
        posting.post([Line(Book.STOCK, team.pk, "heavy_pistol", 2, "a gift", club.at)])
        assert Stock.objects.exists()
        found = view_for_week(team, week, rules_in(week))
        assert found.file == replace(team_files(week, [team])[team.pk], garage=())
        assert found.roster == roster_of(week)
        assert [rival.name for rival in found.rivals] == [club.teams[1].name, club.teams[2].name]


def test_e24_deaths_become_public_at_the_next_settlement() -> None:
    club = found_club(teams=2)
    wound(club, club.who(1, "Sable"), 9, "before")
    with club.scope():
        club.open_week.settled_at = club.at
        club.open_week.save()
    club.at = club.open_week.closes_at
    wound(club, club.who(1, "Rook"), 9, "since")
    with club.scope():
        found = view_for_week(club.teams[0], club.open_week, rules_in(club.open_week))
        assert found.roster == roster_of(club.open_week)
        assert {who.name for who in found.roster[1].people if not who.alive} == {"Sable"}


def test_roster_includes_a_team_without_people(django_assert_num_queries) -> None:
    club = found_club(teams=2, characters=0)
    club.teams[0].campaign = club.campaign
    with club.scope(), django_assert_num_queries(2):
        found = view_for_week(club.teams[0], club.open_week, rules_in(club.open_week))
        assert len(found.roster) == 2
        assert found.file.people == ()
