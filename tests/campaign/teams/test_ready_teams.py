"""A ready-made team through the services: one call creates a playable team or nothing."""

from __future__ import annotations

import pytest

from campaign.garage.models import CrewPlace, Vehicle
from campaign.garage.rules.vehicles import compute_totals
from campaign.garage.selectors.garage import current_vehicles, design_of
from campaign.league.models import DeskAct, Team
from campaign.ledger.models import Wound
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.members.services import members
from campaign.news.models import News
from campaign.roster.models import Character
from campaign.roster.rules.acts import CharacterFace
from campaign.roster.selectors.roster import roster
from campaign.roster.services.roster import edit as change_character
from campaign.teams.rules.acts import ReadyCompany, TeamFace
from campaign.teams.services import ready_company, teams
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.records import filled
from core.web.refusals import NameTaken, Refused, WrongTime
from espionage.models import SealedSeat
from tests.factories import Club, add_team, found_club, open_week, person

pytestmark = pytest.mark.django_db

BY_ITSELF = {"approve_legal_rosters": True}


@pytest.fixture
def club() -> Club:
    """Return a club with automatic approval before its first week."""
    return found_club(teams=1, week="planned", options=BY_ITSELF)


def newcomer(club: Club, name: str = "newcomer") -> User:
    """Return a person who has just joined."""
    user = person(name)
    members.admit(campaign=club.campaign, user=user, role="player", now=club.at)
    return user


def found_team(club: Club, owner: User | None = None, **face: str) -> Team:
    """Create a ready-made team in one call."""
    return ready_company.found_ready(
        campaign=club.campaign,
        owner=owner or newcomer(club),
        face=ReadyCompany(**face),
        now=club.at,
    )


def test_one_call_creates_an_approved_complete_team(club: Club) -> None:
    team = found_team(club)
    assert team.name
    assert team.emblem != "plain"
    assert team.approved_at == club.at
    with club.scope():
        assert len(roster(team)) == 6
        assert len(current_vehicles(team)) == 2
        assert CrewPlace.objects.filter(vehicle__team=team).count() == 3
        cars = sum(compute_totals(design_of(car)).cost for car in team.vehicles.all())
        assert balances.money([team.pk])[team.pk] == 250_000 - cars - 6 * 350
        assert balances.stock([team.pk])[team.pk] == {"heavy_pistol": 6, "body_armour": 6}
        said = News.objects.get(cause=f"approved:{team.pk}").text
        assert said == (
            f"{team} joins the league. Its roster follows the house rules and was approved "
            "automatically."
        )


def test_a_ready_made_team_plays_in_the_next_week(club: Club) -> None:
    team = found_team(club)
    with club.scope():
        week = team.campaign.seasons.get().weeks.get(number=1)
    open_week(club, week)
    with club.scope():
        assert SealedSeat.objects.filter(week=week, team=team).exists()


def test_two_ready_made_teams_share_no_names_or_colours(club: Club) -> None:
    first, second = (found_team(club, newcomer(club, name)) for name in ("ada", "bea"))
    assert first.name != second.name
    assert first.colour != second.colour
    with club.scope():
        names = list(Character.objects.filter(team__in=[first, second]).values_list("name"))
    assert len(set(names)) == 12


def test_a_given_name_is_kept_and_a_taken_one_creates_nothing(club: Club) -> None:
    owner = newcomer(club)
    for name in ("anvil", "An\u200cvil"):
        with pytest.raises(NameTaken):
            found_team(club, owner, name=name)
    with club.scope():
        assert Team.objects.count() == 1
    assert found_team(club, owner, name="  Mine  Own ", motto="Ready.").name == "Mine Own"


def test_nothing_is_created_if_no_team_is_possible() -> None:
    poor = found_club(
        teams=0, week=None, options={"starting_points": 5, "starting_capital": 0, **BY_ITSELF}
    )
    with pytest.raises(Refused, match="nothing to add"):
        found_team(poor)
    with poor.scope():
        assert not Team.objects.exists()


def test_a_ready_made_team_asks_for_approval_if_the_gm_decides() -> None:
    club = found_club(teams=0, week=None)
    team = found_team(club)
    assert (team.approved_at, team.asked_at) == (None, club.at)
    with club.scope():
        assert Notice.objects.filter(user=club.gm, kind="approval-asked").count() == 1


def test_a_team_without_people_or_cars_is_completed_and_asks_for_approval(club: Club) -> None:
    bare = add_team(club, "Bare", characters=0, vehicles=0, approved=False)
    owner = club.players[-1]
    bare = ready_company.complete(team=bare, actor=owner, now=club.at)
    assert bare.approved_at == club.at
    walkers = add_team(club, "Walkers", characters=2, vehicles=0, approved=False)
    ready_company.complete(team=walkers, actor=club.players[-1], now=club.at)
    with club.scope():
        names = {one.name for one in roster(walkers)}
        assert len(names) == 6
        assert {"Vesper", "Rook"} < names
        drivers = CrewPlace.objects.filter(vehicle__team=walkers, place="driver")
        assert "Rook" in {seat.character.name for seat in drivers}


