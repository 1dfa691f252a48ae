"""Tournaments and ladders on pages and in the API: announced, entered, played and won."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from core.accounts.models import User
from play.models import Table, Tournament
from play.rules.rating import UNKNOWN
from play.selectors import ladders, ratings
from play.services import leaving, rating, tick, tournaments
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

from .tables import AT, Time, bid, chairs, move_once, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
HOUR = timedelta(hours=1)
FORM = {
    "name": "Spring cup",
    "begins_at": "2040-03-01T13:00",
    "round_minutes": "1440",
    "rounds": "",
    "most": "8",
    "who": "listed",
    "filled": "on",
    "clock": "none",
    "option_rounds": "3",
}


def post(client: Client, path: str, **fields: str) -> Any:
    return client.post(path, {"idempotency": uuid4().hex, **fields})


def ask(client: Client, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    answer = client.generic(
        method,
        f"/api/v1/play/{path}",
        json.dumps(body) if body is not None else "",
        content_type="application/json",
        headers={"Idempotency-Key": uuid4().hex},
    )
    assert answer.status_code == status, (path, answer.status_code, answer.content[:500])
    return answer.json() if answer.content else None


def play_round(row: Tournament) -> None:
    """Let the second seat of each running match resign, then run the tick."""
    for table in Table.objects.filter(pairing__round__tournament=row, status="playing"):
        holder = chairs(table)[1].holder or chairs(table)[0].holder
        assert holder is not None
        leaving.resign(table_id=table.pk, user=holder)
    tick.tick()


@pytest.mark.everyday
def test_tournament_is_announced_entered_and_played_by_pages(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    pages = {who: signed_in(who) for who in (ann, bob, cat)}
    assert "No tournament is open" in words(pages[ann].get("/play/tournaments/"))
    assert "Announce tournament" in words(pages[ann].get("/play/tournaments/new/bids/"))
    wrong = post(pages[ann], "/play/tournaments/new/bids/", **{**FORM, "most": "1"})
    assert wrong.status_code == 422 and not Tournament.objects.exists()
    late = {**FORM, "begins_at": "2040-02-01T13:00"}
    assert post(pages[ann], "/play/tournaments/new/bids/", **late).status_code == 422
    sent = post(pages[ann], "/play/tournaments/new/bids/", **FORM)
    row = Tournament.objects.get()
    at = f"/play/tournaments/{row.pk}/"
    assert (sent.status_code, sent["Location"], row.bot) == (303, at, "random")
    assert row.begins_at == AT + HOUR
    for client in pages.values():
        assert "View and enter" in words(client.get("/play/tournaments/"))
        assert post(client, f"{at}enter/").status_code == 303
    page = words(pages[bob].get(at))
    assert "You have entered" in page and "3 players" in page and row.seed_hash in page
    assert bytes(row.seed).hex() not in page
    assert post(pages[cat], f"{at}leave/").status_code == 303
    assert post(pages[cat], f"{at}enter/").status_code == 303
    time.to(AT + HOUR)
    tick.tick()
    page = words(pages[bob].get(at))
    assert "Round 1 of 3" in page and "Go to your table" in page and "House bot" in page
    table = next(
        one
        for one in Table.objects.filter(pairing__isnull=False)
        if any(chair.holder == bob for chair in chairs(one))
    )
    assert f"/play/{table.pk}/" in pages[bob].get(at).content.decode()
    other = signed_in(person("other"))
    assert f"/play/{table.pk}/" not in other.get(at).content.decode()
    assert other.get(f"/play/{table.pk}/").status_code == 404
    assert "Back to Spring cup" in words(pages[bob].get(f"/play/{table.pk}/"))
    asks = post(pages[bob], f"{at}leave/")
    assert asks.status_code == 200 and "You keep your points" in words(asks)
    for _ in range(3):
        play_round(row)
    page = words(pages[bob].get(at))
    assert "Won by" in page and bytes(row.seed).hex() in page
    winner = next(who for who in (ann, bob, cat) if row.entrants.filter(user=who, place=1).exists())
    assert "Trophies" in words(pages[bob].get(f"/play/people/{winner.get_username()}/"))
    assert "Spring cup" in words(pages[bob].get("/play/tournaments/"))
    assert any("you play" in words(pages[who].get(reverse("notices"))) for who in (ann, bob, cat))


def test_organiser_cancels_a_tournament_after_confirmation(time: Time, ann: User) -> None:
    row = tournaments.announce(
        user=ann, name="Cup", game="bids", begins_at=AT + HOUR, round_minutes=60
    )
    at, client = f"/play/tournaments/{row.pk}/cancel/", signed_in(ann)
    assert "Cancel tournament" in words(client.post(at))
    assert post(client, at, confirmed="1").status_code == 303
    assert Tournament.objects.get().ending == "cancelled"


@pytest.mark.parametrize("game", ["lunacy", "renamed", "shambattle", "ambush", "autoduel"])
def test_every_two_player_game_of_the_site_can_have_a_tournament(
    game: str, time: Time, ann: User, bob: User, cat: User
) -> None:
    path, sent = f"/play/tournaments/new/{game}/", {**FORM, "clock": "live", "seconds": "60"}
    form = signed_in(ann).get(path).context["form"]
    given = {name: form[name].value() for name in form.fields if name.startswith("option_")}
    options = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        for name, value in given.items()
        if value is not None and value is not False
    }
    sent.pop("option_rounds")
    assert post(signed_in(ann), path, **options, **sent).status_code == 303
    row = Tournament.objects.get()
    for who in (ann, bob, cat):
        tournaments.enter(tournament_id=row.pk, user=who)
    time.to(AT + HOUR)
    tick.tick()
    assert Table.objects.filter(pairing__isnull=False, status="playing").count() == 2
    assert signed_in(bob).get(f"/play/tournaments/{row.pk}/").status_code == 200


def test_game_without_two_player_mode_has_no_tournament(time: Time, ann: User) -> None:
    assert signed_in(ann).get("/play/tournaments/new/achtung/").status_code == 404
    offered = words(signed_in(ann).get("/play/tournaments/"))
    assert "Shambattle" in offered and "Achtung" not in offered


def test_tournament_runs_by_the_api_from_announcement_to_trophy(
    time: Time, ann: User, bob: User, cat: User, dan: User
) -> None:
    tools = {who: signed_in(who) for who in (ann, bob, cat, dan)}
    body = {
        "name": "Tools’ cup",
        "game": "bids",
        "begins_at": "2040-03-01T13:00:00Z",
        "round_minutes": 60,
        "rounds": 2,
    }
    refused = ask(tools[ann], "POST", "tournaments/", {**body, "most": 2}, 422)
    assert "most" in json.dumps(refused)
    unknown = ask(tools[ann], "POST", "tournaments/", {**body, "options": {"x": 1}}, 422)
    assert "options.x" in json.dumps(unknown)
    made = ask(tools[ann], "POST", "tournaments/", body, 201)
    at = f"tournaments/{made['id']}/"
    for tool in tools.values():
        assert ask(tool, "POST", f"{at}enter/")["may_leave"]
    assert ask(tools[bob], "GET", "tournaments/?which=mine")["results"][0]["entered"] == 4
    assert ask(tools[ann], "GET", f"{at}standings/") == []
    time.to(AT + HOUR)
    tick.tick()
    seen = ask(tools[bob], "GET", at)
    assert (seen["status"], seen["round"], seen["seed"]) == ("playing", 1, "")
    pairs = ask(tools[bob], "GET", f"{at}rounds/")[0]["pairs"]
    assert [one["table"] for one in pairs].count(None) == 1
    assert seen["my_table"] in [one["table"] for one in pairs]
    table = Table.objects.get(pk=seen["my_table"])
    for amount in (6, 5, 4):
        bid(table, bob, amount)
        other = next(chair.holder for chair in chairs(table) if chair.holder != bob)
        assert other is not None
        bid(table, other, 1)
    pairs = ask(tools[cat], "GET", f"{at}rounds/")[0]["pairs"]
    assert sorted(str(one["result"]) for one in pairs) in (["None", "first"], ["None", "second"])
    row = Tournament.objects.get()
    play_round(row)
    play_round(row)
    seen = ask(tools[bob], "GET", at)
    assert seen["status"] == "over" and len(seen["seed"]) == 64
    lines = ask(tools[bob], "GET", f"{at}standings/")
    assert lines[0]["place"] == 1
    record = ask(tools[ann], "GET", f"people/{lines[0]['name']}/")
    assert [one["tournament"] for one in record["trophies"]] == [made["id"]]


def test_unknown_tournament_and_one_of_another_club_are_the_same_404(time: Time, ann: User) -> None:
    tool = signed_in(ann)
    for path in ("", "rounds/", "standings/"):
        ask(tool, "GET", f"tournaments/{uuid4()}/{path}", status=404)
    for act in ("enter", "leave", "cancel"):
        ask(tool, "POST", f"tournaments/{uuid4()}/{act}/", status=404)


# --- ladders --------------------------------------------------------------------------------------


def test_members_are_ranked_by_their_best_three_games_with_their_form_t10(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    for winner, loser, game in ((ann, bob, "bids"), (ann, bob, "couriers"), (cat, bob, "bids")):
        table = table_of(winner, loser, game=game)
        time.later(hours=1)
        move_once(table)
        leaving.resign(table_id=table.pk, user=loser)
    rating.rate_due()
    found = ladders.ladder_over_games([ann.pk, bob.pk, cat.pk], bob)
    assert [row.user for row in found.rows] == [ann.pk, cat.pk, bob.pk]
    assert [row.form for row in found.rows] == [("won", "won"), ("won",), ("lost",) * 3]
    assert [row.is_me for row in found.rows] == [False, False, True]
    assert found.rows[0].worth > UNKNOWN.sure == found.rows[2].worth
    assert {game.key for game in found.games} == {"bids", "couriers"}
    assert ladders.ladder_over_games([ann.pk], bob).rows[0].place == 1
    playing = table_of(bob, cat)
    bid(playing, bob, 6)
    assert (
        ladders.ladder_over_games([ann.pk, bob.pk, cat.pk], bob) == found
    )  # nothing before it is over


def test_person_can_opt_out_of_ladders_but_still_counts(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    move_once(table)
    leaving.resign(table_id=table.pk, user=bob)
    rating.rate_due()
    assert post(signed_in(ann), "/play/ladders/", on="0").status_code == 303
    assert [row.user for row in ratings.ladder("bids")] == [bob]
    assert [row.user for row in ladders.ladder_over_games([ann.pk, bob.pk], bob).rows] == [bob.pk]
    assert "You are hidden from all ladders" in words(
        signed_in(ann).get(f"/play/people/{ann.get_username()}/")
    )
    assert ask(signed_in(ann), "GET", "ladders/") == {"on": False}
    assert ask(signed_in(ann), "PUT", "ladders/", {"on": True}) == {"on": True}
    assert [row.place for row in ratings.ladder("bids")] == [1, 2]
