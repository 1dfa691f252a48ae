from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.league.models import DeskAct, TeamOwner
from campaign.league.refusals import InviteSpent, LastOne
from campaign.league.selectors.viewer import Viewer
from campaign.members.models import Invite
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, members, owners
from campaign.news.models import News
from campaign.teams.rules.acts import NewTeam, TeamFace
from campaign.teams.services import teams
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.records import filled
from core.web.refusals import BadForm, NameTaken, ReasonNeeded, Refused, WrongTime
from tests.factories import Club, found_club, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=1, vehicles=0, week=None)


# --- invites --------------------------------------------------------------------------------------


def test_an_invite_works_once_and_only_its_hash_is_stored(club: Club) -> None:
    invite, token = invites.make(
        campaign=club.campaign, new=Inviting(note="For Zoe", uses=1), actor=club.gm, now=club.at
    )
    assert token not in str(Invite.objects.with_scopes_disabled().filter(pk=invite.pk).values())
    assert invites.look_up(token=token, now=club.at).campaign == club.campaign
    zoe = person("zoe")
    assert invites.accept(token=token, user=zoe, now=club.at).membership.role == "player"
    with pytest.raises(InviteSpent):
        invites.accept(token=token, user=person(), now=club.at)


def test_a_used_invite_leads_its_user_to_the_club(club: Club, client: Client) -> None:
    _, token = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at
    )
    zoe = person("zoe")
    invites.accept(token=token, user=zoe, now=club.at)
    page = reverse("join", args=[token])
    assert client.get(page).status_code == 404
    client.force_login(person("stranger"))
    assert client.get(page).status_code == 404
    client.force_login(zoe)
    answer = client.get(page)
    assert (answer.status_code, answer["Location"]) == (303, f"/c/{club.campaign.slug}/")
    seen = client.get(answer["Location"]).content.decode()
    assert "This link is no longer valid. You are already a member of" in seen


def test_unknown_revoked_used_and_expired_links_look_the_same(club: Club) -> None:
    revoked, token = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at
    )
    invites.revoke(invite=revoked, actor=club.gm, now=club.at)
    _, old = invites.make(
        campaign=club.campaign, new=Inviting(days=1, uses=1), actor=club.gm, now=club.at
    )
    sentences = set()
    for said in (token, old, "no-such-token"):
        with pytest.raises(InviteSpent) as refused:
            invites.look_up(token=said, now=club.at + timedelta(days=1))
        sentences.add(refused.value.sentence)
    assert len(sentences) == 1


def test_an_invite_can_raise_a_role_but_not_lower_it(club: Club) -> None:
    _, token = invites.make(
        campaign=club.campaign, new=Inviting(role="spectator", uses=1), actor=club.gm, now=club.at
    )
    assert invites.accept(token=token, user=club.gm, now=club.at).membership.role == "gm"
    zoe = person("zoe")
    assert invites.accept(token=token, user=zoe, now=club.at).membership.role == "spectator", (
        "the GM's click used nothing up"
    )
    _, better = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at
    )
    assert invites.accept(token=better, user=zoe, now=club.at).membership.role == "player"


@pytest.mark.parametrize(
    "said",
    [
        {"uses": 0},
        {"uses": 101},
        {"days": 0},
        {"days": 91},
        {"role": "king"},
        {"role": "gm", "uses": 2},
    ],
)
def test_an_invite_out_of_bounds_is_refused(said: dict[str, Any], club: Club) -> None:
    with pytest.raises(Refused):
        invites.make(campaign=club.campaign, new=Inviting(**said), actor=club.gm, now=club.at)


# --- members --------------------------------------------------------------------------------------


def test_a_club_keeps_at_least_one_gm(club: Club) -> None:
    gm = club.member(club.gm)
    with pytest.raises(LastOne):
        members.set_role(membership=gm, role="player", actor=club.gm, now=club.at)
    with pytest.raises(LastOne):
        members.leave(membership=gm, actor=club.gm, now=club.at)
    members.set_role(membership=club.member(club.players[0]), role="gm", actor=club.gm, now=club.at)
    members.leave(membership=gm, actor=club.gm, now=club.at)
    assert club.viewer(club.gm).role is None


