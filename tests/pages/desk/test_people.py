"""Invite links, roles, removing members, handing over teams, approving rosters."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from campaign.league.models import DeskAct, Membership, Team, TeamOwner
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.members.models import Invite, TeamAsk
from campaign.news.models import News
from campaign.teams.services import teams
from core.notifications.models import Notice
from tests.factories import add_team, person

from .conftest import Desk, words

INVITE = {"role": "player", "uses": "1", "days": "7", "note": "Tuesday group"}
GROUP = {"role": "player", "note": "Tuesday group"}


def member(desk: Desk, who: str) -> Membership:
    with desk.club.scope():
        return Membership.objects.get(user=desk.people[who])


# --- invites --------------------------------------------------------------------------------------


def test_a_link_is_shown_to_its_creator_until_they_open_the_list(desk: Desk) -> None:
    answer = desk.send("desk-invites", INVITE)
    assert answer.status_code == 303
    page = words(desk.client("gm").get(answer["Location"]))
    found = re.search(r'id="link">([^<]+)<', page)
    assert found
    token = found[1].rstrip("/").rpartition("/")[2]
    with desk.club.scope():
        invite = Invite.objects.get()
    assert (invite.uses_left, invite.note, invite.role) == (1, "Tuesday group", "player")
    assert token not in invite.token_hash
    assert token not in words(desk.get("desk-invites"))
    assert desk.client("gm").get(answer["Location"]).status_code == 404


def test_a_group_link_can_be_viewed_until_it_is_revoked(desk: Desk) -> None:
    """It admits a whole group over several days; another GM can view it; after its revocation
    another one is made.
    """
    form = desk.get("desk-invites").context["form"]
    usual = {
        name: form[name].value() or ""
        for name in ("role", "uses", "days", "team", "note", "reason")
    }
    assert desk.send("desk-invites", usual).status_code == 303

    def shown(who: str = "gm") -> list[str]:
        return re.findall(
            r'id="link-[^"]+">https?://[^/]+(/join/[^/<]+/)<', words(desk.get("desk-invites", who))
        )

    link = shown()[0]
    friends = [person("friend") for _ in range(3)]
    for friend in friends:
        assert desk.client(friend).post(link, {"idempotency": "one"}).status_code == 303
        desk.go_to(desk.club.at + timedelta(days=4))
    with desk.club.scope():
        Membership.objects.filter(user=desk.people["player"]).update(role="gm")
        invite = Invite.objects.get()
    assert shown("player") == [link], "whoever made it"
    assert "until it is revoked" in words(desk.get("desk-invites"))
    assert desk.send("desk-invite-revoke", invite=invite.pk, sure=True).status_code == 303
    assert shown() == []
    assert desk.client("stranger").get(link).status_code == 404
    assert desk.send("desk-invites", GROUP).status_code == 303
    assert shown() not in ([], [link])
    with desk.club.scope():
        assert not Invite.objects.get(pk=invite.pk).token, "what does not work any more is not kept"


@pytest.mark.parametrize(
    "said", [{"role": "gm"}, {"role": "player", "team": True, "reason": "To help."}]
)
def test_a_gm_or_team_link_works_once_and_is_stored_as_a_hash(
    desk: Desk, said: dict[str, Any]
) -> None:
    said = {**said, "team": desk.club.teams[0].slug} if "team" in said else said
    assert desk.send("desk-invites", {**GROUP, **said}).status_code == 303
    with desk.club.scope():
        invite = Invite.objects.get()
        assert (invite.uses_left, invite.token) == (1, "")
        assert invite.expires_at == desk.club.at + timedelta(days=14)
    assert "/join/" not in words(desk.get("desk-invites"))
    assert "only once" in words(desk.send("desk-invites", {**GROUP, **said, "uses": "2"}))


def test_two_clicks_make_one_link_and_show_it(desk: Desk) -> None:
    first, second = (desk.send("desk-invites", INVITE, key="one-form") for _ in range(2))
    assert first["Location"] == second["Location"]
    assert desk.client("gm").get(second["Location"]).status_code == 200
    with desk.club.scope():
        assert Invite.objects.count() == 1


def test_another_gms_link_is_not_shown(desk: Desk) -> None:
    address = desk.send("desk-invites", INVITE)["Location"]
    with desk.club.scope():
        Membership.objects.filter(user=desk.people["player"]).update(role="gm")
    assert desk.client("player").get(address).status_code == 404


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"uses": "0"}, "greater than or equal to 1"),
        ({"uses": "many"}, "Enter a whole number"),
        ({"days": "91"}, "less than or equal to 90"),
        ({"role": "emperor"}, "not one of the available choices"),
        ({"team": "x"}, "not one of the available choices"),
        ({"note": "x" * 81}, "at most 80 characters"),
    ],
)
def test_an_invalid_link_is_refused_at_its_field_and_the_input_kept(
    desk: Desk, said: dict[str, str], sentence: str
) -> None:
    answer = desk.send("desk-invites", {**INVITE, "note": "keep me", **said})
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert "errorlist" in words(answer)
    with desk.club.scope():
        assert not Invite.objects.exists()


def test_a_team_link_for_a_spectator_is_refused(desk: Desk) -> None:
    answer = desk.send(
        "desk-invites",
        {**INVITE, "role": "spectator", "team": desk.club.teams[0].slug, "reason": "x"},
    )
    assert answer.status_code == 422
    assert "Team owners are players" in words(answer)


def test_revoking_asks_first_and_can_be_repeated(desk: Desk) -> None:
    desk.send("desk-invites", INVITE)
    with desk.club.scope():
        invite = Invite.objects.get()
    assert "Revoke this link?" in words(desk.send("desk-invite-revoke", invite=invite.pk))
    for _ in range(2):
        assert desk.send("desk-invite-revoke", invite=invite.pk, sure=True).status_code == 303
    with desk.club.scope():
        invite.refresh_from_db()
        assert invite.revoked_at
        assert DeskAct.objects.filter(kind="invite-revoked").count() == 1


# --- people ---------------------------------------------------------------------------------------


def test_a_role_change_is_logged(desk: Desk) -> None:
    row = member(desk, "spectator")
    assert desk.send("desk-role", {"role": "player"}, member=row.pk).status_code == 303
    assert member(desk, "spectator").role == "player"
    assert f"Made {row.user} a player, who was a spectator" in words(desk.get("desk-log", "player"))


def test_the_last_gm_cannot_step_down(desk: Desk) -> None:
    row = member(desk, "gm")
    assert "Stop being a GM?" in words(desk.send("desk-role", {"role": "player"}, member=row.pk))
    answer = desk.send("desk-role", {"role": "player"}, member=row.pk, sure=True)
    assert answer.status_code == 422
    assert "A club needs at least one GM" in words(answer)


def test_a_gm_who_steps_down_loses_the_desk(desk: Desk) -> None:
    desk.send("desk-role", {"role": "gm"}, member=member(desk, "spectator").pk)
    answer = desk.send("desk-role", {"role": "player"}, member=member(desk, "gm").pk, sure=True)
    assert answer["Location"] == f"/c/{desk.club.campaign.slug}/"
    assert desk.get("desk").status_code == 404


def test_an_owner_of_a_team_cannot_become_a_spectator(desk: Desk) -> None:
    answer = desk.send("desk-role", {"role": "spectator"}, member=member(desk, "player").pk)
    assert answer.status_code == 422
    assert "Hand over the team first" in words(answer)


def test_removing_a_member_needs_a_reason_and_confirmation(desk: Desk) -> None:
    row = member(desk, "player")
    assert desk.send("desk-remove", {"reason": " "}, member=row.pk, sure=True).status_code == 422
    asked = words(desk.send("desk-remove", {"reason": "Moved away"}, member=row.pk))
    assert "need a new invite link" in asked
    assert "a caretaker guards it" in asked
    assert member(desk, "player").left_at is None
    for _ in range(2):
        assert (
            desk.send(
                "desk-remove", {"reason": "Moved away"}, member=row.pk, sure=True, key="again"
            ).status_code
            == 303
        )
    assert member(desk, "player").left_at
    assert "Moved away" in words(desk.get("desk-log", "spectator"))
    assert "has no owner" in words(desk.get("desk"))


# --- teams ----------------------------------------------------------------------------------------


def test_a_team_is_handed_over_publicly(desk: Desk) -> None:
    anvil = desk.club.teams[0]
    with desk.club.scope():
        Membership.objects.filter(user=desk.people["spectator"]).update(role="player")
    said = {"to": desk.people["spectator"].pk, "reason": "Moved away"}
    asked = words(desk.send("desk-hand-over", said, team="anvil"))
    assert "can see and change everything that belongs to Anvil" in asked
    for _ in range(2):
        assert (
            desk.send("desk-hand-over", said, team="anvil", sure=True, key="again").status_code
            == 303
        )
    with desk.club.scope():
        assert [own.user for own in TeamOwner.objects.filter(team=anvil, until=None)] == [
            desk.people["spectator"]
        ]
        assert News.objects.filter(kind="team-handed-over").count() == 1


def test_a_team_cannot_be_handed_to_its_only_owner(desk: Desk) -> None:
    owner, other = desk.club.players[:2]
    page = desk.get("desk-hand-over", team="anvil").content.decode()
    assert str(other.pk) in page
    assert str(owner.pk) not in page
    said = {"to": owner.pk, "reason": "x"}
    answer = desk.send("desk-hand-over", said, team="anvil", sure=True)
    assert answer.status_code == 422
    assert "does not run the team alone already" in words(answer)


@pytest.mark.parametrize(
    ("to", "why"), [("spectator", "Select a valid choice"), ("stranger", "Select a valid choice")]
)
def test_a_team_can_be_handed_to_players_only(desk: Desk, to: str, why: str) -> None:
    answer = desk.send(
        "desk-hand-over", {"to": desk.people[to].pk, "reason": "x"}, team="anvil", sure=True
    )
    assert answer.status_code == 422
    assert why in words(answer)


@pytest.fixture
def asking_team(desk: Desk) -> Team:
    team = add_team(desk.club, "Newcomers", approved=False)
    return teams.ask_approval(team=team, now=desk.club.at)


def test_a_roster_is_on_the_desk_only_until_it_is_approved(desk: Desk, asking_team: Team) -> None:
    page = words(desk.get("desk-approval", team="newcomers"))
    assert "Vesper" in page
    assert "Espionage" in page
    seen = {"seen": desk.get("desk-approval", team="newcomers").context["form"]["seen"].value()}
    for _ in range(2):
        assert desk.send("desk-approval", seen, team="newcomers", key="again").status_code == 303
    assert desk.get("desk-approval", team="newcomers").status_code == 404
    with desk.club.scope():
        asking_team.refresh_from_db()
        assert asking_team.approved_at == desk.club.at
        assert DeskAct.objects.filter(kind="team-approved", team=asking_team).count() == 1


def test_a_roster_changed_meanwhile_is_not_approved_unseen(desk: Desk, asking_team: Team) -> None:
    from campaign.roster.models import Character

    seen = {"seen": desk.get("desk-approval", team="newcomers").context["form"]["seen"].value()}
    with desk.club.scope():
        Character.objects.filter(team=asking_team, name="Rook").update(role="spy")
    answer = desk.send("desk-approval", seen, team="newcomers")
    page = desk.client("gm").get(answer["Location"])
    assert "changed its roster after you opened" in words(page)
    with desk.club.scope():
        asking_team.refresh_from_db()
        assert asking_team.approved_at is None
    fresh = {"seen": page.context["form"]["seen"].value()}
    assert desk.send("desk-approval", fresh, team="newcomers").status_code == 303


def test_an_unsubmitted_roster_is_not_on_the_desk(desk: Desk) -> None:
    add_team(desk.club, "Newcomers", approved=False)
    assert desk.get("desk-approval", team="newcomers").status_code == 404
    assert desk.send("desk-approval", team="newcomers").status_code == 404
    assert "waiting for approval" not in words(desk.get("desk-teams"))


def test_a_roster_is_sent_back_with_a_remark_for_its_owners(desk: Desk, asking_team: Team) -> None:
    assert desk.send("desk-send-back", {"remark": ""}, team="newcomers").status_code == 422
    for _ in range(2):
        assert (
            desk.send(
                "desk-send-back", {"remark": "Two gunners, please"}, team="newcomers", key="again"
            ).status_code
            == 303
        )
    with desk.club.scope():
        asking_team.refresh_from_db()
        assert (asking_team.asked_at, asking_team.remark) == (None, "Two gunners, please")
        assert Notice.objects.filter(kind="team-sent-back").count() == 1
    owner = desk.club.players[-1]
    assert "Two gunners, please" in words(desk.get("desk-log", owner))
    assert "Two gunners, please" not in words(desk.get("desk-log", "player"))


def test_a_playing_gm_is_told_that_the_team_is_their_own(playing: Desk) -> None:
    with playing.club.scope():
        Team.objects.filter(slug="anvil").update(approved_at=None, asked_at=playing.club.at)
    assert "This is your own team" in words(playing.get("desk-approval", team="anvil"))


def test_a_playing_gm_sees_only_whether_a_rivals_roster_is_valid(playing: Desk) -> None:
    team = add_team(playing.club, "Newcomers", approved=False)
    teams.ask_approval(team=team, now=playing.club.at)
    page = words(playing.get("desk-approval", team="newcomers"))
    people = "4\N{NO-BREAK SPACE}characters, 100\N{NO-BREAK SPACE}points each. "
    assert f"{people}The roster follows the house rules." in page
    for secret in ("Vesper", "Espionage", "carries"):
        assert secret not in page
    with playing.club.scope():
        rook = playing.club.characters[team.pk]["Rook"]
        posting.post([Line(Book.SKILL, rook.pk, "stealth", 5, "correction", playing.club.at)])
    page = words(playing.get("desk-approval", team="newcomers"))
    assert "1 character whose points do not add up to 100." in page
    assert "Rook" not in page
    seen = {"seen": playing.get("desk-approval", team="newcomers").context["form"]["seen"].value()}
    assert playing.send("desk-approval", seen, team="newcomers").status_code == 303


def test_the_desk_lists_pending_tasks_and_is_quiet_otherwise(desk: Desk) -> None:
    assert "Nothing to do" in words(desk.get("desk"))
    teams.ask_approval(team=add_team(desk.club, "Newcomers", approved=False), now=desk.club.at)
    page = words(desk.get("desk"))
    assert "Tasks" in page
    assert "Newcomers" in page
    assert "Players without a team" not in page
    with desk.club.scope():
        Membership.objects.filter(user=desk.people["spectator"]).update(role="player")
    assert "Players without a team" in words(desk.get("desk"))


def test_an_expired_link_is_listed_as_expired(desk: Desk) -> None:
    desk.send("desk-invites", INVITE)
    desk.go_to(desk.club.at + timedelta(days=8))
    assert "expired" in words(desk.get("desk-invites"))


def test_a_link_leads_to_the_join_page(desk: Desk) -> None:
    page = words(desk.client("gm").get(desk.send("desk-invites", INVITE)["Location"]))
    found = re.search(r'id="link">https?://[^/]+([^<]+)<', page)
    assert found
    assert found[1].startswith(reverse("join", args=["x"])[:-2])


def test_a_playing_gm_cannot_join_a_rival_team_by_their_own_link(playing: Desk) -> None:
    """The rival's owners are asked first, and an owner cannot run a second team."""
    rival = playing.club.teams[1]
    assert "Enter a reason" in words(playing.send("desk-invites", {**INVITE, "team": rival.slug}))
    address = playing.send("desk-invites", {**INVITE, "team": rival.slug, "reason": "To help."})[
        "Location"
    ]
    found = re.search(r'id="link">https?://[^/]+([^<]+)<', words(playing.client("gm").get(address)))
    assert found
    said = {"idempotency": "one"}
    refused = words(playing.client("gm").post(found[1], said))
    assert "already runs another team in this club" in refused
    assert playing.client("spectator").post(found[1], said).status_code == 303
    with playing.club.scope():
        assert TeamOwner.objects.filter(team=rival, until=None).count() == 1
        assert TeamAsk.objects.get(team=rival).user == playing.people["spectator"]
        assert not News.objects.filter(kind="team-shared").exists()


