"""Joining a team with its owners' consent: nobody reads its sealed orders unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaign.league.models import DeskAct, TeamOwner
from campaign.league.refusals import InviteSpent
from campaign.league.selectors import people
from campaign.members.models import TeamAsk
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, members, owners, sharing
from campaign.news.models import News
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import ReasonNeeded, Refused
from tests.factories import Club, found_club, person

pytestmark = pytest.mark.django_db

WHY = "Nobody has heard of them for a month."


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=1, vehicles=0, spectator=True)


def runs_team(club: Club, user: User) -> set[str]:
    return {team.name for team in club.viewer(user).teams}


def make_link(club: Club, by: User, *, team: int = 0, reason: str = "") -> str:
    """Return the token of a link into a team."""
    return invites.make(
        campaign=club.campaign,
        new=Inviting(team=club.teams[team].slug, reason=reason),
        actor=by,
        now=club.at,
    )[1]


def inbox(club: Club, user: User) -> list[str]:
    with club.scope():
        return list(
            Notice.objects.filter(user=user).order_by("at", "id").values_list("text", flat=True)
        )


# --- what a GM can do one after the other ---------------------------------------------------------


@dataclass
class Walk:
    """A GM with a second account in the same club, and the acts by which they try to read Anvil's
    orders.
    """

    club: Club
    second: User
    acts: dict[str, Callable[[], object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        club, team = self.club, self.club.teams[0]
        self.acts = {
            "invite the second account to the team": lambda: self.invited(self.second),
            "invite oneself to the team": lambda: self.invited(club.gm),
            "remove the owner": lambda: members.leave(
                membership=club.member(club.players[0]), actor=club.gm, now=club.at, reason=WHY
            ),
            "hand the team to the second account": lambda: owners.hand_over(
                team=team, to=self.second, actor=club.gm, now=club.at, reason=WHY
            ),
            "hand the team to oneself": lambda: owners.hand_over(
                team=team, to=club.gm, actor=club.gm, now=club.at, reason=WHY
            ),
            "make the second account a GM": lambda: members.set_role(
                membership=club.member(self.second), role="gm", actor=club.gm, now=club.at
            ),
        }

    def invited(self, user: User) -> None:
        invites.accept(
            token=make_link(self.club, self.club.gm, reason=WHY), user=user, now=self.club.at
        )

    def came_in_silence(self) -> bool:
        """Return whether one of the two accounts runs the team without a notice with a reason to
        every member.
        """
        team = self.club.teams[0]
        with self.club.scope():
            if not TeamOwner.objects.filter(
                team=team, user__in=[self.club.gm, self.second], until=None
            ).exists():
                return False
            everybody = set(people.members([self.club.campaign.pk])[self.club.campaign.pk])
            for act in DeskAct.objects.filter(team=team, public=True, reason=WHY):
                cause = f"{act.kind}:{act.pk}"
                told = set(Notice.objects.filter(cause=cause).values_list("user_id", flat=True))
                if (
                    told >= everybody
                    and News.objects.filter(cause=cause, text__contains=WHY).exists()
                ):
                    return False
            return True


@pytest.mark.slow("tries every three acts")
def test_three_acts_of_a_gm_cannot_open_a_teams_orders_unnoticed(club: Club) -> None:
    """Try every sequence of three acts: joining a team without consent of its owners is public and
    has a reason.
    """
    second = person("second")
    members.admit(campaign=club.campaign, user=second, role="player", now=club.at)
    walk = Walk(club, second)
    silent: list[str] = []

    def on(done: tuple[str, ...]) -> None:
        for name in [name for name in walk.acts if name not in done]:
            with transaction.atomic():
                with suppress(Refused):
                    walk.acts[name]()
                    if walk.came_in_silence():
                        silent.append(", then ".join((*done, name)))
                    elif len(done) < 2:
                        on((*done, name))
                transaction.set_rollback(True)

    on(())
    assert not silent, f"{len(silent)}: " + "; ".join(sorted(silent)[:5])


def test_the_search_would_notice_an_unprotected_service(club: Club) -> None:
    """Give a place in a team without a notice, to show that the invariant above can fail."""
    second = person("second")
    members.admit(campaign=club.campaign, user=second, role="player", now=club.at)
    owners.add_owner(team=club.teams[0], user=second, now=club.at)
    assert Walk(club, second).came_in_silence()


def test_a_gms_invite_to_an_owned_team_needs_an_owners_consent(club: Club, client: Client) -> None:
    """The open week's sheet, receipt, versions and reports stay hidden until then."""
    zoe = person("zoe")
    taken = invites.accept(token=make_link(club, club.gm, reason=WHY), user=zoe, now=club.at)
    assert (taken.membership.role, taken.asked_team) == ("player", club.teams[0])
    assert not runs_team(club, zoe)
    named = {"slug": club.campaign.slug, "team": "anvil"}
    pages = (
        "espionage:orders",
        "espionage:reports",
        "espionage:dossier",
        "money",
        "roster",
        "team-owners",
    )
    closed = [reverse(page, kwargs=named) for page in pages]
    closed += [
        reverse(page, kwargs={**named, "number": 1})
        for page in ("api-orders", "api-orders-versions", "api-orders-choices")
    ]
    client.force_login(zoe)
    assert {client.get(path).status_code for path in closed} == {404}
    with club.scope():
        ask = TeamAsk.objects.select_related("team", "user").get()
    assert f"{zoe} wants to run Anvil with you. They were invited by {club.gm}." in inbox(
        club, club.players[0]
    )
    sharing.answer(ask=ask, agrees=True, actor=club.players[0], now=club.at)
    assert runs_team(club, zoe) == {"Anvil"}
    assert {client.get(path).status_code for path in closed} == {200}
    for user in (zoe, club.players[0]):
        assert f"{zoe} is now a co-owner of Anvil." in inbox(club, user)
    with club.scope():
        assert DeskAct.objects.get(kind="team-shared").actor == club.players[0]
        assert News.objects.get(kind="team-shared").text == f"{zoe} is now a co-owner of Anvil."


