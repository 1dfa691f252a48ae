"""The page of motions and votes, and the same operations over the API."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from campaign.calendar.services import pausing
from campaign.league.models import Membership, Team
from campaign.members.services import members
from campaign.motions.models import Motion
from tests.factories import person

from .conftest import NOT_FOUND, House

SAID: dict[str, Any] = {"weeks": "2", "reason": "A convention."}


@pytest.fixture
def house_of_three(at_club: Callable[..., House]) -> House:
    """Return a club of three teams, of which two decide about the third."""
    house = at_club(teams=3)
    house.people["third"] = house.club.players[2]
    return house


def newest_motion(house: House) -> Motion:
    with house.club.scope():
        return Motion.objects.order_by("-at").select_related("team", "to", "moved_by")[0]


def test_an_empty_page_lists_the_possible_motions(house: House) -> None:
    page = house.read(house.path("votes"))
    assert "No open votes" in page and "Pause the league" in page
    assert "Start a vote" not in house.read(house.path("votes"), "spectator")
    assert house.get(house.path("votes"), "stranger").status_code == NOT_FOUND
    assert house.get(house.path("vote-new", kind="war")).status_code == NOT_FOUND
    for name in ("members", "teams"):
        assert f'href="{house.path("votes")}"' in house.get(house.path(name)).content.decode()


def test_a_motion_to_pause_is_a_task_of_teams_that_have_not_voted(house: House) -> None:
    page = house.done(house.path("vote-new", kind="pause"), SAID)
    assert "A convention." in page and "You voted yes" in page
    waits = house.read(house.path("club"), "rival")
    assert "Open vote" in waits and "pause the league" in waits
    for who in ("owner", "spectator"):
        assert "Open vote" not in house.read(house.path("club"), who)
    vote = house.path("vote", motion=newest_motion(house).pk)
    assert "You voted no" in house.done(vote, {"act": "no"}, "rival")
    assert "Open vote" not in house.read(house.path("club"), "rival")
    shown = house.read(house.path("votes"), "spectator")
    assert house.people["rival"].username in shown, "votes are public, with names"
    assert house.send(vote, {"act": "yes"}, "spectator").status_code == NOT_FOUND


def test_a_deciding_vote_takes_effect_and_is_listed(house: House) -> None:
    house.done(house.path("vote-new", kind="pause"), SAID)
    vote = house.path("vote", motion=newest_motion(house).pk)
    for who in ("rival", "rival"):  # the same press twice
        house.send(vote, {"act": "yes"}, who, key="once")
    if newest_motion(house).outcome == "":  # a club with a third team
        pytest.fail("two of two teams are more than half")
    page = house.read(house.path("votes"))
    assert "Decided" in page and "carried" in page
    assert "ause the league for 2 weeks: carried." in house.read(house.path("news"), "spectator")
    assert "Paused by a vote" in house.read(house.path("club"))


def test_a_team_stops_a_motion_about_it_by_saying_it_is_here(house_of_three: House) -> None:
    house = house_of_three
    team = house.club.teams[1]
    house.done(
        house.path("vote-new", kind="retire"), {"team": team.slug, "reason": "Nobody answers."}
    )
    home = house.read(house.path("club"), "rival")
    assert "The club is voting on your team" in home
    page = house.read(house.path("votes"), "rival")
    assert "I’m still active" in page and f"Remove {team} from the league" in page
    house.done(house.path("vote", motion=newest_motion(house).pk), {"act": "answer"}, "rival")
    assert newest_motion(house).outcome == "answered"
    assert "the team is active" in house.read(house.path("votes"))
    with house.club.scope():
        assert Team.objects.get(pk=team.pk).left_at is None


def test_a_refused_motion_changes_nothing(house: House) -> None:
    form = house.path("vote-new", kind="hand_over")
    assert "Choose a player" in house.read(form)
    assert "Resume league" not in house.read(house.path("votes")), "it is not paused"
    team = house.club.teams[1].slug
    house.refused(form, {"team": team, "to": house.people["rival"].username, "reason": "Gone."})
    house.refused(house.path("vote-new", kind="pause"), {"weeks": "2", "reason": ""})
    house.done(house.path("vote-new", kind="pause"), SAID)
    again = house.refused(house.path("vote-new", kind="pause"), SAID)
    assert "already an open vote" in again
    vote = house.path("vote", motion=newest_motion(house).pk)
    assert "Choose one of the options." in house.done(vote, {"act": "dance"})
    house.send(vote, {"act": "withdraw"}, "rival")
    assert newest_motion(house).outcome == ""
    house.done(vote, {"act": "withdraw"})
    assert newest_motion(house).outcome == "withdrawn"


def test_a_member_without_a_team_agrees_to_take_one(house_of_three: House) -> None:
    house = house_of_three
    zoe = person("zoe")
    members.admit(
        campaign=house.club.campaign, user=zoe, role=Membership.Role.PLAYER, now=house.club.at
    )
    house.people["zoe"] = zoe
    team = house.club.teams[1]
    house.done(
        house.path("vote-new", kind="hand_over"),
        {"team": team.slug, "to": zoe.username, "reason": "Gone for weeks."},
    )
    assert f"I agree to run {team}" in house.read(house.path("votes"), "zoe")
    assert "Open vote" in house.read(house.path("club"), "zoe")
    house.done(house.path("vote", motion=newest_motion(house).pk), {"act": "answer"}, "zoe")
    assert newest_motion(house).willing_at == house.club.at


def test_the_api_proposes_and_votes(house_of_three: House) -> None:
    house = house_of_three
    slug = house.club.campaign.slug
    votes = reverse("api-motions", args=[slug])

    def send(path: str, body: dict[str, Any], who: str) -> Any:
        return house.client(who).post(path, body, content_type="application/json")

    body = {"kind": "caretaker", "team": house.club.teams[1].slug, "reason": "Gone."}
    made = send(votes, body, "owner")
    assert made.status_code == 201 and made.json()["outcome"] == ""
    assert [row["yes"] for row in made.json()["ballots"]] == [True]
    motion = made.json()["id"]
    path = reverse("api-motion-vote", args=[slug, motion])
    assert send(path, {"yes": False}, "owner").status_code == 200
    last = send(path, {"yes": False}, "third")
    assert last.json()["outcome"] == "failed", "all votes are against it"
    late = send(reverse("api-motion-answer", args=[slug, motion]), {}, "rival")
    assert late.status_code == 409
    listed = house.client("spectator").get(votes).json()["results"]
    assert [row["id"] for row in listed] == [motion]
    house.go_to(house.club.at + timedelta(minutes=1))
    again = send(votes, body, "owner").json()["id"]
    gone = house.client("owner").delete(reverse("api-motion", args=[slug, again]))
    assert gone.json()["outcome"] == "withdrawn"


@pytest.mark.parametrize("who", ["owner", "rival", "gm", "spectator"])
def test_a_paused_club_with_a_vote_takes_fifteen_queries(
    who: str, house: House, django_assert_max_num_queries: Any
) -> None:
    club = house.club
    pausing.pause(campaign=club.campaign, weeks=2, actor=club.gm, reason="Snow.", now=club.at)
    house.done(house.path("vote-new", kind="go_on"), {"reason": "It has melted."})
    house.get(house.path("club"), who)
    for name in ("club", "votes"):
        with django_assert_max_num_queries(15):
            assert house.get(house.path(name), who).status_code == 200