# --- a way back in --------------------------------------------------------------------------------


def test_a_sign_in_link_is_announced_and_shown_once(desk: Desk) -> None:
    row = member(desk, "player")
    form = words(desk.get("desk-login-link", member=row.pk))
    assert "It is published to all members right away" in form
    assert desk.send("desk-login-link", {"reason": ""}, member=row.pk, sure=True).status_code == 422
    asked = words(desk.send("desk-login-link", {"reason": "Lost the password."}, member=row.pk))
    assert "The whole club will see this message" in asked
    made = desk.send("desk-login-link", {"reason": "Lost the password."}, member=row.pk, sure=True)
    assert re.search(
        r'id="link">https?://[^/]+/log-in/[^/<]+/<', words(desk.client("gm").get(made["Location"]))
    )
    log = words(desk.get("desk-log", "spectator"))
    assert f"Created a one-time sign-in link for {row.user}" in log
    desk.get("desk-people")
    assert desk.client("gm").get(made["Location"]).status_code == 404


def test_only_gms_make_sign_in_links_and_not_for_themselves(desk: Desk) -> None:
    own = member(desk, "gm")
    assert "You are signed in" in words(
        desk.send("desk-login-link", {"reason": "x"}, member=own.pk, sure=True)
    )
    for who in ("player", "spectator", "stranger"):
        assert desk.get("desk-login-link", who, member=own.pk).status_code == 404
        assert (
            desk.send("desk-login-link", {"reason": "x"}, who, member=own.pk, sure=True).status_code
            == 404
        )


def test_an_invalid_form_key_is_refused(desk: Desk) -> None:
    assert desk.send("desk-invites", INVITE, key="k" * 41).status_code == 422
    assert desk.send("desk-invites", INVITE, key="k\x00").status_code == 422
