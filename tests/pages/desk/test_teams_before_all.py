"""A GM removes another team from the league or assigns a bot to it, both with a public reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from campaign.league.models import DeskAct, Team
from core.notifications.models import Notice

from .conftest import Desk, words

WHY = {"reason": "Nobody has heard of them for a month."}


def basilisk(desk: Desk) -> Team:
    with desk.club.scope():
        return Team.objects.select_related("bot_week").get(slug="basilisk")


def notified_users(desk: Desk, kind: str) -> set[str]:
    with desk.club.scope():
        rows = Notice.objects.filter(kind=kind)
        return set(rows.values_list("user__username", flat=True))


def member_ids(desk: Desk) -> set[str]:
    return {desk.people[who].username for who in ("gm", "player", "first", "spectator")}


def test_removing_a_team_from_the_league_is_confirmed_and_announced(
    at_desk: Callable[..., Desk],
) -> None:
    desk = at_desk(week="planned")
    assert f'href="{desk.path("desk-retire", team="basilisk")}"' in words(desk.get("desk-teams"))
    asked = words(desk.send("desk-retire", WHY, team="basilisk"))
    assert "leaves the league permanently" in asked and basilisk(desk).left_at is None
    for _ in range(2):
        answer = desk.send("desk-retire", WHY, team="basilisk", sure=True, key="once")
        assert answer.status_code == 303
    assert basilisk(desk).left_at == desk.club.at
    with desk.club.scope():
        act = DeskAct.objects.get(kind="team-left")
    assert (act.public, act.actor, act.reason) == (True, desk.club.gm, WHY["reason"])
    assert notified_users(desk, "team-left") == member_ids(desk)
    assert WHY["reason"] in words(desk.get("news", "spectator"))


def test_a_team_cannot_be_removed_during_a_week_or_without_a_reason(desk: Desk) -> None:
    answer = desk.send("desk-retire", WHY, team="basilisk", sure=True)
    assert answer.status_code == 422 and "A week is in progress" in words(answer)
    answer = desk.send("desk-retire", {"reason": " "}, team="basilisk", sure=True)
    assert answer.status_code == 422 and basilisk(desk).left_at is None


def test_a_gm_assigns_a_bot_to_a_team_and_removes_it(desk: Desk) -> None:
    said = {"temper": "careful", "how_long": "on", **WHY}
    assert desk.send("desk-bot", {**said, "reason": ""}, team="basilisk").status_code == 422
    assert desk.send("desk-bot", said, team="basilisk").status_code == 303
    assert basilisk(desk).standing_bot == "careful"
    assert notified_users(desk, "bot-seated") == member_ids(desk)
    assert WHY["reason"] in words(desk.get("desk-log", "spectator"))
    assert "Remove bot" in words(desk.get("desk-teams"))
    assert desk.send("desk-bot-off", team="basilisk").status_code == 303
    assert basilisk(desk).standing_bot == ""
    assert "removed the bot" in words(desk.get("news", "spectator"))


def test_the_api_needs_a_reason_from_gms_but_not_from_owners(desk: Desk) -> None:
    slug = desk.club.campaign.slug
    bot, out = (
        reverse(name, args=[slug, "basilisk"]) for name in ("api-team-bot", "api-team-withdraw")
    )

    def send(who: str, body: dict[str, str]) -> int:
        return desk.client(who).put(bot, body, content_type="application/json").status_code

    body = {"temper": "greedy", "how_long": "on"}
    assert send("gm", body) == 422 and basilisk(desk).bot == ""
    assert send("gm", {**body, **WHY}) == 200 and basilisk(desk).bot == "greedy"
    assert send("first", {**body, **WHY}) == 404
    assert send("player", body) == 200
    assert notified_users(desk, "bot-seated") == member_ids(desk), "once, by the GM"
    asked = desk.client("gm").post(out, {}, content_type="application/json")
    assert asked.json()["errors"][0]["code"] == "reason-needed"


@pytest.mark.everyday
def test_a_gm_adds_a_team_played_by_a_bot(desk: Desk) -> None:
    assert desk.path("desk-bot-team") in words(desk.get("desk-teams"))
    assert desk.send("desk-bot-team", {"temper": "sly"}).status_code == 422
    assert desk.send("desk-bot-team", {"temper": "greedy"}).status_code == 303
    with desk.club.scope():
        team = Team.objects.latest("founded_at")
    assert (team.bot, team.bot_week) == ("greedy", None) and team.asked_at is not None
    assert f"A greedy bot runs {team.name}." in words(desk.get("news", "spectator"))
    path = reverse("api-bot-teams", args=[desk.club.campaign.slug])
    sent = desk.client("gm").post(path, {"temper": "careful"}, content_type="application/json")
    assert sent.status_code == 201 and sent.json()["owners"] == []
    assert desk.client("player").post(path, {}, content_type="application/json").status_code == 404


@pytest.mark.parametrize("temper", ["sly", "a temper of more than ten letters"])
def test_the_api_refuses_an_unknown_bot(desk: Desk, temper: str) -> None:
    slug = desk.club.campaign.slug
    seat, add = (
        reverse("api-team-bot", args=[slug, "basilisk"]), reverse("api-bot-teams", args=[slug])
    )  # fmt: skip
    client = desk.client("player")
    for body in ({"temper": temper, "how_long": "on"}, {"temper": "careful", "how_long": temper}):
        answer = client.put(seat, body, content_type="application/json")
        assert answer.status_code == 422, answer.content
        assert basilisk(desk).bot == ""
    teams = count_teams(desk)
    answer = desk.client("gm").post(add, {"temper": temper}, content_type="application/json")
    assert (answer.status_code, count_teams(desk)) == (422, teams)
    assert "choose one of careful, greedy, vengeful" in answer.content.decode()


def count_teams(desk: Desk) -> int:
    """Return the number of the club's teams."""
    with desk.club.scope():
        return Team.objects.count()