def test_only_missing_people_and_cars_are_added(club: Club) -> None:
    team = add_team(club, "Drivers", characters=6, vehicles=1, approved=False)
    with pytest.raises(Refused, match="nothing to add"):
        ready_company.complete(team=team, actor=club.players[-1], now=club.at)
    with club.scope():
        dead = roster(team)[0]
        posting.post([Line(Book.WOUND, dead.id, "dp", 9, "test", club.at)])
        assert Wound.objects.exists()
    ready_company.complete(team=team, actor=club.players[-1], now=club.at)
    with club.scope():
        assert Character.objects.filter(team=team, left_at=None).count() == 7
        assert Vehicle.objects.filter(team=team).count() == 1


def test_a_team_that_left_cannot_be_completed(club: Club) -> None:
    team = add_team(club, "Gone", characters=0, vehicles=0, approved=False)
    team = teams.withdraw(team=team, actor=club.gm, reason="Gone.", now=club.at)
    with pytest.raises(WrongTime, match="has left the league"):
        ready_company.complete(team=team, actor=club.players[-1], now=club.at)


# --- legal rosters approve themselves -------------------------------------------------------------


def test_a_legal_roster_is_approved_automatically_and_logged(club: Club) -> None:
    team = add_team(club, "Legal", approved=False)
    team = teams.ask_approval(team=team, now=club.at)
    assert team.approved_at == club.at
    with club.scope():
        act = DeskAct.objects.get(kind="team-approved", team=team)
        assert (act.actor, act.public, act.detail["rule"]) == (None, True, True)
        assert not Notice.objects.filter(user=club.gm, kind="approval-asked").exists()
        assert Notice.objects.filter(user=club.players[-1], kind="team-approved").count() == 1


def test_an_invalid_roster_waits_for_the_gm(club: Club) -> None:
    team = add_team(club, "Odd", approved=False)
    with club.scope():
        rook = Character.objects.get(team=team, name="Rook")
        posting.post([Line(Book.SKILL, rook.pk, "stealth", 5, "correction", club.at)])
    team = teams.ask_approval(team=team, now=club.at)
    assert (team.approved_at, team.asked_at) == (None, club.at)
    with club.scope():
        assert Notice.objects.filter(user=club.gm, kind="approval-asked").count() == 1
    assert teams.approve(team=team, actor=club.gm, now=club.at).approved_at, "the GM may still"


def test_without_automatic_approval_a_legal_roster_waits_for_the_gm() -> None:
    club = found_club(teams=0, week=None)
    team = add_team(club, "Legal", approved=False)
    assert teams.ask_approval(team=team, now=club.at).approved_at is None


# --- what can still be changed --------------------------------------------------------------------


def test_an_automatically_approved_roster_can_change_until_a_week_opens(club: Club) -> None:
    owner = newcomer(club)
    team = found_team(club, owner)
    with club.scope():
        week = team.campaign.seasons.get().weeks.get(number=1)
        one = Character.objects.select_related("team").filter(team=team)[0]
        points = next(iter(roster(team))).points
    face = CharacterFace(name="Somebody Else", role="driver")
    change_character(character=one, face=face, points=points, actor=owner, now=club.at)
    teams.edit(team=team, face=filled(TeamFace, team, name="Second Thoughts"))
    open_week(club, week)
    with club.scope():
        one = Character.objects.select_related("team").get(pk=one.pk)
        team.refresh_from_db()
    assert (team.name, one.name) == ("Second Thoughts", "Somebody Else")
    with pytest.raises(WrongTime, match="no longer change the team's name"):
        teams.edit(team=team, face=filled(TeamFace, team, name="Third Thoughts"))
    with pytest.raises(WrongTime, match="can no longer be changed"):
        change_character(
            character=one, face=filled(CharacterFace, one, name="Third"), actor=owner, now=club.at
        )


def test_a_team_approved_in_an_open_week_plays_from_the_next() -> None:
    club = found_club(teams=1, week="open", options=BY_ITSELF)
    team = found_team(club)
    with club.scope():
        assert not SealedSeat.objects.filter(week=club.open_week, team=team).exists()
    assert teams.edit(team=team, face=filled(TeamFace, team, name="Late Comers")).name


def test_a_roster_approved_by_a_gm_cannot_be_changed() -> None:
    club = found_club(teams=1, week=None)
    with pytest.raises(WrongTime, match="no longer change the team's name"):
        teams.edit(team=club.teams[0], face=filled(TeamFace, club.teams[0], name="Other"))
