"""A new club: the GM's first steps on the desk and the club's home, ticked off automatically until
the club plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.urls import reverse

from campaign.desk.services import founding
from campaign.league.models import Season
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, members
from campaign.teams.services import teams
from tests.factories import add_team, open_week, person

from .conftest import Desk, words

EMPTY = {"teams": 0, "week": "planned", "spectator": False}
ALL = (
    "Invite people",
    "Create your own team",
    "Review the house rules",
    "Check the schedule",
    "Approve rosters",
    "First week opens",
)
FALSE = (
    "Nothing to do",
    "The week runs automatically",
    "No GM tasks",
    "Weeks open, resolve and close automatically",
)


def plain_text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", words(answer)).split())


def listed_steps(desk: Desk, page: str = "desk", who: str = "gm") -> dict[str, bool]:
    """Return the steps in order and whether each is done."""
    body = plain_text(desk.get(page, who)).partition("Before your first week")[2]
    found = re.findall(rf"(To do|Done) ({'|'.join(ALL)})", body)
    return {title: state == "Done" for state, title in found}


def done_steps(desk: Desk) -> list[str]:
    on_desk, at_home = listed_steps(desk), listed_steps(desk, "club")
    assert on_desk == at_home and tuple(on_desk) == ALL
    return [title for title, is_done in on_desk.items() if is_done]


def test_a_founder_sees_the_first_steps_on_every_page(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**EMPTY)
    assert done_steps(desk) == []
    for page in ("desk", "club"):
        shown = words(desk.get(page))
        assert not [sentence for sentence in FALSE if sentence in shown]
        for name in ("desk-invites", "team-new", "desk-house-rules", "desk-calendar", "desk-teams"):
            assert f'href="{desk.path(name)}"' in shown, (page, name)
    home = plain_text(desk.get("club"))
    assert "What to do next Invite people" in home


def test_each_step_is_ticked_off_when_it_is_done(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**EMPTY)
    club = desk.club
    for name in ("desk-house-rules", "desk-calendar"):
        desk.client("gm").head(desk.path(name))
        desk.client("gm").get(desk.path(name), headers={"Sec-Purpose": "prefetch"})
    assert done_steps(desk) == [], "nobody has looked"
    desk.get("desk-house-rules")
    assert done_steps(desk) == ["Review the house rules"]
    desk.get("desk-calendar")
    assert done_steps(desk) == ["Review the house rules", "Check the schedule"]
    invites.make(campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at)
    assert "Invite people" in done_steps(desk)
    own = add_team(club, "Anvil", club.gm, approved=False)
    assert "Create your own team" in done_steps(desk)
    teams.ask_approval(team=own, now=club.at)
    assert "Approve rosters" not in done_steps(desk)
    teams.approve(team=own, actor=club.gm, now=club.at)
    assert done_steps(desk) == list(ALL[:-1])
    open_week(club, club.open_week)
    desk.go_to(club.at)
    assert "Before your first week" not in words(desk.get("desk")) + words(desk.get("club"))


def test_the_list_disappears_once_the_club_plays_without_the_gm(
    at_desk: Callable[..., Desk],
) -> None:
    desk = at_desk(week="open", teams=1)
    assert "Before your first week" not in words(desk.get("desk")) + words(desk.get("club"))
    assert "Nothing to do" in words(desk.get("desk"))
    assert "No GM tasks" in words(desk.get("club"))


def test_a_week_opened_without_teams_does_not_count_as_a_start(
    at_desk: Callable[..., Desk],
) -> None:
    desk = at_desk(**{**EMPTY, "week": "open"})
    assert done_steps(desk) == ["First week opens"]
    for page in ("desk", "club"):
        assert not [sentence for sentence in FALSE if sentence in words(desk.get(page))]


def test_the_next_card_follows_the_list_and_waits_for_others(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**EMPTY)
    club = desk.club

    def card() -> str:
        return plain_text(desk.get("club")).partition("What to do next")[2].strip()

    assert card().startswith("Invite people")
    invites.make(campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at)
    assert card().startswith("Review the house rules")
    desk.get("desk-house-rules")
    assert card().startswith("Check the schedule")
    desk.get("desk-calendar")
    assert card().startswith("Create your own team")
    own = add_team(club, "Anvil", club.gm, characters=0, vehicles=0, approved=False)
    assert card().startswith("Hire your team")
    teams.withdraw(team=own, actor=club.gm, reason="They only run the club.", now=club.at)
    late = add_team(club, "Late", approved=False)
    teams.ask_approval(team=late, now=club.at)
    assert card().startswith("Approve Late’s roster")


def test_a_playing_founder_is_led_to_starting_the_first_week(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(teams=0, week=None, spectator=False)
    own = add_team(desk.club, "Anvil", desk.club.gm, approved=False)
    teams.approve(team=own, actor=desk.club.gm, now=desk.club.at)
    invites.make(
        campaign=desk.club.campaign, new=Inviting(uses=1), actor=desk.club.gm, now=desk.club.at
    )
    assert "Tasks" not in plain_text(desk.get("desk")), "all of it stands on the list"
    home = plain_text(desk.get("club"))
    assert "What to do next Review the house rules" in home
    assert "A GM schedules or starts" not in home, "they are the GM"
    assert "Check the schedule" not in home, "there are none"
    desk.get("desk-house-rules")
    alone = desk.get("club")
    assert "What to do next Start the first week A week needs two teams" in plain_text(alone)
    assert f'class="button" href="{desk.path("desk-bot-team")}"' in words(alone)
    assert "You need two teams" in words(desk.get("desk-start"))
    refused = desk.send("desk-start", {"how": "evening"})
    assert refused.status_code == 422 and "add a bot team" in words(refused)
    add_team(desk.club, "Basilisk")
    answer = desk.get("club")
    assert "What to do next Start the first week Start the week when" in plain_text(answer)
    assert f'class="button" href="{desk.path("desk-start")}"' in words(answer)
    assert "You need two teams" not in words(desk.get("desk-start"))


def test_a_second_gm_sees_the_steps_done_by_the_first(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**EMPTY)
    second = person("second")
    members.admit(campaign=desk.club.campaign, user=second, role="gm", now=desk.club.at)
    desk.people["second"] = second
    desk.get("desk-house-rules")
    assert listed_steps(desk, who="second") == {
        title: title in {"Invite people", "Review the house rules"} for title in ALL
    }


def test_only_gms_see_the_list(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(teams=1, approved=False, week="planned")
    assert "Before your first week" in words(desk.get("desk"))
    for who in ("player", "spectator"):
        assert "Before your first week" not in words(desk.get("club", who))


def test_a_club_between_seasons_has_no_list(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk()
    with desk.club.scope():
        desk.club.season.weeks.update(status="closed")
    founding.close_season(
        season=Season.objects.with_scopes_disabled().get(pk=desk.club.season.pk),
        actor=desk.club.gm,
        now=desk.club.at,
    )
    assert "Before your first week" not in words(desk.get("desk"))


def test_the_api_returns_the_same_steps(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**EMPTY)
    desk.get("desk-house-rules")
    told = (
        desk.client("gm")
        .get(reverse("api-desk", args=[desk.club.campaign.slug]))
        .json()["first_steps"]
    )
    assert [(step["title"], step["done"]) for step in told] == [
        (title, title == "Review the house rules") for title in ALL
    ]
    assert told[0]["path"] == desk.path("desk-invites")
    open_week(desk.club, desk.club.open_week)
    add_team(desk.club, "Anvil")
    assert (
        desk.client("gm")
        .get(reverse("api-desk", args=[desk.club.campaign.slug]))
        .json()["first_steps"]
        == []
    )
