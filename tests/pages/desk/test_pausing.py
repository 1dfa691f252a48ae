"""Pausing and resuming the league on the desk and over the API, and what the club reads."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse

from campaign.calendar.models import Pause
from core.web.pictures.words import counted

from .conftest import Desk, words

SAID = {"weeks": "2", "reason": "A convention."}


def pauses(desk: Desk) -> int:
    with desk.club.scope():
        return Pause.objects.count()


def test_a_gm_previews_and_pauses_the_league_once(desk: Desk) -> None:
    due = desk.week().due_at
    assert f'href="{desk.path("desk-pause")}"' in words(desk.get("desk-calendar"))
    asked = words(desk.send("desk-pause", SAID))
    assert "Week 1: orders due" in asked and "Thu 22 Mar 2040" in asked
    assert pauses(desk) == 0 and desk.week().due_at == due
    for _ in range(2):
        assert desk.send("desk-pause", SAID, sure=True, key="again").status_code == 303
    assert pauses(desk) == 1 and desk.week().due_at == due + timedelta(weeks=2)


def test_all_members_see_the_pause_and_outsiders_do_not(desk: Desk) -> None:
    desk.send("desk-pause", SAID, sure=True)
    desk.get("club")  # what the press said is read once
    for who in ("gm", "player", "spectator"):
        for page in (desk.get("club", who), desk.get("week", who, number=1)):
            assert f"Paused by {desk.club.gm.username}" in words(page)
            assert "A convention." in words(page)
    assert desk.get("club", "stranger").status_code == 404
    onwards = f'href="{desk.path("desk-go-on")}"'
    for name in ("club", "desk", "desk-calendar"):
        assert onwards in words(desk.get(name)), "a GM finds the way on where the pause is read"
    assert onwards not in words(desk.get("club", "player"))
    for name in ("desk", "desk-calendar"):
        assert (
            f'href="{desk.path("desk-start")}"'
            not in words(desk.get(name)).partition("Before your first week")[0]
        ), "no week is started meanwhile"
    desk.go_to(desk.club.at + timedelta(weeks=2))
    assert "Paused by" not in words(desk.get("club"))


def test_a_gm_ends_the_pause(desk: Desk) -> None:
    due = desk.week().due_at
    assert "The league is not paused" in words(desk.get("desk-go-on"))
    assert desk.send("desk-go-on", sure=True).status_code == 422
    desk.send("desk-pause", {"weeks": "4", "reason": "Snow."}, sure=True)
    desk.go_to(desk.club.at + timedelta(days=3))
    assert "Extend the pause" in words(desk.get("desk-pause"))
    assert "Week 1: orders due" in words(desk.send("desk-go-on"))
    assert desk.send("desk-go-on", sure=True).status_code == 303
    assert desk.week().due_at == due + timedelta(weeks=1)
    log = words(desk.get("desk-log", "spectator"))
    assert f"Paused the league for a total of {counted(4, 'week')}" in log
    assert "Resumed the league" in log


def test_an_impossible_pause_is_refused_in_the_form(desk: Desk) -> None:
    answer = desk.send("desk-pause", {"weeks": "2", "reason": ""})
    assert answer.status_code == 422 and pauses(desk) == 0
    answer = desk.send("desk-pause", {"weeks": "27", "reason": "Snow."}, sure=True)
    assert answer.status_code == 422 and pauses(desk) == 0
    desk.send("desk-pause", SAID, sure=True)
    assert "The league is paused" in words(desk.get("desk-start"))


def test_the_api_pauses_and_resumes_the_league(desk: Desk) -> None:
    slug = desk.club.campaign.slug
    path, end = reverse("api-pause", args=[slug]), reverse("api-go-on", args=[slug])
    for who in ("player", "spectator"):
        assert desk.client(who).get(path).json() == {"pause": None}
        answer = desk.client(who).post(path, {"reason": "Me."}, content_type="application/json")
        assert answer.status_code == 404
    gm = desk.client("gm")
    assert gm.post(end, {}, content_type="application/json").status_code == 409
    made = gm.post(path, {"weeks": 3, "reason": "Snow."}, content_type="application/json")
    assert made.status_code == 200
    assert desk.client("spectator").get(path).json() == made.json()
    assert made.json()["pause"]["weeks"] == 3
    assert made.json()["pause"]["by"] == desk.club.gm.username
    assert gm.post(end, {}, content_type="application/json").json() == {"pause": None}