def test_leaving_gives_up_the_team_and_a_removal_needs_a_logged_reason(club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        members.leave(membership=club.member(club.players[0]), actor=club.gm, now=club.at)
    members.leave(
        membership=club.member(club.players[0]),
        actor=club.gm,
        now=club.at,
        reason="Never sent orders.",
    )
    assert club.viewer(club.players[0]) == Viewer(club.players[0], club.campaign, None, frozenset())
    with club.scope():
        assert DeskAct.objects.get(kind="member-removed").reason == "Never sent orders."


def test_an_owner_of_a_team_cannot_become_a_spectator(club: Club) -> None:
    with pytest.raises(Refused, match="Hand over the team first"):
        members.set_role(
            membership=club.member(club.players[0]), role="spectator", actor=club.gm, now=club.at
        )


def test_notices_are_read_only_by_their_recipient(club: Club) -> None:
    with club.scope():
        theirs = Notice.objects.filter(user=club.players[0])
        assert (
            notices.mark_read(user=club.players[1], notices=[row.pk for row in theirs], now=club.at)
            == 0
        )
        assert notices.mark_read(user=club.players[0], now=club.at) == theirs.count() > 0
        assert notices.mark_read(user=club.players[0], now=club.at) == 0


# --- teams ----------------------------------------------------------------------------------------


def test_a_roster_is_sent_back_with_a_remark_edited_and_approved() -> None:
    club = found_club(teams=1, characters=1, vehicles=0, week=None, approved=False)
    team = teams.ask_approval(team=club.teams[0], now=club.at)
    team = teams.send_back(team=team, actor=club.gm, remark="Choose a better name.", now=club.at)
    assert (team.asked_at, team.remark) == (None, "Choose a better name.")
    team = teams.edit(
        team=team,
        face=filled(TeamFace, team, name="Anvil & Sons", motto="We hammer."),
    )
    assert team.slug == "anvil-sons"
    teams.ask_approval(team=team, now=club.at)
    team = teams.approve(team=team, actor=club.gm, now=club.at)
    with pytest.raises(WrongTime, match="already approved"):
        teams.approve(team=team, actor=club.gm, now=club.at)
    with pytest.raises(WrongTime, match="no longer change the team's name"):
        teams.edit(team=team, face=filled(TeamFace, team, name="Other"))
    with club.scope():
        assert News.objects.get(kind="team-approved").text == "Anvil & Sons joins the league."
        assert not DeskAct.objects.get(kind="team-sent-back").public, (
            "what was wrong is between the team and the GM"
        )


def test_an_empty_roster_cannot_be_submitted() -> None:
    club = found_club(teams=1, characters=0, vehicles=0, week=None, approved=False)
    with pytest.raises(Refused, match="Hire at least one character first"):
        teams.ask_approval(team=club.teams[0], now=club.at)


def test_team_names_are_unique_and_a_person_has_one_team(club: Club) -> None:
    newcomer = person()
    members.admit(campaign=club.campaign, user=newcomer, role="player", now=club.at)
    with pytest.raises(NameTaken):
        teams.found_team(
            campaign=club.campaign, owner=newcomer, now=club.at, face=NewTeam(name="ANVIL")
        )
    with pytest.raises(BadForm, match="colour"):
        teams.found_team(
            campaign=club.campaign,
            owner=newcomer,
            now=club.at,
            face=NewTeam(name="Chisel", colour="mauve-ish"),
        )
    with pytest.raises(Refused, match="already run a team in this club"):
        teams.found_team(
            campaign=club.campaign, owner=club.players[0], now=club.at, face=NewTeam(name="Chisel")
        )
    chisel = teams.found_team(
        campaign=club.campaign, owner=newcomer, now=club.at, face=NewTeam(name="Chisel")
    )
    assert chisel.colour not in {team.colour for team in club.teams}


def test_handing_over_a_team_is_announced(club: Club) -> None:
    owners.hand_over(team=club.teams[0], to=club.players[1], actor=club.players[0], now=club.at)
    assert club.viewer(club.players[0]).team_ids == frozenset()
    assert club.viewer(club.players[1]).team_ids == {team.pk for team in club.teams}
    with club.scope():
        assert News.objects.filter(kind="team-handed-over").count() == 1


def test_a_gm_needs_a_reason_and_a_player_to_hand_over_a_team(club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        owners.hand_over(team=club.teams[0], to=club.players[1], actor=club.gm, now=club.at)
    with pytest.raises(Refused, match="Choose a player"):
        owners.hand_over(
            team=club.teams[0], to=person(), actor=club.gm, now=club.at, reason="Gone."
        )
    owners.hand_over(
        team=club.teams[0], to=club.players[1], actor=club.gm, now=club.at, reason="Gone for good."
    )
    with club.scope():
        assert DeskAct.objects.get(kind="team-handed-over").reason == "Gone for good."
        assert not TeamOwner.objects.filter(user=club.players[0], until=None).exists()


def test_the_only_owner_must_hand_over_and_a_co_owner_can_leave(club: Club) -> None:
    with pytest.raises(LastOne):
        owners.drop_owner(team=club.teams[0], user=club.players[0], now=club.at)
    owners.add_owner(team=club.teams[0], user=club.players[1], now=club.at)
    owners.drop_owner(team=club.teams[0], user=club.players[0], now=club.at)
    assert club.viewer(club.players[0]).team_ids == frozenset()


def test_a_team_can_leave_between_weeks_only() -> None:
    club = found_club(teams=1, characters=1, vehicles=0)
    with pytest.raises(WrongTime, match="in progress"):
        teams.withdraw(team=club.teams[0], actor=club.players[0], now=club.at)
    other = found_club(teams=1, characters=1, vehicles=0, week="planned")
    assert (
        teams.withdraw(team=other.teams[0], actor=other.players[0], now=other.at).left_at
        == other.at
    )