def test_an_owner_can_decline_and_only_the_team_sees_it(club: Club) -> None:
    zoe = person("zoe")
    invites.accept(token=make_link(club, club.gm, reason=WHY), user=zoe, now=club.at)
    with club.scope():
        ask = TeamAsk.objects.select_related("team", "user").get()
        sharing.answer(ask=ask, agrees=False, actor=club.players[0], now=club.at)
        sharing.answer(ask=ask, agrees=False, actor=club.players[0], now=club.at)
        with pytest.raises(Refused, match="already answered"):
            sharing.answer(ask=ask, agrees=True, actor=club.players[0], now=club.at)
        assert not DeskAct.objects.get(kind="share-declined").public
        assert not News.objects.filter(kind="team-shared").exists()
    assert not runs_team(club, zoe)
    assert inbox(club, zoe) == ["The owners of Anvil declined your request to run it."]


def test_asking_twice_is_one_request_and_uses_one_link(club: Club) -> None:
    zoe = person("zoe")
    for _ in range(2):
        taken = invites.accept(token=make_link(club, club.gm, reason=WHY), user=zoe, now=club.at)
        assert taken.asked_team == club.teams[0]
    with club.scope():
        assert TeamAsk.objects.count() == 1
        assert Notice.objects.filter(kind="share-asked").count() == 1


def test_an_owners_own_link_counts_as_consent(club: Club) -> None:
    """It admits a new user to club and team at once; the GM is told."""
    zoe = person("zoe")
    taken = invites.accept(token=make_link(club, club.players[0]), user=zoe, now=club.at)
    assert taken.asked_team is None
    assert runs_team(club, zoe) == {"Anvil"}
    assert f"{zoe} joined the club with a link from {club.players[0]} to co-own Anvil." in inbox(
        club, club.gm
    )


def test_an_owners_link_expires_when_they_give_up_the_team(club: Club) -> None:
    token = make_link(club, club.players[0])
    owners.hand_over(team=club.teams[0], to=club.players[1], actor=club.players[0], now=club.at)
    with pytest.raises(InviteSpent):
        invites.accept(token=token, user=person(), now=club.at)


def test_a_removed_member_returns_by_a_gms_link_only(club: Club) -> None:
    zoe = person("zoe")
    members.admit(campaign=club.campaign, user=zoe, role="player", now=club.at)
    members.leave(membership=club.member(zoe), actor=club.gm, now=club.at, reason="Shouting.")
    assert inbox(club, zoe) == ["A GM removed you from Test club: Shouting."]
    with pytest.raises(Refused, match="Ask a GM"):
        invites.accept(token=make_link(club, club.players[0]), user=zoe, now=club.at)
    assert club.viewer(zoe).role is None


