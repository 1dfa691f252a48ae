"""A duel's table over the API: sheets, public view, dice, record (C41–C44)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from campaign.duels.rules.acts import Making
from campaign.duels.services import events, table_dice
from campaign.league.models import Week
from tests.factories import duel_of

if TYPE_CHECKING:
    from .conftest import Api

WEEK = "weeks/1/duels/0/"
EVENT = "weeks/1/duels/1/"


def drive(api: Api, set_clock: Any) -> None:
    """Put one car of each of two teams at the start, at the time of the duel."""
    club, week = api.club, api.club.open_week
    with club.scope():
        for team in (0, 1):
            club.enter(team, duel=duel_of(week))
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
    table_dice.draw_due(week.settle_at)
    set_clock(week.duel_at)


def tick(nth: int, what: str, kind: str = "tick", value: str = "") -> dict[str, Any]:
    return {"id": str(UUID(int=nth)), "clock": nth, "kind": kind, "what": what, "value": value}


def test_c41_to_c44_a_duel_evening_over_the_api(api: Api, set_clock: Any) -> None:
    drive(api, set_clock)
    (sheet,) = api.read(api.team_url(f"{WEEK}sheets/"))["sheets"]
    address = api.team_url(f"{WEEK}sheets/{sheet['entry']}/")
    marks = [tick(1, "armour:front"), tick(2, "speed", "set", "30"), tick(3, "armour:front")]
    api.do("POST", address, {"marks": marks[1:]})
    said = api.do("POST", address, {"marks": marks})
    assert (said["lost"], said["registers"]) == ({"armour:front": 2}, {"speed": "30"})
    assert len(said["marks"]) == 3
    wrong = api.do("POST", address, {"marks": [tick(4, "weapon:77")]}, status=422)
    assert wrong["errors"][0]["attr"] == "marks.0.what"
    assert api.get(api.team_url(f"{WEEK}sheets/"), "rival").status_code == 404
    seen = {one["name"]: one for one in api.read(api.club_url(f"{WEEK}table/"), "rival")["cars"]}
    assert seen[api.club.car(0).name]["speed"] == 30
    assert "armour" not in str(seen)
    roll = {"words": "To hit", "dice": 2, "add": -1}
    fell = api.do("POST", api.team_url(f"{WEEK}roll/"), roll, status=201)
    assert fell["total"] == sum(fell["faces"]) - 1
    assert api.read(api.club_url(f"{WEEK}rolls/"), "spectator")["results"] == [fell]
    assert api.read(api.club_url(f"{WEEK}table/"))["dice"]["seed"] is None
    write = api.team_url(f"{WEEK}write-up/")
    asked = api.do("POST", write, {}, status=409)
    assert [(one["code"], one["attr"]) for one in asked["errors"]] == [
        ("questions", "answers.first")
    ]
    winner = str(api.club.teams[1].pk)
    paper = api.do("POST", write, {"answers": {"first": winner}}, status=201)
    places = {one["team"]: one["place"] for one in paper["draft"]["record"]["form"]["teams"]}
    assert places[winner] == 1
    assert paper["marks"]["vehicles"][0]["damage"] == [{"part": "armour:front", "lost": 2}]
    rivals = api.team_url(f"{WEEK}sign/", team=1)
    api.do("POST", rivals, {"draft": 1}, who="rival")
    table = api.read(api.club_url(f"{WEEK}table/"))
    assert table["over"] and len(table["dice"]["seed"]) == 64
    api.do("POST", address, {"marks": [tick(9, "plant")]}, status=409)


def test_c41_to_c44_the_table_of_an_event_over_the_api(api: Api, set_clock: Any) -> None:
    club, week = api.club, api.club.open_week
    with club.scope():
        event = events.make(
            week=week,
            new=Making(name="Ash Cup", starts_at=club.at + timedelta(hours=1)),
            actor=club.gm,
            now=club.at,
        )
        for team in (0, 1):
            club.enter(team, duel=event)
    table_dice.draw_due(club.at)
    before = api.read(api.club_url(f"{EVENT}table/"))
    assert before["cars"] == [] and len(before["dice"]["seed_hash"]) == 64
    assert api.get(api.team_url(f"{EVENT}sheets/")).status_code == 404
    set_clock(event.starts_at)
    (sheet,) = api.read(api.team_url(f"{EVENT}sheets/"))["sheets"]
    address = api.team_url(f"{EVENT}sheets/{sheet['entry']}/")
    said = api.do("POST", address, {"marks": [tick(1, "plant"), tick(2, "fate", "set", "out")]})
    assert said["lost"] == {"plant": 1}
    fell = api.do("POST", api.team_url(f"{EVENT}roll/"), {"words": "To hit", "dice": 2}, status=201)
    assert api.read(api.club_url(f"{EVENT}rolls/"), "spectator")["results"] == [fell]
    paper = api.do("POST", api.team_url(f"{EVENT}write-up/"), {}, status=201)
    assert paper["draft"]["number"] == 1