def test_becoming_a_gm_by_link_is_logged_publicly(club: Club) -> None:
    """A GM without a team reads every team's books, so a new one is announced."""
    zoe, player = person("zoe"), club.players[1]
    for user in (zoe, player):
        _, token = invites.make(
            campaign=club.campaign, new=Inviting(role="gm", uses=1), actor=club.gm, now=club.at
        )
        invites.accept(token=token, user=user, now=club.at)
    with club.scope():
        rows = DeskAct.objects.filter(kind="role-changed", public=True, actor=club.gm)
        told = {row.detail["user"]: (row.detail["before"], row.detail["after"]) for row in rows}
    assert told == {zoe.username: ("", "gm"), player.username: ("player", "gm")}


def test_a_gm_gives_a_reason_to_invite_someone_into_a_rival_team(club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        make_link(club, club.gm)


def test_a_link_to_an_abandoned_team_gives_it_publicly(club: Club) -> None:
    """The link was made while the team had an owner; the owners at the time of use count."""
    token, zoe = make_link(club, club.gm, reason=WHY), person("zoe")
    members.leave(membership=club.member(club.players[0]), actor=club.players[0], now=club.at)
    assert invites.look_up(token=token, now=club.at).entry is invites.TeamEntry.NO_OWNER
    invites.accept(token=token, user=zoe, now=club.at)
    text = f"{zoe} now runs Anvil, which had no owner, through an invite from {club.gm}"
    with club.scope():
        assert News.objects.get(kind="team-given").text == f"{text}: {WHY}"
        assert DeskAct.objects.get(kind="team-given").public
    assert all(
        f"{text}." in inbox(club, user)
        for user in (club.gm, club.players[1], club.spectator, zoe)
        if user
    )


@pytest.mark.parametrize("said", [{"role": "gm"}, {"role": "player", "team": 0}])
def test_the_links_of_a_former_gm_are_invalid(club: Club, said: dict[str, Any]) -> None:
    team: dict[str, Any] = {"team": club.teams[0].slug, "reason": WHY} if "team" in said else {}
    new = Inviting(role=said["role"], **team)
    _, token = invites.make(campaign=club.campaign, new=new, actor=club.gm, now=club.at)
    members.set_role(membership=club.member(club.players[1]), role="gm", actor=club.gm, now=club.at)
    members.set_role(
        membership=club.member(club.gm), role="player", actor=club.players[1], now=club.at
    )
    with pytest.raises(InviteSpent):
        invites.accept(token=token, user=club.gm, now=club.at)


def test_every_member_reads_the_reason_of_a_handover_by_a_gm(club: Club) -> None:
    owners.hand_over(team=club.teams[0], to=club.players[1], actor=club.gm, now=club.at, reason=WHY)
    text = f"{club.gm} handed over Anvil to {club.players[1]}"
    with club.scope():
        assert News.objects.get(kind="team-handed-over").text == f"{text}: {WHY}"
    assert all(
        f"{text}." in inbox(club, user) for user in (club.gm, *club.players, club.spectator) if user
    )


def test_both_sides_are_told_when_an_owner_leaves_the_team(club: Club) -> None:
    zoe = person("zoe")
    invites.accept(token=make_link(club, club.players[0]), user=zoe, now=club.at)
    owners.drop_owner(team=club.teams[0], user=zoe, now=club.at)
    for user in (zoe, club.players[0]):
        assert f"{zoe} no longer runs Anvil." in inbox(club, user)
    with club.scope():
        assert DeskAct.objects.get(kind="owner-left").public


def test_both_sides_are_told_when_an_owner_is_removed_from_the_club(club: Club) -> None:
    zoe = person("zoe")
    invites.accept(token=make_link(club, club.players[0]), user=zoe, now=club.at)
    members.leave(membership=club.member(zoe), actor=club.gm, now=club.at, reason="Shouting.")
    assert "A GM removed you from Test club: Shouting. You no longer run Anvil." in inbox(club, zoe)
    assert f"{zoe} no longer runs Anvil." in inbox(club, club.players[0])


def test_leaving_the_club_withdraws_requests_to_share_a_team(club: Club) -> None:
    zoe = person("zoe")
    invites.accept(token=make_link(club, club.gm, reason=WHY), user=zoe, now=club.at)
    members.leave(membership=club.member(zoe), actor=zoe, now=club.at)
    with club.scope():
        assert not TeamAsk.objects.filter(answered_at=None).exists()
